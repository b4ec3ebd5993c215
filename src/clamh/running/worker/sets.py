"""One set: a fresh process for each side of a contest, all of them alive, which are measured in turn.

What disturbs the machine then disturbs all sides alike. A side that waits is stopped, so that its collector and its compiler work in
its own turns and disturb nobody; the order is balanced (planning/turns.py).
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
from clamh.machine.processes import memory_of, process, unreached
from clamh.model.errors import WorkerError
from clamh.model.results import Record, SetRecord, WarningRecord
from clamh.model.worker import ThreadIteration
from clamh.running.worker.affinity import aside
from clamh.running.worker.fork import Fork, Outcome
from clamh.running.worker.until_steady import warm_until_steady

IDLE = 0.001  # of the time that a side was measured for: so much CPU time while it was stopped is worth a warning


class Side:
    """A side of the set; what it did in its turns is summed up in `measured`."""

    def __init__(self, fork: Fork):
        self.fork, self.case, self.trial = fork, fork.case, fork.trial
        self.idle_ns = 0
        self._faults = self._collected = self._others_ns = 0
        self.measured: tuple[ThreadIteration, ...] = ()
        self._stopped_at: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Around what it does: it goes on, and is stopped again. Raises SideFailed."""
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

    def begin_record(self) -> None:
        """What is counted is counted from here on."""
        self.idle_ns = 0
        self._faults, self._collected, self._others_ns = self._major_faults(), self.trial.collections, self._others()

    def counted(self) -> tuple[int, int, int]:
        """Major page faults, collections, and CPU time of other than its measuring threads since `begin_record`; -1 where they are not known."""
        return (_since(self._faults, self._major_faults()), _since(self._collected, self.trial.collections),
                _since(self._others_ns, self._others()))

    def resident_bytes(self) -> int:
        """The memory of its process group."""
        return memory_of([self.fork.worker.pid])

    def _others(self) -> int:
        return self.fork.worker.others_ns(self.trial.opened.threads)

    def _major_faults(self) -> int:
        found = process(self.fork.worker.pid)
        return found.major_faults if found else -1

    def end(self) -> None:
        """What follows the last turn, and the end of the process. Raises SideFailed."""
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
    """A count since then; -1 where one of the two is not known."""
    return now - before if min(before, now) >= 0 else -1


class SideFailed(Exception):
    """A side has failed, and its fork knows how."""


class Apart(Exception):
    """Why the sides of a contest cannot be alive together, and are measured one after the other; the message says it."""


Measure = Callable[[Sequence[Side], Callable[[Record], None]], None]  # all measured turns of sides that are warm and stopped


def run_set(forks: Sequence[Fork], measure: Measure, record: Callable[[Record], None], longer: float) -> list[Outcome | None]:
    """Runs the trials of all sides, in turns; how each side's fork ended, None where the set has to be repeated without a side that failed.

    All else is recorded at once. `longer` lengthens warmups so that what happens rarely falls elsewhere in each set. What `measure`
    raises beside SideFailed is raised, and Apart before it.
    """
    sides = [Side(fork) for fork in forks]
    with ExitStack() as living:
        for fork in forks:
            living.enter_context(fork)
        try:
            for side in sides:
                with side.turn():
                    side.trial.warm_up(side.fork.begin(), longer)
            warm_until_steady([side.trial for side in sides], [side.fork.worker for side in sides], lambda place: sides[place].turn())
            _check_together(sides)
            with aside({cpu for fork in forks if fork.case.binding for cpu in fork.case.binding.cpus}):
                measure(sides, record)
            for side in sides:
                side.resume()
                side.end()
        except SideFailed:
            pass
    broken = any(side.fork.failure for side in sides)
    return [side.fork.outcome() if side.fork.failure or not broken else None for side in sides]


def _check_together(sides: Sequence[Side]) -> None:
    """Raises Apart where the sides, which are warm and stopped, cannot all be stopped, or have too little memory."""
    workers = {side.fork.worker.pid: side for side in sides}
    left = unreached(workers, SPAWNED | sides[0].fork.worker.known, os.getpid())
    if left:
        raise Apart(f"a side that waits cannot be stopped, because it started a process in a group of its own: {left[0].name}")
    if told := memory.too_little(memory_of(workers), memory.left_bytes()):
        raise Apart(told)


class Turn(NamedTuple):
    """What the threads of a side did in a turn."""

    side: int
    threads: tuple[ThreadIteration, ...]


class Warmed(NamedTuple):
    """How the sides of a set were warmed up: how many times as long as asked for, and for how many laps after that."""

    factor: float
    laps: int = 0


def set_record(sides: Sequence[Side], index: int, turns: Sequence[Turn], warmed: Warmed, slice_ns: int = 0, counts: tuple[int, ...] = (),
               warmin: tuple[int, ...] = (), throttled: tuple[int, ...] = (), counted: bool = True) -> SetRecord:
    """The turns of an iteration, or of all of them, as they are recorded; the operations of each where they are `counted`."""
    events = [side.counted() for side in sides]
    return SetRecord(
        cases=tuple(side.case.case_id for side in sides), forks=tuple(side.fork.place.fork for side in sides), index=index,
        order=tuple(turn.side for turn in turns), counts=counts, warmin=warmin,
        elapsed_ns=tuple(sum(thread.elapsed_ns for thread in turn.threads) for turn in turns),
        waited_ns=tuple(sum_known(thread.waited_ns for thread in turn.threads) for turn in turns),
        operations=tuple(math.fsum(thread.operations for thread in turn.threads) for turn in turns) if counted else (),
        idle_ns=tuple(side.idle_ns for side in sides), slice_ns=slice_ns, warmup_factor=warmed.factor, warmup_laps=warmed.laps,
        throttled=throttled, major_faults=tuple(faults for faults, _, _ in events), collections=tuple(collected for _, collected, _ in events),
        others_ns=tuple(others_ns for _, _, others_ns in events))


def idle_warnings(sides: Sequence[Side], record: SetRecord) -> Iterator[WarningRecord]:
    """That a side used CPU time while it was stopped."""
    for place, (side, idle_ns) in enumerate(zip(sides, record.idle_ns, strict=True)):
        own_ns = sum(took_ns for who, took_ns in zip(record.order, record.elapsed_ns, strict=True) if who == place)
        if idle_ns > IDLE * own_ns:
            message = f"{side.case.side} used {idle_ns / 1e6:.3g} ms of CPU time while it waited for its turn, and was measured for {own_ns / 1e6:.3g} ms"
            yield WarningRecord(code="not-stopped", message=message, case_id=side.case.case_id)


def sum_known(values: Iterator[int]) -> int:
    """The sum; -1 where one of them is not known."""
    found = list(values)
    return -1 if min(found) < 0 else sum(found)
