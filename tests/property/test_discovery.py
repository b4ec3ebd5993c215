"""Of many benchmarks that did not change, or not by Δ, how often is a change called real?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from clamh.judging.statistics.discovery import adjust_p_values, p_beyond_in_sets
from clamh.judging.statistics.forks import log_ratio_interval, welch
from clamh.judging.statistics.sets import Jackknife

SUITES, LEVEL = 400, 0.05
FORKS = st.lists(st.floats(0.5, 2.0), min_size=3, max_size=6, unique=True)


def p_beyond(above: Sequence[float], below: Sequence[float], delta: float) -> float:
    """The p-value of the forks of two sides."""
    return p_beyond_in_sets(Jackknife(*welch(above, below)), delta)


def discoveries(seed: int, benchmarks: int, slower: float, moved: int, delta: float) -> tuple[float, float]:
    """The mean share of false ones among the discoveries of a suite, and the share of true changes that are found.

    `moved` of the benchmarks are slower by this factor, the others by exactly Δ, the worst that is no regression; five forks a
    side of 1 % spread, all benchmarks of a fork's round drifting together by as much.
    """
    random = np.random.default_rng(seed)
    false, found = [], []
    for _ in range(SUITES):
        factor = np.where(np.arange(benchmarks) < moved, slower, 1 + delta)
        a, b = (np.exp(random.normal(0, 0.01, (benchmarks, 5)) + random.normal(0, 0.01, 5)) for _ in range(2))
        called = [value <= LEVEL for value in adjust_p_values([p_beyond(y * times, x, delta) for x, y, times in zip(a, b, factor)])]
        false.append(sum(called[moved:]) / max(1, sum(called)))
        found.append(sum(called[:moved]) / max(1, moved))
    return float(np.mean(false)), float(np.mean(found))


@pytest.mark.parametrize(("benchmarks", "moved", "delta"), [(1, 0, 0.0), (20, 0, 0.0), (20, 0, 0.01), (20, 5, 0.01)])
def test_at_most_the_level_of_what_is_called_real_is_false(benchmarks: int, moved: int, delta: float) -> None:
    share, found = discoveries(20261122 + benchmarks + moved, benchmarks, 1.1, moved, delta)
    assert share <= LEVEL + 3 * math.sqrt(LEVEL * (1 - LEVEL) / SUITES)  # three standard errors of the simulation
    assert not moved or found > 0.9


def test_without_adjustment_a_suite_of_twenty_would_cry_wolf() -> None:
    """The simulation can fail: unadjusted, far more than one in twenty suites without a change has a false one."""
    random = np.random.default_rng(5)
    hits = [any(p_beyond(b, a, 0.0) <= LEVEL for a, b in zip(*np.exp(random.normal(0, 0.01, (2, 20, 5))))) for _ in range(100)]
    assert np.mean(hits) > 0.4


@given(above=FORKS, below=FORKS, delta=st.floats(0, 0.5), confidence=st.floats(0.5, 0.999))
def test_the_p_value_and_the_interval_decide_alike(above: list[float], below: list[float], delta: float, confidence: float) -> None:
    low, high = log_ratio_interval(above, below, confidence)
    p, edge = p_beyond(above, below, delta), 1 - confidence
    if not math.isclose(p, edge, rel_tol=1e-6):
        assert (p <= edge) == (low > 1 + delta or high < 1 / (1 + delta))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusted_p_values_are_scipys(p_values: list[float]) -> None:
    assert adjust_p_values(p_values) == pytest.approx(stats.false_discovery_control(p_values).tolist(), rel=1e-12)
