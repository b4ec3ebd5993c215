"""Is a suite's geometric mean the mean of its benchmarks, and its interval that of the logarithms over them?"""

from __future__ import annotations

import math

import pytest
from scipy.stats import gmean, ttest_1samp

from clamh.judging.statistics.suite import geometric_mean, geometric_mean_interval

RATIOS = [0.83, 1.27, 2.5, 0.91, 1.04]


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_mean_and_interval_are_those_of_scipy_over_benchmarks(confidence: float) -> None:
    alone = [[ratio] for ratio in RATIOS]
    theirs = ttest_1samp([math.log(ratio) for ratio in RATIOS], 0.0).confidence_interval(confidence)
    assert geometric_mean(alone) == pytest.approx(gmean(RATIOS), rel=1e-14)
    assert geometric_mean_interval(alone, confidence) == pytest.approx((math.exp(theirs.low), math.exp(theirs.high)), rel=1e-9)


def test_the_choice_of_reference_changes_no_other_comparison() -> None:
    # What Fleming and Wallace show arithmetic means of ratios to fail at.
    r, m, z = [417, 83, 66, 39449, 772], [244, 70, 153, 33527, 368], [134, 70, 135, 66000, 369]

    def to(base: list[int], side: list[int]) -> float:
        return geometric_mean([[a / b] for a, b in zip(side, base, strict=True)])

    assert to(r, z) / to(r, m) == pytest.approx(to(m, z), rel=1e-12)
    assert to(z, r) == pytest.approx(1 / to(r, z), rel=1e-12)


def test_rows_of_one_benchmark_are_no_further_benchmarks() -> None:
    assert geometric_mean([[2.0, 8.0], [1.0]]) == pytest.approx(2.0, rel=1e-14)  # not the cube root of 16
    assert geometric_mean_interval([[2.0, 8.0, 4.0, 4.0]], 0.95) is None
    assert geometric_mean_interval([[1.0, 4.0], [2.0], [2.0, 2.0]], 0.95) == pytest.approx((2.0, 2.0), rel=1e-12)


def test_two_benchmarks_have_a_mean_and_no_interval() -> None:
    assert geometric_mean([[2.0], [8.0]]) == pytest.approx(4.0)
    assert geometric_mean_interval([[2.0], [8.0]], 0.95) is None
    assert geometric_mean_interval([[2.0], [8.0], [4.0]], 0.95) is not None
