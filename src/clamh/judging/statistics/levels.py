"""The levels of a benchmark's times over commits: a Hampel filter, then PELT on their logarithms.

R. K. Pearson, "Outliers in process modeling and identification", IEEE Transactions on Control Systems Technology 10
(2002): a time that is further than 3 standard deviations from the median of its neighbours is moved to there, so that a
single bad run is no change. The standard deviation is 1.4826 ÷ √2 × the median step between neighbours, which a change
of level does not affect. Then changepoint.py (Killick et al. 2012) finds the changes. With the penalty 5 ln n, at most
3 % of series without a change show a change: of 12 to 200 values, normal or with heavy tails (t with 2 and 3 degrees of
freedom).

Its changes of noise alone are left out: the median must move by more than 3 standard errors of a difference of medians,
with 1.4826 × the median distance from the median as the standard deviation. Of series of 60 normal values whose noise
changes by a factor of 3, 3 % still show a change; by a factor of 20, 10 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.changepoint import MIN_VALUES, change_points
from clamh.judging.statistics.median import median

METHOD = (
    "PELT (Killick et al. 2012, penalty 5 ln n, at least 5 results on each side) on the logarithms of times, after a "
    "Hampel filter (Pearson 2002); the median moves by more than 3 standard errors")
MIN_RESULTS = 2 * MIN_VALUES  # fewer results have no change
PENALTY = 5.0
NEIGHBOURS = 4  # on each side
FAR = 3.0
CONSISTENT = 1.4826  # × the median distance from the median is the standard deviation of normal values
OF_MEDIAN = math.sqrt(math.pi / 2)  # the standard error of a median ÷ that of a mean
NORMAL = CONSISTENT / math.sqrt(2)


def find_changes(times: Sequence[float]) -> list[int]:
    """The positions at which a new level begins, ascending, of times above 0 in their order."""
    if len(times) < MIN_RESULTS:
        return []
    logs = [math.log(time) for time in times]
    lowest = min(logs)
    # Times become distances from a value below all of them, since the search scales by the size of its values.
    found = change_points([value - lowest + 1.0 for value in filter_outliers(logs)], PENALTY * math.log(len(logs)))
    changes: list[int] = []
    for change, end in zip(found, [*found[1:], len(logs)]):
        if _moves(logs[changes[-1] if changes else 0:change], logs[change:end]):
            changes.append(change)
    return changes


def _moves(before: Sequence[float], after: Sequence[float]) -> bool:
    """Whether the level moves, and not only the noise; a few bad results matter neither to medians nor to the error."""
    middles = [median(level) for level in (before, after)]
    deviations = [CONSISTENT * median([abs(value - middle) for value in level])
                  for level, middle in zip((before, after), middles, strict=True)]
    error = math.hypot(deviations[0] / math.sqrt(len(before)), deviations[1] / math.sqrt(len(after)))
    return abs(middles[1] - middles[0]) > FAR * OF_MEDIAN * error


def filter_outliers(values: Sequence[float]) -> list[float]:
    """The values, with those far from the median of their neighbours moved to 3 standard deviations from it."""
    deviation = NORMAL * median([abs(after - before) for before, after in zip(values, values[1:])])
    filtered = []
    for index, value in enumerate(values):
        middle = median(values[max(0, index - NEIGHBOURS):index + NEIGHBOURS + 1])
        filtered.append(min(max(value, middle - FAR * deviation), middle + FAR * deviation))
    return filtered
