"""Whatever a series holds, is what is said of it possible?"""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from clamh.judging.statistics.agreement import disagreement
from clamh.judging.statistics.autocorrelation import sign_autocorrelation
from clamh.judging.statistics.changepoint import MIN_VALUES, change_points
from clamh.judging.statistics.modes import modes
from clamh.judging.statistics.steady import steady

TIMES = st.floats(1e-12, 1e18)
# Few levels, so that there are segments and ties; or anything.
SERIES = st.lists(TIMES, max_size=60) | st.lists(st.tuples(st.sampled_from([1.0, 1.5, 40.0, 1e18]), st.integers(1, 30)), max_size=6).map(
    lambda parts: [level for level, size in parts for _ in range(size)])


@settings(max_examples=150)
@given(SERIES)
def test_segments_are_long_enough_and_in_order(series: list[float]) -> None:
    ends = [0, *change_points(series), len(series)]
    assert ends == sorted(set(ends)) or not series
    assert len(ends) == 2 or all(b - a >= MIN_VALUES for a, b in zip(ends, ends[1:]))


@settings(max_examples=150)
@given(SERIES)
def test_a_class_has_a_start_and_levels_within_the_series(series: list[float]) -> None:
    found = steady(series)
    if found is None:
        return
    assert 0 <= found.start < len(series)
    assert min(series) <= found.level <= max(series) and min(series) <= found.before <= max(series)
    assert (found.kind == "flat") <= (found.start == 0)


@settings(max_examples=100)
@given(st.lists(TIMES, min_size=100, max_size=150) | st.lists(st.sampled_from([1.0, 1.01, 2.0, 1e12]), min_size=100, max_size=150))
def test_modes_are_places_of_the_series(series: list[float]) -> None:
    found = modes(series)
    assert found.value >= 1.99 and list(found.peaks) == sorted(found.peaks)
    assert all(math.isfinite(peak) for peak in found.peaks)


@given(SERIES)
def test_autocorrelations_are_at_most_1(series: list[float]) -> None:
    assert all(-1 <= value <= 1 for value in sign_autocorrelation(series))


@given(st.lists(st.lists(TIMES, max_size=5), max_size=5))
def test_a_chance_is_a_probability(groups: list[list[float]]) -> None:
    found = disagreement(groups)
    assert 0 <= found.chance <= 1 and found.between >= 0 and found.within >= 0
