"""Are slices iterations of JMH for a time, between the trial's first and last, and refused where they would not be?"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.language("java")
MS = 1_000_000
PLAIN = "clamh.Factorial.factorialIterative"
INPUT = {"clamh.Factorial.InputValue.number": "25"}


def test_a_slice_runs_for_a_time_and_a_trial_has_many(factorial: Any) -> None:
    assert factorial.events[0]["capabilities"]["slice_unit"] == "ns"
    with factorial.worker(PLAIN) as talk:
        assert "unsliced" not in talk.open(PLAIN, INPUT)
        for begin, end, warmin in ((2, 0, 2 * MS), (0, 0, 0), (0, 1, 2 * MS), (1, 2, 0)):
            answer = talk.say("slice", "c", "measurement", warmin, 100 * MS, begin, end)
            (thread,) = answer["threads"]
            assert thread["operations"] > 0 and 10 * MS < thread["elapsed_ns"] and not thread["sample_ns"]  # a busy machine may begin late
            assert thread["waited_ns"] >= 0
        assert talk.say("close", "c")["event"] == "closed"


@pytest.mark.parametrize("threads", [1, 2])
def test_calls_before_the_timed_part_are_of_the_same_iteration(scenes: Any, threads: int) -> None:
    name = "scenes.Scenes.inLongIterations"  # which fails in others
    with scenes.worker(name) as talk:
        talk.open(name, threads=threads)
        for begin, warmin in ((2, 30 * MS), (0, 30 * MS)):
            answer = talk.say("slice", "c", "measurement", warmin, 60 * MS, begin, 0)
            assert answer["event"] == "slice" and len(answer["threads"]) == threads
            for thread in answer["threads"]:
                assert thread["all_operations"] > thread["operations"] > 0 and thread["waited_ns"] >= 0


@pytest.mark.skipif(sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1, reason="no thread can be bound apart from others")
def test_a_bound_thread_shares_its_cpu_with_no_thread_of_the_worker(factorial: Any) -> None:
    with factorial.worker(PLAIN) as talk:
        (measuring,) = talk.open(PLAIN, INPUT)["threads"]
        every = os.sched_getaffinity(0)
        os.sched_setaffinity(measuring, {min(every)})
        assert talk.say("slice", "c", "measurement", 10 * MS, 10 * MS, 2, 0)["event"] == "slice"
        others = [int(entry.name) for entry in Path(f"/proc/{talk.worker.pid}/task").iterdir() if int(entry.name) != measuring]
        for thread in others:
            with contextlib.suppress(ProcessLookupError):  # a compiler's thread that has ended
                assert os.sched_getaffinity(thread) == every


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these names of threads")
def test_threads_that_keep_aside_have_the_names_that_the_system_gives(factorial: Any) -> None:
    with factorial.worker(PLAIN) as talk:
        talk.open(PLAIN, INPUT)
        talk.say("slice", "c", "measurement", MS, MS, 2, 0)
        names = set()
        for entry in Path(f"/proc/{talk.worker.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a compiler's thread that has ended
                names.add((entry / "comm").read_text().rstrip())
    compilers = {name for name in names if "Compil" in name or "JVMCI" in name}
    aside = set(factorial.events[0]["capabilities"]["aside"])
    assert {"java", "clamh-commands", "clamh-release"} | compilers == names & aside and compilers


@pytest.mark.parametrize(("scene", "message"), [("throwing", "seven"), ("brokenSetup", "not today")])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_failure_before_the_timed_part_ends_the_slice(scenes: Any, scene: str, message: str, threads: int) -> None:
    with scenes.worker(f"scenes.Scenes.{scene}") as talk:
        talk.open(f"scenes.Scenes.{scene}", threads=threads)
        answer = talk.say("slice", "c", "measurement", 200 * MS, 60 * MS, 2, 0)
        assert answer["event"] == "failed" and message in answer["message"]


@pytest.mark.parametrize("fields", [("measurement", 0, MS, 1, 0), ("measurement", 0, MS, 0, 0), ("measurement", 0, 0, 2, 0), ("measurement", 0, MS, 2)])
def test_a_slice_at_the_wrong_time_or_of_nothing_is_malformed(factorial: Any, fields: tuple[str | int, ...]) -> None:
    with factorial.worker(PLAIN) as talk:
        talk.open(PLAIN, INPUT)
        assert talk.say("slice", "c", *fields)["reason"] == "malformed"
        assert talk.say("slice", "c", "warmup", 0, MS, 2, 0)["event"] == "slice"
        assert talk.say("iterate", "c", "measurement", MS, 0, 0, 0)["reason"] == "malformed"  # the iteration of slices has not ended
        assert talk.say("slice", "c", "warmup", 0, MS, 0, 1)["event"] == "slice"
        assert talk.say("iterate", "c", "measurement", MS, 0, 0, 1)["event"] == "iteration"


def test_what_jmh_would_do_around_each_slice_cannot_be_sliced(scenes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMH_TRANSCRIPT", str(tmp_path / "transcript"))
    with scenes.worker("scenes.Scenes.journalled") as talk:
        assert "iteration fixtures would run around each slice" in talk.open("scenes.Scenes.journalled")["unsliced"]
        assert talk.say("slice", "c", "measurement", 0, MS, 2, 2)["reason"] == "malformed"
        talk.say("close", "c")
    with scenes.worker("scenes.Scenes.object") as talk:
        assert "gc=true" in talk.open("scenes.Scenes.object", gc="true")["unsliced"]


def test_calls_after_measuring_find_the_state_that_it_left(scenes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "scenes.Scenes.drifting"
    with scenes.worker(name) as talk:
        assert talk.open(name)["invoke"]
        assert talk.say("slice", "c", "measurement", 0, 200 * MS, 2, 0)["event"] == "slice"
        value = talk.say("invoke", "c", 2)
        assert value["unrecorded"] and not value["consumed"]
        # The benchmark's own object, its states and what JMH hands it: the first slice has emptied the queue, on JMH's thread.
        assert [call["returned"] for call in (value, *value["more"])] == ["s:empty drifting avgt same thread"] * 2
        assert value["checks"] == value["more"][0]["checks"] == {"scenes.Scenes.Queue.left": "i:0"}
        assert talk.say("slice", "c", "measurement", 0, MS, 0, 0)["reason"] == "malformed"
        assert talk.say("close", "c")["event"] == "closed"
    for other in ("scenes.Scenes.journalled", "scenes.Scenes.each"):
        with scenes.worker(other) as talk:
            monkeypatch.setenv("CLAMH_TRANSCRIPT", str(tmp_path / "transcript"))
            assert not talk.open(other)["invoke"]
            talk.say("close", "c")
    with scenes.worker("scenes.Scenes.object") as talk:
        assert not talk.open("scenes.Scenes.object", threads=2)["invoke"]
