"""Doubts about several threads: one slower than its equals, one that had nothing timed."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

from clamh.judging.crowding import crowded
from clamh.judging.forks import counted
from clamh.model import scores
from clamh.model.results import CaseRecord, ForkResult
from clamh.model.summary import Warning, warning
from clamh.model.worker import ThreadIteration

# Equal threads on a machine of one kind of core are within some percent of each other, on hyper-threads that share a
# core with others within 1.5 or so.
UNEVEN = 1.5


def doubts(case: CaseRecord, forks: Sequence[ForkResult], environment: dict[str, Any]) -> list[Warning | None]:
    """Those about one case, whose forks that count these are."""
    if case.threads == 1 or not forks:
        return []
    return [_idle(case, forks), None if crowded(case.threads, case.binding, environment) else _uneven(case, forks)]


def _idle(case: CaseRecord, forks: Sequence[ForkResult]) -> Warning | None:
    """Threads whose only invocation lasted until it was stopped are in no mean."""
    found = sorted({(number, thread.member) for fork in forks for one in fork.measurement
                    for number, thread in enumerate(one.threads) if _untimed(thread)})
    if not found or case.mode == scores.SAMPLE:
        return None
    number, member = found[0]
    who = f"thread {number}{f' ({member})' if member else ''}" + (f" and {len(found) - 1} more" if len(found) > 1 else "")
    return warning("idle-thread", f"{who} had no invocation that ended before its iteration did: its time is in no score")


def _uneven(case: CaseRecord, forks: Sequence[ForkResult]) -> Warning | None:
    """In most forks one thread takes much longer for an operation than another of the same function."""
    if case.mode == scores.SINGLE_SHOT:
        return None  # a few invocations say little of a thread
    told = [found for fork in forks if (found := _widest(fork)) is not None and found[0] >= UNEVEN]
    if 2 * len(told) <= len(forks):
        return None
    ratio, slow, fast, member = sorted(told)[(len(told) - 1) // 2]
    of = f" of {member}" if member else ""
    return warning("uneven-threads", f"in {len(told)} of {counted(len(forks))} an operation{of} takes one thread much longer than "
                   f"another: in the middle one thread {slow} needs {ratio:.2f} times as long as thread {fast}")


def _widest(fork: ForkResult) -> tuple[float, int, int, str] | None:
    """How many times as long the slowest thread takes as the fastest of the same function, their numbers, and its name."""
    times: dict[str, list[tuple[float, int]]] = {}
    for number, several in enumerate(zip(*(one.threads for one in fork.measurement))):
        each = [scores.net_ns(thread) / thread.operations for thread in several if thread.operations > 0]
        if each and 0 < (middle := statistics.median(each)) < math.inf:
            times.setdefault(several[0].member, []).append((middle, number))
    pairs = [(max(some), min(some), member) for member, some in times.items() if len(some) > 1]
    return max(((slow / fast, at, other, member) for (slow, at), (fast, other), member in pairs), default=None)


def _untimed(thread: ThreadIteration) -> bool:
    return thread.operations == 0 and thread.elapsed_ns == 0
