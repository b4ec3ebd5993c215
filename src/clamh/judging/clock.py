"""Doubts about time: what was timed is too short for the clock, or takes no longer than nothing does."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

from clamh.judging.statistics import histogram
from clamh.model import scores
from clamh.model.results import CaseRecord, FloorRecord, ForkResult, PlatformRecord
from clamh.model.summary import Row, Warning, warning
from clamh.model.waiting import MOST_WAIT, waited_ns
from clamh.model.worker import ThreadIteration

LENGTH = 1000  # times the clock's resolution: what is timed at once should take that long (design section 6)
# Workers choose a sample's length from an estimate that misses a little either way: only half of it is too short.
MISSED = 0.5
VISIBLE = 0.01  # the share of an invocation from which on reading the clock around it matters
ROUNDED = 50.0  # ns: half a ns of it, which rounding down loses on average, is 1 %
FLOORS = 2.0  # under this many times the empty benchmark, most of the score is the harness
FEW_NS = 2.0  # so few instructions may be the handing over of a value, which is all that is left where a compiler removed the work
FAR = 8.0  # times as much as that: what the same work takes on sides where it was not removed


def doubts(case: CaseRecord, counted: Sequence[ForkResult], platform: PlatformRecord | None,
           floors: Sequence[FloorRecord]) -> list[Warning | None]:
    """Those about one case, whose forks that count these are."""
    threads = timed_threads(counted)
    resolution = _resolution(platform.hello if platform else {})
    rounds = any(one.source == "jmh" for fork in counted for one in fork.measurement)
    follows = case.threads > 1 and not rounds and not any(thread.sample_ns for thread in threads)
    return [_short(case, threads, resolution, follows), _rounded(case, threads) if rounds else None,
            _near_floor(case, floor_times(case, threads, floors))]


def _resolution(hello: dict[str, Any]) -> float:
    taken = [clock for clock in hello.get("clocks", ()) if clock.get("taken")]
    return max((max(clock.get("step_ns", 0), clock.get("cost_ns", 0)) for clock in taken), default=0)


def _short(case: CaseRecord, threads: Sequence[ThreadIteration], resolution: float, follows: bool) -> Warning | None:
    """`follows`: threads that may wait for each other were timed in stretches that follow their own pace."""
    if not threads or not resolution:
        return None
    timings = sum(thread.timings for thread in threads)
    cost = math.fsum(thread.timings * thread.clock_cost_ns for thread in threads) / timings if timings else 0.0
    if case.mode == scores.SAMPLE:
        return _short_operation(case, _median_sample(threads), cost, resolution)
    if case.mode == scores.SINGLE_SHOT and all(thread.timings <= 1 for thread in threads):
        return _short_operation(case, statistics.median(thread.elapsed_ns for thread in threads), cost, resolution)
    if timings and not follows:
        return _short_invocation(math.fsum(thread.elapsed_ns for thread in threads) / timings, cost, resolution)
    each = [thread.sample_ns or (thread.elapsed_ns // max(1, thread.timings),) for thread in threads]
    if min(map(min, each)) >= MISSED * LENGTH * resolution:  # so mostly: no need to sort all samples
        return None
    lengths = [length for several in each for length in several]
    if statistics.median(lengths) >= MISSED * LENGTH * resolution:
        return None
    half = statistics.median_high(lengths)
    return warning("interval-too-short", f"half of the samples take {half} ns or less, the clock resolves "
                   f"{resolution:g} ns")


def _median_sample(threads: Sequence[ThreadIteration]) -> float:
    """The median of all samples; without a histogram the mean one."""
    pairs = histogram.merged(list(zip(t.histogram[::2], map(int, t.histogram[1::2]), strict=True)) for t in threads)
    if pairs:
        return histogram.percentiles(pairs, [50.0])[0]
    return math.fsum(t.elapsed_ns for t in threads) / max(1, sum(t.timings for t in threads))


def _short_operation(case: CaseRecord, batch_ns: float, cost: float, resolution: float) -> Warning | None:
    """One batch is timed at once, whatever it takes: only a larger one is longer."""
    wanted = LENGTH * resolution
    if batch_ns >= wanted:
        return None
    batch, net = case.options.measurement_batch_size, max(0.0, batch_ns - cost)
    # Of a time that the clock's cost leaves nothing of, a twentieth is taken for work; a power of two is easily seen.
    mends = 2 ** math.ceil(math.log2(batch * wanted / max(net, 0.05 * batch_ns, 0.1)))
    what = "invocation takes" if case.operations else "operation takes"
    what = f"one operation of {batch:,} invocations takes" if batch > 1 else f"one {what}"
    return warning("short-operation", f"{what} {_ns(net)}, the clock resolves {_ns(resolution)}: with -bs {mends} it "
                   "is long enough")


def _short_invocation(each_ns: float, cost: float, resolution: float) -> Warning | None:
    """With Invocation fixtures the clock is read around every invocation."""
    reading = cost or resolution
    share = min(1.0, reading / each_ns) if each_ns else 1.0
    if share < VISIBLE:
        return None
    return warning("short-invocation", f"one invocation between its fixtures takes {_ns(each_ns)}, of which reading "
                   f"the clock is {100 * share:{'.0f' if share > 0.99 else '.2g'}} % ({_ns(reading)})")


def _ns(time: float) -> str:
    return f"{time:,.0f} ns" if time >= 100 else f"{time:.3g} ns"


def _rounded(case: CaseRecord, threads: Sequence[ThreadIteration]) -> Warning | None:
    """JMH divides the time of a sample by the operations per invocation and drops what is below 1 ns."""
    operations = math.fsum(thread.operations for thread in threads)
    if case.mode != scores.SAMPLE or case.options.operations_per_invocation == 1 or not operations:
        return None
    each = math.fsum(map(scores.net_ns, threads)) / operations
    if each >= ROUNDED:
        return None
    return warning("rounded-samples", f"JMH rounds each sample down to whole ns per operation: {_ns(each)} may be up "
                   "to 1 ns too little")


class FloorTimes(NamedTuple):
    """What an invocation took, and one of an empty benchmark in the same harness; of batches where those are timed."""

    taken_ns: float
    empty_ns: float


def floor_times(case: CaseRecord, threads: Sequence[ThreadIteration], floors: Sequence[FloorRecord]) -> FloorTimes | None:
    """What an invocation (in modes that time batches, a batch of them) took, and an empty one; None where that is not known."""
    batch = case.options.measurement_batch_size
    same = (case.platform, case.build, case.mode, case.threads, batch if case.mode in scores.BATCHED else 1)
    floor = next((f for f in floors if (f.platform, f.build, f.mode, f.threads, f.batch_size) == same), None)
    # Where each invocation says its operations, nobody knows how many invocations there were.
    if floor is None or not threads or floor.elapsed_ns <= 0 or floor.operations < 1 or case.operations:
        return None
    empty = max(0.0, floor.elapsed_ns - floor.timings * floor.clock_cost_ns) / floor.operations
    operation = math.fsum(map(_worked_ns, threads)) / math.fsum(t.operations for t in threads)
    # opi operations are one batch of invocations. In modes that time one batch the floor's is as large; in the others
    # it is one of single invocations.
    taken = operation * case.options.operations_per_invocation
    return FloorTimes(taken_ns=taken if case.mode in scores.BATCHED else taken / batch, empty_ns=empty)


def _worked_ns(thread: ThreadIteration) -> float:
    """Its time without waiting for a CPU, as that of an empty benchmark is."""
    net_ns = scores.net_ns(thread)
    return net_ns - min(max(waited_ns(thread), 0), MOST_WAIT * net_ns)


def timed_threads(counted: Sequence[ForkResult]) -> list[ThreadIteration]:
    """What all threads did in the measured iterations, those left out that had nothing timed."""
    every = (thread for fork in counted for one in fork.measurement for thread in one.threads)
    return [thread for thread in every if thread.operations or thread.elapsed_ns]


def _near_floor(case: CaseRecord, times: FloorTimes | None) -> Warning | None:
    if times is None or times.taken_ns >= FLOORS * times.empty_ns:
        return None
    batch = case.options.measurement_batch_size
    what = f"batch of {batch:,} invocations" if case.mode in scores.BATCHED and batch > 1 else "invocation"
    return warning("below-floor", f"one {what} takes {_ns(times.taken_ns)}, an empty one {_ns(times.empty_ns)}")


def removed_work(rows: Sequence[Row]) -> dict[str, Warning]:
    """By case_id of a contest the doubt about sides that take a few instructions for what costs the others many times more.

    An allocation that a compiler removed leaves the handing over of a value, which an empty benchmark does not do. Compared are sides whose
    harness is as quick: an interpreter takes longer for anything.
    """
    quick = [row for row in rows if row.empty_ns is not None and row.empty_ns < FEW_NS and not row.warned("below-floor")]
    own = {row.case_id: row.taken_ns - row.empty_ns for row in quick}
    found = {}
    for row in quick:
        others = [ns for case_id, ns in own.items() if case_id != row.case_id]
        if others and own[row.case_id] < FEW_NS and (middle := statistics.median(others)) > FAR * own[row.case_id]:
            found[row.case_id] = warning("below-floor", f"one invocation takes {_ns(row.taken_ns)}, an empty one {_ns(row.empty_ns)}, and the "
                                         f"others take {_ns(middle)} more than that: the work was probably removed")
    return found
