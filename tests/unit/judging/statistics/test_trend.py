"""Does the trend score see movement, and only movement?"""

from __future__ import annotations

import math

import pytest

from clamh.judging.statistics.trend import trend_score


def test_worked_by_hand() -> None:
    # Five rising values: S = 10, variance 5 × 4 × 15 ÷ 18, one taken off for continuity.
    assert trend_score([[1, 2, 3, 4, 5]]) == pytest.approx(9 / math.sqrt(5 * 4 * 15 / 18))


def test_falling_is_the_negative_of_rising() -> None:
    assert trend_score([[1, 3, 2], [4, 5, 6]]) == -trend_score([[2, 3, 1], [6, 5, 4]])


def test_forks_that_rise_alike_add_up_and_opposite_ones_cancel() -> None:
    assert trend_score([[1, 2, 3, 4, 5]] * 5) > 3
    assert trend_score([[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]]) == 0


@pytest.mark.parametrize("series", [[], [[1.0]], [[], [2.0]], [[3.0, 3.0, 3.0]]])
def test_equal_and_single_values_have_no_trend(series: list[list[float]]) -> None:
    assert trend_score(series) == 0
