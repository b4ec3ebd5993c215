"""What the system counts of this process while it measures: events whose descriptors the driver left here, and resource
usage.
"""

import os
import struct
from itertools import groupby

from .allocations import list_counts, make_reader

try:
    import resource
except ImportError:  # not on every system
    resource = None

EVENT = struct.Struct(
    "=3q")  # its count, and for how long it was enabled and running: fewer counters than events take turns
RUSAGE = "rusage"
_sources = []  # functions, each of which reads a source
_before, _counted = [], []


def choose_counters(names):
    """From CLAMH_COUNTERS: numbers of descriptors, and names of what the worker reads itself."""
    able = list_counts() if "gc." in names else []
    for read_at_once, group in groupby(filter(None, names.split(",")), lambda name: name in able):
        if read_at_once:
            _sources.append(make_reader([*group]))
        else:
            _sources.extend(filter(None, map(_find_source, group)))


def _find_source(name):
    """The function that reads a source; None for an unknown name."""
    if name.isdecimal():
        return lambda: _read_event(int(name))
    return _read_usage if name == RUSAGE else None


def is_counting():
    """Whether the driver wants anything counted."""
    return bool(_sources)


def _read_event(descriptor):
    try:
        return EVENT.unpack(os.read(descriptor, EVENT.size))
    except (OSError, struct.error):
        return (-1, -1, -1)


def _read_usage():
    if resource is None:
        return (-1,) * 6
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return (round(usage.ru_utime * 1e6) * 1000, round(usage.ru_stime * 1e6) * 1000, usage.ru_minflt, usage.ru_majflt,
            usage.ru_nvcsw, usage.ru_nivcsw)


def begin_counting():
    """Read everything: the last thing before a measured part begins, outside of clock readings."""
    if _sources:
        _before[:] = [read() for read in _sources]


def end_counting():
    """Read everything again, backwards: so the same readings lie within what each source counts in every iteration."""
    if _sources:
        _counted[:] = [read() for read in reversed(_sources)]


def describe_counts():
    """What was counted in between, as a field of the answer; none without CLAMH_COUNTERS."""
    if not _sources:
        return {}
    pairs = [pair for before, after in zip(_before, reversed(_counted)) for pair in zip(before, after)]
    return {"counters": [-1 if before < 0 or after < 0 else after - before for before, after in pairs]}
