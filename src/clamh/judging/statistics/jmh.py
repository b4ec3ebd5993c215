"""JMH's own statistics, for its formats only: all iterations of all forks pooled as if they were independent.

Source: JMH 1.37, org.openjdk.jmh.util.AbstractStatistics and ListStatistics (mean, n − 1 variance, error from Student's
t at 99.9 %). tests/golden/jmh holds files that JMH wrote.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from clamh.judging.statistics import histogram
from clamh.judging.statistics.forks import t_quantile

CONFIDENCE = 0.999
# SECONDARY_PERCENTILES are for sample mode's secondary results; PERCENTILES are for every metric in JMH's JSON.
SECONDARY_PERCENTILES = (0.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0)
PERCENTILES = (0.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999, 99.9999, 100.0)


class Pooled(NamedTuple):
    """JMH's figures of a metric, in the unit of the values; `error` is NaN where JMH has none (n ≤ 2)."""

    count: int
    mean: float
    stdev: float
    error: float
    minimum: float
    maximum: float
    percentiles: tuple[float, ...]  # at PERCENTILES


def pool_values(values: Sequence[float]) -> Pooled:
    """JMH's mean, deviation (n − 1; NaN for a value), 99.9 % error and percentiles; NaN throughout for none."""
    return pool_histogram(histogram.histogram(values))


def pool_histogram(pairs: histogram.Histogram) -> Pooled:
    """JMH's figures over the values of a histogram."""
    if not pairs:
        return Pooled(0, *[math.nan] * 5, percentiles=(math.nan,) * len(PERCENTILES))
    n, stdev, error = histogram.size(pairs), histogram.deviation(pairs), math.nan
    if n > 2:
        error = t_quantile(1 - (1 - CONFIDENCE) / 2, n - 1) * stdev / math.sqrt(n)
    ranks = histogram.percentiles(pairs, PERCENTILES)
    return Pooled(n, histogram.mean(pairs), stdev, error, pairs[0][0], pairs[-1][0], ranks)
