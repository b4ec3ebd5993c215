"""Which forks took turns with each other, and what each of them did in total and in each slice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.judging.statistics.forks import mean
from clamh.judging.statistics.laps import mean_over_sets, turn_effect
from clamh.judging.statistics.median import median
from clamh.model import scores
from clamh.model.results import ForkResult, SetRecord
from clamh.model.summary import Estimate, SetTotal, Warning, make_estimate, make_warning
from clamh.model.waiting import MAX_WAIT, OWN_WAIT, waited_ns, working_ns
from clamh.model.worker import ThreadIteration

RARE = 3.0  # times the median slice of a set
ENOUGH_RARE = 20  # from this number of long slices on, the mean includes their cost well enough


class Slices(NamedTuple):
    """The turns of a side in the set with this number, in their order: costs in ns per operation, and whether it
    followed itself.

    `whole`: turns were whole iterations, not slices of them; `left_out` are those that the control group stopped.
    `collections` and `major_faults` are per iteration, where known: how often its collector ran, and how many pages
    were read from disk.
    """

    number: int
    whole: bool
    costs: list[float]
    own: list[bool]
    collections: list[int]
    major_faults: list[int]
    left_out: set[int]


SlicesByFork = Mapping[tuple[str, int], Slices]


def find_slices(sets: Iterable[SetRecord]) -> SlicesByFork:
    """The slices of each fork in its set, by case_id and fork. Of several sets the last counts, since a broken set is
    repeated.
    """
    numbers: dict[tuple[tuple[str, int], ...], int] = {}
    slices_of_forks: dict[tuple[str, int], Slices] = {}
    for record in sets:
        sides = tuple(zip(record.cases, record.forks, strict=True))
        number = numbers.setdefault(sides, len(numbers))
        for side in sides:
            if side not in slices_of_forks or slices_of_forks[side].number != number or record.index == 0:
                slices_of_forks[side] = Slices(number, not record.counts, [], [], [], [], set())
        # The collections of whole turns are known: in their timed parts there are as many as these are long.
        shares = [timed / max(1, timed + untimed) for timed, untimed in zip(record.counts, record.warmin)]
        for side, count, share in zip(sides, record.collections, shares or [1.0] * len(sides)):
            slices_of_forks[side].collections.append(math.ceil(max(count, 0) * share))
        for side, count in zip(sides, record.major_faults):
            slices_of_forks[side].major_faults.append(max(count, 0))
        operations = record.operations or [record.counts[side_index] for side_index in record.order]
        before, throttled = -1, set(record.throttled)  # -1: no side, or not known
        taken = [0] * len(sides)
        for turn, (side_index, elapsed_ns, wait_ns, operations_of_turn) in enumerate(
                zip(record.order, record.elapsed_ns, record.waited_ns, operations, strict=True)):
            if turn in throttled and not record.counts:
                slices_of_forks[sides[side_index]].left_out.add(taken[side_index])
            taken[side_index] += 1
            if elapsed_ns > 0 and operations_of_turn > 0 and turn not in throttled:
                slices = slices_of_forks[sides[side_index]]
                slices.costs.append(working_ns(elapsed_ns, wait_ns) / operations_of_turn)
                slices.own.append(side_index == before)
            before = side_index
    return slices_of_forks


def without_throttled(fork: ForkResult, slices: Slices | None) -> ForkResult:
    """The fork without the measured iterations that the control group stopped: they count for no side."""
    if not slices or not slices.left_out:
        return fork
    kept = tuple(iteration for iteration in fork.measurement if iteration.index not in slices.left_out)
    return replace(fork, measurement=kept)


def find_totals(case_id: str, forks: Sequence[ForkResult], costs: Sequence[float],
                costs_of_iterations: Sequence[Sequence[float]], slices_of_forks: SlicesByFork,
                planned_ns: int = 0, unwaited: bool = False, rate: bool = False) -> Iterator[SetTotal]:
    """The totals of the forks of a case that were in sets.

    `costs` are the forks' scores in ns per operation, and `costs_of_iterations` those of their iterations; `planned_ns`
    is the requested time of each. `unwaited`: without the time spent waiting for a CPU. `rate`: a score is the mean of
    the iterations' rates, not of their times. Whole iterations may have several threads and any mode: their sides are
    compared by the score, and a set of them weighs as much as the mean set of slices of the case (1 without slices).
    """
    weight = _mean_operations_of_sliced_sets(case_id, forks, slices_of_forks)
    for fork, cost, of_iterations in zip(forks, costs, costs_of_iterations, strict=True):
        slices = slices_of_forks.get((case_id, fork.start.fork))
        if slices is None:
            continue
        threads = [thread for iteration in fork.measurement for thread in iteration.threads]
        time_ns = math.fsum(thread.elapsed_ns - thread.timings * thread.clock_cost_ns for thread in threads)
        operations = _count_operations(fork)
        waited = math.fsum(max(waited_ns(thread), 0) for thread in threads)
        turns = slices.costs
        if slices.whole and time_ns > 0:
            share = waited / time_ns
            if len(of_iterations) == len(turns) and all(0 < cost_of < math.inf for cost_of in of_iterations):
                turns = [cost_of * _working_share(iteration.threads)
                         for cost_of, iteration in zip(of_iterations, fork.measurement, strict=True)]
                if waited:  # an iteration that waited did fewer operations in its time, and counts as much as others
                    own = len(turns) / math.fsum(1 / turn for turn in turns) if rate else mean(turns)
                    share = max(0.0, 1 - own / cost)
            waited, time_ns, operations = share * cost * weight, cost * weight, weight
        elif operations > 0:
            clock_ns = math.fsum(thread.timings * thread.clock_cost_ns for thread in threads) / operations
            if clock_ns and all(turn > clock_ns for turn in turns):
                turns = [turn - clock_ns for turn in turns]
        left_out = min(waited, MAX_WAIT * time_ns) if unwaited else 0.0
        if 0 < time_ns < math.inf and operations > 0:
            yield SetTotal(number=slices.number, time_ns=time_ns - left_out, operations=operations,
                           waited_ns=0.0 if unwaited else waited, left_out_ns=left_out, costs=tuple(turns),
                           own=tuple(slices.own), planned_ns=planned_ns, collections=sum(
                               slices.collections), major_faults=sum(slices.major_faults))


def _mean_operations_of_sliced_sets(case_id: str, forks: Iterable[ForkResult], slices_of_forks: SlicesByFork) -> float:
    """The mean number of operations of the case in a set of slices; 1 without such sets."""
    counts = [_count_operations(fork) for fork in forks
              if (slices := slices_of_forks.get((case_id, fork.start.fork))) and not slices.whole]
    return mean(counts) if counts else 1.0


def _count_operations(fork: ForkResult) -> float:
    return math.fsum(thread.operations for iteration in fork.measurement for thread in iteration.threads)


def _working_share(threads: Iterable[ThreadIteration]) -> float:
    """The share of an iteration's time in which its threads did not wait for a CPU."""
    waited, elapsed = (math.fsum(times) for times in zip(*((max(waited_ns(thread), 0), thread.elapsed_ns)
                                                           for thread in threads), strict=True))
    return 1 - min(waited / elapsed, MAX_WAIT) if elapsed else 1.0


def find_means(sets: Sequence[SetTotal], as_measured: Sequence[float], unit: str) -> tuple[tuple[float, ...], float]:
    """The mean of each fork of a case that took turns, and the share of its time that its sets leave out, 0 where it is
    negligible.
    """
    left_out_ns = math.fsum(set_total.left_out_ns for set_total in sets)
    if not left_out_ns or len(sets) < len(as_measured):
        return tuple(as_measured), 0.0
    share = left_out_ns / (left_out_ns + math.fsum(set_total.time_ns for set_total in sets))
    return (tuple(scores.of_cost_ns(set_total.time_ns / set_total.operations, unit) for set_total in sets),
            share if share > OWN_WAIT else 0.0)


def estimate_turn_effect(sets: Sequence[SetTotal], confidence: float) -> Estimate | None:
    """The cost of a slice after another side's ÷ after one of its own; not 1 where other sides cool its caches."""
    logs = [log for set_total in sets if (log := turn_effect(set_total.costs, set_total.own)) is not None]
    if len(logs) < 2:
        return None
    mean_log = mean_over_sets(logs)
    return make_estimate(mean_log.middle, mean_log.margin(confidence))


def warn_of_rare_costs(sets: Sequence[SetTotal]) -> list[Warning]:
    """Something costly happened too seldom to know how often. Each kind is counted separately: a collection is a long
    turn too.
    """
    middles = [median(set_total.costs) if set_total.costs else math.inf for set_total in sets]
    long = sum(cost > RARE * middle for set_total, middle in zip(sets, middles, strict=True)
               for cost in set_total.costs)
    kinds = (
        (long, "turn",
         f" of {sum(len(set_total.costs) for set_total in sets):,} took more than {RARE:g} times the median, without "
         "waiting"), (sum(set_total.collections for set_total in sets), "collection", ""), (sum(
             set_total.major_faults for set_total in sets), "page", " read from disk"))
    counts = [
        f"{count} {event}{'s' * (count > 1)}{details}" for count, event, details in kinds if 0 < count < ENOUGH_RARE
    ]
    if not counts:
        return []
    return [
        make_warning("rare-costs", f"rare costs not measured: {'; '.join(counts)}: too few to show their average cost")
    ]
