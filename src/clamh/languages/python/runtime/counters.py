"""What is read beside the time: context switches, and how fast the processor is."""

from __future__ import annotations

import gc
import os
import threading

from . import clock as clocks
from .clock import elapsed

try:
    import resource
except ImportError:  # not on every system
    resource = None

LINKS = 64
WARM_UP = 200
_cost = 0
_own = threading.local()  # of each thread: its descriptor of the scheduler's account, kept open


def switches():
    """Voluntary and involuntary context switches of this thread so far; (-1, -1) where the system does not say."""
    if resource is None or not hasattr(resource, "RUSAGE_THREAD"):
        return -1, -1
    usage = resource.getrusage(resource.RUSAGE_THREAD)
    return usage.ru_nvcsw, usage.ru_nivcsw


def collected():
    """How often garbage was collected since the process started, as a field of an event; none where the runtime does not count it."""
    try:
        return {"collections": sum(one["collections"] for one in gc.get_stats())}
    except (AttributeError, KeyError, TypeError):  # PyPy's are of another kind
        return {}


def waited():
    """For how long this thread was ready to run while others had the CPU, in ns so far; -1 where the system does not say.

    A fake clock knows no waiting.
    """
    if clocks.clock.counted:
        return -1
    descriptor = getattr(_own, "schedstat", None)
    if descriptor is None:
        try:
            descriptor = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:
            descriptor = -1
        _own.schedstat = descriptor
    if descriptor < 0:
        return -1
    _, waiting, turns = map(int, os.pread(descriptor, 100, 0).split())
    return waiting if turns else -1  # a kernel that does not count writes zeros


def _chain(links):
    value = 1
    for _ in range(links):  # each multiplication waits for the one before it
        value = value * 0x9E3779B1 & 0x3FFFFFFF
    return value


def speed_reading():
    """The time of one fixed chain of multiplications, in ns."""
    now = clocks.clock.now
    start = now()
    _chain(LINKS)
    return elapsed(start, now())


def speed_cost():
    """How long a reading takes once it is warm, in ns."""
    global _cost
    if _cost == 0:
        for _ in range(1 if clocks.clock.counted else WARM_UP):
            _chain(LINKS)
        _cost = max(speed_reading(), 1)
    return _cost
