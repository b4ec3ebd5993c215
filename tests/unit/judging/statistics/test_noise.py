"""Do A/A comparisons say what is noise and what is visible, by the book?"""

from __future__ import annotations

import math

import numpy
import pytest
from hypothesis import given
from hypothesis.strategies import floats, integers, lists
from scipy.stats import binomtest

from clamh.judging.statistics import noise
from clamh.judging.statistics.forks import log_ratio_interval


@given(lists(floats(-1, 1), min_size=1, max_size=60))
def test_the_floor_is_the_quantile_of_sizes(values: list[float]) -> None:
    assert noise.floor(values) == pytest.approx(float(numpy.quantile(numpy.abs(values), 0.95)), abs=1e-12)
    assert noise.deviation(values) == pytest.approx(float(numpy.sqrt(numpy.mean(numpy.square(values)))), abs=1e-12)


def test_earlier_floors_weigh_as_ten_comparisons() -> None:
    assert noise.shrink_noise(0.03, 40, None) == 0.03
    assert noise.shrink_noise(0.03, 40, 0.01) == pytest.approx(math.sqrt((40 * 0.03 ** 2 + 10 * 0.01 ** 2) / 50))
    assert noise.shrink_noise(0.02, 10, 0.02) == pytest.approx(0.02)


def test_fewer_forks_have_a_higher_floor_and_more_have_no_lower_one() -> None:
    assert noise.at_forks(0.02, 5, 5) == noise.at_forks(0.02, 5, 50) == 0.02
    assert noise.at_forks(0.02, 12, 3) == 0.04


@pytest.mark.parametrize(("seen", "count", "percent"), [  # methodology section 3, "How many trials"
    (5, 100, 10.2), (0, 100, 2.95), (10, 200, 8.3), (0, 200, 1.49), (20, 400, 7.2), (50, 1000, 6.3), (0, 1000, 0.30)])
def test_the_exact_bound_is_the_published_one(seen: int, count: int, percent: float) -> None:
    assert 100 * noise.at_most(seen, count) == pytest.approx(percent, abs=0.06)


@given(integers(0, 40), integers(1, 40))
def test_the_exact_bound_is_scipys(seen: int, more: int) -> None:
    count = seen + more
    other_high = binomtest(seen, count, alternative="less").proportion_ci(0.95, "exact").high
    assert noise.at_most(seen, count) == pytest.approx(other_high, abs=1e-9)


def test_the_bound_is_1_if_every_trial_came_true() -> None:
    assert noise.at_most(7, 7) == 1.0


def test_a_visible_effect_is_called_in_nine_of_ten_comparisons() -> None:
    """Normal logs of 5 forks a side, the effect as large as is said, intervals wholly beyond the limit counted."""
    spread, forks, limit, runs = 0.02, 5, 0.01, 4000
    sides = numpy.random.default_rng(5).standard_normal((2, runs, forks)) * spread
    deviation = spread * math.sqrt(2 / forks)
    effect = noise.visible(deviation, 2 * (forks - 1), limit, 0.95)
    called = sum(log_ratio_interval(numpy.exp(a + effect).tolist(), numpy.exp(b).tolist(), 0.95)[0] > math.exp(limit)
                 for a, b in zip(*sides, strict=True))
    assert called / runs == pytest.approx(0.9, abs=0.03)
