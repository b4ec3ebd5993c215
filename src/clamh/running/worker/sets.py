"""One set: a fresh process for each side of a contest, all of them alive, which are measured slice by slice in turn.

What disturbs the machine then disturbs all sides alike. A side that waits is stopped, so that its collector and its compiler work in
its own slices and disturb nobody; the order is balanced (planning/turns.py).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.model.results import IterationRecord, Record, SetRecord
from clamh.model.worker import ThreadIteration
from clamh.running.planning.turns import WARMIN, block_of_turns, blocks, slice_ns
from clamh.running.worker import messages
from clamh.running.worker.affinity import aside
from clamh.running.worker.conversation import ask, check_threads, slice_line, timeout_s
from clamh.running.worker.fork import Fork, Outcome

LONGEST_NS = 200_000_000  # a slice of a side whose invocations are long
MOST = 1 << 40  # invocations of a slice
PACING = 8  # the last pacing slice is at least this part of a slice


class Pace(NamedTuple):
    """How long slices are, and how many blocks of turns an iteration has: the same in all sets of a contest."""

    slice_ns: int
    blocks: int


class Unsliced(Exception):
    """Why a contest cannot be measured in slices; the message says it."""


class SetOutcome(NamedTuple):
    """How each side's fork ended, None where the set has to be repeated without a side that failed; and its pace."""

    outcomes: list[Outcome | None]
    pace: Pace | None


def run_set(forks: Sequence[Fork], timed: Collection[str], record: Callable[[Record], None], draw: random.Random, longer: float,
            pace: Pace | None) -> SetOutcome:
    """Runs the trials of all sides, in turns; their ends are returned, all else is recorded at once.

    `timed` are the case_ids whose workers take slices in ns.
    `draw` is for the order, `longer` lengthens warmups so that what happens rarely falls elsewhere in each set; `pace` is that of the
    contest's first set, None in it. Raises Unsliced before anything was measured.
    """
    sides = [_Side(fork, fork.case.case_id in timed) for fork in forks]
    with ExitStack() as living:
        for fork in forks:
            living.enter_context(fork)
        try:
            for side in sides:
                with side.turn():
                    side.warm_up(longer)
            with aside({cpu for fork in forks if fork.case.binding for cpu in fork.case.binding.cpus}):
                pace = _measure(sides, record, draw, pace)
            for side in sides:
                side.resume()
                side.end()
        except _Failed:
            pass
    broken = any(side.fork.failure for side in sides)
    return SetOutcome([side.fork.outcome() if side.fork.failure or not broken else None for side in sides], pace)


class _Failed(Exception):
    """A side has failed, and its fork knows how."""


class _Side:
    """A side of the set, and what it did in the iteration under way."""

    def __init__(self, fork: Fork, timed: bool):
        self.timed = timed  # its slices are counted in ns
        self.in_iteration = False
        self.measured: tuple[ThreadIteration, ...] = ()
        self.fork, self.case, self.trial = fork, fork.case, fork.trial
        self.count = self.warmin = 0
        self.idle_ns = 0
        self._stopped_at: int | None = None
        self.slices: list[messages.Slice] = []

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Around what it does: it goes on, and is stopped again. Raises _Failed."""
        self.resume()
        with self._failing():
            yield
            self.fork.worker.pause(time.monotonic() + self.fork.limits.grace_s)
            self._stopped_at = self.fork.worker.cpu_ns()

    def resume(self) -> None:
        """It goes on, if it was stopped."""
        if self._stopped_at is not None:
            self.idle_ns += self.fork.worker.cpu_ns() - self._stopped_at
            self._stopped_at = None
            self.fork.worker.resume()

    def warm_up(self, longer: float) -> None:
        """Starts, opens its case and warms up. Raises Unsliced."""
        worker = self.fork.begin()
        self.trial.warm_up(worker, longer)
        if self.trial.opened.unsliced:
            raise Unsliced(f"{self.case.side}: {self.trial.opened.unsliced}")

    def end(self) -> None:
        """What follows the last slice, and the end of the process."""
        with self._failing():
            if self.trial.doubles:
                self.trial.double(self.fork.worker, self.measured[0])
            self.trial.finish(self.fork.worker)

    def pace(self) -> float:
        """How long one invocation takes, in ns: slices that double begin its first iteration, and are not counted.

        1 where slices are counted in ns.
        """
        if self.timed:
            return 1.0
        count = 1
        while count < MOST:
            said = self.slice(0, count, 0)
            took_ns = max(thread.elapsed_ns for thread in said.threads)
            if took_ns * PACING >= _slice_ns(self.case):
                return took_ns / count
            count *= 2
        raise Unsliced(f"{self.case.side}: {count:,} invocations take no time")

    def slice(self, warmin: int, count: int, end: int) -> messages.Slice:
        """One slice; iteration and trial begin with their first."""
        begin = 0 if self.in_iteration else 1 if self.trial.begun else 2
        self.in_iteration, self.trial.begun = not end, True
        line = slice_line(self.case, "measurement", warmin, count, begin, end)
        before = time.monotonic()
        try:
            said = ask(self.fork.worker, self.case, messages.Slice, timeout_s(self.case) + self.trial.interrupts_s, line)
        finally:
            self.trial.measuring_s += time.monotonic() - before
        check_threads(said.threads, self.case, standstill=count == self.count)
        return said

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except WorkerError as error:
            self.fork.fail(error)
            raise _Failed from None


def _measure(sides: Sequence[_Side], record: Callable[[Record], None], draw: random.Random, pace: Pace | None) -> Pace:
    """All measured iterations; the pace is found in the first."""
    options = sides[0].case.options
    took_ns = []
    for side in sides:
        with side.turn():
            took_ns.append(side.pace())
    pace = pace or _pace(sides, took_ns)
    for side, each_ns in zip(sides, took_ns, strict=True):
        side.count, side.warmin = max(1, round(pace.slice_ns / each_ns)), max(1, math.ceil(WARMIN * pace.slice_ns / each_ns))
    before = draw.randrange(len(sides))
    for index in range(options.measurement_iterations):
        order: list[int] = []
        for _ in range(pace.blocks):
            order += block_of_turns(len(sides), before, draw)
            before = order[-1]
        _iteration(sides, order, index, record)
    return pace


def _pace(sides: Sequence[_Side], took_ns: Sequence[float]) -> Pace:
    """Slices are as long on all sides, and as long as the longest invocation; blocks make up what was asked for."""
    options = sides[0].case.options
    longest = max(took_ns)
    if longest > LONGEST_NS:
        slow = sides[took_ns.index(longest)].case.side
        raise Unsliced(f"an invocation on {slow} takes {longest / 1e6:.0f} ms, and slices are at most {LONGEST_NS // 1_000_000} ms long")
    length_ns = max(_slice_ns(sides[0].case), round(longest))
    return Pace(length_ns, blocks(len(sides), length_ns, options.measurement_iterations, options.measurement_time_ns))


def _slice_ns(case: Case) -> int:
    return slice_ns(case.options.measurement_iterations, case.options.measurement_time_ns)


def _iteration(sides: Sequence[_Side], order: Sequence[int], index: int, record: Callable[[Record], None]) -> None:
    """One iteration of all sides, by turns; recorded for each side as any other, its slices as samples, and once with its turns."""
    last = {who: turn for turn, who in enumerate(order)}
    turns: list[messages.Slice] = []
    for side in sides:
        side.slices, side.idle_ns = [], 0
    for turn, who in enumerate(order):
        side = sides[who]
        over = index == side.case.options.measurement_iterations - 1 and not side.trial.doubles
        end = (2 if over else 1) if last[who] == turn else 0
        with side.turn():
            said = side.slice(side.warmin, side.count, end)
        side.slices.append(said)
        turns.append(said)
    for side in sides:
        side.trial.release(side.fork.worker)
        side.measured = _summed(side)
        record(IterationRecord(case_id=side.case.case_id, fork=side.fork.place.fork, phase="measurement", index=index, threads=side.measured))
    record(SetRecord(
        cases=tuple(side.case.case_id for side in sides), forks=tuple(side.fork.place.fork for side in sides), index=index, order=tuple(order),
        counts=tuple(side.count for side in sides), warmin=tuple(side.warmin for side in sides),
        elapsed_ns=tuple(sum(thread.elapsed_ns for thread in said.threads) for said in turns),
        waited_ns=tuple(_sum_known(thread.waited_ns for thread in said.threads) for said in turns),
        operations=tuple(math.fsum(thread.operations for thread in said.threads) for said in turns) if any(side.timed for side in sides) else (),
        idle_ns=tuple(side.idle_ns for side in sides)))


def _summed(side: _Side) -> tuple[ThreadIteration, ...]:
    """What each thread did in all slices of an iteration."""
    return tuple(_thread(0 if side.timed else side.count, threads) for threads in zip(*(said.threads for said in side.slices), strict=True))


def _thread(count: int, slices: Sequence[ThreadIteration]) -> ThreadIteration:
    return replace(
        slices[0], operations=math.fsum(one.operations for one in slices), all_operations=math.fsum(one.all_operations for one in slices),
        elapsed_ns=sum(one.elapsed_ns for one in slices), sample_invocations=count,
        sample_ns=tuple(one.elapsed_ns for one in slices) if count else (),  # else they are not of the same work
        voluntary_switches=_sum_known(one.voluntary_switches for one in slices),
        involuntary_switches=_sum_known(one.involuntary_switches for one in slices),
        waited_ns=_sum_known(one.waited_ns for one in slices), timings=sum(one.timings for one in slices))


def _sum_known(values: Iterator[int]) -> int:
    """The sum; -1 where one of them is not known."""
    found = list(values)
    return -1 if min(found) < 0 else sum(found)
