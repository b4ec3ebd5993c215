"""One set: a fresh process for each side of a contest, all of them alive, which are measured in turn.

What disturbs the machine then disturbs all sides alike. A side that waits is stopped, so that its collector and its compiler work in
its own turns and disturb nobody; the order is balanced (planning/turns.py).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from clamh.model.errors import WorkerError
from clamh.model.results import Record, SetRecord
from clamh.model.worker import ThreadIteration
from clamh.running.worker.affinity import aside
from clamh.running.worker.fork import Fork, Outcome


class Side:
    """A side of the set; what it did in its turns is summed up in `measured`."""

    def __init__(self, fork: Fork):
        self.fork, self.case, self.trial = fork, fork.case, fork.trial
        self.idle_ns = 0
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


class SideFailed(Exception):
    """A side has failed, and its fork knows how."""


Measure = Callable[[Sequence[Side], Callable[[Record], None]], None]  # all measured turns of sides that are warm and stopped


def run_set(forks: Sequence[Fork], measure: Measure, record: Callable[[Record], None], longer: float) -> list[Outcome | None]:
    """Runs the trials of all sides, in turns; how each side's fork ended, None where the set has to be repeated without a side that failed.

    All else is recorded at once. `longer` lengthens warmups so that what happens rarely falls elsewhere in each set. What `measure`
    raises beside SideFailed is raised.
    """
    sides = [Side(fork) for fork in forks]
    with ExitStack() as living:
        for fork in forks:
            living.enter_context(fork)
        try:
            for side in sides:
                with side.turn():
                    side.trial.warm_up(side.fork.begin(), longer)
            with aside({cpu for fork in forks if fork.case.binding for cpu in fork.case.binding.cpus}):
                measure(sides, record)
            for side in sides:
                side.resume()
                side.end()
        except SideFailed:
            pass
    broken = any(side.fork.failure for side in sides)
    return [side.fork.outcome() if side.fork.failure or not broken else None for side in sides]


class Turn(NamedTuple):
    """What the threads of a side did in a turn."""

    side: int
    threads: tuple[ThreadIteration, ...]


def set_record(sides: Sequence[Side], index: int, turns: Sequence[Turn], counts: tuple[int, ...], warmin: tuple[int, ...], counted: bool) -> SetRecord:
    """The turns of an iteration, or of all of them, as they are recorded; the operations of each where they are `counted`."""
    return SetRecord(
        cases=tuple(side.case.case_id for side in sides), forks=tuple(side.fork.place.fork for side in sides), index=index,
        order=tuple(turn.side for turn in turns), counts=counts, warmin=warmin,
        elapsed_ns=tuple(sum(thread.elapsed_ns for thread in turn.threads) for turn in turns),
        waited_ns=tuple(sum_known(thread.waited_ns for thread in turn.threads) for turn in turns),
        operations=tuple(math.fsum(thread.operations for thread in turn.threads) for turn in turns) if counted else (),
        idle_ns=tuple(side.idle_ns for side in sides))


def sum_known(values: Iterator[int]) -> int:
    """The sum; -1 where one of them is not known."""
    found = list(values)
    return -1 if min(found) < 0 else sum(found)
