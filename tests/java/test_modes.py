"""Are JMH's scores turned back into raw facts in every mode, and do benchmarks see the options of the run?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from made_plans import tiny_plan

from clamh.model.opening import find_opening
from clamh.model.results import IterationRecord, Record
from clamh.model.sources import Settings
from clamh.running.worker.fork import run_fork
from clamh.running.worker.trial import Place

from .conftest import SOURCES, Built, Event, Talk

pytestmark = pytest.mark.language("java")
MS = 1_000_000
CALLED, BETWEEN, SHOWN, GARBAGE = (f"modes.Modes.{name}" for name in ("called", "between", "shown", "garbage"))


@pytest.fixture
def modes(made: Callable[[Path], Built]) -> Built:
    return made(SOURCES / "Modes.java")


@pytest.fixture
def transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What was written to CLAMH_TRANSCRIPT since the last look."""
    path = tmp_path / "transcript"
    monkeypatch.setenv("CLAMH_TRANSCRIPT", str(path))

    def look() -> list[str]:
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    return look


def run(talk: Talk, mode: str, **fields: str | int) -> Event:
    """One measurement of 30 ms, or one single shot, that is first and last, and the case closed."""
    assert talk.open(CALLED, mode=mode, **fields)["event"] == "opened"
    (thread,) = talk.say("iterate", "c", "measurement", *((0, 1) if mode == "ss" else (30 * MS, 0)), 1, 1)["threads"]
    talk.say("close", "c")
    return thread


def only(answer: Event) -> Event:
    (thread,) = answer["threads"]
    return thread


def test_all_modes_of_jmh_and_our_own_are_described(modes: Any) -> None:
    capabilities = modes.events[0]["capabilities"]
    assert capabilities["modes"] == ["thrpt", "avgt", "sample", "ss", "wall"] and capabilities["gc"] == ["true"]
    assert modes.benchmarks[CALLED].settings == Settings(modes=("thrpt", "avgt", "sample", "ss"))


def test_operations_are_calls_times_opi_divided_by_the_batch(modes: Any, transcript: Any) -> None:
    with modes.worker(CALLED) as talk:
        for unit in ("ns", "s", "d"):  # the score's unit is for benchmarks to see, and changes no number
            for mode in ("avgt", "thrpt", "wall"):
                thread = run(talk, mode, tu=unit, batch=4, opi=6)
                text, _ = transcript()
                calls = int(text.split()[1])
                assert thread["operations"] == calls * 6 // 4 and thread["timings"] == 0 and not thread["sample_ns"]
                assert thread["elapsed_ns"] > 0  # a busy machine may begin late, and end on time


def test_a_single_shot_is_one_batch_and_one_reading(modes: Any, transcript: Any) -> None:
    with modes.worker(CALLED) as talk:
        for unit in ("ns", "ms", "h"):
            thread = run(talk, "ss", tu=unit, batch=1000, opi=3)
            assert (thread["operations"], thread["timings"], thread["sample_ns"]) == (3, 1, [])
            assert 0 < thread["elapsed_ns"] < 1000 * MS
            assert transcript() == ["MEASUREMENT 1000 1000 1 single-shot", "end"]


def test_samples_are_raw_times_of_whole_batches(modes: Any, transcript: Any) -> None:
    with modes.worker(CALLED) as talk:
        for unit in ("ns", "us", "m"):
            thread = run(talk, "sample", tu=unit, batch=50, opi=5)
            calls = int(transcript()[0].split()[1])
            times = thread["sample_ns"]
            assert times == sorted(times) and all(time % 5 == 0 for time in times)  # JMH kept whole ns per operation
            assert len(times) == thread["timings"] and thread["operations"] == thread["timings"] * 5
            assert sum(times) == thread["elapsed_ns"] and thread["sample_invocations"] == 50
            assert thread["all_operations"] == calls * 5 // 50 and 0 < thread["timings"] * 50 <= calls


def test_warmup_and_measurement_have_batches_counts_and_times_of_their_own(modes: Any, transcript: Any) -> None:
    with modes.worker(CALLED) as talk:
        talk.open(CALLED, mode="ss", batch=5, wbatch=7, wi=2, i=9, r=1_500 * MS)
        assert only(talk.say("iterate", "c", "warmup", 0, 1, 1, 0))["operations"] == 1
        assert only(talk.say("iterate", "c", "measurement", 0, 1, 0, 0))["operations"] == 1
        talk.say("close", "c")
    assert transcript() == ["WARMUP 7 7 2 single-shot", "MEASUREMENT 5 5 9 1500 ms", "MEASUREMENT 0 0 1 single-shot", "end"]


@pytest.mark.parametrize(("mode", "time", "count"), [("ss", MS, 0), ("ss", 0, 2), ("sample", 0, 100), ("wall", 0, 1)])
def test_what_jmh_does_not_iterate_by_is_refused(modes: Any, mode: str, time: int, count: int) -> None:
    with modes.worker(CALLED) as talk:
        talk.open(CALLED, mode=mode)
        assert talk.say("iterate", "c", "measurement", time, count, 1, 1)["reason"] == "unsupported"


def test_invocation_fixtures_run_outside_of_what_is_timed(modes: Any, transcript: Any) -> None:
    with modes.worker(BETWEEN) as talk:
        for mode in ("avgt", "thrpt", "wall", "sample"):
            talk.open(BETWEEN, mode=mode, batch=1, opi=1)
            thread = only(talk.say("iterate", "c", "measurement", 300 * MS, 0, 1, 1))
            talk.say("close", "c")
            setups = int(transcript()[0])
            assert thread["all_operations"] == setups > 1
            assert thread["timings"] == (len(thread["sample_ns"]) if mode == "sample" else setups)
            assert thread["elapsed_ns"] < setups * MS / 2  # each setup sleeps 1 ms, and none of it is counted
        talk.open(BETWEEN, mode="ss", batch=10)
        thread = only(talk.say("iterate", "c", "measurement", 0, 1, 1, 1))
        assert (thread["operations"], thread["timings"], transcript()) == (1, 10, ["10"])
        assert thread["elapsed_ns"] < 5 * MS


def test_benchmarks_see_the_options_of_the_run(modes: Any) -> None:
    with modes.worker(SHOWN) as talk:
        talk.open(SHOWN, forks=4, wforks=1, wi=3, w=250 * MS, i=2, r=2_000 * MS, wbatch=8, to=90_000 * MS, tu="us", mode="thrpt", batch=16, opi=32)
        assert talk.say("invoke", "c", 1)["returned"] == (
            "s:thrpt forks 4 warmup forks 1 warmup 3 x 250 ms x 8 measurement 2 x 2 s x 16 MICROSECONDS opi 32 "
            "timeout 90 s [-Xmx200m] MEASUREMENT 2")


def test_garbage_is_collected_before_an_iteration_on_request(modes: Any, transcript: Any) -> None:
    with modes.worker(GARBAGE) as talk:
        for gc in ("true", "false"):
            talk.open(GARBAGE, gc=gc, mode="ss")
            talk.say("iterate", "c", "warmup", 0, 1, 1, 0)
            talk.say("iterate", "c", "measurement", 0, 1, 0, 1)
            talk.say("close", "c")
    assert transcript() == ["first", "collected", "first", "kept"]


def test_from_its_timeout_on_jmh_interrupts_a_single_shot_that_hangs(modes: Any, tmp_path: Path) -> None:
    """In its other modes JMH waits for all threads first, and hangs with them: there the driver ends the process."""
    case = tiny_plan(timeout_s=2).cases[0]
    options = msgspec.structs.replace(case.options, warmup_iterations=0, measurement_iterations=1, measurement_time_ns=0)
    ends, records = {}, []
    for name in ("heeding", "raising"):
        record: list[Record] = []
        benchmark = f"modes.Modes.{name}"
        heard = msgspec.structs.replace(case, benchmark=benchmark, mode="ss", wire_params={}, options=options,
                                        opening=find_opening(modes.benchmarks[benchmark], modes.catalog))
        ends[name] = run_fork(modes.command(benchmark), heard, Place(0, 0, 0, 1), tmp_path, record.append).end
        records += [entry for entry in record if isinstance(entry, IterationRecord)]
    assert ends["heeding"].status == "ok", ends["heeding"]
    assert len(records) == 1 and records[0].threads[0].elapsed_ns > MS
    raised = ends["raising"]
    assert (raised.reason, raised.where) == ("benchmark", "modes.Modes.raising")
    assert "InterruptedException" in raised.message
