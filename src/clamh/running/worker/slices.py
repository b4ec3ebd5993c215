"""The measured turns of a set as slices: a few milliseconds of one side, then of another. Slices form iterations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from clamh.machine import cgroups
from clamh.model.counting import add_counts
from clamh.model.results import IterationRecord, Record
from clamh.model.worker import ThreadIteration
from clamh.running.planning import turns
from clamh.running.worker.sets import Side, Turn, Warmed, idle_warnings, set_record, sum_known
from clamh.running.worker.sliced import Sliced, take_turns
from clamh.running.worker.warm_slices import Manner, Pace, prepare_slices


def measure_slices(sides: Sequence[Side], record: Callable[[Record], None], manner: Manner) -> Pace:
    """Measures all iterations of sides that are warm and stopped. Returns the pace of their slices.

    Raises Unsliced: before anything is measured, or where a slice has no operation. An iteration has then begun.
    """
    sliced_sides, pace, before, laps = prepare_slices(sides, manner)
    draw, warmed = manner.draw, Warmed(manner.factor, laps)
    for index in range(sides[0].case.options.measurement_iterations):
        blocks = []
        for _ in range(pace.blocks):
            blocks.append(turns.block_of_turns(len(sides), before, draw))
            before = blocks[-1][-1]
        _iteration(sliced_sides, blocks, index, pace, warmed, manner, record)
    return pace


def _iteration(sides: Sequence[Sliced], blocks: Sequence[Sequence[int]], index: int, pace: Pace, warmed: Warmed,
               manner: Manner, record: Callable[[Record], None]) -> None:
    """One iteration of all sides, by turns. Records each side's iteration, with slices as samples, and the turns.

    A block in which the control group was stopped counts for no side, unless all blocks were.
    """
    last = {place: turn for turn, place in enumerate(place for order in blocks for place in order)}
    end = 2 if index == sides[0].case.options.measurement_iterations - 1 else 1
    taken: list[Turn] = []
    throttled: list[int] = []
    for sliced in sides:
        sliced.side.begin_record()
    stops = cgroups.count_throttled(manner.throttling)
    for order in blocks:
        taken += take_turns(sides, order, last, end, first=len(taken))
        before, stops = stops, cgroups.count_throttled(manner.throttling)
        if stops > before:
            throttled += range(len(taken) - len(order), len(taken))
        manner.between(index, len(taken) // len(sides), sum(map(len, blocks)) // len(sides))
    if len(throttled) == len(taken):
        throttled = []
    left_out = set(throttled)
    for place, sliced in enumerate(sides):
        sliced.trial.release(sliced.side.fork.worker)
        turns_of_side = [turn for number, turn in enumerate(taken) if turn.side == place and number not in left_out]
        own = [turn.threads for turn in turns_of_side]
        counts = {**add_counts([turn.counts for turn in turns_of_side]), **sliced.side.fork.worker.counts.read_peak()}
        sliced.side.measured = tuple(_summed(0 if sliced.timed else sliced.count, slices)
                                     for slices in zip(*own, strict=True))
        record(IterationRecord(case_id=sliced.case.case_id, fork=sliced.side.fork.place.fork, phase="measurement",
                               index=index, threads=sliced.side.measured, source=sliced.trial.opened.source,
                               counts=counts or msgspec.UNSET))
    set_sides = [sliced.side for sliced in sides]
    counts = tuple(sliced.count for sliced in sides)
    counted = any(math.fsum(thread.operations for thread in turn.threads) != counts[turn.side] for turn in taken)
    set_ = set_record(set_sides, index, taken, warmed, pace.slice_ns, counts, tuple(sliced.warmin for sliced in sides),
                      tuple(throttled), counted=counted, cold=tuple(sliced.cold for sliced in sides))
    record(set_)
    for warning in idle_warnings(set_sides, set_):
        record(warning)


def _summed(count: int, slices: Sequence[ThreadIteration]) -> ThreadIteration:
    """The sum of a thread's work in all slices of an iteration."""
    return replace(
        slices[0], operations=math.fsum(part.operations for part in slices),
        all_operations=math.fsum(part.all_operations for part in slices),
        elapsed_ns=sum(part.elapsed_ns for part in slices), sample_invocations=count,
        # Slices in ns do unequal work, so they are no samples.
        sample_ns=tuple(part.elapsed_ns for part in slices) if count else (),
        voluntary_switches=sum_known(part.voluntary_switches for part in slices),
        involuntary_switches=sum_known(part.involuntary_switches for part in slices),
        # A thread that lost its CPU between reading its delay and the clock waited longer than its slice lasted.
        waited_ns=sum_known(min(part.waited_ns, part.elapsed_ns) for part in slices),
        timings=sum(part.timings for part in slices),
        suspended_ns=sum(part.suspended_ns for part in slices), suspensions=sum(part.suspensions for part in slices),
        counters={name: math.fsum(part.counters.get(name, 0.0) for part in slices) for name in slices[0].counters})
