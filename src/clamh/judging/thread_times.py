"""Warnings about several threads: one is slower than its equals, or one timed nothing."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

from clamh.judging.count_forks import format_forks
from clamh.judging.crowding import warn_of_too_few_cpus
from clamh.model import scores
from clamh.model.results import CaseRecord, ForkResult
from clamh.model.summary import Warning, make_warning
from clamh.model.worker import ThreadIteration

# Equal threads on cores of a kind differ by some percent. Hyper-threads that share a core with others differ by
# a factor of up to about 1.5.
UNEVEN = 1.5


def find_warnings(case: CaseRecord, forks: Sequence[ForkResult], environment: dict[str, Any]) -> list[Warning | None]:
    """The warnings about a case; `forks` are its forks that count."""
    if case.threads == 1 or not forks:
        return []
    return [
        _warn_of_idle_threads(case, forks),
        None if warn_of_too_few_cpus(case.threads, case.binding, environment) else _warn_of_uneven_threads(case, forks)
    ]


def _warn_of_idle_threads(case: CaseRecord, forks: Sequence[ForkResult]) -> Warning | None:
    """A thread whose only invocation lasted until it was stopped is in no mean."""
    idle = sorted({(number, thread.member) for fork in forks for iteration in fork.measurement
                   for number, thread in enumerate(iteration.threads) if _is_untimed(thread)})
    if not idle or case.mode == scores.SAMPLE:
        return None
    number, member = idle[0]
    others = f" and {len(idle) - 1} more" if len(idle) > 1 else ""
    thread_name = f"thread {number}{f' ({member})' if member else ''}{others}"
    return make_warning("idle-thread",
                        f"{thread_name} finished no invocation within its iteration: no score includes its time")


def _warn_of_uneven_threads(case: CaseRecord, forks: Sequence[ForkResult]) -> Warning | None:
    """In most forks one thread takes much longer for an operation than another thread of the same function."""
    if case.mode == scores.SINGLE_SHOT:
        return None  # a few invocations say little about a thread
    uneven = [pair for fork in forks if (pair := _find_widest_pair(fork)) is not None and pair[0] >= UNEVEN]
    if 2 * len(uneven) <= len(forks):
        return None
    ratio, slow, fast, member = sorted(uneven)[(len(uneven) - 1) // 2]
    of = f" of {member}" if member else ""
    return make_warning(
        "uneven-threads",
        f"in {len(uneven)} of {format_forks(len(forks))} an operation{of} takes one thread much longer than "
        f"another, typically thread {slow} takes {ratio:.2f} times as long as thread {fast}")


def _find_widest_pair(fork: ForkResult) -> tuple[float, int, int, str] | None:
    """The slowest thread's time ÷ the fastest's of the same function, their numbers, and the function's name."""
    times: dict[str, list[tuple[float, int]]] = {}
    for number, of_thread in enumerate(zip(*(iteration.threads for iteration in fork.measurement))):
        costs = [scores.net_ns(thread) / thread.operations for thread in of_thread if thread.operations > 0]
        if costs and 0 < (middle := statistics.median(costs)) < math.inf:
            times.setdefault(of_thread[0].member, []).append((middle, number))
    pairs = [(max(costs), min(costs), member) for member, costs in times.items() if len(costs) > 1]
    return max(((slow / fast, slow_number, fast_number, member)
                for (slow, slow_number), (fast, fast_number), member in pairs), default=None)


def _is_untimed(thread: ThreadIteration) -> bool:
    return thread.operations == 0 and thread.elapsed_ns == 0
