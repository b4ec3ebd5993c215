"""Do objects end before what they were given in a setup?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_cpp import made
from made_talk import Talk

pytestmark = pytest.mark.language("cpp")


@pytest.fixture
def worker(cache: Path):
    talk = Talk([made(Path(__file__).parent / "endings.cpp", cache).path], {}, ())
    yield talk
    if not talk.ended():
        talk.end()


def measure(worker: Talk, benchmark: str, threads: int) -> list[str]:
    """The lines that the objects of a trial print."""
    worker.open("c", benchmark, threads=threads)
    assert worker.say("iterate", "c", "measurement", 0, 1, 1, 1)["event"] == "iteration"
    worker.say("close", "c")
    return worker.end()[1].splitlines()


def test_a_shared_state_ends_after_those_of_all_threads(worker: Talk) -> None:
    assert measure(worker, "borrows", 3) == ["given back"] * 3 + ["~Pool"]


@pytest.mark.parametrize("threads", [1, 2])
def test_arrays_of_memory_end_after_the_states_that_have_them(worker: Talk, threads: int) -> None:
    assert measure(worker, "reads", threads) == [f"sum {1 << 20}"] * threads
