"""What is read beside the time: context switches, run queue delay, garbage collections, the speed of the CPU."""

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
_own = threading.local()  # of each thread: the descriptor of its schedstat, kept open


def count_switches():
    """The context switches of this thread so far, as fields of `thread`; none where the system does not count them."""
    if resource is None or not hasattr(resource, "RUSAGE_THREAD"):
        return {}
    usage = resource.getrusage(resource.RUSAGE_THREAD)
    return {"voluntary_switches": usage.ru_nvcsw, "involuntary_switches": usage.ru_nivcsw}


def count_collections():
    """How often garbage was collected since the process started, as a field; none where the runtime does not count it.
    """
    try:
        return {"collections": sum(generation["collections"] for generation in gc.get_stats())}
    except (AttributeError, KeyError, TypeError):  # PyPy's are of another kind
        return {}


def read_delay():
    """The run queue delay of this thread so far, as a field; none under the fake clock and where the system does not
    say.
    """
    if clocks.clock.counted:
        return {}
    try:
        if not hasattr(_own, "schedstat"):
            _own.schedstat = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        _, delay, turns = map(int, os.pread(_own.schedstat, 100, 0).split())
    except (OSError, ValueError):
        return {}
    return {"waited_ns": delay} if turns else {}  # a kernel that does not count writes zeros


def close_delay():
    """The last of a thread: its descriptor would outlive it."""
    descriptor = vars(_own).pop("schedstat", None)
    if descriptor is not None:
        os.close(descriptor)


def read_speed():
    """The time of one fixed chain of multiplications, in ns."""
    now, value = clocks.clock.now, 1
    start = now()
    for _ in range(LINKS):  # each multiplication waits for the one before it
        value = value * 0x9E3779B1 & 0x3FFFFFFF
    return elapsed(start, now())


def speed_cost():
    """How long such a reading takes once it is warm, in ns."""
    global _cost
    if _cost == 0:
        readings = [read_speed() for _ in range(1 if clocks.clock.counted else WARM_UP)]
        _cost = max(readings[-1], 1)
    return _cost
