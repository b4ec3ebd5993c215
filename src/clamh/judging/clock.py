"""Warnings about time: the timed part is too short for the clock, or takes no longer than an empty benchmark."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

from clamh.judging.statistics import histogram
from clamh.model import scores
from clamh.model.cases import describe_bounds
from clamh.model.results import CaseRecord, FloorRecord, ForkResult, PlatformRecord
from clamh.model.summary import Row, Warning, make_warning
from clamh.model.waiting import MAX_WAIT, waited_ns
from clamh.model.worker import ThreadIteration

RESOLUTIONS = 1000  # times the clock's resolution: the least time of a sample (design section 8)
# Workers choose a sample's length from an estimate that is slightly wrong. Only half of that length is too short.
MISSED = 0.5
VISIBLE = 0.01  # the share of an invocation from which on the cost of reading the clock matters
ROUNDED = 50.0  # ns; rounding down loses half a ns on average, which is 1 % of this
FLOORS = 2.0  # below this multiple of the empty benchmark, most of the score is the harness
FEW_NS = 2.0  # so little time may be for passing a value, all that is left where a compiler removed the work
FAR_ABOVE = 8.0  # multiple of that time that the same work takes on sides where it was not removed


def find_warnings(case: CaseRecord, counted: Sequence[ForkResult], platform: PlatformRecord | None,
                  floors: Sequence[FloorRecord]) -> list[Warning | None]:
    """The warnings about a case; `counted` are its forks that count."""
    threads = find_timed_threads(counted)
    resolution = _resolution_ns(platform.hello if platform else {})
    rounds = any(iteration.source == "jmh" for fork in counted for iteration in fork.measurement)
    follows = case.threads > 1 and not rounds and not any(thread.sample_ns for thread in threads)
    return [
        _warn_of_short_samples(case, threads, resolution, follows),
        _warn_of_rounding(case, threads) if rounds else None,
        _warn_of_floor(case, estimate_floor_times(case, threads, floors))
    ]


def _resolution_ns(hello: dict[str, Any]) -> float:
    used = [clock for clock in hello.get("clocks", ()) if clock.get("taken")]
    return max((max(clock.get("step_ns", 0), clock.get("cost_ns", 0)) for clock in used), default=0)


def _warn_of_short_samples(case: CaseRecord, threads: Sequence[ThreadIteration], resolution: float,
                           follows: bool) -> Warning | None:
    """`follows`: threads that may wait for each other were timed in stretches that follow their own pace."""
    if not threads or not resolution:
        return None
    timings = sum(thread.timings for thread in threads)
    cost = math.fsum(thread.timings * thread.clock_cost_ns for thread in threads) / timings if timings else 0.0
    if any(thread.suspensions for thread in threads):
        return _warn_of_suspensions(threads, resolution)
    if case.mode == scores.SAMPLE:
        return _warn_of_short_operation(case, _median_sample(threads), cost, resolution)
    if case.mode == scores.SINGLE_SHOT and all(thread.timings <= 1 for thread in threads):
        return _warn_of_short_operation(case, statistics.median(thread.elapsed_ns for thread in threads), cost,
                                        resolution)
    if timings and not follows:
        return _warn_of_short_invocation(math.fsum(thread.elapsed_ns for thread in threads) / timings, cost, resolution)
    samples = [thread.sample_ns or (thread.elapsed_ns // max(1, thread.timings),) for thread in threads]
    if min(map(min, samples)) >= MISSED * RESOLUTIONS * resolution:  # the usual case: no need to sort all samples
        return None
    lengths = [length for of_thread in samples for length in of_thread]
    if statistics.median(lengths) >= MISSED * RESOLUTIONS * resolution:
        return None
    half = statistics.median_high(lengths)
    if (bounds := case.options.bounds) and _had_calls(bounds.most, case, threads):  # more time would not help
        return Warning(code="interval-too-short", advice="allow more calls (maxIterations), or let each do more",
                       message=f"iterations of {describe_bounds(bounds)} take {half} ns, but the clock resolves only "
                       f"{resolution:g} ns")
    return make_warning("interval-too-short",
                        f"half of the samples take at most {half} ns, but the clock resolves only {resolution:g} ns")


def _had_calls(most: int, case: CaseRecord, threads: Sequence[ThreadIteration]) -> bool:
    """Whether all iterations had so many calls; it is assumed where the benchmark itself counts operations."""
    options = case.options
    operations = most // options.measurement_batch_size * options.operations_per_invocation
    return case.operations or all(thread.operations >= operations for thread in threads)


def _median_sample(threads: Sequence[ThreadIteration]) -> float:
    """The median of all samples; without a histogram their mean."""
    pairs = histogram.merge_histograms(
        list(zip(thread.histogram[::2], map(int, thread.histogram[1::2]), strict=True)) for thread in threads)
    if pairs:
        return histogram.percentiles(pairs, [50.0])[0]
    return math.fsum(thread.elapsed_ns for thread in threads) / max(1, sum(thread.timings for thread in threads))


def _warn_of_short_operation(case: CaseRecord, batch_ns: float, cost: float, resolution: float) -> Warning | None:
    """One batch is timed at once, however long it takes: only a larger batch takes longer."""
    wanted = RESOLUTIONS * resolution
    if batch_ns >= wanted:
        return None
    batch, net = case.options.measurement_batch_size, max(0.0, batch_ns - cost)
    # If the clock's cost leaves no time, a twentieth counts as work. A power of two is easy to recognise.
    batch_size = 2 ** math.ceil(math.log2(batch * wanted / max(net, 0.05 * batch_ns, 0.1)))
    what = "invocation takes" if case.operations else "operation takes"
    what = f"one operation of {batch:,} invocations takes" if batch > 1 else f"one {what}"
    return make_warning(
        "short-operation",
        f"{what} {_format_ns(net)}, but the clock resolves only {_format_ns(resolution)}: use -bs {batch_size}")


def _warn_of_short_invocation(invocation_ns: float, cost: float, resolution: float) -> Warning | None:
    """With Invocation fixtures the clock is read around every invocation."""
    reading = cost or resolution
    share = min(1.0, reading / invocation_ns) if invocation_ns else 1.0
    if share < VISIBLE:
        return None
    return make_warning(
        "short-invocation",
        f"one invocation between its fixtures takes {_format_ns(invocation_ns)}; reading the clock is "
        f"{100 * share:{'.0f' if share > 0.99 else '.2g'}} % of it ({_format_ns(reading)})")


def _warn_of_suspensions(threads: Sequence[ThreadIteration], resolution: float) -> Warning | None:
    """Each suspension costs about a reading of the clock in the time that counts."""
    suspensions = sum(thread.suspensions for thread in threads)
    cost_ns = math.fsum(thread.suspensions * thread.suspend_cost_ns for thread in threads) / suspensions
    running_ns = math.fsum(thread.elapsed_ns for thread in threads) / suspensions
    reading_ns = cost_ns or resolution
    share = reading_ns / (running_ns + reading_ns)
    if share < VISIBLE:
        return None
    return make_warning(
        "suspended-often",
        f"{_format_ns(running_ns)} are measured for each suspension; suspending costs {_format_ns(reading_ns)}, "
        f"{100 * share:.2g} % of the two together")


def _format_ns(time: float) -> str:
    return f"{time:,.0f} ns" if time >= 100 else f"{time:.3g} ns"


def _warn_of_rounding(case: CaseRecord, threads: Sequence[ThreadIteration]) -> Warning | None:
    """JMH divides the time of a sample by the operations per invocation and drops fractions of a ns."""
    operations = math.fsum(thread.operations for thread in threads)
    if case.mode != scores.SAMPLE or case.options.operations_per_invocation == 1 or not operations:
        return None
    operation_ns = math.fsum(map(scores.net_ns, threads)) / operations
    if operation_ns >= ROUNDED:
        return None
    return make_warning(
        "rounded-samples",
        f"JMH rounds each sample down to whole ns per operation: {_format_ns(operation_ns)} may be up to 1 ns too low")


class FloorTimes(NamedTuple):
    """The time of an invocation, and of an empty benchmark in the same harness; of batches where batches are timed."""

    taken_ns: float
    empty_ns: float


def estimate_floor_times(case: CaseRecord, threads: Sequence[ThreadIteration],
                         floors: Sequence[FloorRecord]) -> FloorTimes | None:
    """The time of an invocation and of an empty one; None where it is not known. In modes that time batches, the time
    of a batch.
    """
    batch = case.options.measurement_batch_size
    kind = (case.platform, case.build, case.mode, case.threads, batch if case.mode in scores.BATCHED else 1)
    floor = next((record for record in floors
                  if (record.platform, record.build, record.mode, record.threads, record.batch_size) == kind), None)
    # Where each invocation reports its operations, the number of invocations is not known.
    if floor is None or not threads or floor.elapsed_ns <= 0 or floor.operations < 1 or case.operations:
        return None
    empty = max(0.0, floor.elapsed_ns - floor.timings * floor.clock_cost_ns) / floor.operations
    operation = math.fsum(map(_worked_ns, threads)) / math.fsum(thread.operations for thread in threads)
    # opi operations are one batch of invocations. In modes that time one batch the floor's batch is equally large;
    # in the others the floor's batch is one invocation.
    taken = operation * case.options.operations_per_invocation
    return FloorTimes(taken_ns=taken if case.mode in scores.BATCHED else taken / batch, empty_ns=empty)


def _worked_ns(thread: ThreadIteration) -> float:
    """The thread's time without waiting for a CPU; the time of an empty benchmark does not contain waiting either."""
    net_ns = scores.net_ns(thread)
    return net_ns - min(max(waited_ns(thread), 0), MAX_WAIT * net_ns)


def find_timed_threads(counted: Sequence[ForkResult]) -> list[ThreadIteration]:
    """The threads of all measured iterations, without those that timed nothing."""
    threads = (thread for fork in counted for iteration in fork.measurement for thread in iteration.threads)
    return [thread for thread in threads if thread.operations or thread.elapsed_ns]


def _warn_of_floor(case: CaseRecord, times: FloorTimes | None) -> Warning | None:
    if times is None or times.taken_ns >= FLOORS * times.empty_ns:
        return None
    batch = case.options.measurement_batch_size
    what = f"batch of {batch:,} invocations" if case.mode in scores.BATCHED and batch > 1 else "invocation"
    return make_warning("below-floor",
                        f"one {what} takes {_format_ns(times.taken_ns)}, an empty one {_format_ns(times.empty_ns)}: "
                        "the work is very small, or a compiler removed it")


def warn_of_removed_work(rows: Sequence[Row]) -> dict[str, Warning]:
    """The warnings of a contest, by case_id: a side takes a few instructions, and the other sides many times more.

    Where a compiler removed an allocation, passing a value remains, which an empty benchmark does not do. Only sides
    with an equally fast harness are compared: an interpreter takes longer for anything.
    """
    quick = [
        row for row in rows if row.empty_ns is not None and row.empty_ns < FEW_NS and not row.has_warning("below-floor")
    ]
    net_ns = {row.case_id: row.taken_ns - row.empty_ns for row in quick}
    warnings = {}
    for row in quick:
        others = [ns for case_id, ns in net_ns.items() if case_id != row.case_id]
        if others and net_ns[row.case_id] < FEW_NS and (middle :=
                                                        statistics.median(others)) > FAR_ABOVE * net_ns[row.case_id]:
            warnings[row.case_id] = make_warning(
                "below-floor", f"one invocation takes {_format_ns(row.taken_ns)} (an empty one "
                f"{_format_ns(row.empty_ns)}); other sides take {_format_ns(middle)} more than an empty one: "
                "the work was probably removed")
    return warnings
