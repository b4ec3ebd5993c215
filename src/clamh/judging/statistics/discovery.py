"""Many comparisons at once: p-values of "beyond Δ", and decisions of which at most a given share is false.

Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate: a practical and powerful approach to multiple testing",
J. Royal Statistical Society B 57 (1995). Of all changes that are called real at level q, at most the share q is expected to
be false; it holds for independent p-values and for positively dependent ones (Benjamini and Yekutieli, Annals of Statistics
29, 2001), which is how a slower machine moves all benchmarks of a run. Methods for any dependence cost more than five forks
have: Benjamini-Yekutieli's multiplies p by ln m, and e-BH (Wang and Ramdas, J. Royal Statistical Society B 84, 2022) needs
e-values, of which the best that comes from a p-value of fork means is about 1 ÷ (2 √p): 20 of them at p = 0.0006.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.forks import welch
from clamh.judging.statistics.sets import Jackknife


def p_beyond(above: Sequence[float], below: Sequence[float], delta: float) -> float:
    """Two-sided p of log_mean(above) ÷ log_mean(below) being within 1 ÷ (1 + Δ) … 1 + Δ; at least two values a side, all > 0.

    Twice the smaller p of Welch's two one-sided tests against the nearer end, so that p ≤ α exactly where the interval of
    `log_ratio_interval` at confidence 1 − α lies wholly beyond Δ (J. L. Hodges and E. L. Lehmann, "Testing the approximate
    validity of statistical hypotheses", J. Royal Statistical Society B 16, 1954, has tests of such hypotheses).
    """
    one = welch(above, below)
    return p_beyond_in_sets(Jackknife(one.middle, one.error, one.degrees), delta)


def p_beyond_in_sets(ratio: Jackknife, delta: float, shift: float = 0.0) -> float:
    """The same of the log of a ratio: p ≤ α exactly where its interval at confidence 1 − α, with `shift` added to both ends, lies wholly beyond Δ."""
    from scipy.special import stdtr  # 0.4 s to import, so never before measuring

    excess = abs(ratio.middle) - math.log1p(delta) - shift
    if ratio.error == 0:
        return 0.0 if excess > 0 else 1.0
    return min(1.0, 2 * float(stdtr(ratio.degrees, -excess / ratio.error)))


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's adjusted p-values: those ≤ q are the discoveries at a false-discovery rate of q."""
    count, least = len(p_values), 1.0
    made = [1.0] * count
    for rank, index in sorted(enumerate(sorted(range(count), key=lambda at: p_values[at]), 1), reverse=True):
        least = min(least, p_values[index] * count / rank)
        made[index] = least
    return made
