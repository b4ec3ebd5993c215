"""How the threads of one iteration begin and end together, without looking at a clock."""

from __future__ import annotations

import os
import threading
import time

from .describe import locked
from .team import Count, Released

HELP_S = 0.002
LATE_HELP_S = 2.0  # where the number of calls is told: a slow machine is not yet a hang
SHOT_S, LONGEST_SHOT_S = 0.1, 1.0  # how long a partner may still be at its calls when others have made theirs, for each turn
TURN_S = 0.00005
CPUS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1  # PyPy has no affinity


class Meetings:
    """Of one iteration; with one thread there is nobody to meet."""

    def __init__(self, case):
        self.case, self.team, self.size = case, case.team, case.threads
        self._lock = threading.Lock()
        self._running = [Count(), Count()]
        self._lined, self._finished = Count(), Count()
        self._ended = False
        self._outside, self._left = 0, threading.Condition()
        self._crowded = self.size > CPUS

    def of(self, number):
        """As one thread sees it."""
        return Meeting(self, number)


class Meeting:
    """One thread's."""

    def __init__(self, meetings, number):
        self._all, self._number, self._runs = meetings, number, 0

    def run_in(self, call):
        """Say that this thread calls the benchmark, and go on calling until all do."""
        every = self._all
        if every.size == 1:
            return
        count = every._running[self._runs]
        self._runs += 1
        count.add()
        while count.value < every.size:
            self._still(call)

    def line_up(self):
        """Begin together, as closely as can be."""
        every = self._all
        if every.size > 1:
            every._lined.add()
            every._lined.await_all(every.size, every.team)

    def ended(self, over):
        """Whether another thread has ended; `over` says that this one does now, and who says so first is not `another`."""
        every = self._all
        with every._lock:
            before = every._ended
            if over and not before:
                every._ended = True
                every.case.control.stopMeasurement = True
        return before

    def run_out(self, call):
        """Say that this thread has finished, and go on calling until all have."""
        every = self._all
        self.ended(True)
        if every.size == 1:
            return
        every._finished.add()
        while every._finished.value < every.size:
            self._still(call)

    def leave_calls(self, patience_s, call):
        """Wait until no thread is in a call any more.

        One that waits for its partner and does not look at Control stays in its call: then those outside `call` once more,
        un-timed, when they have waited that long, twice that, and so on.
        """
        every = self._all
        while every.size > 1:
            with every._left:
                every._outside += 1
                every._left.notify_all()
                every._left.wait_for(lambda: every._outside == every.size or every.team.failure is not None, patience_s)
                if every.team.failure is not None:
                    raise Released
                if every._outside == every.size:
                    return
                every._outside -= 1
            call()
            patience_s *= 2

    def leave_shots(self, took_ns, call):
        """The same where each thread had a number of calls to make, the longest of this one's so long.

        First those that last until they are stopped are, when nobody can still be busy; calls that nobody asked for are the last
        resort.
        """
        turns = self._all.size if locked() else -(-self._all.size // CPUS)
        first, passed = max(min(turns * SHOT_S, LONGEST_SHOT_S), 4e-9 * took_ns), 0

        def help_them():
            nonlocal passed
            passed = 2 * passed + first
            if self.ended(True) and passed >= LATE_HELP_S / 2:
                call()

        self.leave_calls(first, help_them)

    def whole(self, function):
        """Whether a call that came back now did so of itself, and not because it was told to stop."""
        return not (self._all.case.control.stopMeasurement and "Control" in function.takes)

    def _still(self, call):
        if self._all.team.failure is not None:
            raise Released
        call()
        if self._all._crowded:  # else those that still measure wait for a turn of each that does not
            time.sleep(TURN_S)
