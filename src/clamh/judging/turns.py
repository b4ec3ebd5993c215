"""Which forks took turns with each other, and what each of them did in all and slice by slice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clamh.judging.statistics.laps import over_sets, turn_effect
from clamh.judging.statistics.median import median
from clamh.model import scores
from clamh.model.results import ForkResult, SetRecord
from clamh.model.summary import Estimate, SetTotal, Warning, estimate, warning
from clamh.model.waiting import MOST_WAIT, OWN_WAIT, waited_ns

RARE = 3.0  # times the middle slice of a set
MOST_OTHERS = 0.05  # of its measured time, by other threads of a side: the one that reads commands takes up to 2 %
ENOUGH = 20  # slices as long as that: from so many on the mean knows what they cost


class Slices(NamedTuple):
    """The turns of a side in the set of that number, in their order: costs in ns per operation, and whether it followed itself.

    `whole` says that turns were whole iterations, and not slices of them. Of its iterations, where known: how often its collector ran, and how many
    pages were read from disk.
    """

    number: int
    whole: bool
    costs: list[float]
    own: list[bool]
    collections: list[int]
    major_faults: list[int]


Taken = Mapping[tuple[str, int], Slices]


def taken(sets: Iterable[SetRecord]) -> Taken:
    """By case_id and fork what it did in its set; of several the last, since a set that broke is repeated."""
    known: dict[tuple[tuple[str, int], ...], int] = {}
    found: dict[tuple[str, int], Slices] = {}
    for one in sets:
        sides = tuple(zip(one.cases, one.forks, strict=True))
        number = known.setdefault(sides, len(known))
        for side in sides:
            if side not in found or found[side].number != number or one.index == 0:
                found[side] = Slices(number, not one.counts, [], [], [], [])
        for counts, name in ((one.collections, "collections"), (one.major_faults, "major_faults")):
            for side, count in zip(sides, counts):
                getattr(found[side], name).append(max(count, 0))
        operations = one.operations or [one.counts[who] for who in one.order]
        before, throttled = -1, set(one.throttled)  # -1: no side, or not known
        for turn, (who, elapsed_ns, wait_ns, done) in enumerate(zip(one.order, one.elapsed_ns, one.waited_ns, operations, strict=True)):
            if elapsed_ns > 0 and done > 0 and turn not in throttled:
                slices = found[sides[who]]
                slices.costs.append((elapsed_ns - min(max(wait_ns, 0), MOST_WAIT * elapsed_ns)) / done)
                slices.own.append(who == before)
            before = who
    return found


def on_cpu(sets: Iterable[SetRecord], no_helpers: Mapping[str, bool]) -> set[str]:
    """The case_ids of contests in which waiting is taken off all sides and turns: no side's runtime has threads of its own (`no_helpers`, by
    case_id), and its other threads hardly computed. A runtime's own threads wait unseen, and take the CPU from the benchmark.
    """
    found: dict[str, bool] = {}
    for one in sets:
        own_ns = [0] * len(one.cases)
        for who, elapsed_ns in zip(one.order, one.elapsed_ns, strict=True):
            own_ns[who] += elapsed_ns
        known = len(one.others_ns) == len(one.cases) and min(one.waited_ns, default=-1) >= 0
        free = known and all(no_helpers.get(case, True) for case in one.cases) and all(
            0 <= others_ns <= MOST_OTHERS * elapsed_ns for others_ns, elapsed_ns in zip(one.others_ns, own_ns, strict=True))
        for case in one.cases:
            found[case] = found.get(case, True) and free
    return {case for case, free in found.items() if free}


def totals(case_id: str, forks: Sequence[ForkResult], costs: Sequence[float], of: Taken, planned_ns: int = 0, unwaited: bool = False) -> Iterator[SetTotal]:
    """The totals of those forks of a case that were in sets; `costs` are the forks' scores in ns per operation, `planned_ns` is what was asked for of each.

    Where `unwaited`, they are without waiting for a CPU. Of whole iterations, which may have several threads and be of any mode, the score is what their sides are compared by.
    """
    for fork, cost in zip(forks, costs, strict=True):
        slices = of.get((case_id, fork.start.fork))
        if slices is None:
            continue
        threads = [thread for one in fork.measurement for thread in one.threads]
        time_ns = math.fsum(thread.elapsed_ns - thread.timings * thread.clock_cost_ns for thread in threads)
        operations = math.fsum(thread.operations for thread in threads)
        waited = math.fsum(max(waited_ns(thread), 0) for thread in threads)
        if slices.whole and time_ns > 0:
            waited, time_ns, operations = waited / time_ns * cost, cost, 1.0
        left_out = min(waited, MOST_WAIT * time_ns) if unwaited else 0.0
        if 0 < time_ns < math.inf and operations > 0:
            yield SetTotal(number=slices.number, time_ns=time_ns - left_out, operations=operations, waited_ns=0.0 if unwaited else waited,
                           left_out_ns=left_out, costs=tuple(slices.costs), own=tuple(slices.own), planned_ns=planned_ns, collections=sum(slices.collections), major_faults=sum(slices.major_faults))


def means(sets: Sequence[SetTotal], as_measured: Sequence[float], unit: str) -> tuple[tuple[float, ...], float]:
    """The mean of each fork of a case that took turns, and the part of its time that its sets leave out, 0 where that is too little to matter."""
    left_out_ns = math.fsum(one.left_out_ns for one in sets)
    if not left_out_ns or len(sets) < len(as_measured):
        return tuple(as_measured), 0.0
    share = left_out_ns / (left_out_ns + math.fsum(one.time_ns for one in sets))
    return tuple(scores.of_cost_ns(one.time_ns / one.operations, unit) for one in sets), share if share > OWN_WAIT else 0.0


def effect(sets: Sequence[SetTotal], confidence: float) -> Estimate | None:
    """What a slice costs after one of another side ÷ after one of its own: not 1 where others cool its caches."""
    logs = [log for one in sets if (log := turn_effect(one.costs, one.own)) is not None]
    if len(logs) < 2:
        return None
    found = over_sets(logs, confidence)
    return estimate(found.middle, found.margin)


def rare(sets: Sequence[SetTotal]) -> list[Warning]:
    """That something costly happened, and too seldom to know how often. Each kind is counted by itself: a collection is a long turn too."""
    middles = [median(one.costs) if one.costs else math.inf for one in sets]
    long = sum(cost > RARE * middle for one, middle in zip(sets, middles, strict=True) for cost in one.costs)
    kinds = ((long, "turn", f" of {sum(len(one.costs) for one in sets):,} took more than {RARE:g} times as long as the middle one, waiting apart"),
             (sum(one.collections for one in sets), "collection", ""), (sum(one.major_faults for one in sets), "page", " read from disk"))
    told = [f"{count} {what}{'s' * (count > 1)}{more}" for count, what, more in kinds if 0 < count < ENOUGH]
    if not told:
        return []
    return [warning("rare-costs", f"rare costs not measured: {'; '.join(told)}: too few to know what that costs on average")]
