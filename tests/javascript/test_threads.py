"""Several threads: what they share, what they are timed of, and that none waits for ever for another."""

from __future__ import annotations

import os
import subprocess

import pytest
from made_javascript import SOURCES
from made_threads import EveryShot

pytestmark = pytest.mark.language("javascript")

TIME = 5_000_000


def run(worker, benchmark: str, *, time: int = TIME, threads: int = 2, **fields: object) -> dict:
    """The answer to one iteration, which is the whole trial."""
    opened = worker.open("c", benchmark, threads=threads, **fields)
    assert opened["event"] == "opened", opened
    return worker.say("iterate", "c", "measurement", time, int(time == 0), 1, 1)


def test_what_one_thread_set_up_all_have_and_what_all_counted_is_there(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    threads = run(worker, "share", time=0)["threads"]
    assert [(thread["operations"], thread["all_operations"], thread["elapsed_ns"]) for thread in threads] == [(1, 1, 1_000_000)] * 2
    assert worker.say("close", "c")["event"] == "closed"
    assert worker.end() == (0, "fill\ncalls 2 true\n")


UNSHARED = [
    ("list", "setup", "Listed.words", 33, "is an Array, which threads cannot share. Threads share a SharedArrayBuffer"),
    ("apart", "setup", "Apart.data", 41, "is a Float64Array with memory of its own"),
    ("hide", "setup", "Hidden", 50, "has a private field #own"),
    ("pack", "setup", "Packed", 247, "has a private field #own"),
    ("explain", "setup", "Explained", 254, "has a private field #own"),
    ("look", "setup", "Mapped", 261, "extends Map, whose contents threads cannot share. Threads share a SharedArrayBuffer"),
    ("count", "benchmark", "Counting.calls", 59, "changed Counting.calls, which the other threads do not see"),
]


def test_what_cannot_be_shared_is_an_error_in_its_line(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    for benchmark, reason, where, line, says in UNSHARED:
        failed = run(worker, benchmark, time=0)
        assert (failed["event"], failed["reason"], failed["where"]) == ("failed", reason, where)
        assert failed["thread"] in (0, 1) and f"threads.js:{line}: " in failed["message"]
        assert says in failed["message"] and "Scope.Thread" in failed["message"]


def test_elements_of_a_shared_array_reach_every_thread(talk, platform) -> None:
    assert run(talk("threads.js", platform=platform), "add", time=0)["event"] == "iteration"


def test_only_what_is_timed_counts_of_threads_that_run_in_and_out(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    opened = worker.open("c", "made", threads=3)
    assert len(set(opened["threads"])) == 3
    assert all(os.path.exists(f"/proc/{worker.pid}/task/{item}") for item in opened["threads"])
    for first in (1, 0):
        threads = worker.say("iterate", "c", "measurement", TIME, 0, first, 1 - first)["threads"]
        for thread in threads:  # a sample of 1 ms for each reading of the clock
            assert (thread["elapsed_ns"], thread["sample_ns"]) == (TIME, [1_000_000] * 5)
            assert thread["operations"] == thread["counters"]["Own.made"] == 5 * thread["sample_invocations"] < thread["all_operations"]
            assert thread["timings"] == 0 and min(thread["voluntary_switches"], thread["involuntary_switches"]) >= 0
    assert sorted(worker.end()[1].split("\n")) == ["", "drop 0", "drop 1", "drop 2"]


def test_a_counter_that_a_teardown_sets_has_that_value(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    worker.open("c", "sized", threads=3)
    for first in (1, 0):
        for thread in worker.say("iterate", "c", "measurement", TIME, 0, first, 0)["threads"]:
            assert thread["counters"] == {"Sized.made": 5, "Sized.big": thread["operations"]}


def test_a_counter_that_is_a_method_counts_all_calls_of_the_trial(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    worker.open("c", "tallied", threads=2)
    called = [0, 0]
    for first in (1, 0):
        threads = worker.say("iterate", "c", "measurement", TIME, 0, first, 0)["threads"]
        called = [before + thread["all_operations"] for before, thread in zip(called, threads, strict=True)]
        assert [thread["counters"] for thread in threads] == [
            {"Tally.seen": thread["operations"], "Tally.total": calls} for thread, calls in zip(threads, called, strict=True)]
        assert all(thread["all_operations"] > thread["operations"] > 0 for thread in threads)


def test_thread_that_reports_no_operations_is_a_failure(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    failed = run(worker, "mute")
    assert (failed["event"], failed["reason"], failed["where"], failed["thread"]) == ("failed", "benchmark", "mute", 1)
    assert failed["message"].startswith("it takes Operations, but no invocation reported its operations")


def test_one_thread_invokes_where_there_is_no_group(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    worker.open("c", "calls", threads=3)
    value = worker.say("invoke", "c", 1)
    assert (value["returned"], value["checks"]) == ("i:0", {"Calls.all": "i:1"})
    worker.open("d", "gate", threads=1, tg="1")
    assert worker.say("invoke", "d", 1)["members"]["enter"] == {"returned": "b:true", "consumed": []}


def test_closed_cases_leave_no_schedstat_open(talk, platform) -> None:
    worker = talk("threads.js", platform=platform, CLAMH_CLOCK=None)
    for _ in range(2):
        run(worker, "made", time=0)
        worker.say("close", "c")
        opened = [os.readlink(f"/proc/{worker.pid}/fd/{descriptor}") for descriptor in os.listdir(f"/proc/{worker.pid}/fd")]
        assert not [path for path in opened if path.endswith("schedstat")]


def test_every_mode_has_its_threads(talk, platform) -> None:
    worker = talk("threads.js", platform=platform, CLAMH_CLOCK=None)
    for mode in ("sample", "ss", "wall"):
        threads = run(worker, "sleeps", mode=mode, time=0 if mode == "ss" else 10 * TIME, batch=2)["threads"]
        worker.say("close", "c")
        assert [thread["operations"] > 0 and (thread["sample_invocations"] == (1 if mode == "wall" else 2), thread["timings"] > 0) for thread in threads] == [
            (True, mode != "wall")] * 2


WRONG = {
    "never": "a promise is waited for that nothing can settle any more", "stray": "nobody catches this",
    "deep": "RangeError: Maximum call stack",
}


def test_failure_in_a_thread_is_reported_and_the_others_leave(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    for benchmark, says in WRONG.items():  # the process goes on with other cases
        failed = run(worker, benchmark)
        assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "benchmark", benchmark)
        assert failed["thread"] == 1 and says in failed["message"]
    code, printed = worker.end()
    assert code == 0 and sorted(printed.split()) == ["0"] * 3 + ["1"] * 3 + ["drop"] * 6


def test_what_the_last_teardown_did_not_catch_is_a_failure_of_its_case(talk, platform) -> None:
    """The next case was blamed for it."""
    worker = talk("threads.js", platform=platform)
    for benchmark, where, message in (("late", "late", "too late"), ("twice", "Torn.tear", "first")):
        failed = run(worker, benchmark)
        assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "teardown", where) and message in failed["message"]
    assert run(worker, "made", time=0)["event"] == "iteration"
    assert worker.end()[0] == 0


def test_a_shared_setup_that_fails_is_not_tried_by_the_next_thread(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    failed = run(worker, "refused")
    assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "setup", "Refusing.refuse")
    assert worker.end()[1] == "refuse\n"


def test_hanging_thread_is_stopped_and_exit_ends_the_process(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    failed = run(worker, "stays")
    assert failed["thread"] == 1 and "out of paper" in failed["message"]
    assert "thread 0 did not come back from stays within 2 s and was stopped" in failed["message"]
    worker.open("d", "leaves", threads=2)
    worker.send("iterate", "d", "measurement", TIME, 0, 1, 1)
    assert worker.ending(300) == 7
    assert worker.events.read() == ""


def test_a_group_is_one_benchmark_of_several_functions(talk, platform) -> None:
    worker = talk("threads.js", platform=platform)
    group = next(benchmark for benchmark in worker.catalog.benchmarks if benchmark.name == "pair")
    states = [state.name for state in worker.catalog.states]
    assert [(function.name, function.threads, [states[number] for number in function.states]) for function in group.functions] == [
        ("give", 1, ["Pair"]), ("take", 1, ["Pair"])]
    worker.open("c", "pair", threads=2, tg="1,1")
    value = worker.say("invoke", "c", 1)
    assert value["members"] == {"give": {"returned": "b:true", "consumed": ["s:given"]}, "take": {"returned": "i:42", "consumed": []}}
    assert value["checks"] == {"Pair.left": "i:1"}
    worker.say("close", "c")
    worker.open("d", "pair", threads=1, tg="0,1")
    assert worker.say("invoke", "d", 1)["members"]["take"] == {"returned": "i:42", "consumed": []}


class TestShot(EveryShot):
    @pytest.fixture
    def worker(self, talk, platform):
        return talk("threads.js", platform=platform)


def test_solo_runs_with_threads_too(made, platform) -> None:
    artifact = made(SOURCES / "threads.js", platform)
    process = subprocess.run([platform.executable, artifact.path, "--solo", "pair", "-t", "1", "-wi", "0", "-i", "1", "-r", "2ms", "-bm", "thrpt"],
                             capture_output=True, text=True, timeout=300)
    assert process.returncode == 0 and "Threads: 2 threads" in process.stdout and "\n  take: " in process.stdout, process.stderr
