"""Is it the median that the standard library gives?"""

from __future__ import annotations

import statistics

from hypothesis import given
from hypothesis import strategies as st

from clamh.judging.statistics.median import median, part_medians


@given(st.lists(st.integers(0, 2**62) | st.floats(allow_nan=False), min_size=1, max_size=9))
def test_the_median_equals_that_of_the_standard_library(values: list[float]) -> None:
    assert str(median(values)) == str(statistics.median(values))  # NaN, of infinities of both signs, too


SERIES = st.lists(st.lists(st.integers(min_value=0, max_value=10**12), min_size=1, max_size=70), max_size=8)


@given(SERIES, st.integers(min_value=1, max_value=15), st.integers(min_value=1, max_value=10**6))
def test_medians_of_parts_are_those_of_each_part_alone(series: list[list[int]], most: int, unit: int) -> None:
    counts = [min(most, len(values)) for values in series]
    expected = []
    for values, count in zip(series, counts, strict=True):
        cuts = [at * len(values) // count for at in range(count + 1)]
        expected += [statistics.median(values[begin:end]) / unit for begin, end in zip(cuts, cuts[1:])]
    assert part_medians(series, counts, [unit] * len(series)) == expected
