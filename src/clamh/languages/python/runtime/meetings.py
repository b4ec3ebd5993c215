"""How the threads of one iteration begin and end together, without looking at a clock."""

from __future__ import annotations

import threading

from .team import Count, Released


class Meetings:
    """Of one iteration; with one thread there is nobody to meet."""

    def __init__(self, case):
        self.case, self.team, self.size = case, case.team, case.threads
        self._lock = threading.Lock()
        self._running = [Count(), Count()]
        self._lined, self._finished = Count(), Count()
        self._ended = False

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

    def _still(self, call):
        if self._all.team.failure is not None:
            raise Released
        call()
