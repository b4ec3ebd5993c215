"""Is the margin that progress shows that of the widest comparison, by an independent t interval?"""

from __future__ import annotations

import math

import numpy
import pytest
from scipy import stats

from clamh.cli.narrowing import widest_margin


def test_margin_is_that_of_the_widest_ratio() -> None:
    sides = numpy.random.default_rng(1).lognormal(4, 0.05, (3, 6))
    halves = [stats.t.interval(0.95, 5, scale=stats.sem(numpy.log(a) - numpy.log(b)))[1] for a, b in ((sides[0], sides[1]), (sides[0], sides[2]), (sides[1], sides[2]))]
    assert widest_margin(sides.tolist()) == pytest.approx(math.expm1(max(halves)))


def test_single_side_has_the_margin_of_its_score() -> None:
    side = [10.0, 10.5, 9.8, 10.1]
    assert widest_margin([side]) == pytest.approx(math.expm1(stats.t.interval(0.95, 3, scale=stats.sem(numpy.log(side)))[1]))
    assert widest_margin([side[:2]]) is None and widest_margin([side, side[:2]]) is None and widest_margin([]) is None
    assert widest_margin([[0.0, 1.0, 2.0]]) is None


def test_only_processes_that_all_sides_have_are_compared() -> None:
    assert widest_margin([[1.0, 2.0, 3.0, 50.0], [2.0, 4.0, 6.0]]) == pytest.approx(0, abs=1e-12)
