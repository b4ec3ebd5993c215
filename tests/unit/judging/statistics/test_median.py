"""Is it the median that the standard library gives?"""

from __future__ import annotations

import statistics

from hypothesis import given
from hypothesis import strategies as st

from clamh.judging.statistics.median import median


@given(st.lists(st.integers(0, 2**62) | st.floats(allow_nan=False), min_size=1, max_size=9))
def test_as_the_standard_library_has_it(values: list[float]) -> None:
    assert str(median(values)) == str(statistics.median(values))  # NaN, of infinities of both signs, too
