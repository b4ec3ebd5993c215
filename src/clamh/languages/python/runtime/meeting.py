"""How the threads of one iteration begin and end together, without looking at a clock."""

import collections
import os
import threading
import time

from .describe import has_global_lock
from .thread_pool import Released

HELP_S = 0.002
LATE_HELP_S = 2.0  # for a fixed number of calls: a slow machine is not yet a hang
# how long a partner may still be at its calls after others have made theirs, for each turn
SHOT_S, LONGEST_SHOT_S = 0.1, 1.0
TURN_S = 0.00005
CPUS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1  # PyPy has no affinity


class Meeting:
    """One for all threads of an iteration; alone, a thread meets no other."""

    def __init__(self, case):
        self._case, self._pool, self._size = case, case.pool, case.opening.threads
        self._lock, self._changed = threading.Lock(), threading.Condition()
        self._arrived, self._ended, self._outside = collections.Counter(), False, 0

    def run_in(self, call, turn=0):
        """Report that this thread calls the benchmark, and go on calling until all do; `turn` 1 is the second run-in.
        """
        self._gather(turn, lambda: self._call_again(call))

    def line_up(self):
        """Begin together, as closely as possible."""
        self._gather("lined up", lambda: time.sleep(0))

    def run_out(self, call):
        """Report that this thread has finished, and go on calling until all have."""
        self.end()
        self._gather("finished", lambda: self._call_again(call))

    def _gather(self, place, wait):
        with self._lock:
            self._arrived[place] += 1
        while self._arrived[place] < self._size:
            if self._pool.failure is not None:
                raise Released
            wait()

    def _call_again(self, call):
        call()
        if self._size > CPUS:  # else those that still measure wait for a turn of each that does not
            time.sleep(TURN_S)

    def end(self, over=True):
        """Whether another thread has ended before; `over`: this one ends now, and the first to do so stops the others.
        """
        with self._lock:
            before = self._ended
            if over and not before:
                self._ended = self._case.control.stopMeasurement = True
        return before

    def leave_calls(self, patience_s, call):
        """Wait until no thread is in a call any more.

        A thread that waits for its partner without looking at Control stays in its call. Then those outside `call` once
        more, un-timed, after they have waited so long, then twice as long, and so on.
        """
        while self._size > 1:
            with self._changed:
                self._outside += 1
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._outside == self._size or self._pool.failure is not None,
                                       patience_s)
                if self._pool.failure is not None:
                    raise Released
                if self._outside == self._size:
                    return
                self._outside -= 1
            call()
            patience_s *= 2

    def leave_shots(self, took_ns, call):
        """The same if each thread had a number of calls to make, the longest of this one's took so long.

        When no partner can still be busy, calls that last until they are stopped are stopped; calls beyond the number
        are the last resort.
        """
        turns = self._size if has_global_lock() else -(-self._size // CPUS)
        first, passed = max(min(turns * SHOT_S, LONGEST_SHOT_S), 4e-9 * took_ns), 0

        def help_partner():
            nonlocal passed
            passed = 2 * passed + first
            if self.end() and passed >= LATE_HELP_S / 2:
                call()

        self.leave_calls(first, help_partner)

    def returned_by_itself(self, function):
        """Whether a call that has returned now did so by itself, and not because it was stopped."""
        return not (self._case.control.stopMeasurement and "Control" in function.takes)
