"""Facts about running processes: page faults, memory, and which process descends from which: proc(5), or psutil."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Process(NamedTuple):
    """A process as described by /proc/PID/stat, or by psutil without /proc; `group` is its process group."""

    pid: int
    name: str
    alive: bool
    parent: int
    group: int
    session: int
    major_faults: int  # pages that had to be read from a disk; -1: unknown
    resident_bytes: int


def read_process(pid: int, proc: Path = PROC) -> Process | None:
    """The process with that number; None if there is none or the system does not describe it."""
    try:
        before, _, after = (proc / str(pid) / "stat").read_bytes().rpartition(b")")
        state, parent, group, session, _, _, _, _, _, major, *rest = after.split()
        return Process(pid,
                       before.partition(b"(")[2].decode("utf-8", "backslashreplace"), state not in (b"Z", b"X"),
                       int(parent), int(group), int(session), int(major),
                       int(rest[11]) * PAGE_BYTES)
    except (OSError, ValueError):
        return None if proc.is_dir() else _ask_psutil(pid)


def _ask_psutil(pid: int) -> Process | None:
    """The process with that number, on systems without /proc, such as macOS."""
    import psutil

    try:
        process = psutil.Process(pid)
        alive = process.status() != psutil.STATUS_ZOMBIE
        name, parent, group, session = process.name(), process.ppid(), os.getpgid(pid), os.getsid(pid)
    except (psutil.Error, OSError):
        return None
    try:
        memory = process.memory_info()
    except psutil.Error:  # a zombie, or a process of another user
        memory = None
    return Process(pid, name, alive, parent, group, session, getattr(memory, "pageins", -1),
                   memory.rss if memory else 0)


def read_cpu_ns(pid: int) -> int:
    """The CPU time of a process so far, as psutil knows it; -1 if unknown."""
    import psutil

    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return -1
    return round(1e9 * (times.user + times.system))


def ask_usage(pid: int) -> tuple[int, ...]:
    """The counters of RUSAGE (model/counting.py) of another process, as psutil knows them; -1 for those unknown.

    macOS counts both kinds of context switches of a process together.
    """
    import psutil

    try:
        process = psutil.Process(pid)
        times, memory = process.cpu_times(), process.memory_info()
    except psutil.Error:
        return (-1,) * 6
    faults, major = (getattr(memory, name, -1) for name in ("pfaults", "pageins"))
    return round(1e9 * times.user), round(1e9 * times.system), faults - max(major, 0), major, -1, -1


def list_processes(proc: Path = PROC) -> Iterator[Process]:
    """All running processes."""
    for pid in _list_pids(proc):
        if (current := read_process(pid, proc)) and current.alive:
            yield current


def _list_pids(proc: Path) -> list[int]:
    try:
        return [int(name) for name in os.listdir(proc) if name.isdecimal()]
    except OSError:
        import psutil

        return list(psutil.pids())


def find_unreached(leaders: Collection[int], ours: Collection[int], driver: int, proc: Path = PROC) -> list[Process]:
    """Processes that the workers `leaders` have started and that a signal to the workers' process groups does not
    reach.

    Orphaned processes are children of the `driver` (strays.py); `ours` are those of its children that it started
    itself.
    """
    everything = list(list_processes(proc))
    parent_by_pid = {process.pid: process.parent for process in everything}

    def descends(pid: int) -> bool:
        seen = 0
        while pid in parent_by_pid and seen < len(parent_by_pid):
            if pid in leaders:
                return True
            if parent_by_pid[pid] == driver:
                return pid not in ours
            pid, seen = parent_by_pid[pid], seen + 1
        return False

    return [process for process in everything if process.group not in leaders and descends(process.pid)]


def read_memory(groups: Collection[int], proc: Path = PROC) -> int:
    """The resident memory of all processes of these process groups, in bytes."""
    return sum(process.resident_bytes for process in list_processes(proc) if process.group in groups)


def read_delay_ns(pid: int, threads: Collection[int]) -> int:
    """For how long these threads of a process, and the calling thread, have waited for a CPU; 0 if unknown."""
    folders = ("/proc/thread-self", *(f"/proc/{pid}/task/{thread}" for thread in threads))
    try:
        return sum(int(Path(folder, "schedstat").read_text().split()[1]) for folder in folders)
    except (OSError, ValueError, IndexError):  # the system does not count it, or a thread has ended
        return 0
