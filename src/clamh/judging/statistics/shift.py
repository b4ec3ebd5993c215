"""How far the score of a case moves from one run of the same code to another: an upper bound, from a few runs.

The ln scores of a case in N runs have a standard deviation s, and the ln ratio of two further runs is taken for normal around 0 with the variance
2 σ². Its 95 % quantile is z √2 σ, and σ is at most s √((N − 1) ÷ χ²) with 95 % confidence, χ² being the 5 % quantile with N − 1 degrees of
freedom: of the differences of two runs 95 % lie within the bound, with 95 % confidence. That is the tolerance interval of a normal distribution
whose mean is known (F. Proschan, "Confidence and tolerance intervals for the normal distribution", J. American Statistical Association 48, 1953).
For 10 runs it is 4.6 s, for 3 runs 12 s.

Variances are averaged over cases; degrees of freedom are those of one case, because a slow machine moves all cases of a run together. Scores are not
normal where machines are busy, so the bound is never less than the largest difference that was seen between two of the runs, in any case.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from clamh.judging.statistics.variance import within

CONTENT = 0.95  # of the differences of two runs that lie within the bound
CONFIDENCE = 0.95  # that so many do
LEAST = 3  # runs: of two the bound would be 44 times the deviation


class Shift(NamedTuple):
    """Of |ln ratio| of two runs: the bound, the largest that was seen, and the standard deviation of a case's ln score."""

    bound: float
    largest: float
    deviation: float


def shift(cases: Sequence[Sequence[float]]) -> Shift:
    """Of each of at least one case its score in each run, all > 0; equally many of each, at least two."""
    found = within(cases)
    deviation, largest = math.sqrt(found.variance), max(max(logs) - min(logs) for logs in found.logs)
    return Shift(max(largest, factor(len(cases[0])) * deviation), largest, deviation)


def factor(runs: int) -> float:
    """What the deviation of so many runs is multiplied by."""
    from scipy.special import gammaincinv  # 0.4 s to import, so never before measuring

    degrees = runs - 1
    chi_squared = 2 * float(gammaincinv(degrees / 2, 1 - CONFIDENCE))
    return NormalDist().inv_cdf((1 + CONTENT) / 2) * math.sqrt(2 * degrees / chi_squared)
