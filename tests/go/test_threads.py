"""Do several threads measure what they should, under a clock of which everything is known? The worker is built with the race
detector: a race is another exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_talk import Talk
from made_threads import EveryThreads, check_that_fixtures_lengthen_no_iteration

pytestmark = pytest.mark.language("go")


@pytest.fixture
def worker(talk) -> Talk:
    """A worker of threads.go, which must end well: with another exit code when something raced."""
    return talk("threads")


class TestThreads(EveryThreads):
    scope, late, calls = "n.", "n.Guest.late", "n.Counted.Calls"
    sizes = {"Guest": 216, "Table": 8, "Counted": 8, "Wall": 8}


def test_a_case_that_is_closed_takes_no_thread_from_one_that_is_open(talk) -> None:
    worker = talk("threads", GOMAXPROCS="2")
    late = {"n.Guest.late": "false"}

    def procs(case: str) -> set[float]:
        threads = worker.say("iterate", case, "measurement", 0, 1, 1, 1)["threads"]
        return {thread["counters"]["n.Counted.Procs"] for thread in threads}

    for case, threads in (("a", 3), ("b", 5)):
        assert worker.open(case, "n.meets", late, threads=threads)["event"] == "opened"
    worker.say("close", "a")
    assert procs("b") == {5}
    worker.say("close", "b")
    worker.open("c", "n.meets", late, threads=2)
    assert procs("c") == {2}


@pytest.mark.parametrize("threads", [1, 3])
def test_a_case_that_is_closed_leaves_no_descriptor_open(talk, threads: int) -> None:
    worker = talk("threads")

    def descriptors() -> list[str]:
        return sorted(str(path.readlink()) for path in Path(f"/proc/{worker.pid}/fd").iterdir())

    worker.describe()  # it has started
    before = descriptors()
    worker.open("c", "n.meets", {"n.Guest.late": "false"}, threads=threads)
    assert len([descriptor for descriptor in descriptors() if descriptor.endswith("/schedstat")]) == threads
    worker.say("close", "c")
    assert descriptors() == before


def test_setups_of_a_group_run_in_the_order_of_each_function(talk) -> None:
    """JMH sets up the last parameter first."""
    worker = talk("groups")
    worker.open("c", "groups.meal", threads=2)
    worker.say("iterate", "c", "measurement", 0, 1, 1, 1)
    code, printed = worker.end()
    assert code == 0
    assert sorted(printed.split("\n"), key=lambda line: line[:len("thread 0")]) == [
        "", "thread 0 cheese", "thread 0 bread", "thread 1 bread", "thread 1 cheese"]


def test_fixtures_around_calls_lengthen_no_iteration_of_a_group(talk) -> None:
    check_that_fixtures_lengthen_no_iteration(talk("groups", CLAMH_CLOCK=None), "groups.paced")
