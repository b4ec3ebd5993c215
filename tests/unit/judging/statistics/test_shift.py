"""Is the bound of a shift between runs the tolerance bound that it says it is, and does it hold?"""

from __future__ import annotations

import math
import random

import pytest
from scipy import stats

from clamh.judging.statistics.shift import factor, shift


@pytest.mark.parametrize("runs", [2, 3, 5, 10, 40])
def test_the_factor_is_that_of_scipys_distributions(runs: int) -> None:
    quantile = stats.norm.ppf(0.975) * math.sqrt(2)  # of a difference of two, in units of σ
    assert factor(runs) == pytest.approx(quantile * math.sqrt((runs - 1) / stats.chi2.ppf(0.05, runs - 1)), rel=1e-9)


def test_the_bound_holds_95_percent_of_differences_in_95_percent() -> None:
    generator = random.Random(3)
    sigma, held, trials = 0.02, 0, 2000
    for _ in range(trials):
        found = shift([[math.exp(generator.gauss(3.0, sigma)) for _ in range(10)]])
        held += 2 * stats.norm.cdf(found.bound / (math.sqrt(2) * sigma)) - 1 >= 0.95
    assert 0.94 <= held / trials <= 0.97


def test_the_bound_is_never_below_the_largest_difference() -> None:
    still, outlier = [[10.0] * 30] * 20, [10.0] * 29 + [13.0]
    found = shift([*still, outlier])
    assert found.bound == found.largest == pytest.approx(math.log(1.3))


def test_cases_that_move_together_add_no_degrees_of_freedom() -> None:
    moving = [10.0, 10.4, 9.8]
    assert shift([moving] * 50).bound == pytest.approx(shift([moving]).bound)


def test_scores_that_never_move_have_no_shift() -> None:
    assert shift([[5.0] * 3, [7.0] * 3]) == (0.0, 0.0, 0.0)
