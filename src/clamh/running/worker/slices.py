"""The measured turns of a set as slices: some milliseconds of one side, then of another; an iteration is a run of slices."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from clamh.judging.statistics.median import median
from clamh.machine import cgroups
from clamh.model.cases import Case, warmup_iterations
from clamh.model.results import IterationRecord, Record
from clamh.model.worker import ThreadIteration
from clamh.running.planning import turns
from clamh.running.planning.steadiness import moving, relative
from clamh.running.worker import commands
from clamh.running.worker.answers import OpenCase
from clamh.running.worker.conversation import ask, check_threads, timeout_s
from clamh.running.worker.sets import Side, Turn, Warmed, idle_warnings, set_record, sum_known

LONGEST_NS = 200_000_000  # a slice of a side whose invocations are long
MOST = 1 << 40  # invocations of a slice
PACING = 8  # the last pacing slice is at least this part of a slice
PACED = 2  # times that it is taken again
STABLE, STABLE_BYTES = 0.05, 1 << 20  # memory that grows by less from one run of warmup laps to the next is stable


class Pace(NamedTuple):
    """How long slices are, and how many blocks of turns an iteration has: the same in all sets of a contest."""

    slice_ns: int
    blocks: int


class Manner(NamedTuple):
    """How the slices of a set are taken.

    `draw` is for their order. `timed` are the case_ids whose workers take slices in ns. `pace` is that of the contest's first set, None in
    it; `slice_ns` is what its slices are to last at least. `factor` is how many times as long as asked for the sides were warmed up,
    `delta` the smallest difference that matters. The files `throttling` count how often the control group was stopped. `between` hears
    after each block of turns how many laps of how many of an iteration are over; all sides are stopped then.
    """

    draw: random.Random
    timed: Collection[str]
    pace: Pace | None
    slice_ns: int
    factor: float
    delta: float
    throttling: tuple[Path, ...] = ()
    between: Callable[[int, int, int], None] = lambda index, lap, laps: None


class Unsliced(Exception):
    """Why a contest cannot be measured in slices; the message says it."""


class _Sliced:
    """A side and its slices: how many invocations they have, before they are timed (`warmin`) and timed."""

    def __init__(self, side: Side, timed: bool):
        self.side, self.case, self.trial = side, side.case, side.trial
        self.timed = timed  # its slices are counted in ns
        self.count = self.warmin = 0
        self.phase = "warmup" if warmup_iterations(side.case) else "measurement"
        self._in_iteration = False

    def pace(self, slice_ns: int) -> float:
        """How long one invocation takes, in ns: slices that double begin an iteration, and are not counted.

        1 where slices are counted in ns. Raises Unsliced.
        """
        if self.timed:
            return 1.0
        count = 1
        while count < MOST:
            took_ns = self._took_ns(count)
            if took_ns * PACING >= slice_ns:  # again: it may have been interrupted
                return min(took_ns, *(self._took_ns(count) for _ in range(PACED))) / count
            count *= 2
        raise Unsliced(f"{self.case.side}: {count:,} invocations take no time")

    def _took_ns(self, count: int) -> int:
        return max(thread.elapsed_ns for thread in self.slice(0, count, 0))

    def set_counts(self, slice_ns: int, each_ns: float) -> None:
        """Its slices are to last so long, where an invocation takes `each_ns`."""
        self.count, self.warmin = max(1, round(slice_ns / each_ns)), max(1, math.ceil(turns.warmin_ns(self.case, slice_ns) / each_ns))

    def slice(self, warmin: int, count: int, end: int) -> tuple[ThreadIteration, ...]:
        """One slice; iteration and trial begin with their first."""
        worker = self.side.fork.worker
        begin = 0 if self._in_iteration else 1 if self.trial.begun else 2
        self._in_iteration, self.trial.begun = not end, True
        command = commands.take_slice(self.case, self.trial.opened or OpenCase(), self.phase, warmin, count, begin, end)
        before = time.monotonic()
        try:
            answer = ask(worker, self.case, command, timeout_s(self.case) + self.trial.interrupts_s)
        finally:
            took_s = time.monotonic() - before
            self.trial.measuring_s += took_s
        self.trial.collections = answer.collections
        if not self.count and took_s * 1e9 * PACING > LONGEST_NS and any(thread.timings for thread in answer.threads):
            raise Unsliced(f"{self.case.side}: with its invocation fixtures a slice would take longer than {LONGEST_NS // 1_000_000} ms")
        check_threads(answer.threads, self.case, standstill=count == self.count)
        return answer.threads


def measure_slices(sides: Sequence[Side], record: Callable[[Record], None], manner: Manner) -> Pace:
    """All measured iterations of sides that are warm and stopped; the pace of their slices.

    Raises Unsliced before anything was measured; the pacing slices have then begun an iteration.
    """
    sliced = [_Sliced(side, side.case.case_id in manner.timed) for side in sides]
    took_ns = []
    for one in sliced:
        with one.side.turn():
            took_ns.append(one.pace(manner.slice_ns))
    pace = manner.pace or _pace(sides, took_ns, manner.slice_ns)
    for one, each_ns in zip(sliced, took_ns, strict=True):
        one.set_counts(pace.slice_ns, each_ns)
    draw, before = manner.draw, manner.draw.randrange(len(sides))
    warmed = Warmed(manner.factor, _warm_up(sliced, before, pace.slice_ns, manner))
    for index in range(sides[0].case.options.measurement_iterations):
        blocks = []
        for _ in range(pace.blocks):
            blocks.append(turns.block_of_turns(len(sides), before, draw))
            before = blocks[-1][-1]
        _iteration(sliced, blocks, index, pace, warmed, manner, record)
    return pace


def _pace(sides: Sequence[Side], took_ns: Sequence[float], least_ns: int) -> Pace:
    """Slices are as long on all sides, and as long as the longest invocation; blocks make up what was asked for."""
    options = sides[0].case.options
    longest = max(took_ns)
    if longest > LONGEST_NS:
        slow = sides[took_ns.index(longest)].case.side
        raise Unsliced(f"an invocation on {slow} takes {longest / 1e6:.0f} ms, and slices are at most {LONGEST_NS // 1_000_000} ms long")
    length_ns = max(least_ns, round(longest))
    return Pace(length_ns, turns.blocks(len(sides), length_ns, options.measurement_iterations, options.measurement_time_ns))


def _warm_up(sides: Sequence[_Sliced], before: int, slice_ns: int, manner: Manner) -> int:
    """Laps that end the warmup: runs of them until no side shows a trend and its memory is stable; how many laps there were.

    None where no warmup was asked for. Each run is a warmup iteration, which the pacing slices have begun. After it slices have as many
    invocations as its middle slice shows to be right, so that all sides' are equally long.
    """
    laps = 0
    if any(one.phase == "measurement" for one in sides):
        for one in sides:
            one.phase = "measurement"
        return laps
    resident = [one.side.resident_bytes() for one in sides]
    for _ in range(turns.MOST_WARM_RUNS):
        order = [who for _ in range(turns.warm_blocks(len(sides), slice_ns, sides[0].case)) for who in turns.block_of_turns(len(sides), before, manner.draw)]
        taken = _turns(sides, order, {who: turn for turn, who in enumerate(order)}, end=1)
        laps += len(order) // len(sides)
        costs = [[_cost(turn) for turn in taken if turn.side == who] for who in range(len(sides))]
        for who, one in enumerate(sides):
            if not one.timed:
                one.set_counts(slice_ns, median([max(1, max(thread.elapsed_ns for thread in turn.threads)) for turn in taken if turn.side == who]) / one.count)
        now = [one.side.resident_bytes() for one in sides]
        stable = all(after - then <= max(STABLE_BYTES, STABLE * then) for then, after in zip(resident, now, strict=True))
        if stable and not moving([relative(costs)], manner.delta):
            break
        resident = now
    for one in sides:
        one.phase = "measurement"
    return laps


def _cost(turn: Turn) -> float:
    """Time per operation."""
    return max(1, sum(thread.elapsed_ns for thread in turn.threads)) / math.fsum(thread.operations for thread in turn.threads)


def _turns(sides: Sequence[_Sliced], order: Sequence[int], last: dict[int, int], end: int, first: int = 0) -> list[Turn]:
    """The slices of these turns, the first of which has that number; each side's turn in `last` ends its iteration, or with 2 its trial.

    Samples follow the end of an iteration. Calls on the used state stay within it, unless what it counted is read at its end.
    """
    taken = []
    for turn, who in enumerate(order, first):
        one = sides[who]
        depth = end if end < 2 or not one.trial.goes_on else 1 if one.trial.doubles or one.case.counters or one.case.operations else 0
        with one.side.turn():
            taken.append(Turn(who, one.slice(one.warmin, one.count, depth if last[who] == turn else 0)))
    return taken


def _iteration(sides: Sequence[_Sliced], blocks: Sequence[Sequence[int]], index: int, pace: Pace, warmed: Warmed, manner: Manner,
               record: Callable[[Record], None]) -> None:
    """One iteration of all sides, by turns; recorded for each side as any other, its slices as samples, and once with its turns.

    Blocks in which the control group was stopped count for no side, unless there are no others.
    """
    last = {who: turn for turn, who in enumerate(who for order in blocks for who in order)}
    end = 2 if index == sides[0].case.options.measurement_iterations - 1 else 1
    taken: list[Turn] = []
    throttled: list[int] = []
    for one in sides:
        one.side.begin_record()
    stops = cgroups.throttled(manner.throttling)
    for order in blocks:
        taken += _turns(sides, order, last, end, first=len(taken))
        before, stops = stops, cgroups.throttled(manner.throttling)
        if stops > before:
            throttled += range(len(taken) - len(order), len(taken))
        manner.between(index, len(taken) // len(sides), sum(map(len, blocks)) // len(sides))
    if len(throttled) == len(taken):
        throttled = []
    left_out = set(throttled)
    for place, one in enumerate(sides):
        one.trial.release(one.side.fork.worker)
        own = [turn.threads for number, turn in enumerate(taken) if turn.side == place and number not in left_out]
        one.side.measured = tuple(_summed(0 if one.timed else one.count, slices) for slices in zip(*own, strict=True))
        record(IterationRecord(case_id=one.case.case_id, fork=one.side.fork.place.fork, phase="measurement", index=index, threads=one.side.measured))
    found = [one.side for one in sides]
    counts = tuple(one.count for one in sides)
    counted = any(math.fsum(thread.operations for thread in turn.threads) != counts[turn.side] for turn in taken)
    made = set_record(found, index, taken, warmed, pace.slice_ns, counts, tuple(one.warmin for one in sides), tuple(throttled), counted=counted)
    record(made)
    for warning in idle_warnings(found, made):
        record(warning)


def _summed(count: int, slices: Sequence[ThreadIteration]) -> ThreadIteration:
    """What a thread did in all slices of an iteration."""
    return replace(
        slices[0], operations=math.fsum(one.operations for one in slices), all_operations=math.fsum(one.all_operations for one in slices),
        elapsed_ns=sum(one.elapsed_ns for one in slices), sample_invocations=count,
        sample_ns=tuple(one.elapsed_ns for one in slices) if count else (),  # else they are not of the same work
        voluntary_switches=sum_known(one.voluntary_switches for one in slices),
        involuntary_switches=sum_known(one.involuntary_switches for one in slices),
        waited_ns=sum_known(one.waited_ns for one in slices), timings=sum(one.timings for one in slices))
