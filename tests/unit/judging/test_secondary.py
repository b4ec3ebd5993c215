"""Are percentiles and counters JMH's, in every mode, and in the units that were asked for?"""

from __future__ import annotations

import math
from typing import Any

import pytest
from made_runs import case, fork, iteration, run, sampled, thread
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.cases import CounterMeaning
from clamh.model.results import ForkResult
from clamh.model.summary import Row, Secondary
from clamh.model.worker import ThreadIteration

RATES = CounterMeaning(type="OPERATIONS")
EVENTS = CounterMeaning(type="EVENTS")


def whole(number: int, *iterations: tuple[ThreadIteration, ...]) -> ForkResult:
    empty = fork(number, [])
    return ForkResult(start=empty.start, warmup=(), end=empty.end,
                      measurement=tuple(iteration(1.0, k, threads=thread_iterations) for k, thread_iterations in enumerate(iterations)))


def row(forks: list[ForkResult], mode: str, **fields: Any) -> Row:
    (item,) = summarise(run([case(forks, mode=mode, **fields)]), 0.95).rows
    return item


def secondary(forks: list[ForkResult], mode: str, **fields: Any) -> dict[str, Secondary]:
    return {item.label: item for item in row(forks, mode, **fields).secondary}


def counting(counted: float, mode: str, **fields: Any) -> ThreadIteration:
    """One thread of 1,000 operations (a single shot of one) in 10,000 ns whose counter rose to `counted`."""
    operations = 1 if mode == "ss" else 1000
    given = {"operations": operations, "all_operations": operations, "elapsed_ns": 10_000, "sample_ns": (), "counters": {"App.Rates.hits": counted}}
    return thread(1.0, mode, **given | fields)


@pytest.mark.parametrize(("mode", "value", "unit"), [
    ("thrpt", 0.2, "ops/ns"), ("avgt", 5.0, "ns/op"), ("wall", 5.0, "ns/op"), ("ss", 5.0, "ns/op"),
    ("sample", 5.0, "ns/op"),  # all operations are those timed here
])
def test_counted_operations_are_a_rate_in_thrpt_and_a_time_elsewhere(mode: str, value: float, unit: str) -> None:
    found = secondary([whole(0, (counting(2000, mode),))], mode, counters={"hits": RATES})["hits"]
    assert (found.kind, found.score, found.unit) == ("operations", pytest.approx(value), unit)


@pytest.mark.parametrize(("mode", "value"), [("thrpt", 0.3), ("avgt", 7.5), ("ss", 7.5), ("wall", 10_000 / 3000), ("sample", 20_000 / 3000)])
def test_threads_are_combined_as_for_the_score(mode: str, value: float) -> None:
    two = (counting(2000, mode), counting(1000, mode))
    assert secondary([whole(0, two)], mode, counters={"hits": RATES}, threads=2)["hits"].score == pytest.approx(value)


def test_counted_operations_leave_out_the_waiting_that_the_score_leaves_out() -> None:
    forks = [ForkResult(start=each.start, warmup=(), end=each.end, measurement=tuple(
        replace(measured, others_ns=0) for measured in each.measurement)) for each in (whole(0, (counting(1000, "avgt", waited_ns=2500),)),)]
    item = row(forks, "avgt", counters={"hits": RATES})
    assert item.score == pytest.approx(7.5) and item.secondary[0].score == pytest.approx(7.5)


def test_sample_mode_counts_in_all_operations_and_times_some() -> None:
    thread_iteration = sampled([(122, 10)], counters={"hits": 60.0})  # 30 operations at 100 ns each
    assert secondary([whole(0, (thread_iteration,))], "sample", counters={"hits": RATES})["hits"].score == pytest.approx(50.0)


def test_counters_of_invocation_fixtures_are_without_the_clock() -> None:
    thread_iteration = counting(1000, "avgt", timings=100, clock_cost_ns=20.0)
    assert secondary([whole(0, (thread_iteration,))], "avgt", counters={"hits": RATES})["hits"].score == pytest.approx(8.0)


def test_a_counter_has_its_interval_over_forks_and_jmhs_pooled_figures() -> None:
    forks = [whole(n, (counting(1000 + 10 * n, "avgt"),), (counting(1000, "avgt"),)) for n in range(4)]
    found = secondary(forks, "avgt", counters={"hits": RATES})["hits"]
    assert found.interval.low < found.score < found.interval.high
    assert (found.pooled.count, len(found.iterations), len(found.iterations[0])) == (8, 4, 2)
    assert found.pooled.error > 0


@pytest.mark.parametrize("mode", ["thrpt", "avgt", "sample", "ss", "wall"])
def test_events_are_summed_over_threads_iterations_and_forks(mode: str) -> None:
    two = (counting(2, mode), counting(3, mode))
    found = secondary([whole(n, two, two) for n in range(3)], mode, counters={"hits": EVENTS}, threads=2)["hits"]
    assert (found.score, found.unit, found.interval, found.kind) == (30.0, "#", None, "events")
    assert found.iterations == ((5.0, 5.0),) * 3
    assert math.isnan(found.pooled.error) and found.pooled.mean == 30.0 and found.pooled.count == 6


def test_counts_per_operation_are_independent_of_the_time() -> None:
    forks = [whole(n, (counting(6, "avgt"), counting(2, "avgt")), (counting(4, "avgt"),)) for n in range(3)]
    operations = [[sum(thread.operations for thread in iteration.threads) for iteration in fork.measurement] for fork in forks]
    found = secondary(forks, "avgt", counters={"hits": CounterMeaning(type="PER_OPERATION")}, threads=2)["hits"]
    assert found.iterations == tuple((8 / first, 4 / second) for first, second in operations)
    assert found.fork_means == tuple(12 / (first + second) for first, second in operations)
    assert (found.kind, found.unit, found.of_program) == ("count", "#/op", True) and found.interval is not None
    never = [whole(n, (counting(0, "avgt"),)) for n in range(3)]
    found = secondary(never, "avgt", counters={"hits": CounterMeaning(type="PER_OPERATION")})["hits"]
    assert (found.score, found.interval.low, found.interval.high) == (0, 0, 0)
    assert secondary(forks, "avgt", counters={"hits": CounterMeaning(type="PER_OPERATION", unit="B")}, threads=2)["hits"].unit == "B/op"


def test_a_count_per_operation_that_ends_early_is_left_out() -> None:
    forks = [whole(n, (counting(6, "avgt"),), (counting(6, "avgt", counters={}),)) for n in range(3)]
    assert "hits" not in secondary(forks, "avgt", counters={"hits": CounterMeaning(type="PER_OPERATION")})


def test_a_counter_at_0_is_a_rate_of_0_or_an_infinite_time() -> None:
    forks = [whole(n, (counting(0, "avgt"),)) for n in range(3)]
    assert secondary(forks, "thrpt", counters={"hits": RATES})["hits"].score == 0.0
    found = secondary(forks, "avgt", counters={"hits": RATES})["hits"]
    assert (found.score, found.interval) == (math.inf, None)


def test_units_of_counters() -> None:
    forks = [whole(0, (counting(2000, "thrpt"),))]
    found = secondary(forks, "thrpt", counters={"hits": CounterMeaning(type="OPERATIONS", unit="B", scale=1024)})["hits"]
    assert (found.unit, found.scale) == ("B/ns", 1024)
    found = secondary(forks, "avgt", counters={"hits": CounterMeaning(type="EVENTS", unit="pages")})["hits"]
    assert found.unit == "pages"


def test_names_are_joined_in_the_spelling_of_any_language() -> None:
    forks = [whole(0, (counting(1, "avgt", counters={"app::Rates::m_hits": 4.0, "other::Bytes::hits": 5.0}),))]
    meant = {"Rates.hits": EVENTS, "Bytes.hits": EVENTS}
    assert {label: item.score for label, item in secondary(forks, "avgt", counters=meant).items()} == {"Rates.hits": 4.0, "Bytes.hits": 5.0}


def test_a_counter_without_a_meaning_is_not_lost() -> None:
    found = secondary([whole(0, (counting(7, "avgt"),))], "avgt")["hits"]
    assert (found.kind, found.score) == ("events", 7.0)


def test_forks_that_do_not_count_are_left_out() -> None:
    dead = ForkResult(start=fork(1, []).start, warmup=(), end=fork(1, [], end={"status": "failed", "reason": "killed", "signal": 9}).end,
                      measurement=(iteration(1.0, threads=(counting(99, "avgt"),)),))
    forks = [whole(0, (counting(1, "avgt"),)), dead, whole(-1, (counting(50, "avgt"),))]
    assert secondary(forks, "avgt", counters={"hits": EVENTS})["hits"].score == 1.0


def test_percentiles_are_those_of_all_samples_of_counted_forks() -> None:
    forks = [whole(n, (sampled([(122, 9), (1022, 1)]),)) for n in range(2)] + [whole(-1, (sampled([(9e9, 5)]),))]
    found = secondary(forks, "sample")
    assert list(found) == ["p0.00", "p0.50", "p0.90", "p0.95", "p0.99", "p0.999", "p0.9999", "p1.00"]
    assert [found[label].score for label in ("p0.00", "p0.50", "p1.00")] == [100.0, 100.0, 1000.0]
    assert found["p0.90"].score == pytest.approx(100 + 0.9 * 900)  # position 0.9 × 21 = 18.9 of 20
    assert found["p0.50"].iterations == ((100.0,), (100.0,))
    assert {item.unit for item in found.values()} == {"ns/op"} and {item.pooled.count for item in found.values()} == {1}


def test_sample_modes_figures_are_pooled_over_samples() -> None:
    found = row([whole(n, (sampled([(122, 3), (222, 1)], opi=2),), (sampled([(122, 4)], opi=2),)) for n in range(3)], "sample",
                options={"operations_per_invocation": 2})
    assert found.fork_means == pytest.approx((56.25,) * 3)  # (62.5 + 50) ÷ 2
    assert (found.pooled.count, found.pooled.mean) == (24, pytest.approx(56.25))
    assert (found.pooled.minimum, found.pooled.maximum, found.clock_cost_ns) == (50.0, 100.0, 22.0)


def test_other_modes_have_no_percentiles() -> None:
    assert secondary([fork(0, [10.0])], "avgt") == {}
