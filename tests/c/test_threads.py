"""Do several threads measure what they should, under a clock of which everything is known? The worker is built with the
ThreadSanitizer: a race is another exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_cpp import made
from made_talk import Talk
from made_threads import EveryThreads, check_that_fixtures_lengthen_no_iteration

from clamh.languages import languages

toolchain = languages()["c"].toolchain

HERE = Path(__file__).parent
pytestmark = pytest.mark.language("c")


@pytest.fixture
def worker(cache: Path):
    """A worker of threads.c, which must end well: with another exit code when something raced."""
    artifact = toolchain.recorder(made(HERE / "threads.c", cache, "-g1", "-fsanitize=thread"))
    talk = Talk([artifact.path], {"TSAN_OPTIONS": "exitcode=66 atexit_sleep_ms=0"}, ())
    yield talk
    if not talk.ended():
        code, printed = talk.end()
        assert (code, "ThreadSanitizer" in printed) == (0, False), printed


class TestThreads(EveryThreads):
    scope, late, calls = "", "Guest.late", "Counted.calls"
    sizes = {"Guest": 216, "Table": 4, "Counted": 8, "Wall": 8}


def test_fixtures_around_calls_lengthen_no_iteration_of_a_group(talk) -> None:
    check_that_fixtures_lengthen_no_iteration(talk("paced", CLAMH_CLOCK=None), "paced")
