"""Processes that a benchmark started in sessions of their own: without this module they would outlive the worker."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Collection
from pathlib import Path

from clamh.machine.processes import read_process

PR_SET_CHILD_SUBREAPER = 36  # prctl(2)
CHILDREN = "/proc/self/task"
MAX_GENERATIONS = 20  # of children: a generation becomes visible when its parents have ended


def adopt_orphans() -> frozenset[int]:
    """Makes orphaned descendants children of this process from now on; returns its present children.

    On systems other than Linux no orphans are adopted, and none are ever found.
    """
    try:
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except AttributeError:  # no prctl
        import psutil

        return frozenset(child.pid for child in psutil.Process().children())
    return frozenset(_list_children())


def end_orphans(known: Collection[int], session: int) -> tuple[str, ...]:
    """Kills and reaps all children that are not `known`, nor in the session of such a process, and their descendants.
    Returns the names of those outside the session.

    `session` is the session of an ended worker; the other processes of that session were killed with it. Orphans in the
    session of a worker that still runs, such as a server that its setup started, end with that worker.
    """
    strays = []
    for _ in range(MAX_GENERATIONS):
        orphans = {pid: read_process(pid) for pid in _list_children() if pid not in known}
        orphans = {pid: orphan for pid, orphan in orphans.items() if not orphan or orphan.session not in known}
        if not orphans:
            break
        for pid, orphan in orphans.items():
            if orphan and orphan.session != session and orphan.alive:
                strays.append(orphan.name)
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):  # already reaped
                pass
    return tuple(strays)


def _list_children() -> list[int]:
    try:
        threads = os.listdir(CHILDREN)
    except OSError:  # no /proc
        return []
    children = []
    for thread in threads:
        try:
            children += map(int, Path(CHILDREN, thread, "children").read_text().split())
        except OSError:  # the thread has ended, or a kernel without CONFIG_PROC_CHILDREN
            pass
    return children
