"""Values with their counts: what sample mode keeps instead of every sample.

A histogram is pairs (value, count > 0), ascending by value. Every figure equals that of the list in which each value is
repeated `count` times. Source: JMH 1.37, org.openjdk.jmh.util.MultisetStatistics (n − 1 variance; percentiles as in
Apache Commons Math 3.6.1 under EstimationType.LEGACY).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from clamh.judging.statistics.sums import total

Histogram = Sequence[tuple[float, int]]
NARROW = 1e-300  # below it a power of ten may be 0 as a float


def histogram(values: Iterable[float]) -> tuple[tuple[float, int], ...]:
    """The values, each once with its count."""
    return tuple(sorted(Counter(values).items()))


def merge_histograms(histograms: Iterable[Histogram]) -> tuple[tuple[float, int], ...]:
    """All histograms as one; their order does not matter."""
    counts: Counter[float] = Counter()
    for pairs in histograms:
        for value, count in pairs:
            counts[value] += count
    return tuple(sorted(counts.items()))


def changed(pairs: Histogram, change: Callable[[float], float]) -> tuple[tuple[float, int], ...]:
    """The histogram of the changed values; values that become equal are merged."""
    return merge_histograms([[(change(value), count)] for value, count in pairs])


def size(pairs: Histogram) -> int:
    """The number of values."""
    return sum(count for _, count in pairs)


def mean(pairs: Histogram) -> float:
    """The arithmetic mean; at least one value."""
    return total(value * count for value, count in pairs) / size(pairs)


def deviation(pairs: Histogram) -> float:
    """The standard deviation with n − 1; NaN for fewer than two values."""
    n = size(pairs)
    if n < 2:
        return math.nan
    centre = mean(pairs)
    return math.sqrt(total(count * (value - centre) * (value - centre) for value, count in pairs) / (n - 1))


def percentiles(pairs: Histogram, percents: Iterable[float]) -> tuple[float, ...]:
    """The value at position percent (n + 1) ÷ 100, counted from 1, linear between neighbours; at least one value."""
    ends = list(accumulate(count for _, count in pairs))
    n = ends[-1]

    def at(position: int) -> float:
        return pairs[bisect_right(ends, position - 1)][0]

    values = []
    for percent in percents:
        position = percent * (n + 1) / 100
        below = math.floor(position)
        if position < 1 or position >= n:
            values.append(at(1) if position < 1 else at(n))
        else:
            low, high = at(below), at(below + 1)
            values.append(low if low == high else low + (position - below) * (high - low))
    return tuple(values)


def bins(pairs: Histogram, least: int = 10) -> list[tuple[float, float, int]]:
    """At least `least` bins of equal, round width over all values: (from, to, number of values); `to` is excluded.

    The width is a power of ten, halved until there are enough bins, as in JMH's printed histogram. JMH leaves out its
    last bin; here every value is in a bin. A single value has one bin, and so have values that differ by less than
    NARROW.
    """
    lowest, highest = pairs[0][0], pairs[-1][0]
    if not highest - lowest > NARROW:
        return [(lowest, math.nextafter(highest, math.inf), size(pairs))]
    width = 10.0 ** math.floor(math.log10(highest - lowest))
    base = math.floor(lowest / width) * width
    span = math.ceil(highest / width) * width - base
    while span / width < least:
        width /= 2
    counts = [0] * (math.floor((highest - base) / width) + 1)
    for value, count in pairs:
        counts[min(int((value - base) / width), len(counts) - 1)] += count
    return [(base + k * width, base + (k + 1) * width, count) for k, count in enumerate(counts)]
