"""Many comparisons at once: p-values of "beyond Δ", and decisions of which at most a given share is false.

Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate: a practical and powerful approach to multiple
testing", J. Royal Statistical Society B 57 (1995). Of all changes that are called real at level q, at most the share q
is expected to be false.

This holds for independent p-values and for positively dependent ones (Benjamini and Yekutieli, Annals of Statistics 29,
2001). A slower machine moves all benchmarks of a run in that way.

Methods for any dependence need more than five forks. Benjamini-Yekutieli's multiplies p by ln m. e-BH (Wang and Ramdas,
J. Royal Statistical Society B 84, 2022) needs e-values: the best from a p-value of fork means is about 1 ÷ (2 √p), 20
at p = 0.0006.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.sets import Jackknife


def p_beyond_in_sets(ratio: Jackknife, delta: float, shift: float = 0.0) -> float:
    """Two-sided p of the ratio being within 1 ÷ (1 + Δ) … 1 + Δ; `ratio` is its log, and `shift` is added to both ends
    of its interval.

    It is twice the smaller p of two one-sided t tests against the nearer end. So p ≤ α exactly where that interval at
    confidence 1 − α lies wholly beyond Δ. Tests of such hypotheses: J. L. Hodges and E. L. Lehmann, "Testing the
    approximate validity of statistical hypotheses", J. Royal Statistical Society B 16, 1954.
    """
    from scipy.special import stdtr  # takes 0.4 s to import, so never before measuring

    excess = abs(ratio.middle) - math.log1p(delta) - shift
    if ratio.error == 0:
        return 0.0 if excess > 0 else 1.0
    return min(1.0, 2 * float(stdtr(ratio.degrees, -excess / ratio.error)))


def adjust_p_values(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's adjusted p-values: those ≤ q are the discoveries at a false-discovery rate of q."""
    count, least = len(p_values), 1.0
    adjusted_values = [1.0] * count
    for rank, index in sorted(enumerate(sorted(range(count), key=lambda at: p_values[at]), 1), reverse=True):
        least = min(least, p_values[index] * count / rank)
        adjusted_values[index] = least
    return adjusted_values
