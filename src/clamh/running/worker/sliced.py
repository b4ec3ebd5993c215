"""A side of a set and its slices: how long its invocations take, how long its slices are, and how they run."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from clamh.machine import processes
from clamh.model.cases import count_warmup_iterations
from clamh.model.counting import Counts
from clamh.model.errors import WorkerError
from clamh.model.waiting import waited_ns
from clamh.model.worker import ThreadIteration
from clamh.running.planning import turns
from clamh.running.worker import commands
from clamh.running.worker.answers import OpenCase
from clamh.running.worker.conversation import ask, check_threads, timeout_s
from clamh.running.worker.sets import Side, Turn

LONGEST_NS = 200_000_000  # the longest slice, for a side with long invocations
MAX_INVOCATIONS = 1 << 40  # invocations of a slice
PACING = 8  # the last pacing slice is at least a slice ÷ this
PACED = 2  # times that the last pacing slice is repeated
MORE = 4  # so many times as many invocations must take twice as long, where invocations are suspended


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
        self._unit_ns = 1.0  # the duration of an invocation, or of what else `count` counts
        # the time that a slice has beside the Timeout: at least that of an iteration
        self.lasting_ns = side.case.options.measurement_time_ns
        self.phase = "warmup" if count_warmup_iterations(side.case) else "measurement"
        self._in_iteration = False
        self._long_outside = self._suspends = False  # in the last pacing slice
        self._outside = math.inf  # the time of a slice outside of its threads' loops ÷ that in them
        self.counts: Counts = {}  # of the last slice
        self._collects = False  # its slices produce garbage
        self.cold = False  # its data leave the caches during the turns of others
        if (self.case.counters or self.case.operations) and any(
                step.level == "Iteration" for step in self.case.opening.steps):
            # Its iteration ends before the calls on the used state, which would run the setup again and so change it.
            self.trial.invokes = False

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
        Waiting for a CPU does not count: on a busy machine the worker waits before and after its timed part, and the
        driver waits when an answer comes.
        """
        began, is_first = time.monotonic(), not self._in_iteration
        pid, measuring = self.side.fork.worker.pid, (self.trial.opened or OpenCase()).threads
        delay_ns = processes.read_delay_ns(pid, measuring)
        threads = self.slice(0, count, 0)
        delay_ns = processes.read_delay_ns(pid, measuring) - delay_ns
        delay_ns -= sum(max(0, waited_ns(thread)) for thread in threads)  # in the timed part
        took_ns = max(thread.whole_ns for thread in threads)
        outside_ns = max(0.0, (time.monotonic() - began) * 1e9 - took_ns - max(0, delay_ns))
        # A measured slice has at least so many times as many invocations; a slice in ns is equally long.
        more = 1.0 if self.timed else min(PACING, max(1.0, slice_ns / max(1, took_ns)))
        self._outside = min(self._outside, outside_ns / max(1, took_ns))
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
        self._unit_ns = 1.0 if self.timed else invocation_ns
        self.count = max(1, round(slice_ns / self._unit_ns))
        self.set_warmin(slice_ns)

    def can_be_longer(self) -> bool:
        """Whether an un-timed part of COLD_NS would not take very long outside of its loop, as with fixtures."""
        return self._outside * turns.COLD_NS <= LONGEST_NS

    def set_warmin(self, slice_ns: int) -> None:
        """Sets the length of the un-timed part."""
        warmin_ns = max(turns.warmin_ns(self.case, slice_ns), turns.COLLECTED_NS if self._collects else 0,
                        turns.COLD_NS if self.cold else 0)
        self.warmin = max(1, math.ceil(warmin_ns / self._unit_ns))
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


def take_turns(sides: Sequence[Sliced], order: Sequence[int], last: dict[int, int], end: int,
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
