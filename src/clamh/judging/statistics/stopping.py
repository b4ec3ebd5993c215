"""When enough forks were measured: stopping at an interval of fixed width.

Y. S. Chow & H. Robbins, "On the asymptotic theory of fixed-width sequential confidence intervals for the mean", Annals
of Mathematical Statistics 36 (1965): measure until the interval is as narrow as requested.

With few values the rule stops at samples that happen to be close together, and their intervals contain the mean too
rarely: 95 % ones in 92 % of runs where 5 forks are the minimum (docs/concepts/precision.md has the simulation). So the
rule aims for a narrower interval than requested, and the more so the fewer forks there are. P. Hall, "Asymptotic theory
of triple sampling", Annals of Statistics 9 (1981), corrects by a number of values that does not depend on their spread,
and so by a term in 1/n.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.forks import t_quantile

MIN_FORKS = 5  # forks before the first decision
CORRECTION = 4.5  # 95 % intervals then contain the mean in 93.8 % of runs and more, whatever the spread
MAX_FORKS = 1 << 20  # forks; more are never needed in practice


def half_width(deviation: float, count: int, confidence: float) -> float:
    """Half the t interval of a mean of `count` values with this standard deviation; infinite for a value."""
    return t_quantile((1 + confidence) / 2, count - 1) * deviation / math.sqrt(count) if count > 1 else math.inf


def deviation(values: Sequence[float]) -> float:
    """The standard deviation, n − 1 in the denominator; at least two finite values."""
    middle = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def is_enough(deviation: float, count: int, precision: float, confidence: float) -> bool:
    """Whether `count` values of ln x suffice for ± `precision` (such as 0.01) of their geometric mean."""
    return count >= MIN_FORKS and half_width(deviation, count,
                                             confidence) <= math.log1p(precision) * (1 - CORRECTION / count)


def count_needed(deviation: float, count: int, precision: float, confidence: float) -> int:
    """The smallest number of values from `count` on that would suffice with the same deviation; MAX_FORKS where it is
    larger.
    """
    low, high = max(count, MIN_FORKS), max(count, MIN_FORKS)
    while high < MAX_FORKS and not is_enough(deviation, high, precision, confidence):
        low, high = high, min(MAX_FORKS, 2 * high)
    while low < high:
        middle = (low + high) // 2
        if is_enough(deviation, middle, precision, confidence):
            high = middle
        else:
            low = middle + 1
    return high


def gain(deviation: float, count: int, confidence: float) -> float:
    """How much one more value narrows the interval; infinite where there is no interval yet."""
    if count < 2:
        return math.inf
    return half_width(deviation, count, confidence) - half_width(deviation, count + 1, confidence)


def count_to_decide(log_ratio: float, half: float, count: int, limit: float, confidence: float) -> int:
    """The number of values from which on an interval around `log_ratio` lies on one side of ± `limit`; MAX_FORKS where
    it is larger.

    `half` is half of the interval of `count` values, in logs. The deviation and the estimate are assumed to stay the
    same.
    """
    distance = abs(abs(log_ratio) - limit)
    if distance <= 0 or count < 2:
        return MAX_FORKS
    spread = half / half_width(1.0, count, confidence)
    low = high = count
    while high < MAX_FORKS and half_width(spread, high, confidence) > distance:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if half_width(spread, middle, confidence) <= distance else (middle + 1, high)
    return min(low, MAX_FORKS)
