"""One set: fresh processes for all sides of a contest, all resident, which are measured in turn.

A disturbance of the machine then affects all sides alike. A waiting side is stopped, so its collector and compiler work
only in its own turns. The order of turns is balanced (planning/turns.py).
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from clamh.machine import memory
from clamh.machine.commands import SPAWNED
from clamh.machine.processes import find_unreached, read_memory, read_process
from clamh.model.counting import Counts
from clamh.model.errors import WorkerError
from clamh.model.results import Record, SetRecord, WarningRecord
from clamh.model.waiting import waited_ns
from clamh.model.worker import ThreadIteration
from clamh.running.worker.affinity import move_aside
from clamh.running.worker.fork import Fork, Outcome
from clamh.running.worker.process import Limits
from clamh.running.worker.until_steady import warm_until_steady

# A warning follows if a stopped side used more CPU time than this share of its measured time, and more than what the
# kernel (and the host of a virtual machine) may count late: a tick of the scheduler.
IDLE, TICK_NS = 0.001, 4_000_000


def stop_deadline(limits: Limits, now: float) -> float:
    """Until when a side may take to stop: seconds on a busy machine, less when a budget ends meanwhile."""
    return min(now + limits.stop_s, max(limits.until, now + limits.grace_s))


class Side:
    """A side of the set; `measured` is the sum of its turns, and `idle_ns` its CPU time while stopped; -1: unknown."""

    def __init__(self, fork: Fork):
        self.fork, self.case, self.trial = fork, fork.case, fork.trial
        self.idle_ns = 0
        self._faults = self._collected = self._others_ns = 0
        self.measured: tuple[ThreadIteration, ...] = ()
        self._stopped_at: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The side runs in this block, and is stopped again after it. Raises SideFailed."""
        self.resume()
        with self._failing():
            yield
            self.fork.worker.pause(stop_deadline(self.fork.limits, time.monotonic()))
            self._stopped_at = self.fork.worker.cpu_ns()

    def resume(self) -> None:
        """Continues the side, if it was stopped."""
        if self._stopped_at is not None:
            idle_ns = _since(self._stopped_at, self.fork.worker.cpu_ns())
            self.idle_ns = sum_known(iter((self.idle_ns, idle_ns)))
            self._stopped_at = None
            self.fork.worker.resume()

    def begin_record(self) -> None:
        """Starts the counts of the next record."""
        self.idle_ns = 0
        self._faults, self._collected, self._others_ns = self._major_faults(), self.trial.collections, self._others()

    def counted(self) -> tuple[int, int, int]:
        """Since `begin_record`: major page faults, collections, CPU time of non-measuring threads; -1 if unknown."""
        return (_since(self._faults, self._major_faults()), _since(self._collected, self.trial.collections),
                _since(self._others_ns, self._others()))

    def resident_bytes(self) -> int:
        """The memory of its process group, in bytes."""
        return read_memory([self.fork.worker.pid])

    def _others(self) -> int:
        return self.fork.worker.others_ns(self.trial.opened.threads)

    def _major_faults(self) -> int:
        info = read_process(self.fork.worker.pid)
        return info.major_faults if info else -1

    def end(self) -> None:
        """Runs what follows the last turn, and ends the process. Raises SideFailed."""
        with self._failing():
            if self.trial.doubles:
                self.trial.double(self.fork.worker, self.measured[0])
            self.trial.finish(self.fork.worker)

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except WorkerError as error:
            self.fork.fail(error)
            raise SideFailed from None


def _since(before: int, now: int) -> int:
    """The count since then; -1 if one of the two is unknown."""
    return now - before if min(before, now) >= 0 else -1


class SideFailed(Exception):
    """A side has failed; its fork has the error."""


class Apart(Exception):
    """The sides of a contest cannot be resident together and are measured one by one; the message says why."""


Measure = Callable[[Sequence[Side], Callable[[Record], None]], None]  # measures sides that are warm and stopped


def run_set(forks: Sequence[Fork], measure: Measure, record: Callable[[Record], None],
            longer: float) -> list[Outcome | None]:
    """Runs the trials of all sides, in turns. Returns how each fork ended; None for a side that must be repeated.

    All other facts are recorded at once. The factor `longer` lengthens warmups, so that rare events fall elsewhere in
    each set. Raises what `measure` raises, except SideFailed; raises Apart before the turns are recorded.
    """
    sides = [Side(fork) for fork in forks]
    with ExitStack() as living:
        for fork in forks:
            living.enter_context(fork)
        try:
            for side in sides:
                with side.turn():
                    side.trial.warm_up(side.fork.begin(), longer)
            warm_until_steady([side.trial for side in sides], [side.fork.worker for side in sides],
                              lambda place: sides[place].turn())
            _check_together(sides)
            with move_aside({cpu for fork in forks if fork.case.binding for cpu in fork.case.binding.cpus}):
                measure(sides, record if all(side.trial.begun for side in sides) else _check_first(sides, record))
            for side in sides:
                side.resume()
                side.end()
        except SideFailed:
            pass
    broken = any(side.fork.failure for side in sides)
    return [side.fork.outcome() if side.fork.failure or not broken else None for side in sides]


def _check_together(sides: Sequence[Side]) -> None:
    """Raises Apart if the warm, stopped sides cannot all be stopped, or have too little memory."""
    _check_stoppable(sides)
    workers = [side.fork.worker.pid for side in sides]
    if shortage := memory.describe_shortage(read_memory(workers), memory.read_left_bytes()):
        raise Apart(shortage)


def _check_stoppable(sides: Sequence[Side]) -> None:
    """Raises Apart if a side has a process that does not stop with it."""
    workers = [side.fork.worker.pid for side in sides]
    left = find_unreached(workers, SPAWNED | sides[0].fork.worker.known, os.getpid())
    if left:
        raise Apart("a waiting side cannot be stopped, because it started a process in another process group: "
                    f"{left[0].name}")


def _check_first(sides: Sequence[Side], record: Callable[[Record], None]) -> Callable[[Record], None]:
    """The function `record`, which checks the sides once before it records anything.

    Without warmup, the trials were set up in measured turns, and may have started processes there.
    """
    checked = False

    def check_and_record(item: Record) -> None:
        nonlocal checked
        if not checked:
            _check_stoppable(sides)
            checked = True
        record(item)

    return check_and_record


class Turn(NamedTuple):
    """What the threads of a side did in a turn."""

    side: int
    threads: tuple[ThreadIteration, ...]
    counts: Counts = {}


class Warmed(NamedTuple):
    """How the sides of a set were warmed up: the factor of the requested time, and the number of laps after that."""

    factor: float
    laps: int = 0


def set_record(sides: Sequence[Side], index: int, turns: Sequence[Turn], warmed: Warmed, slice_ns: int = 0,
               counts: tuple[int, ...] = (), warmin: tuple[int, ...] = (), throttled: tuple[int, ...] = (),
               counted: bool = True, cold: tuple[bool, ...] = ()) -> SetRecord:
    """The record of an iteration's turns, or of all; with `counted`, it has the operations of each turn."""
    events = [side.counted() for side in sides]
    return SetRecord(
        cases=tuple(side.case.case_id for side in sides), forks=tuple(side.fork.place.fork for side in sides),
        index=index, order=tuple(turn.side for turn in turns), counts=counts, warmin=warmin, elapsed_ns=tuple(
            sum(thread.elapsed_ns for thread in turn.threads) for turn in turns), waited_ns=tuple(
                sum_known(map(waited_ns, turn.threads)) for turn in turns), operations=tuple(
                    math.fsum(thread.operations for thread in turn.threads)
                    for turn in turns) if counted else (), idle_ns=tuple(side.idle_ns for side in sides),
        slice_ns=slice_ns, warmup_factor=warmed.factor, warmup_laps=warmed.laps, throttled=throttled,
        major_faults=tuple(faults for faults, _, _ in events), collections=tuple(
            collected for _, collected, _ in events), others_ns=tuple(others_ns for _, _, others_ns in events),
        cold=cold)


def idle_warnings(sides: Sequence[Side], record: SetRecord) -> Iterator[WarningRecord]:
    """Warnings about sides that used CPU time while they were stopped."""
    for place, (side, idle_ns) in enumerate(zip(sides, record.idle_ns, strict=True)):
        own_ns = sum(took_ns for turn, took_ns in zip(record.order, record.elapsed_ns, strict=True) if turn == place)
        if idle_ns > max(IDLE * own_ns, TICK_NS):
            message = (f"{side.case.side} used {idle_ns / 1e6:.3g} ms of CPU time while it waited for its turn, "
                       f"but was measured for only {own_ns / 1e6:.0f} ms")
            yield WarningRecord(code="not-stopped", message=message, case_id=side.case.case_id)


def sum_known(values: Iterator[int]) -> int:
    """The sum; -1 if a value is unknown."""
    listed = list(values)
    return -1 if min(listed) < 0 else sum(listed)
