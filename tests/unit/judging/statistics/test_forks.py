"""Are score, interval and ratio over forks the numbers that their formulas give?"""

from __future__ import annotations

import math

import pytest

from clamh.judging.statistics.forks import log_mean, log_mean_interval, log_ratio_interval, mean, t_quantile


@pytest.mark.parametrize(
    ("probability", "degrees", "expected"),
    # NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2
    [(0.975, 1, 12.706), (0.975, 2, 4.303), (0.975, 4, 2.776), (0.999, 4, 7.173), (0.95, 10, 1.812)],
)
def test_t_quantile_is_that_of_the_printed_table(probability: float, degrees: float, expected: float) -> None:
    assert t_quantile(probability, degrees) == pytest.approx(expected, abs=5e-4)


def test_mean_does_not_lose_small_values() -> None:
    assert mean([1e16, 1.0, -1e16, 1.0]) == 0.5


def test_log_mean_is_the_geometric_mean() -> None:
    assert log_mean([1.0, 4.0, 16.0]) == pytest.approx(4.0, rel=1e-15)


def test_interval_worked_by_hand() -> None:
    # ln: 0, 1, 2: mean 1, variance 1, standard error 1/√3; with two degrees of freedom t(p) = (2p − 1) ÷ √(2p(1 − p)).
    low, high = log_mean_interval([1.0, math.e, math.e**2], 0.95)
    margin = 0.95 / math.sqrt(2 * 0.975 * 0.025) / math.sqrt(3)
    assert (math.log(low), math.log(high)) == pytest.approx((1 - margin, 1 + margin), rel=1e-12)


def test_interval_of_equal_forks_has_no_width() -> None:
    assert log_mean_interval([5.0] * 5, 0.95) == pytest.approx((5.0, 5.0), rel=1e-14)


def test_ratio_interval_worked_by_hand() -> None:
    # Variances 1 and 4 over three forks each: se² = 5/3, Welch's degrees (5/3)² ÷ ((1/3)²/2 + (4/3)²/2) = 50/17.
    above = [math.exp(x) for x in (2.0, 3.0, 4.0)]
    below = [math.exp(x) for x in (-2.0, 0.0, 2.0)]
    low, high = log_ratio_interval(above, below, 0.95)
    assert math.log(low) + math.log(high) == pytest.approx(6.0)
    assert (math.log(high) - 3) / math.sqrt(5 / 3) == pytest.approx(t_quantile(0.975, 50 / 17), rel=1e-12)


def test_ratio_interval_is_welchs_of_scipy() -> None:
    from scipy.stats import ttest_ind

    above, below = [44.1, 43.2, 46.0, 45.5, 44.4], [22.0, 25.0, 21.5]
    theirs = ttest_ind([math.log(v) for v in above], [math.log(v) for v in below], equal_var=False)
    expected = theirs.confidence_interval(0.99)
    ours = log_ratio_interval(above, below, 0.99)
    assert [math.log(v) for v in ours] == pytest.approx([expected.low, expected.high], rel=1e-10)


def test_ratio_of_sides_that_never_vary_has_no_width() -> None:
    assert log_ratio_interval([6.0] * 3, [3.0] * 3, 0.95) == pytest.approx((2.0, 2.0), rel=1e-15)


def test_one_side_may_never_vary() -> None:
    low, high = log_ratio_interval([6.0] * 3, [2.9, 3.0, 3.1], 0.95)
    assert low < 2.0 < high
