"""The time of a side that took turns, and the ratio of two, from totals over all sets.

A set is one process per side. The sides of a set share machine, moment and data. So the set is the unit of replication,
and both sides of a ratio are left out together. Totals weight each set by what it measured, and contain rare costs in
full.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from clamh.judging.statistics.forks import bounded_exp, mean, t_quantile
from clamh.judging.statistics.sums import total


class Total(NamedTuple):
    """What one side did in one set: its time in ns, and its operations; both above 0."""

    time_ns: float
    operations: float


class Jackknife(NamedTuple):
    """An estimate on a log scale, its standard error and the degrees of freedom of t."""

    middle: float
    error: float
    degrees: int

    def margin(self, confidence: float) -> float:
        """Half the width of the t interval at `confidence` (0 to 1), on the log scale."""
        return t_quantile((1 + confidence) / 2, self.degrees) * self.error if self.error else 0.0

    def interval(self, confidence: float) -> tuple[float, float]:
        """The t interval at `confidence` (0 to 1), converted from logarithms."""
        margin = self.margin(confidence)
        return bounded_exp(self.middle - margin), bounded_exp(self.middle + margin)


def log_time(sets: Sequence[Total]) -> float:
    """The log of total time ÷ total operations; at least one set."""
    return math.log(total(set_total.time_ns
                          for set_total in sets)) - math.log(total(set_total.operations for set_total in sets))


def time_over_sets(sets: Sequence[Total]) -> Jackknife:
    """The log of total time ÷ total operations with its error over sets; at least two sets."""
    return _jackknife(lambda kept: log_time([sets[k] for k in kept]), len(sets))


def compare_sets(above: Sequence[Total], below: Sequence[Total]) -> Jackknife:
    """The log of the ratio of two sides' times per operation; both have the same sets in the same order, at least two.
    """
    return _jackknife(lambda kept: log_time([above[k] for k in kept]) - log_time([below[k] for k in kept]), len(above))


def _jackknife(estimate: Callable[[Sequence[int]], float], sets: int) -> Jackknife:
    """The estimate from all sets, by their numbers. Its error is that of the same estimate without each set: J. W.
    Tukey, "Bias and confidence in not-quite large samples", Annals of Mathematical Statistics 29 (1958).
    """
    all_sets = range(sets)
    without = [estimate([k for k in all_sets if k != left_out]) for left_out in all_sets]
    middle = mean(without)
    variance = (sets - 1) / sets * total((estimate_without - middle) ** 2 for estimate_without in without)
    return Jackknife(estimate(all_sets), math.sqrt(variance), sets - 1)
