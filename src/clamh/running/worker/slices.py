"""The measured turns of a set as slices: some milliseconds of one side, then of another; an iteration is a run of slices."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.model.cases import Case
from clamh.model.results import IterationRecord, Record
from clamh.model.worker import ThreadIteration
from clamh.running.planning import turns
from clamh.running.worker import messages
from clamh.running.worker.conversation import ask, check_threads, slice_line, timeout_s
from clamh.running.worker.sets import Side, Turn, set_record, sum_known

LONGEST_NS = 200_000_000  # a slice of a side whose invocations are long
MOST = 1 << 40  # invocations of a slice
PACING = 8  # the last pacing slice is at least this part of a slice


class Pace(NamedTuple):
    """How long slices are, and how many blocks of turns an iteration has: the same in all sets of a contest."""

    slice_ns: int
    blocks: int


class Unsliced(Exception):
    """Why a contest cannot be measured in slices; the message says it."""


class _Sliced:
    """A side and its slices: how many invocations they have, before they are timed (`warmin`) and timed."""

    def __init__(self, side: Side, timed: bool):
        self.side, self.case, self.trial = side, side.case, side.trial
        self.timed = timed  # its slices are counted in ns
        self.count = self.warmin = 0
        self._in_iteration = False

    def pace(self) -> float:
        """How long one invocation takes, in ns: slices that double begin its first iteration, and are not counted.

        1 where slices are counted in ns. Raises Unsliced.
        """
        if self.timed:
            return 1.0
        count = 1
        while count < MOST:
            took_ns = max(thread.elapsed_ns for thread in self.slice(0, count, 0))
            if took_ns * PACING >= _slice_ns(self.case):
                return took_ns / count
            count *= 2
        raise Unsliced(f"{self.case.side}: {count:,} invocations take no time")

    def slice(self, warmin: int, count: int, end: int) -> tuple[ThreadIteration, ...]:
        """One slice; iteration and trial begin with their first."""
        worker = self.side.fork.worker
        begin = 0 if self._in_iteration else 1 if self.trial.begun else 2
        self._in_iteration, self.trial.begun = not end, True
        line = slice_line(self.case, "measurement", warmin, count, begin, end)
        before = time.monotonic()
        try:
            said = ask(worker, self.case, messages.Slice, timeout_s(self.case) + self.trial.interrupts_s, line)
        finally:
            took_s = time.monotonic() - before
            self.trial.measuring_s += took_s
        if not self.count and took_s * 1e9 * PACING > LONGEST_NS and any(thread.timings for thread in said.threads):
            raise Unsliced(f"{self.case.side}: with its invocation fixtures a slice would take longer than {LONGEST_NS // 1_000_000} ms")
        check_threads(said.threads, self.case, standstill=count == self.count)
        return said.threads


def measure_slices(sides: Sequence[Side], record: Callable[[Record], None], draw: random.Random, timed: Collection[str], pace: Pace | None) -> Pace:
    """All measured iterations of sides that are warm and stopped; `draw` is for the order.

    `timed` are the case_ids whose workers take slices in ns. `pace` is that of the contest's first set, None in it, which is returned.
    Raises Unsliced before anything was measured.
    """
    for side in sides:
        if side.trial.opened.unsliced:
            raise Unsliced(f"{side.case.side}: {side.trial.opened.unsliced}")
    sliced = [_Sliced(side, side.case.case_id in timed) for side in sides]
    took_ns = []
    for one in sliced:
        with one.side.turn():
            took_ns.append(one.pace())
    pace = pace or _pace(sides, took_ns)
    for one, each_ns in zip(sliced, took_ns, strict=True):
        one.count, one.warmin = max(1, round(pace.slice_ns / each_ns)), max(1, math.ceil(turns.WARMIN * pace.slice_ns / each_ns))
    before = draw.randrange(len(sides))
    for index in range(sides[0].case.options.measurement_iterations):
        order: list[int] = []
        for _ in range(pace.blocks):
            order += turns.block_of_turns(len(sides), before, draw)
            before = order[-1]
        _iteration(sliced, order, index, record)
    return pace


def _pace(sides: Sequence[Side], took_ns: Sequence[float]) -> Pace:
    """Slices are as long on all sides, and as long as the longest invocation; blocks make up what was asked for."""
    options = sides[0].case.options
    longest = max(took_ns)
    if longest > LONGEST_NS:
        slow = sides[took_ns.index(longest)].case.side
        raise Unsliced(f"an invocation on {slow} takes {longest / 1e6:.0f} ms, and slices are at most {LONGEST_NS // 1_000_000} ms long")
    length_ns = max(_slice_ns(sides[0].case), round(longest))
    return Pace(length_ns, turns.blocks(len(sides), length_ns, options.measurement_iterations, options.measurement_time_ns))


def _slice_ns(case: Case) -> int:
    return turns.slice_ns(case.options.measurement_iterations, case.options.measurement_time_ns)


def _iteration(sides: Sequence[_Sliced], order: Sequence[int], index: int, record: Callable[[Record], None]) -> None:
    """One iteration of all sides, by turns; recorded for each side as any other, its slices as samples, and once with its turns."""
    last = {who: turn for turn, who in enumerate(order)}
    taken: list[Turn] = []
    for one in sides:
        one.side.idle_ns = 0
    for turn, who in enumerate(order):
        one = sides[who]
        over = index == one.case.options.measurement_iterations - 1 and not one.trial.doubles
        end = (2 if over else 1) if last[who] == turn else 0
        with one.side.turn():
            threads = one.slice(one.warmin, one.count, end)
        taken.append(Turn(who, threads))
    for place, one in enumerate(sides):
        one.trial.release(one.side.fork.worker)
        own = [turn.threads for turn in taken if turn.side == place]
        one.side.measured = tuple(_summed(0 if one.timed else one.count, slices) for slices in zip(*own, strict=True))
        record(IterationRecord(case_id=one.case.case_id, fork=one.side.fork.place.fork, phase="measurement", index=index, threads=one.side.measured))
    counts = tuple(one.count for one in sides)
    counted = any(math.fsum(thread.operations for thread in turn.threads) != counts[turn.side] for turn in taken)
    record(set_record([one.side for one in sides], index, taken, counts, tuple(one.warmin for one in sides), counted))


def _summed(count: int, slices: Sequence[ThreadIteration]) -> ThreadIteration:
    """What a thread did in all slices of an iteration."""
    return replace(
        slices[0], operations=math.fsum(one.operations for one in slices), all_operations=math.fsum(one.all_operations for one in slices),
        elapsed_ns=sum(one.elapsed_ns for one in slices), sample_invocations=count,
        sample_ns=tuple(one.elapsed_ns for one in slices) if count else (),  # else they are not of the same work
        voluntary_switches=sum_known(one.voluntary_switches for one in slices),
        involuntary_switches=sum_known(one.involuntary_switches for one in slices),
        waited_ns=sum_known(one.waited_ns for one in slices), timings=sum(one.timings for one in slices))
