"""The measured turns of a set as slices: a few milliseconds of one side, then of another. Slices form iterations."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from clamh.judging.statistics.median import median
from clamh.machine import cgroups
from clamh.model.cases import Case, count_warmup_iterations
from clamh.model.counting import Counts, add_counts
from clamh.model.errors import WorkerError
from clamh.model.results import IterationRecord, Record
from clamh.model.worker import ThreadIteration
from clamh.running.planning import turns
from clamh.running.planning.steadiness import moving, relative
from clamh.running.worker import commands
from clamh.running.worker.answers import OpenCase
from clamh.running.worker.conversation import ask, check_threads, timeout_s
from clamh.running.worker.sets import Side, Turn, Warmed, idle_warnings, set_record, sum_known

LONGEST_NS = 200_000_000  # the longest slice, for a side with long invocations
MAX_INVOCATIONS = 1 << 40  # invocations of a slice
PACING = 8  # the last pacing slice is at least a slice ÷ this
PACED = 2  # times that the last pacing slice is repeated
MORE = 4  # so many times as many invocations must take twice as long, where invocations are suspended
STABLE, STABLE_BYTES = 0.05, 1 << 20  # memory is stable if it grows by less between two runs of warmup laps


class Pace(NamedTuple):
    """The length of slices, and the number of blocks of turns in an iteration: the same in all sets of a contest."""

    slice_ns: int
    blocks: int


class Manner(NamedTuple):
    """How the slices of a set are taken.

    `draw` decides their order. `timed` has the case_ids whose workers take slices in ns. `pace` is that of the
    contest's first set; None in that set. `slice_ns` is the least length of slices. `factor` is the factor of the
    warmups' requested time, `delta` the smallest difference that matters. The files `throttling` count how often the
    control group was stopped. `between` is called after each block of turns, while all sides are stopped, with
    iteration, lap and laps.
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
    """A contest cannot be measured in slices; the message says why."""


class Sliced:
    """A side and its slices: the length of the timed part (`count`) and of the part before it (`warmin`), in
    invocations or in ns.
    """

    def __init__(self, side: Side, timed: bool):
        self.side, self.case, self.trial = side, side.case, side.trial
        self.timed = timed  # its slices are given in ns, not in invocations
        self.count = self.warmin = 0
        # the time that a slice has beside the Timeout: at least that of an iteration
        self.lasting_ns = side.case.options.measurement_time_ns
        self.phase = "warmup" if count_warmup_iterations(side.case) else "measurement"
        self._in_iteration = False
        self._long_outside = self._suspends = False  # in the last pacing slice
        self.counts: Counts = {}  # of the last slice
        self._collects = False  # its slices produce garbage

    def pace(self, slice_ns: int) -> float:
        """The duration of an invocation, in ns. Raises Unsliced.

        Slices measure it: of doubling length, or of this length if they are given in ns. They begin an iteration, and
        are not counted.
        """
        # Operations do not show how many invocations a slice in ns has: then the shortest slice is an upper bound.
        count = slice_ns if self.timed and not self.case.operations else 1
        while count < MAX_INVOCATIONS:
            invocation_ns = self._invocation_ns(count, slice_ns)
            # repeated, because it may have been interrupted
            if self.timed or invocation_ns * count * PACING >= slice_ns:
                shortest_ns = min(invocation_ns, *(self._invocation_ns(count, slice_ns) for _ in range(PACED)))
                if self._suspends and shortest_ns <= LONGEST_NS:  # longer ones are not sliced anyway
                    self._check_growth(count)
                return shortest_ns
            count *= 2
        raise Unsliced(f"on {self.case.side}, {count:,} invocations take no measurable time")

    def _check_growth(self, count: int) -> None:
        """Raises Unsliced if more invocations take hardly longer, as after a single suspended preparation for all.

        The length of a slice then does not tell how many invocations it needs.
        """
        few_ns, many_ns = (min(max(thread.whole_ns for thread in self.slice(0, number, 0)) for _ in range(PACED))
                           for number in (count, MORE * count))
        if many_ns < 2 * few_ns:
            raise Unsliced(f"on {self.case.side}, a suspended preparation for all invocations fills most of a slice")

    def _invocation_ns(self, count: int, slice_ns: int) -> float:
        """The duration of an invocation in a pacing slice. Raises Unsliced if two slices in a row take long outside of
        their timed part.

        A single slice may also be long because of an interruption, and the first because the trial is set up in it.
        """
        before_s, is_first = self.trial.measuring_s, not self._in_iteration
        threads = self.slice(0, count, 0)
        took_ns = max(thread.whole_ns for thread in threads)
        outside_ns = (self.trial.measuring_s - before_s) * 1e9 - took_ns
        # A measured slice has at least so many times as many invocations; a slice in ns is equally long.
        more = 1.0 if self.timed else min(PACING, max(1.0, slice_ns / max(1, took_ns)))
        long_outside = outside_ns * more > LONGEST_NS and not is_first
        if long_outside and self._long_outside:
            raise Unsliced(f"on {self.case.side}, setups and other untimed parts make a slice longer than "
                           f"{LONGEST_NS // 1_000_000} ms")
        self._long_outside = long_outside
        self._suspends = any(thread.suspensions for thread in threads)
        if not self.timed or self.case.operations:
            return took_ns / count
        options = self.case.options
        batch = options.warmup_batch_size if self.phase == "warmup" else options.measurement_batch_size
        operations = math.fsum(thread.operations for thread in threads)
        return took_ns * options.operations_per_invocation / (operations * batch)

    def set_counts(self, slice_ns: int, invocation_ns: float) -> None:
        """Sets the lengths of its slices, for a timed part of `slice_ns`."""
        unit_ns = 1.0 if self.timed else invocation_ns
        warmin_ns = turns.warmin_ns(self.case, slice_ns, self._collects)
        self.count = max(1, round(slice_ns / unit_ns))
        self.warmin = max(1, math.ceil(warmin_ns / unit_ns))
        self.lasting_ns = max(self.case.options.measurement_time_ns, math.ceil(slice_ns + warmin_ns))

    def slice(self, warmin: int, count: int, end: int) -> tuple[ThreadIteration, ...]:
        """Runs a slice. The first slice begins the iteration, or the trial. Raises Unsliced if it has no operation."""
        worker = self.side.fork.worker
        begin = 0 if self._in_iteration else 1 if self.trial.begun else 2
        self._in_iteration, self.trial.begun = not end, True
        command = commands.take_slice(self.case, self.trial.opened or OpenCase(), self.phase, warmin, count, begin, end)
        worker.counts.begin()
        before = time.monotonic()
        patience_s = self.lasting_ns / 1e9 + timeout_s(self.case) + self.trial.interrupts_s
        try:
            answer = ask(worker, self.case, command, patience_s)
            check_threads(answer.threads, self.case, standstill=count == self.count)
        except WorkerError as error:
            # Some workers refuse a slice without any operation, and the driver does. Their words begin alike.
            if self.case.operations and error.reason == "benchmark" and "no invocation" in error.detail:
                raise Unsliced(f"on {self.case.side}, a slice may have no operation") from None
            raise
        finally:
            self.trial.measuring_s += time.monotonic() - before
        if not begin and not end:  # fixtures and `-gc` also produce and collect garbage
            collected = 0 <= self.trial.collections < answer.collections
            self._collects |= collected if answer.heap_changed is None else answer.heap_changed
        self.trial.collections = answer.collections
        self.counts = worker.counts.end(answer.counters)
        return answer.threads


def prepare_slices(sides: Sequence[Side], manner: Manner) -> tuple[list[Sliced], Pace, int, int]:
    """Finds the pace of sides that are warm and stopped, and runs the laps that end the warmup. Raises Unsliced.

    Returns the sides with the lengths of their slices, the pace, the side that had the last turn, and the number of
    laps.
    """
    sliced_sides = [Sliced(side, side.case.case_id in manner.timed) for side in sides]
    invocation_ns = []
    for sliced in sliced_sides:
        with sliced.side.turn():
            invocation_ns.append(sliced.pace(manner.slice_ns))
    pace = manner.pace or _pace(sides, invocation_ns, manner.slice_ns)
    for sliced, side_ns in zip(sliced_sides, invocation_ns, strict=True):
        sliced.set_counts(pace.slice_ns, side_ns)
    before = manner.draw.randrange(len(sides))
    return sliced_sides, pace, before, _warm_up(sliced_sides, before, pace.slice_ns, manner)


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


def _pace(sides: Sequence[Side], took_ns: Sequence[float], least_ns: int) -> Pace:
    """All sides have equally long slices, at least as long as any invocation. Blocks fill the requested time."""
    options = sides[0].case.options
    longest = max(took_ns)
    if longest > LONGEST_NS:
        slow = sides[took_ns.index(longest)].case.side
        raise Unsliced(f"an invocation on {slow} takes {longest / 1e6:.0f} ms, but slices are at most "
                       f"{LONGEST_NS // 1_000_000} ms long")
    length_ns = max(least_ns, round(longest))
    return Pace(length_ns,
                turns.blocks(len(sides), length_ns, options.measurement_iterations, options.measurement_time_ns))


def _warm_up(sides: Sequence[Sliced], before: int, slice_ns: int, manner: Manner) -> int:
    """Runs laps that end the warmup, until no side shows a trend and memory is stable. Returns the number of laps.

    Without a requested warmup there are none. Each run of laps is a warmup iteration, which the pacing slices have
    begun. After it, the middle slice sets the numbers of invocations, so that slices of all sides are equally long.
    """
    laps = 0
    if any(sliced.phase == "measurement" for sliced in sides):
        for sliced in sides:
            sliced.phase = "measurement"
        return laps
    resident = [sliced.side.resident_bytes() for sliced in sides]
    for _ in range(turns.MAX_WARM_RUNS):
        blocks = turns.warm_blocks(len(sides), slice_ns, sides[0].case)
        order = [place for _ in range(blocks) for place in turns.block_of_turns(len(sides), before, manner.draw)]
        taken = _turns(sides, order, {place: turn for turn, place in enumerate(order)}, end=1)
        laps += len(order) // len(sides)
        costs = [[_cost(turn) for turn in taken if turn.side == place] for place in range(len(sides))]
        for place, sliced in enumerate(sides):
            durations = [max(1, max(thread.whole_ns for thread in turn.threads))
                         for turn in taken if turn.side == place]
            sliced.set_counts(slice_ns, median(durations) / sliced.count)
        now = [sliced.side.resident_bytes() for sliced in sides]
        stable = all(after - then <= max(STABLE_BYTES, STABLE * then)
                     for then, after in zip(resident, now, strict=True))
        if stable and not moving([relative(costs)], manner.delta):
            break
        resident = now
    for sliced in sides:
        sliced.phase = "measurement"
    return laps


def _cost(turn: Turn) -> float:
    """Time per operation."""
    return max(1, sum(thread.elapsed_ns for thread in turn.threads)) / math.fsum(thread.operations
                                                                                 for thread in turn.threads)


def _turns(sides: Sequence[Sliced], order: Sequence[int], last: dict[int, int], end: int,
           first: int = 0) -> list[Turn]:
    """Runs the slices of these turns; the first turn has the number `first`.

    Each side's turn in `last` ends its iteration, or with `end` 2 its trial. Samples follow the end of an iteration.
    Calls on the used state stay within the iteration, unless its counters are read at its end.
    """
    taken = []
    for turn, place in enumerate(order, first):
        sliced = sides[place]
        depth = end if end < 2 or not sliced.trial.goes_on else (
            1 if sliced.trial.doubles or sliced.case.counters or sliced.case.operations else 0)
        with sliced.side.turn():
            threads = sliced.slice(sliced.warmin, sliced.count, depth if last[place] == turn else 0)
            taken.append(Turn(place, threads, sliced.counts))
    return taken


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
        taken += _turns(sides, order, last, end, first=len(taken))
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
                      tuple(throttled), counted=counted)
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
        waited_ns=sum_known(part.waited_ns for part in slices), timings=sum(part.timings for part in slices),
        suspended_ns=sum(part.suspended_ns for part in slices), suspensions=sum(part.suspensions for part in slices),
        counters={name: math.fsum(part.counters.get(name, 0.0) for part in slices) for name in slices[0].counters})
