"""What the system says of processes while they live: page faults, memory, and which of them belong to another (proc(5))."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Process(NamedTuple):
    """A process as /proc/PID/stat has it; `group` is its process group."""

    pid: int
    name: str
    alive: bool
    parent: int
    group: int
    session: int
    major_faults: int  # pages that had to be read from a disk
    resident_bytes: int


def process(pid: int, proc: Path = PROC) -> Process | None:
    """The process of that number, None where there is none or the system does not say."""
    try:
        before, _, after = (proc / str(pid) / "stat").read_bytes().rpartition(b")")
        state, parent, group, session, _, _, _, _, _, major, *rest = after.split()
        return Process(pid, before.partition(b"(")[2].decode("utf-8", "backslashreplace"), state not in (b"Z", b"X"), int(parent),
                       int(group), int(session), int(major), int(rest[11]) * PAGE_BYTES)
    except (OSError, ValueError):
        return None


def processes(proc: Path = PROC) -> Iterator[Process]:
    """All that live."""
    try:
        names = os.listdir(proc)
    except OSError:
        return
    for name in names:
        if name.isdecimal() and (found := process(int(name), proc)) and found.alive:
            yield found


def unreached(leaders: Collection[int], ours: Collection[int], driver: int, proc: Path = PROC) -> list[Process]:
    """Processes that the workers `leaders` have started and that a signal to their process groups does not reach.

    Those whose parent has ended are children of the `driver` (strays.py), of whose children `ours` are known.
    """
    everything = list(processes(proc))
    of = {one.pid: one.parent for one in everything}

    def descends(pid: int) -> bool:
        seen = 0
        while pid in of and seen < len(of):
            if pid in leaders:
                return True
            if of[pid] == driver:
                return pid not in ours
            pid, seen = of[pid], seen + 1
        return False

    return [one for one in everything if one.group not in leaders and descends(one.pid)]


def memory_of(groups: Collection[int], proc: Path = PROC) -> int:
    """Resident memory of all processes of these groups, in bytes."""
    return sum(one.resident_bytes for one in processes(proc) if one.group in groups)
