"""The clocks of this interpreter, and the one that is taken."""

from __future__ import annotations

import itertools
import os
import re
import time

from .failure import Failure

ROUNDS = 20
READINGS = 50
MEANS = 200


class Clock:
    """A clock that was tried; times in ns."""

    def __init__(self, name, now, step_ns=1, cost_ns=1):
        self.name, self.now, self.step_ns, self.cost_ns = name, now, step_ns, cost_ns
        self.counted = name == "counted"
        self.stretch_ns = 0.0  # what a stretch with nothing in it measures
        self.tried = [self]

    @property
    def resolution_ns(self):
        """The larger of the smallest step seen and the cost of one reading."""
        return max(self.step_ns, self.cost_ns)


clock = None  # set by choose_clock()


def choose_clock():
    """Take the best clock; False if CLAMH_CLOCK is no clock."""
    global clock
    wanted = os.environ.get("CLAMH_CLOCK")
    if wanted is not None:
        match = re.fullmatch(r"counted:([0-9]{1,18})", wanted)
        if match is None or int(match[1]) == 0:
            return False
        clock = Clock("counted", _counting(int(match[1])))
        return True
    names = ("perf_counter_ns", "monotonic_ns")
    tried = [_measured(f"time.{name}", getattr(time, name)) for name in names]
    clock = min(tried, key=lambda candidate: candidate.resolution_ns)
    clock.tried = tried
    clock.stretch_ns = _empty_stretch()
    return True


def _counting(step_ns):
    readings = itertools.count(step_ns, step_ns)  # one step of it is atomic: threads may read it at once
    return readings.__next__


def _measured(name, now):
    """The least of several rounds: anything above it is another process's time."""
    step_ns = cost_ns = 10**9
    for _ in range(3000):  # compiled code is what will read it
        now()
    for _ in range(ROUNDS):
        start = last = now()
        for _ in range(READINGS):
            reading = now()
            if last < reading < last + step_ns:
                step_ns = reading - last
            last = reading
        cost_ns = min(cost_ns, -(-(last - start) // READINGS))
    return Clock(name, now, step_ns, max(cost_ns, 1))


def _empty_stretch():
    """The lower quartile of many means: a mean of all may hold another process's time, and what is taken off too much makes a
    score negative."""
    now, means = clock.now, []
    for _ in range(MEANS):
        took = 0
        for _ in range(READINGS):
            start = now()
            stop = now()
            took += stop - start
        means.append(took / READINGS)
    return sorted(means)[MEANS // 4]


def elapsed(start, stop):
    """The time between two readings. Raises Failure when it is below 0."""
    if stop >= start:
        return stop - start
    raise Failure("clock", clock.name, f"the clock went back by {start - stop} ns")
