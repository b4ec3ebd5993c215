"""How far the score of a case moves from one run of the same code to another: an upper bound, from a few runs.

The ln scores of a case in N runs have a standard deviation s. The ln ratio of two further runs is assumed to be normal
around 0 with the variance 2 σ². Its 95 % quantile is z √2 σ. With 95 % confidence, σ is at most s √((N − 1) ÷ χ²),
where χ² is the 5 % quantile with N − 1 degrees of freedom.

So 95 % of the differences of two runs lie within the bound, with 95 % confidence. That is the tolerance interval of a
normal distribution whose mean is known (F. Proschan, "Confidence and tolerance intervals for the normal distribution",
J. American Statistical Association 48, 1953). For 10 runs it is 4.6 s, for 3 runs 12 s.

Variances are averaged over cases. Degrees of freedom are those of a case, because a slow machine moves all cases of a
run together. Scores are not normal where machines are busy. So the bound is never less than the largest difference
between two of the runs in any case.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from clamh.judging.statistics.variance import within

CONTENT = 0.95  # share of the differences of two runs that lie within the bound
CONFIDENCE = 0.95  # the confidence of that share
MIN_RUNS = 3  # runs: with two the bound would be 44 times the deviation


class Shift(NamedTuple):
    """For |ln ratio| of two runs: the bound, the largest observed value, and the standard deviation of a case's ln
    score.
    """

    bound: float
    largest: float
    deviation: float


def shift(cases: Sequence[Sequence[float]]) -> Shift:
    """The shift from the scores of at least one case in each run, all > 0. Every case has the same number of runs, at
    least two.
    """
    cases_within = within(cases)
    deviation, largest = math.sqrt(cases_within.variance), max(max(logs) - min(logs) for logs in cases_within.logs)
    return Shift(max(largest, factor(len(cases[0])) * deviation), largest, deviation)


def factor(runs: int) -> float:
    """The factor between the deviation of this number of runs and the bound."""
    from scipy.special import gammaincinv  # takes 0.4 s to import, so never before measuring

    degrees = runs - 1
    chi_squared = 2 * float(gammaincinv(degrees / 2, 1 - CONFIDENCE))
    return NormalDist().inv_cdf((1 + CONTENT) / 2) * math.sqrt(2 * degrees / chi_squared)
