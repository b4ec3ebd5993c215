"""What comparisons of a program with itself (A/A) show about the machine: its noise floor, and which differences are
visible above it.

The floor is the 95 % quantile of |ln ratio| over A/A comparisons. A quantile of few values is uncertain, so it is
shrunk towards the machine's earlier calibrations: ν = √((n ν² + n₀ ν₀²) ÷ (n + n₀)), n₀ = 10 (methodology.md).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.forks import t_quantile

QUANTILE = 0.95
PRIOR = 10  # the weight of all earlier calibrations together, in comparisons
POWER = 0.90
LARGEST = 700.0  # ln of the largest double, rounded down


def floor(log_ratios: Sequence[float]) -> float:
    """The 95 % quantile of |ln ratio|, linear between two values (R. J. Hyndman & Y. Fan 1996, type 7); at least one
    value.
    """
    sizes = sorted(map(abs, log_ratios))
    position = QUANTILE * (len(sizes) - 1)
    below = math.floor(position)
    return sizes[below] + (position - below) * (sizes[min(below + 1, len(sizes) - 1)] - sizes[below])


def shrink_noise(now: float, count: int, before: float | None) -> float:
    """The floor of `count` comparisons, shrunk towards that of earlier calibrations; unchanged where there were none.
    """
    return now if before is None else math.sqrt((count * now ** 2 + PRIOR * before ** 2) / (count + PRIOR))


def deviation(log_ratios: Sequence[float]) -> float:
    """The standard deviation of A/A log ratios around 0, their true value: the root of the mean square."""
    return math.sqrt(math.fsum(log_ratio * log_ratio for log_ratio in log_ratios) / len(log_ratios))


def at_forks(floor: float, calibrated: int, forks: int) -> float:
    """A floor of `calibrated` forks per side, for scores of `forks`: larger with fewer forks, because their means vary
    more.

    It is not smaller with more forks: they do not average out what forks share, such as where code lies.
    """
    return floor * math.sqrt(max(1.0, calibrated / forks))


def share(log_ratio: float) -> float:
    """An |ln ratio| as a share of the smaller side, 0.01 for 1 %; limited to what a double can hold."""
    return math.expm1(min(log_ratio, LARGEST))


def visible(deviation: float, degrees: int, limit: float, confidence: float) -> float:
    """The true |ln ratio| that is called faster or slower in 9 of 10 comparisons whose intervals have so many degrees
    of freedom.

    The interval must lie wholly beyond `limit`: limit + (t at the interval's level + t at the power) × deviation.
    """
    return limit + (t_quantile((1 + confidence) / 2, degrees) + t_quantile(POWER, degrees)) * deviation


def at_most(seen: int, count: int, confidence: float = 0.95) -> float:
    """The exact one-sided upper bound of the probability of an event that occurred in `seen` of `count` trials.

    C. J. Clopper & E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
    Biometrika 26 (1934).
    """
    from scipy.special import betaincinv

    return 1.0 if seen >= count else float(betaincinv(seen + 1, count - seen, confidence))
