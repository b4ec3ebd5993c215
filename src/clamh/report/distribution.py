"""The distribution of measured times as JMH prints it in modes sample and ss: a histogram and percentiles."""

from __future__ import annotations

import math
from collections.abc import Iterator

from clamh.judging.statistics import histogram
from clamh.judging.statistics.jmh import PERCENTILES
from clamh.model.summary import Row
from clamh.report.jmh import PLACES, format_fixed

MAX_PLACES = 18  # enough for 1 ns in days, which has 14 zeros


def describe_distribution(row: Row) -> Iterator[str]:
    """Lines for the log; no lines for fewer than two times."""
    used = [fork for fork in row.fork_scores if fork.counts]
    pairs = histogram.merge_histograms(samples for fork in used for samples in fork.samples)
    pairs = pairs or histogram.histogram(score for fork in used for score in fork.measurement)
    if histogram.size(pairs) < 2:
        return
    bins = histogram.bins(pairs)
    ranks = histogram.percentiles(pairs, PERCENTILES)
    places = _count_places(bins[0][1] - bins[0][0] if len(bins) > 1 else 0.0, ranks[1])
    width = len(format_fixed(bins[-1][1], places))
    yield ""
    yield f"  Histogram, {row.unit}:"
    last = ")" if len(bins) > 1 else "]"  # with a single value, both ends are that value
    yield from (f"    [{format_fixed(low, places):>{width}}, {format_fixed(high, places):>{width}}{last} = {count}"
                for low, high, count in bins)
    yield ""
    yield f"  Percentiles, {row.unit}:"
    for percent, value in zip(PERCENTILES, ranks, strict=True):
        yield f"    {f'p({percent:.4f})':>11} = {format_fixed(value, places):>{width}} {row.unit}"


def _count_places(step: float, middle: float) -> int:
    """JMH's three places, or as many as the bins' ends need to be exact and the median needs for four digits.

    With three places, bins 0.0125 us wide would end at 0.013, and a median of 0.0053 us printed as 0.005 would be 6 %
    off.
    """
    places = PLACES
    while places < MAX_PLACES and abs(round(step, places) - step) > 1e-6 * step:
        places += 1
    return max(places, min(MAX_PLACES, 3 - math.floor(math.log10(middle)))) if middle > 0 else places
