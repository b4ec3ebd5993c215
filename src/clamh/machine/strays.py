"""Processes that a benchmark started in sessions of their own: they would live on when its worker has ended."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Collection
from pathlib import Path

from clamh.machine.processes import process

PR_SET_CHILD_SUBREAPER = 36  # prctl(2)
CHILDREN = "/proc/self/task"
REAPED = 20  # generations of children: each is seen once its parent has ended


def adopt_orphans() -> frozenset[int]:
    """From here on orphaned descendants become children of this process; returns those that it has now.

    Where the system has no such thing (it is Linux's), nothing changes and nothing is ever found.
    """
    try:
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except AttributeError:  # no prctl
        return frozenset()
    return frozenset(_children())


def end_orphans(known: Collection[int], session: int) -> tuple[str, ...]:
    """Kills and reaps all children that are not `known`, and their own; the names of those that had left the session.

    `session` is that of a worker which has ended, whose other processes were killed with it.
    """
    strays = []
    for _ in range(REAPED):
        orphans = [pid for pid in _children() if pid not in known]
        if not orphans:
            break
        for pid in orphans:
            orphan = process(pid)
            if orphan and orphan.session != session and orphan.alive:
                strays.append(orphan.name)
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):  # somebody else has reaped it
                pass
    return tuple(strays)


def _children() -> list[int]:
    try:
        threads = os.listdir(CHILDREN)
    except OSError:  # no /proc
        return []
    found = []
    for thread in threads:
        try:
            found += map(int, Path(CHILDREN, thread, "children").read_text().split())
        except OSError:  # the thread has ended, or a kernel without CONFIG_PROC_CHILDREN
            pass
    return found
