"""Whether the sides of a contest still become faster or slower, lap by lap, and how much longer to warm up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clamh.judging.statistics.forks import mean
from clamh.judging.statistics.median import median
from clamh.judging.statistics.trend import trend_score
from clamh.model.results import SetRecord
from clamh.model.waiting import working_ns

SCORE = 2.58  # one of a hundred series without a trend has a score beyond ± this
SHARE = 3.0  # a change of less than Δ ÷ this changes no verdict
MAX_VALUES = 40  # of a judged series: the number of pairs grows fast, and means of neighbours show a trend too
LONGEST = 4.0  # the most times that a warmup is as long as requested

Costs = Sequence[Sequence[float]]  # time per operation of each side, lap by lap; all above 0


class Warmth(NamedTuple):
    """The factor by which a contest's warmup is lengthened, and the relative costs of its sets since that decision."""

    factor: float = 1.0
    sets: tuple[list[list[float]], ...] = ()


def relative(costs: Costs) -> list[list[float]]:
    """The log of each side's cost in a lap ÷ the mean of all sides, which cancels disturbances of all alike."""
    laps = [[math.log(cost) for cost in lap] for lap in zip(*costs, strict=False)]
    sides = zip(*([cost - mean(lap) for cost in lap] for lap in laps))
    return [_thinned(list(side)) for side in sides]


def moving(sets: Sequence[Sequence[Sequence[float]]], delta: float) -> bool:
    """Whether a side certainly changes by more than a third of `delta` between the halves of its sets.

    `sets` has the relative costs of the same sides.
    """
    return any(changes(series, math.log1p(delta) / SHARE, SCORE) for series in zip(*sets, strict=True))


def changes(series: Sequence[Sequence[float]], size: float, score: float) -> bool:
    """Whether values change by more than `size` between the halves of their series, with a score beyond ± `score`.

    The change is that of medians, so a few slow slices do not count.
    """
    long = [values for values in series if len(values) > 1]
    sizes = [median(values[len(values) // 2:]) - median(values[:len(values) // 2]) for values in long]
    return bool(long) and abs(mean(sizes)) > size and abs(trend_score(long)) > score


def after_set(warmth: Warmth, costs: Costs, delta: float) -> Warmth:
    """The warmth of the contest after one more set."""
    sets = (*warmth.sets, relative(costs))
    if warmth.factor < LONGEST and moving(sets, delta):
        return Warmth(min(LONGEST, 2 * warmth.factor))
    return Warmth(warmth.factor, sets)


def costs_of_set(records: Sequence[SetRecord]) -> list[list[float]]:
    """Time per operation of each side of a set, lap by lap, without waiting for a CPU; sides in the order of their
    case_ids.
    """
    costs: dict[str, list[float]] = {case_id: [] for case_id in sorted(records[0].cases)}
    for record in records:
        operations = record.operations or [record.counts[side] for side in record.order]
        for side, elapsed_ns, wait_ns, count in zip(record.order, record.elapsed_ns, record.waited_ns, operations,
                                                    strict=True):
            costs[record.cases[side]].append(max(1.0, working_ns(elapsed_ns, wait_ns)) / count)
    return list(costs.values())


def recall_warmth(sets: Iterable[SetRecord], delta: float) -> dict[tuple[str, ...], Warmth]:
    """The warmth of each contest, by its sorted case_ids, from the sets of an earlier part of the run.

    Of a repeated set the last one counts; an incomplete set does not count.
    """
    by_contest: dict[tuple[str, ...], dict[int, list[SetRecord]]] = {}
    for record in sets:
        by_fork = by_contest.setdefault(tuple(sorted(record.cases)), {})
        if record.index == 0:
            by_fork[record.forks[0]] = []
        by_fork.setdefault(record.forks[0], []).append(record)
    warmths = {}
    for contest, by_fork in by_contest.items():
        warmth = Warmth()
        iterations = max(map(len, by_fork.values()))
        for records in (records for records in by_fork.values() if len(records) == iterations):
            warmth = after_set(warmth, costs_of_set(records), delta)
        warmths[contest] = warmth
    return warmths


def _thinned(values: list[float]) -> list[float]:
    """At most MAX_VALUES values: means of neighbours."""
    size = math.ceil(len(values) / MAX_VALUES) or 1
    return [mean(values[at:at + size]) for at in range(0, len(values), size)]
