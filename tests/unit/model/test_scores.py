"""Is the score of each mode that of JMH, computed only from the worker's raw facts?"""

from __future__ import annotations

import pytest
from made_runs import iteration, sampled, thread

from clamh.model.options import UNITS_NS
from clamh.model.scores import MODES, name_unit, samples, score, time_unit_ns
from clamh.model.worker import ThreadIteration


def raw(operations: float, elapsed_ns: int, **fields: object) -> ThreadIteration:
    return ThreadIteration(operations=operations, all_operations=operations, elapsed_ns=elapsed_ns, **fields)


def score_of(mode: str, *threads: ThreadIteration, unit_ns: int = 1) -> float:
    return score(iteration(1.0, threads=threads), mode, unit_ns)


@pytest.mark.parametrize(("mode", "expected"), [
    ("avgt", 15.0),  # each thread's own average, then their mean: (10 + 20) ÷ 2
    ("thrpt", 0.15),  # rates add up: 100 ÷ 1000 + 50 ÷ 1000
    ("wall", 1000 / 150),  # the longest thread's time over all operations
    ("sample", 2000 / 150),  # all samples are one sample
    ("ss", 15.0),
])
def test_scores_of_two_threads_are_combined(mode: str, expected: float) -> None:
    assert score_of(mode, raw(100, 1000), raw(50, 1000)) == pytest.approx(expected)


def test_wall_time_is_that_of_the_longest_thread() -> None:
    assert score_of("wall", raw(100, 1000), raw(100, 3000)) == 15.0


@pytest.mark.parametrize("mode", ["avgt", "ss", "sample", "wall"])
def test_the_clocks_cost_is_taken_off_each_stretch(mode: str) -> None:
    assert score_of(mode, raw(10, 1000, timings=10, clock_cost_ns=20.0)) == pytest.approx(80.0)


def test_the_clocks_cost_raises_a_rate() -> None:
    assert score_of("thrpt", raw(10, 1000, timings=10, clock_cost_ns=20.0), unit_ns=1000) == pytest.approx(12.5)


@pytest.mark.parametrize("mode", ["avgt", "ss", "sample", "wall"])
def test_no_time_is_below_0(mode: str) -> None:
    assert score_of(mode, raw(10, 100, timings=10, clock_cost_ns=20.0)) == 0.0


@pytest.mark.parametrize(("mode", "expected"), [("avgt", 0.02), ("ss", 0.02), ("sample", 0.02), ("wall", 0.02), ("thrpt", 50.0)])
def test_time_units(mode: str, expected: float) -> None:
    assert score_of(mode, raw(50, 1000), unit_ns=1000) == pytest.approx(expected)
    assert name_unit(mode, "us") == ("ops/us" if mode == "thrpt" else "us/op")
    assert name_unit(mode, "us", "B") == ("B/us" if mode == "thrpt" else "us/B")


def test_time_units_have_the_names_of_jmh_and_can_be_read() -> None:
    # TimeValue.tuToString of JMH 1.37; `m` would be taken for milli.
    assert [name_unit("avgt", time_unit) for time_unit in UNITS_NS] == [f"{name}/op" for name in ("ns", "us", "ms", "s", "min", "hr", "day")]
    assert name_unit("thrpt", "m") == "ops/min"
    assert [time_unit_ns(name_unit(mode, time_unit)) for mode in ("thrpt", "avgt") for time_unit in UNITS_NS] == [*UNITS_NS.values()] * 2


def test_every_mode_has_a_score() -> None:
    assert all(score_of(mode, thread(10.0)) > 0 for mode in MODES)


def test_samples_are_per_operation_and_without_the_clock() -> None:
    record = iteration(1.0, threads=(sampled([(20, 1), (122, 3), (222, 2)], opi=4), sampled([(120, 1)], clock_cost_ns=20.0)))
    assert samples(record, 4, 1) == ((0.0, 1), (25.0, 4), (50.0, 2))
    assert samples(record, 2, 1000) == ((0.0, 1), (0.05, 4), (0.1, 2))


def test_a_score_of_samples_uses_their_exact_times() -> None:
    assert score_of("sample", sampled([(100, 2)], clock_cost_ns=0.0, elapsed_ns=203)) == 101.5
