"""Where a series changes its level or its spread: PELT under a normal likelihood.

R. Killick, P. Fearnhead and I. A. Eckley, "Optimal detection of changepoints with a linear computational cost", JASA
107 (2012). The likelihood of a change in mean and variance and the penalty 15 ln n are those of E. Barrett et al.,
"Virtual machine warmup blows hot and cold", OOPSLA 2017, section 5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

MIN_VALUES = 5  # values of a segment: a variance of fewer says nothing
# Number of segment ends that are judged at once: enough for numpy to be efficient, few enough for a cache. A series
# of 120 values has two blocks.
BLOCK = 58
PENALTY = 15.0  # times ln n, for each change
# The smallest assumed standard deviation of a segment, as a share of the whole series' size. Times are counted in
# steps of a clock, and a stretch of equal values would have no likelihood.
GRAIN = 1e-4


def change_points(values: Sequence[float], penalty: float | None = None) -> list[int]:
    """The positions at which a new segment begins, ascending; empty for a series of a segment, or too short for two.

    Minimises Σ over segments of n (ln v + s ÷ v) + `penalty` × changes. Here s is the segment's variance (÷ n), and v
    the larger of s and the square of GRAIN × the mean size of the values. `penalty` is 15 ln n by default.
    """
    import numpy as np  # slow to import, so never before measuring

    n, least = len(values), MIN_VALUES
    if n < 2 * least:
        return []
    scaled = np.array(values, dtype=float)
    scaled /= np.abs(scaled).max() or 1.0
    series = scaled - scaled.mean()  # sums of squares of numbers near 0 keep their digits
    grain = (GRAIN * float(np.abs(scaled).mean())) ** 2 or 1e-300
    sums, squares = np.zeros((2, n + 1))
    np.cumsum(series, out=sums[1:])
    np.cumsum(series * series, out=squares[1:])
    cost_of_change = PENALTY * math.log(n) if penalty is None else penalty
    best = np.full(n + 1, np.inf)  # the cost of the first t values
    best[0] = -cost_of_change
    before = np.zeros(n + 1, dtype=int)  # where the last segment of the first t values begins
    starts = np.zeros(1, dtype=int)  # where a last segment may still begin
    places = np.arange(n + 1.0)
    for first in range(least, n + 1, BLOCK):
        ends = slice(first, min(first + BLOCK, n + 1))
        starts = np.concatenate([starts, np.arange(max(first - least, least), ends.stop - least)])
        size = places[ends, None] - places[starts]
        too_short = size < least
        np.maximum(size, 1.0, out=size)
        mean = sums[ends, None] - sums[starts]
        mean /= size
        mean *= mean
        variance = squares[ends, None] - squares[starts]
        variance /= size
        variance -= mean
        np.maximum(variance, 0.0, out=variance)
        assumed_variance = np.maximum(variance, grain, out=mean)
        variance /= assumed_variance
        costs = np.log(assumed_variance, out=assumed_variance)
        costs += variance
        costs *= size
        np.copyto(costs, np.inf, where=too_short)
        row = np.arange(len(costs))
        while True:  # each pass allows one more segment
            totals = np.add(best[starts], costs, out=variance)
            last = totals.argmin(axis=1)
            lowest = totals[row, last] + cost_of_change  # min would take longer
            if not (lowest < best[ends]).any():
                break
            best[ends] = lowest
        before[ends] = starts[last]
        if ends.stop == n + 1:
            break
        # A start that costs more than the best end, even without one more change, can never be the best: the pruning
        # of PELT. It is valid once a change at that end could have been found, which takes `least` values.
        checked = slice(max(0, ends.stop - first + 1 - least))
        worse = (totals[checked] > best[ends][checked, None]) & ~too_short[checked]
        starts = starts[~worse.any(axis=0)]
    changes = []
    t = int(before[n])
    while t:
        changes.append(t)
        t = int(before[t])
    return changes[::-1]
