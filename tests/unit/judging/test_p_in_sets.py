"""Is the p-value of a ratio that was measured in sets that of an independent computation, and does it agree with the interval?"""

from __future__ import annotations

import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from clamh.judging.statistics.discovery import p_beyond_in_sets
from clamh.judging.statistics.sets import Jackknife, Total, compare_sets

times = st.lists(st.tuples(st.floats(50, 150), st.floats(50, 150)), min_size=3, max_size=12)


@given(times, st.sampled_from([0.0, 0.01, 0.1]))
def test_p_equals_that_of_a_t_test_of_pseudo_values(sides: list[tuple[float, float]], delta: float) -> None:
    above, below = numpy.array(sides).T
    whole = math.log(above.sum() / below.sum())
    count = len(sides)
    pseudo = [count * whole - (count - 1) * math.log((above.sum() - a) / (below.sum() - b)) for a, b in sides]
    error = stats.sem(pseudo)
    jackknife = compare_sets(*([Total(float(time), 1.0) for time in side] for side in (above, below)))
    if error < 1e-9:
        return
    expected = min(1.0, 2 * stats.t.sf((abs(whole) - math.log1p(delta)) / error, count - 1))
    assert p_beyond_in_sets(jackknife, delta) == pytest.approx(expected, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("middle", [0.05, -0.05])
def test_p_is_alpha_where_the_interval_just_excludes_the_limit(middle: float) -> None:
    error = (abs(middle) - math.log1p(0.01)) / stats.t.ppf(0.975, 4)
    assert p_beyond_in_sets(Jackknife(middle, error, 4), 0.01) == pytest.approx(0.05)


def test_p_without_spread_is_0_or_1() -> None:
    assert [p_beyond_in_sets(Jackknife(middle, 0.0, 4), 0.01) for middle in (0.02, 0.005, -0.02)] == [0.0, 1.0, 0.0]
