"""Where a series changes its level or its spread: PELT under a normal likelihood.

R. Killick, P. Fearnhead and I. A. Eckley, "Optimal detection of changepoints with a linear computational cost", JASA 107
(2012); the likelihood of a change in mean and variance and the penalty 15 ln n are those of E. Barrett et al., "Virtual
machine warmup blows hot and cold", OOPSLA 2017, section 5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

LEAST = 5  # values of a segment: a variance of fewer says nothing
BLOCK = 64  # ends of segments that are judged at once: enough that numpy works more than it is called, few enough for a cache
PENALTY = 15.0  # times ln n, for each change
# The least standard deviation that a segment is believed to have, as a share of the whole series' size: times are counted
# in steps of a clock, and a stretch of equal values has no likelihood otherwise.
GRAIN = 1e-4


def change_points(values: Sequence[float], penalty: float | None = None, least: int = LEAST) -> list[int]:
    """The positions at which a new segment begins, ascending; none for a series of one segment, or too short for two.

    Minimises Σ over segments of n (ln v + s ÷ v) + `penalty` × changes, where s is the segment's variance (÷ n), v the
    larger of s and the square of GRAIN × the mean size of the values. `penalty` is 15 ln n by default.
    """
    import numpy as np  # slow to import, so never before measuring

    n = len(values)
    if n < 2 * least:
        return []
    given = np.asarray(values, dtype=float)
    given = given / (np.abs(given).max() or 1.0)
    series = given - given.mean()  # sums of squares of numbers near 0 keep their digits
    grain = (GRAIN * float(np.abs(given).mean())) ** 2 or 1e-300
    sums, squares = (np.concatenate([[0.0], np.cumsum(one)]) for one in (series, series * series))
    cost_of_change = PENALTY * math.log(n) if penalty is None else penalty
    best = np.full(n + 1, np.inf)  # the cost of the first t values
    best[0] = -cost_of_change
    before = np.zeros(n + 1, dtype=int)  # where the last segment of the first t values begins
    starts = np.zeros(1, dtype=int)  # what may still be the begin of a last segment
    for first in range(least, n + 1, BLOCK):
        ends = np.arange(first, min(first + BLOCK, n + 1))
        starts = np.concatenate([starts, np.arange(max(first - least, least), ends[-1] - least + 1)])
        size = np.subtract.outer(ends.astype(float), starts.astype(float))
        too_short = size < least
        np.maximum(size, 1.0, out=size)
        variance = np.subtract.outer(squares[ends], squares[starts])
        variance /= size
        mean = np.subtract.outer(sums[ends], sums[starts])
        mean /= size
        mean *= mean
        variance -= mean
        np.maximum(variance, 0.0, out=variance)
        believed = np.maximum(variance, grain)
        variance /= believed
        costs = np.log(believed, out=believed)
        costs += variance
        costs *= size
        costs[too_short] = np.inf
        totals = best[starts] + costs
        while ((found := totals.min(axis=1) + cost_of_change) < best[ends]).any():  # each pass allows one segment more
            best[ends] = found
            totals = best[starts] + costs
        before[ends] = starts[totals.argmin(axis=1)]
        if ends[-1] == n:
            break
        # A start that costs more than the best end, even without one more change, can never be the best: the pruning of
        # PELT. It holds once a change at that end could have been found, which takes `least` values.
        judged = ends <= ends[-1] + 1 - least
        starts = starts[~((totals > best[ends, None]) & ~too_short)[judged].any(axis=0)]
    found = []
    t = int(before[n])
    while t:
        found.append(t)
        t = int(before[t])
    return found[::-1]
