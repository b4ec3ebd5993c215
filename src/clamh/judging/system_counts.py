"""The counters of -prof: per operation over forks, what follows from two of them, and their ratios to the reference."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from clamh.judging.count_forks import MIN_FORKS
from clamh.judging.statistics import forks, jmh
from clamh.judging.statistics.sums import total
from clamh.model import scores
from clamh.model.counting import ENERGY, InstructionsRecord, SystemCounter
from clamh.model.results import CaseRecord, ForkResult, IterationRecord
from clamh.model.summary import Interval, Pooled, Row, Secondary, SecondaryRatio, Warning, make_warning

# Quotients of two counters that JMH's perfnorm has as well, with its names and units.
QUOTIENTS = (("CPI", "cycles", "instructions", "clks/insn"), ("IPC", "instructions", "cycles", "insns/clk"))
INSTRUCTIONS = "callgrind.instructions"
MB = 1024 * 1024  # as JMH's profiler counts them
COSTLY = 0.02  # of the time: counting that takes more is reported
WHOLE = 0.999  # an event that was running for a larger share of its time was counted as a whole


class Counted(NamedTuple):
    """A counter in an iteration: its count, scaled to the whole iteration, and the share of the time in which it was
    running.
    """

    count: float
    running: float = 1.0


def find_system_counts(case: CaseRecord, used: Sequence[ForkResult], counters: Sequence[SystemCounter], timed: bool,
                       confidence: float) -> Iterator[Secondary]:
    """The counters of these forks in the order of the command line; quotients follow. A counter that a fork could not
    read is left out.

    `timed`: the worker read them, around what it timed; otherwise the driver did, around whole iterations.
    """
    read: dict[str, list[list[float]]] = {}
    for counter in counters:
        counts = [[read_count(iteration, counter) for iteration in fork.measurement] for fork in used]
        if not counts or any(count is None for fork in counts for count in fork):
            continue
        values = [[count.count for count in fork if count] for fork in counts]
        read[counter.name] = values
        if counter.peak:
            yield _to_secondary(counter.name, "peak", counter.unit, [max(fork) for fork in values], values, confidence)
            continue
        within = timed and counter.profiler != ENERGY
        operations = [[count_operations(iteration, case, within) for iteration in fork.measurement] for fork in used]
        if all(number > 0 for fork in operations for number in fork):
            result = count_per_operation(counter.name, counter.unit, values, operations, confidence)
            yield replace(result, with_fixtures=not within)
    for suffix in ("", ":u"):
        for label, above, below, unit in QUOTIENTS:
            first, second = read.get(above + suffix, []), read.get(below + suffix, [])
            if first and second and all(count > 0 for fork in second for count in fork):
                yield _to_secondary(label + suffix, "quotient", unit, *_divide(first, second), confidence)
    if bytes_of_forks := read.get("gc.alloc.rate.norm", []):
        done = [[_to_seconds(iteration, case, timed) for iteration in fork.measurement] for fork in used]
        if all(seconds > 0 for fork in done for seconds in fork):
            rates = _divide([[count / MB for count in fork] for fork in bytes_of_forks], done)
            yield _to_secondary("gc.alloc.rate", "quotient", "MB/sec", *rates, confidence)


def count_per_operation(label: str, unit: str, counts: Sequence[Sequence[float]], operations: Sequence[Sequence[float]],
                        confidence: float) -> Secondary:
    """What was counted, per operation: for each fork and iteration a count and the operations to which it belongs."""
    return _to_secondary(label, "count", f"{unit}/op", *_divide(counts, operations), confidence)


def find_instructions(case: CaseRecord, records: Sequence[InstructionsRecord]) -> Iterator[Secondary]:
    """The instructions of an operation, as valgrind counted them: a single number, without an interval."""
    counted = [record for record in records if record.case_id == case.case_id]
    for record in counted[-1:]:  # a run that ended before its first fork and was resumed counted twice
        of_invocation = (record.twice - record.once) / record.invocations
        value = of_invocation * case.options.measurement_batch_size / case.options.operations_per_invocation
        pooled = Pooled(**jmh.pool_values([value])._asdict())
        yield Secondary(label=INSTRUCTIONS, kind="count", unit="#/op", score=value, interval=None, pooled=pooled,
                        iterations=((value,),), fork_means=(value,))


def read_count(iteration: IterationRecord, counter: SystemCounter) -> Counted | None:
    """A counter in an iteration; None if it was not read, or if the event never ran.

    A CPU that counts fewer events at once than there are lets them take turns: the count is scaled to the time in which
    the event was enabled.
    """
    counts = {} if iteration.counts is msgspec.UNSET else iteration.counts
    numbers = counts.get(counter.name, (-1,))
    if min(numbers) < 0:
        return None
    if len(numbers) < 3 or numbers[2] >= numbers[1]:
        return Counted(float(numbers[0]))
    count, enabled, running = numbers
    return Counted(count * enabled / running, running / enabled) if running else None


def count_operations(iteration: IterationRecord, case: CaseRecord, timed: bool) -> float:
    """The operations to which counts belong: in a single thread of a worker those that are timed, otherwise all
    (protocol/README.md, Counters).
    """
    alone = timed and len(iteration.threads) == 1 and case.mode != scores.SAMPLE
    return total(thread.operations if alone else thread.all_operations for thread in iteration.threads)


def _to_seconds(iteration: IterationRecord, case: CaseRecord, timed: bool) -> float:
    """For how long all threads together needed, at their measured speed, for the operations to which counts belong."""
    speed = total(thread.operations / thread.elapsed_ns for thread in iteration.threads if thread.elapsed_ns > 0)
    return count_operations(iteration, case, timed) / speed / 1e9 if speed > 0 else 0.0


def _divide(above: Sequence[Sequence[float]],
            below: Sequence[Sequence[float]]) -> tuple[list[float], list[list[float]]]:
    """The quotients of the totals of forks, and those of their iterations."""
    of_forks = [total(first) / total(second) for first, second in zip(above, below, strict=True)]
    return of_forks, [[a / b for a, b in zip(first, second, strict=True)]
                      for first, second in zip(above, below, strict=True)]


def _to_secondary(label: str, kind: Literal["count", "peak", "quotient"], unit: str, means: Sequence[float],
                  iterations: Sequence[Sequence[float]], confidence: float) -> Secondary:
    """A result over forks. A count may be 0, so its interval is that of the arithmetic mean."""
    figures = jmh.pool_values([value for fork in iterations for value in fork])
    return Secondary(label=label, kind=kind, unit=unit, score=forks.mean(means), interval=_around_mean(
        means, confidence), iterations=tuple(map(tuple, iterations)), pooled=Pooled(**figures._asdict()),
                     fork_means=tuple(means))


def _around_mean(means: Sequence[float], confidence: float) -> Interval | None:
    """The interval of the mean, with no end below 0; None for too few values."""
    if len(means) < MIN_FORKS:
        return None
    low, high = forks.mean_interval(means, confidence)
    return Interval(low=max(0.0, low), high=high)


def merge_counts(result: Secondary, scores_of_runs: Sequence[float], confidence: float) -> Secondary:
    """The counter over several runs of a submission, from its score in each."""
    return replace(result, score=forks.mean(scores_of_runs), interval=_around_mean(scores_of_runs, confidence),
                   iterations=(), fork_means=tuple(scores_of_runs), ratio=None)


def add_count_ratios(rows: Sequence[Row], confidence: float) -> list[Row]:
    """The rows, with the ratio of each counter to that of the row's reference: above 1 this row has fewer."""
    by_case = {row.case_id: row for row in rows}

    def add(row: Row) -> Row:
        ratio = row.ratio
        if not ratio or ratio.reference == row.case_id or ratio.not_compared or ratio.reference not in by_case:
            return row
        others = {result.label: result for result in by_case[row.ratio.reference].secondary}
        return replace(
            row, secondary=tuple(_compare(result, others.get(result.label), confidence) for result in row.secondary))

    return [add(row) for row in rows]


def _compare(result: Secondary, other: Secondary | None, confidence: float) -> Secondary:
    """The result with the ratio of the reference's to it; no ratio where either is 0, or no count."""
    if other is None or result.kind not in ("count", "peak"):
        return result
    if min(*result.fork_means, *other.fork_means, math.inf) <= 0:
        return result
    interval = None
    if min(len(result.fork_means), len(other.fork_means)) >= MIN_FORKS:
        low, high = forks.log_ratio_interval(other.fork_means, result.fork_means, confidence)
        interval = Interval(low=low, high=high) if high < math.inf else None
    value = forks.log_mean(other.fork_means) / forks.log_mean(result.fork_means)
    return replace(result, ratio=SecondaryRatio(value=value, interval=interval))


def warn_of_counts(case: CaseRecord, used: Sequence[ForkResult], counters: Sequence[SystemCounter], timed: bool,
                   costs_ns: Mapping[str, float]) -> Iterator[Warning]:
    """Counters that were not read, events that took turns, and counting that takes much of the time.

    `timed` is as in find_system_counts; `costs_ns` has the time for each count of some counters.
    """
    measured = [iteration for fork in used for iteration in fork.measurement]
    counts = {counter.name: [read_count(iteration, counter) for iteration in measured] for counter in counters}
    unread = [name for name, of_iterations in counts.items() if None in of_iterations]
    if unread and measured:
        yield make_warning("counter-unread", f"not counted in every iteration, so not reported: {', '.join(unread)}")
    shares = {
        name: min(count.running for count in of_iterations if count) for name, of_iterations in counts.items()
        if any(of_iterations)
    }
    if scaled := {name: share for name, share in shares.items() if share < WHOLE}:
        least = min(scaled.values())
        yield make_warning(
            "counter-scaled",
            f"the CPU cannot count all of these events at once, so they took turns, and counts of as little as "
            f"{100 * least:.0f} % of the time were scaled: {', '.join(scaled)}")
    # Counts are those of all threads, and so is the time.
    time_ns = 1e9 * total(_to_seconds(iteration, case, timed) * len(iteration.threads) for iteration in measured)
    for name, cost_ns in costs_ns.items():
        cost = cost_ns * total(count.count for count in counts.get(name, ()) if count)
        if cost > COSTLY * time_ns > 0:
            yield make_warning("counter-cost", f"counting {name} takes about {100 * cost / time_ns:.2g} % of the time, "
                               f"about {cost_ns:,g} ns each")
