"""Is the score of each mode JMH's, made from the worker's raw facts alone?"""

from __future__ import annotations

import pytest
from made_runs import iteration, sampled, thread

from clamh.model.options import UNITS_NS
from clamh.model.scores import MODES, samples, score, time_unit_ns, unit
from clamh.model.worker import ThreadIteration


def raw(operations: float, elapsed_ns: int, **fields: object) -> ThreadIteration:
    return ThreadIteration(operations=operations, all_operations=operations, elapsed_ns=elapsed_ns, **fields)


def of(mode: str, *threads: ThreadIteration, unit_ns: int = 1) -> float:
    return score(iteration(1.0, threads=threads), mode, unit_ns)


@pytest.mark.parametrize(("mode", "expected"), [
    ("avgt", 15.0),  # each thread's own average, then their mean: (10 + 20) ÷ 2
    ("thrpt", 0.15),  # rates add up: 100 ÷ 1000 + 50 ÷ 1000
    ("wall", 1000 / 150),  # the longest thread's time over all operations
    ("sample", 2000 / 150),  # all samples are one sample
    ("ss", 15.0),
])
def test_two_threads(mode: str, expected: float) -> None:
    assert of(mode, raw(100, 1000), raw(50, 1000)) == pytest.approx(expected)


def test_wall_time_is_that_of_the_longest_thread() -> None:
    assert of("wall", raw(100, 1000), raw(100, 3000)) == 15.0


@pytest.mark.parametrize("mode", ["avgt", "ss", "sample", "wall"])
def test_the_clocks_cost_is_taken_off_each_stretch(mode: str) -> None:
    assert of(mode, raw(10, 1000, timings=10, clock_cost_ns=20.0)) == pytest.approx(80.0)


def test_the_clocks_cost_raises_a_rate() -> None:
    assert of("thrpt", raw(10, 1000, timings=10, clock_cost_ns=20.0), unit_ns=1000) == pytest.approx(12.5)


@pytest.mark.parametrize("mode", ["avgt", "ss", "sample", "wall"])
def test_no_time_is_below_0(mode: str) -> None:
    assert of(mode, raw(10, 100, timings=10, clock_cost_ns=20.0)) == 0.0


@pytest.mark.parametrize(("mode", "expected"), [("avgt", 0.02), ("ss", 0.02), ("sample", 0.02), ("wall", 0.02), ("thrpt", 50.0)])
def test_time_units(mode: str, expected: float) -> None:
    assert of(mode, raw(50, 1000), unit_ns=1000) == pytest.approx(expected)
    assert unit(mode, "us") == ("ops/us" if mode == "thrpt" else "us/op")
    assert unit(mode, "us", "B") == ("B/us" if mode == "thrpt" else "us/B")


def test_time_units_are_spelled_as_jmh_prints_them_and_known_again() -> None:
    # TimeValue.tuToString of JMH 1.37; `m` would be taken for milli.
    assert [unit("avgt", one) for one in UNITS_NS] == [f"{one}/op" for one in ("ns", "us", "ms", "s", "min", "hr", "day")]
    assert unit("thrpt", "m") == "ops/min"
    assert [time_unit_ns(unit(mode, one)) for mode in ("thrpt", "avgt") for one in UNITS_NS] == [*UNITS_NS.values()] * 2


def test_every_mode_has_a_score() -> None:
    assert all(of(mode, thread(10.0)) > 0 for mode in MODES)


def test_samples_are_per_operation_without_the_clock_and_over_all_threads() -> None:
    one = iteration(1.0, threads=(sampled([(20, 1), (122, 3), (222, 2)], opi=4), sampled([(120, 1)], clock_cost_ns=20.0)))
    assert samples(one, 4, 1) == ((0.0, 1), (25.0, 4), (50.0, 2))
    assert samples(one, 2, 1000) == ((0.0, 1), (0.05, 4), (0.1, 2))


def test_a_score_of_samples_has_their_exact_times_and_not_the_histograms_rounded_ones() -> None:
    assert of("sample", sampled([(100, 2)], clock_cost_ns=0.0, elapsed_ns=203)) == 101.5
