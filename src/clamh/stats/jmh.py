"""JMH's own statistics, for its formats only: all iterations of all forks pooled as if they were independent.

Source: JMH 1.37, org.openjdk.jmh.util.AbstractStatistics and ListStatistics (mean, n − 1 variance, error from Student's
t at 99.9 %), and Apache Commons Math 3.6.1, Percentile with EstimationType.LEGACY. tests/golden/jmh holds what JMH
wrote.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from clamh.stats.forks import t_quantile

CONFIDENCE = 0.999
PERCENTILES = (0.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999, 99.9999, 100.0)


class Pooled(NamedTuple):
    """JMH's figures of one metric, in the unit of the values; `error` is NaN where JMH has none (n ≤ 2)."""

    count: int
    mean: float
    stdev: float
    error: float
    minimum: float
    maximum: float
    percentiles: tuple[float, ...]  # at PERCENTILES

    @property
    def confidence(self) -> tuple[float, float]:
        """The two ends of the 99.9 % interval."""
        return self.mean - self.error, self.mean + self.error


def pooled(values: Sequence[float]) -> Pooled:
    """JMH's mean, deviation (n − 1; NaN for one value), 99.9 % error and percentiles; NaN throughout for none."""
    n = len(values)
    if not n:
        return Pooled(0, *[math.nan] * 5, percentiles=(math.nan,) * len(PERCENTILES))
    ordered = sorted(values)
    mean = math.fsum(ordered) / n
    stdev = math.sqrt(math.fsum((v - mean) ** 2 for v in ordered) / (n - 1)) if n > 1 else math.nan
    error = math.nan
    if n > 2:
        error = t_quantile(1 - (1 - CONFIDENCE) / 2, n - 1) * stdev / math.sqrt(n)
    ranks = tuple(percentile(ordered, p) for p in PERCENTILES)
    return Pooled(n, mean, stdev, error, ordered[0], ordered[-1], ranks)


def percentile(ordered: Sequence[float], percent: float) -> float:
    """The percentile of ascending values: position percent (n + 1) ÷ 100, counted from 1, linear between neighbours."""
    position = percent * (len(ordered) + 1) / 100
    if position < 1:
        return ordered[0]
    if position >= len(ordered):
        return ordered[-1]
    below = math.floor(position)
    low, high = ordered[below - 1], ordered[below]
    return low + (position - below) * (high - low)
