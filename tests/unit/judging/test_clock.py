"""Is a time too short for the clock, or no longer than nothing, and is it reported in every mode, with a hint?"""

from __future__ import annotations

import math
from typing import Any

import pytest
from made_runs import case, fork, iteration, run, sampled, thread
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.results import FloorRecord, ForkResult
from clamh.model.worker import Suspended, ThreadIteration
from clamh.report import FORMATS, render

# The made clock resolves 31 ns: 1,000 times that is 31 µs.


def warnings_of(thread_iteration: ThreadIteration, mode: str, floors: tuple[FloorRecord, ...] = (), **fields: Any) -> dict[str, str]:
    forks = [ForkResult(start=fork(n, []).start, warmup=(), end=fork(n, []).end, measurement=(iteration(1.0, threads=(thread_iteration,)),))
             for n in range(3)]
    (row,) = summarise(run([case(forks, mode=mode, **fields)], floors=floors), 0.95).rows
    return {warning.code: warning.message for warning in row.warnings}


def shot(elapsed_ns: int, timings: int = 1, operations: float = 1) -> ThreadIteration:
    return ThreadIteration(operations=operations, all_operations=operations, elapsed_ns=elapsed_ns, timings=timings, clock_cost_ns=22.0)


def test_a_short_sample_names_the_batch_size_to_use() -> None:
    found = warnings_of(sampled([(66, 90), (90_000, 10)]), "sample")
    assert found == {"short-operation": "one operation takes 44 ns, but the clock resolves only 31 ns: use -bs 1024"}


@pytest.mark.parametrize(("source", "opi", "each", "doubtful"), [
    ("jmh", 100_000, 49, True), ("jmh", 100_000, 50, False), ("worker", 100_000, 49, False), ("jmh", 1, 49, False),
])
def test_samples_that_jmh_rounded_are_reported(source: str, opi: int, each: int, doubtful: bool) -> None:
    thread_iteration = ThreadIteration(operations=5.0 * opi, all_operations=5.0 * opi, elapsed_ns=5 * each * opi, timings=5, clock_cost_ns=0,
                                       histogram=(each * opi, 5))
    forks = [ForkResult(start=fork(n, []).start, warmup=(), end=fork(n, []).end,
                        measurement=(iteration(1.0, threads=(thread_iteration,), source=source),)) for n in range(3)]
    (row,) = summarise(run([case(forks, mode="sample", options={"operations_per_invocation": opi})]), 0.95).rows
    found = {warning.code: warning.message for warning in row.warnings}
    assert found.get("rounded-samples") == (
        "JMH rounds each sample down to whole ns per operation: 49 ns may be up to 1 ns too low" if doubtful else None)


def test_the_cost_of_suspending_is_compared_with_what_is_measured_for_each_suspension() -> None:
    """In every mode: a larger batch has as many more suspensions."""
    suspending = {"suspended_ns": 900_000, "suspensions": 1_000, "suspend_cost_ns": 33.0}
    for mode in ("avgt", "sample", "ss"):
        base = sampled([(300, 1_000)]) if mode == "sample" else shot(300_000)
        found = warnings_of(replace(base, **suspending), mode)
        assert found == {"suspended-often": "300 ns are measured for each suspension; suspending costs 33 ns, 9.9 % of the two together"}


def test_reports_say_what_was_suspended() -> None:
    thread_iteration = replace(shot(10_000_000), suspended_ns=90_000_000, suspensions=1_000, suspend_cost_ns=33.0)
    forks = [ForkResult(start=fork(n, []).start, warmup=(), end=fork(n, []).end, measurement=(iteration(1.0, threads=(thread_iteration,)),))
             for n in range(3)]
    result = run([case(forks, mode="thrpt")])
    summary = summarise(result, 0.95)
    assert summary.rows[0].suspended == Suspended(share=0.9, cost_ns=33.0)
    texts = {form: " ".join(render(summary, result, form).split()) for form in FORMATS}
    assert "Suspended: 90.0 % of the time of factorial (number = 25) thrpt on" in texts["md"] and "cost of 33 ns removed for each suspension" in texts["md"]
    assert "Suspended: 90.0 % of the time; removed for each suspension: 33 ns" in texts["log"]
    assert '"suspended" : { "share" : 0.9, "cost_ns" : 33.0 }' in texts["json"]


def test_a_batch_that_is_still_too_short_is_made_longer() -> None:
    found = warnings_of(sampled([(8_000, 90)]), "sample", options={"measurement_batch_size": 100})
    assert found["short-operation"] == (
        "one operation of 100 invocations takes 7,978 ns, but the clock resolves only 31 ns: use -bs 512")


@pytest.mark.parametrize(("elapsed", "doubtful"), [(30_999, True), (31_000, False)])
@pytest.mark.parametrize("mode", ["sample", "ss"])
def test_a_thousand_clock_steps_are_long_enough(elapsed: int, doubtful: bool, mode: str) -> None:
    thread_iteration = shot(elapsed) if mode == "ss" else sampled([(elapsed, 5)])
    assert ("short-operation" in warnings_of(thread_iteration, mode)) is doubtful


def test_a_shot_shorter_than_the_clock_names_a_batch_size() -> None:
    forks = [ForkResult(start=fork(n, []).start, warmup=(), end=fork(n, []).end, measurement=(iteration(1.0, threads=(shot(20),)),))
             for n in range(3)]
    (row,) = summarise(run([case(forks, mode="ss")]), 0.95).rows
    assert (row.score, row.interval, row.status, row.ratio) == (0.0, None, "ok", None)
    assert [warning.code for warning in row.warnings] == ["short-operation"]
    assert "-bs 32768" in row.warnings[0].message


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "wall", "ss"])
def test_invocations_between_fixtures_name_the_clocks_share(mode: str) -> None:
    thousand = {"timings": 1000, "operations": 1000}
    fields: dict[str, Any] = {}
    if mode == "ss":  # one operation, of a batch
        thousand, fields = {"timings": 1000}, {"options": {"measurement_batch_size": 1000}}
    found = warnings_of(shot(88_000, **thousand), mode, **fields)
    assert found == {"short-invocation": "one invocation between its fixtures takes 88 ns; reading the clock is 25 % of it (22 ns)"}
    assert warnings_of(shot(2_200_000, **thousand), mode, **fields)["short-invocation"].endswith("reading the clock is 1 % of it (22 ns)")
    assert warnings_of(shot(2_201_000, **thousand), mode, **fields) == {}


def floor(mode: str, elapsed_ns: int, operations: float = 1.0, **fields: Any) -> FloorRecord:
    return FloorRecord(platform="cpp/g++-12", mode=mode, threads=1, operations=operations, elapsed_ns=elapsed_ns, **fields)


@pytest.mark.parametrize(("mode", "empty", "one", "options", "what"), [
    ("wall", floor("wall", 1_000_000, 1e6), thread(1.5), {}, "invocation"),
    ("sample", floor("sample", 42_000, 1000, timings=1000, clock_cost_ns=22.0), sampled([(50, 9)]), {}, "invocation"),
    ("ss", floor("ss", 40_000), shot(60_000), {}, "invocation"),
    ("ss", floor("ss", 40_000, batch_size=64), shot(60_000), {"measurement_batch_size": 64}, "batch of 64 invocations"),
    ("sample", floor("sample", 9_000, 1, timings=1, batch_size=4096), sampled([(12_000, 9)]), {"measurement_batch_size": 4096},
     "batch of 4,096 invocations"),
])
def test_a_time_near_the_empty_benchmark_is_below_the_floor(mode: str, empty: FloorRecord, one: ThreadIteration, options: dict[str, int],
                                                            what: str) -> None:
    assert f"one {what} takes" in warnings_of(one, mode, (empty,), options=options)["below-floor"]


@pytest.mark.parametrize(("mode", "empty", "one", "options"), [
    ("sample", floor("sample", 24_000, 1000, timings=1000, clock_cost_ns=22.0), sampled([(50, 9)]), {}),
    ("ss", floor("ss", 400), shot(60_000), {"measurement_batch_size": 4096}),  # 15 ns an invocation, an empty shot 400
    ("ss", floor("avgt", 400), shot(500), {}),  # another mode's floor
    ("ss", floor("ss", 40_000), shot(60_000), {"measurement_batch_size": 64}),  # an empty batch of one is another thing
])
def test_a_time_well_above_the_empty_benchmark_has_no_warning(mode: str, empty: FloorRecord, one: ThreadIteration,
                                                              options: dict[str, int]) -> None:
    assert "below-floor" not in warnings_of(one, mode, (empty,), options=options)


def test_operations_per_invocation_are_shares_of_a_batch() -> None:
    thread_iteration, empty = shot(60_000, operations=100), floor("ss", 40_000)  # 600 ns an operation, of 100 in the batch
    assert "below-floor" in warnings_of(thread_iteration, "ss", (empty,), options={"operations_per_invocation": 100})


def test_reported_operations_leave_the_invocations_unknown() -> None:
    assert "below-floor" not in warnings_of(shot(60_000, operations=100), "ss", (floor("ss", 40_000),), operations=True)


def test_a_fork_without_time_beside_the_clock_leaves_no_ratio() -> None:
    def forks(*elapsed: int) -> list[ForkResult]:
        return [ForkResult(start=fork(n, []).start, warmup=(), end=fork(n, []).end, measurement=(iteration(1.0, threads=(shot(ns),)),))
                for n, ns in enumerate(elapsed)]

    java = {"platform": "java/openjdk-17", "source": "fac_tests/Factorial.java"}
    result = run([case(forks(20, 52, 82), "a", mode="ss"), case(forks(50, 52, 82), "b", mode="ss", **java)])
    summary = summarise(result, 0.95)
    first, second = summary.rows
    assert (first.score, first.interval, first.ratio) == (30.0, None, None)
    assert second.ratio is None and "no-reference" in [warning.code for warning in second.warnings]
    assert summary.contests[0].fastest == second.case_id and summary.contests[0].lead_ratios == ()


@pytest.mark.parametrize("elapsed_ns", [22_000, 15_000, 0])
@pytest.mark.parametrize(("mode", "score"), [("thrpt", math.inf), ("avgt", 0.0)])
def test_invocations_shorter_than_the_clock_are_no_failure(mode: str, score: float, elapsed_ns: int) -> None:
    """JMH gives whatever the clock said; we take its cost off, and then nothing may be left."""
    thread_iteration = shot(elapsed_ns, timings=1000, operations=1000)
    ended = fork(0, []).end
    forks = [ForkResult(start=fork(n, []).start, warmup=(), end=ended, 
                        measurement=tuple(iteration(1.0, index, threads=(thread_iteration,)) for index in range(3)))
             for n in range(3)]
    result = run([case(forks, mode=mode), case([fork(n, [2.0], mode=mode) for n in range(3)], "other", mode=mode,
                                               platform="java/openjdk-17", source="fac_tests/Factorial.java")])
    summary = summarise(result, 0.95)
    row, _ = summary.rows
    assert (row.status, row.score, row.interval, row.ratio, row.comparable) == ("ok", score, None, None, False)
    assert [warning.code for warning in row.warnings] == ["short-invocation"]
    assert "reading the clock is 100 % of it (22 ns)" in row.warnings[0].message
    assert "use Level.Iteration only if the benchmark does not change its input" in row.warnings[0].advice
    texts = {form: render(summary, result, form) for form in FORMATS}
    assert "took no longer than a clock reading" in " ".join(texts["terminal"].split())
    assert "nan" not in texts["terminal"]
