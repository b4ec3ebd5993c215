"""Where a series changes its level or its spread: PELT under a normal likelihood.

R. Killick, P. Fearnhead and I. A. Eckley, "Optimal detection of changepoints with a linear computational cost", JASA 107
(2012); the likelihood of a change in mean and variance and the penalty 15 ln n are those of E. Barrett et al., "Virtual
machine warmup blows hot and cold", OOPSLA 2017, section 5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

LEAST = 5  # values of a segment: a variance of fewer says nothing
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
    starts = np.zeros(1, dtype=int)  # what may still be the begin of a last segment,
    until = np.full(n + 1, n + 1)  # and from which t on each is none
    for t in range(least, n + 1):
        if t >= 2 * least:
            starts = np.append(starts, t - least)
            starts = starts[until[starts] > t]
        size = t - starts
        mean = (sums[t] - sums[starts]) / size
        variance = np.maximum((squares[t] - squares[starts]) / size - mean * mean, 0.0)
        believed = np.maximum(variance, grain)
        costs = best[starts] + size * (np.log(believed) + variance / believed)
        at = costs.argmin()
        best[t] = costs[at] + cost_of_change
        before[t] = starts[at]
        # What costs more than the best now even without a change more can never be the best: the pruning of PELT. It must
        # stay until a change at t could have been told, which takes `least` values.
        worse = starts[costs > best[t]]
        until[worse] = np.minimum(until[worse], t + least)
    found = []
    t = int(before[n])
    while t:
        found.append(t)
        t = int(before[t])
    return found[::-1]
