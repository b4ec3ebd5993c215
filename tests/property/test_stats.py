"""Do the laws of the statistics hold for whatever is measured?"""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamh.judging.statistics.forks import log_mean, log_mean_interval, log_ratio_interval
from clamh.judging.statistics.jmh import PERCENTILES, pool_values

times = st.floats(1e-3, 1e12)
forks = st.lists(times, min_size=3, max_size=12)
levels = st.floats(0.5, 0.999)
seeds = st.integers(0, 1000)


def shuffled(values: list[float], seed: int) -> list[float]:
    return random.Random(seed).sample(values, len(values))


@given(forks, st.floats(1e-6, 1e6), levels)
def test_another_time_unit_scales_score_and_interval(values: list[float], scale: float, level: float) -> None:
    scaled = [v * scale for v in values]
    assert log_mean(scaled) == pytest.approx(log_mean(values) * scale, rel=1e-9)
    for ours, theirs in zip(log_mean_interval(scaled, level), log_mean_interval(values, level), strict=True):
        assert math.log(ours) == pytest.approx(math.log(theirs) + math.log(scale), abs=1e-6)


@given(forks, levels)
def test_an_interval_contains_its_score_and_grows_with_confidence(values: list[float], level: float) -> None:
    low, high = log_mean_interval(values, level)
    assert low * (1 - 1e-9) <= log_mean(values) <= high * (1 + 1e-9)
    wider_low, wider_high = log_mean_interval(values, (1 + level) / 2)
    assert wider_low <= low * (1 + 1e-9) and high <= wider_high * (1 + 1e-9)


@given(forks, seeds, levels)
def test_the_order_of_forks_does_not_matter(values: list[float], seed: int, level: float) -> None:
    other = shuffled(values, seed)
    assert log_mean(other) == log_mean(values)
    assert log_mean_interval(other, level) == log_mean_interval(values, level)
    assert log_ratio_interval(other, values[:3], level) == log_ratio_interval(values, values[:3], level)


@given(forks, forks, levels)
def test_a_ratio_turned_round_is_the_reciprocal(one: list[float], other: list[float], level: float) -> None:
    low, high = log_ratio_interval(one, other, level)
    back_low, back_high = log_ratio_interval(other, one, level)
    assert math.log(back_low) == pytest.approx(-math.log(high), rel=1e-9, abs=1e-9)
    assert math.log(back_high) == pytest.approx(-math.log(low), rel=1e-9, abs=1e-9)


@given(forks, forks, levels)
def test_a_ratios_interval_contains_the_ratio(one: list[float], other: list[float], level: float) -> None:
    low, high = log_ratio_interval(one, other, level)
    ratio = math.log(log_mean(one)) - math.log(log_mean(other))
    assert math.log(low) <= ratio + 1e-9 and ratio <= math.log(high) + 1e-9


@given(st.lists(times, min_size=1, max_size=40), seeds)
def test_pooled_figures_are_ordered_and_ignore_order(values: list[float], seed: int) -> None:
    figures = pool_values(values)
    assert figures.minimum * (1 - 1e-12) <= figures.mean <= figures.maximum * (1 + 1e-12)
    assert list(figures.percentiles) == sorted(figures.percentiles)
    assert (figures.percentiles[0], figures.percentiles[-1]) == (figures.minimum, figures.maximum)
    assert len(figures.percentiles) == len(PERCENTILES)
    assert repr(pool_values(shuffled(values, seed))) == repr(figures)
