"""Do p-values agree with the interval, and the adjusted ones with scipy's?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from scipy import stats

from clamh.judging.statistics.discovery import adjust_p_values, p_beyond_in_sets
from clamh.judging.statistics.forks import log_ratio_interval, welch
from clamh.judging.statistics.sets import Jackknife

A, B = [10.0, 10.4, 9.8, 10.1, 10.2], [11.0, 11.9, 11.3, 12.0]


def p_beyond(above: Sequence[float], below: Sequence[float], delta: float) -> float:
    """The p-value of the forks of two sides."""
    return p_beyond_in_sets(Jackknife(*welch(above, below)), delta)


def test_p_without_delta_is_welchs() -> None:
    expected = stats.ttest_ind(np.log(A), np.log(B), equal_var=False).pvalue
    assert p_beyond(A, B, 0.0) == pytest.approx(expected, rel=1e-12)
    assert p_beyond(B, A, 0.0) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("delta", [0.0, 0.01, 0.05, 0.1])
def test_p_is_the_error_of_the_interval_that_just_touches_delta(delta: float) -> None:
    p = p_beyond(B, A, delta)
    assert 0 < p < 1
    assert log_ratio_interval(B, A, 1 - p)[0] == pytest.approx(1 + delta, rel=1e-9)
    assert 1 / log_ratio_interval(A, B, 1 - p)[1] == pytest.approx(1 + delta, rel=1e-9)


@pytest.mark.parametrize(("ratio", "delta", "p"), [(1.0, 0.0, 1.0), (1.1, 0.2, 1.0), (1.1, 0.05, 0.0), (1 / 1.1, 0.05, 0.0)])
def test_equal_forks_decide_by_the_ratio_alone(ratio: float, delta: float, p: float) -> None:
    assert p_beyond([ratio] * 3, [1.0] * 3, delta) == p


def test_a_difference_smaller_than_delta_has_p_1() -> None:
    assert p_beyond(A, [value * 1.01 for value in A], 0.05) == 1.0


@pytest.mark.parametrize("p_values", [
    [], [0.04], [0.01, 0.04, 0.03, 0.5], [0.5, 0.5, 0.001], [1.0, 1.0], [0.0, 0.0, 0.9], [0.02] * 7])
def test_adjusted_values_are_scipys(p_values: list[float]) -> None:
    expected = stats.false_discovery_control(p_values, method="bh").tolist() if p_values else []
    assert adjust_p_values(p_values) == pytest.approx(expected, rel=1e-12)


def test_benjamini_and_hochbergs_own_example() -> None:
    """Their section 3.2: of these 15, four are discoveries at 5 %, of which Bonferroni's correction finds three."""
    p_values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert [value <= 0.05 for value in adjust_p_values(p_values)] == [True] * 4 + [False] * 11
    assert math.isclose(adjust_p_values(p_values)[3], 0.0095 * 15 / 4)
