"""What the slices of a set show beside their totals: the ratio in the median lap, the turn effect, and whether a side
was steady.

A lap is one slice of each side, so a disturbance longer than a lap is in all sides. Sets are independent; slices of a
set are not. So each set gives one figure, and Student's t over sets the interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.forks import mean
from clamh.judging.statistics.median import median
from clamh.judging.statistics.sets import Jackknife
from clamh.judging.statistics.sums import total

Costs = Sequence[float]  # time per operation of the slices of one side in one set, in their order; above 0


def mean_over_sets(logs: Sequence[float]) -> Jackknife:
    """The mean of a figure per set; at least one set, and at least two for a finite error."""
    middle, count = mean(logs), len(logs)
    if count < 2:
        return Jackknife(middle, math.inf, 1)
    return Jackknife(middle, math.sqrt(total((log - middle) ** 2 for log in logs) / (count - 1) / count), count - 1)


def middle_lap(above: Sequence[Costs], below: Sequence[Costs]) -> Jackknife:
    """The log of the ratio of two sides' costs in the median lap of each set. Both sides have the same sets. Rare costs
    are left out.
    """
    return mean_over_sets([median_log_ratio(*costs) for costs in zip(above, below, strict=True)])


def median_log_ratio(above: Costs, below: Costs) -> float:
    """The log of the ratio of two sides' costs in the median lap of a set."""
    return median([math.log(a / b) for a, b in zip(above, below, strict=False)])


def turn_effect(costs: Costs, own: Sequence[bool]) -> float | None:
    """The log of the cost of a slice after another side ÷ after a slice of the side itself (`own`); None without slices
    of both kinds.
    """
    after = {kind: [cost for cost, is_own in zip(costs, own, strict=True) if is_own is kind] for kind in (True, False)}
    return math.log(mean(after[False]) / mean(after[True])) if all(after.values()) else None


def cost_added_by_turns(costs: Costs, own: Sequence[bool]) -> float | None:
    """The log of the average cost of a slice ÷ its cost after a slice of the side itself: what turns add to the score.

    None where no slice follows one of the side itself.
    """
    after_itself = [cost for cost, is_own in zip(costs, own, strict=True) if is_own]
    return math.log(mean(costs) / mean(after_itself)) if after_itself else None


def change(costs: Costs) -> float:
    """The log of the mean cost in the second half of a set ÷ that in the first; at least two slices."""
    half = len(costs) // 2
    return math.log(mean(costs[half:]) / mean(costs[:half]))
