"""The clocks of this interpreter, and the one that is taken."""

import itertools
import os
import re
import time

from .failure import Failure

ROUNDS, READINGS, MEANS = 20, 50, 200


class Clock:
    """A clock that was tried; times in ns. `stretch_ns` is what a stretch with nothing in it measures."""

    def __init__(self, name, now, step_ns=1, cost_ns=1):
        self.name, self.now, self.step_ns, self.cost_ns = name, now, step_ns, cost_ns
        self.resolution_ns = max(step_ns, cost_ns)
        self.counted, self.stretch_ns, self.tried = name == "counted", 0.0, [self]


clock = None  # set by choose_clock()


def choose_clock():
    """Take the best clock. Returns False if CLAMH_CLOCK is no clock."""
    global clock
    wanted = os.environ.get("CLAMH_CLOCK")
    if wanted is not None:
        if not re.fullmatch(r"counted:0*[1-9][0-9]{0,17}", wanted):
            return False
        step_ns = int(wanted[8:])
        clock = Clock("counted",
                      itertools.count(step_ns, step_ns).__next__)  # atomic: threads may read it at the same time
        return True
    tried = [_try_clock(f"time.{name}", getattr(time, name)) for name in ("perf_counter_ns", "monotonic_ns")]
    clock = min(tried, key=lambda candidate: candidate.resolution_ns)
    clock.tried = tried
    clock.stretch_ns = _time_empty_stretch(clock.now)
    return True


def _try_clock(name, now):
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


def _time_empty_stretch(now):
    """The lower quartile of many means: a mean of all may hold another process's time, and what is taken off too much
    makes a score negative."""
    means = []
    for _ in range(MEANS):
        took = 0
        for _ in range(READINGS):
            start = now()
            stop = now()
            took += stop - start
        means.append(took / READINGS)
    return sorted(means)[MEANS // 4]


def elapsed(start, stop):
    """The time between two readings. Raises Failure if it is below 0."""
    if stop >= start:
        return stop - start
    raise Failure("clock", clock.name, f"the clock went back by {start - stop} ns")
