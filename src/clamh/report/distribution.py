"""How measured times are distributed, as JMH tells it of modes sample and ss: a histogram and percentiles."""

from __future__ import annotations

import math
from collections.abc import Iterator

from clamh.judging.statistics import histogram
from clamh.judging.statistics.jmh import PERCENTILES
from clamh.model.summary import Row
from clamh.report.jmh import PLACES, fixed

MOST = 18  # places: a ns in days has 14 noughts


def lines(row: Row) -> Iterator[str]:
    """Lines for the log; none for fewer than two times."""
    used = [fork for fork in row.fork_scores if fork.counts]
    pairs = histogram.merged(one for fork in used for one in fork.samples)
    pairs = pairs or histogram.histogram(score for fork in used for score in fork.measurement)
    if histogram.size(pairs) < 2:
        return
    bins = histogram.bins(pairs)
    ranks = histogram.percentiles(pairs, PERCENTILES)
    places = _places(bins[0][1] - bins[0][0] if len(bins) > 1 else 0.0, ranks[1])
    width = len(fixed(bins[-1][1], places))
    yield ""
    yield f"  Histogram, {row.unit}:"
    last = ")" if len(bins) > 1 else "]"  # of a single value both ends are that value
    yield from (f"    [{fixed(low, places):>{width}}, {fixed(high, places):>{width}}{last} = {count}"
                for low, high, count in bins)
    yield ""
    yield f"  Percentiles, {row.unit}:"
    for percent, value in zip(PERCENTILES, ranks, strict=True):
        yield f"    {f'p({percent:.4f})':>11} = {fixed(value, places):>{width}} {row.unit}"


def _places(step: float, middle: float) -> int:
    """JMH's three places, and as many more as show the bins' ends as they are and the median in four digits.

    In us bins 0.0125 wide would have ends of 0.013, and a median of 0.0053 would be 6 % off as 0.005.
    """
    places = PLACES
    while places < MOST and abs(round(step, places) - step) > 1e-6 * step:
        places += 1
    return max(places, min(MOST, 3 - math.floor(math.log10(middle)))) if middle > 0 else places
