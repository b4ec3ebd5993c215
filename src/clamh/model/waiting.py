"""Waiting for a CPU, taken off the score of a case that was measured alone: what else runs on the machine is not its work.

In turns the ratio is of times with waiting (speed.py): there both sides of it are exposed to the same load.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.judging.statistics.forks import mean
from clamh.judging.statistics.sums import total
from clamh.model import scores
from clamh.model.results import CaseRecord, IterationRecord
from clamh.model.worker import ThreadIteration

OWN_WAIT = 0.02  # of its measured time, by a measuring thread that was ready to run: its score is as much too slow
MOST_WAIT = 0.95  # of a time: more than it can have waited without having worked at all
MODES = ("avgt", scores.THROUGHPUT)  # elsewhere the score is no total of times, or waiting is part of what is asked


class ForkMean(NamedTuple):
    """The mean score of a fork's iterations, as measured and without waiting; its time, and how much of that is waiting."""

    measured: float
    unwaited: float
    time_ns: float
    waited_ns: float


def fork_mean(iterations: Sequence[IterationRecord], mode: str, unit_ns: int) -> ForkMean:
    """Of one fork; at least one iteration."""
    waits = [foreign_wait_ns(one) if mode in MODES else 0 for one in iterations]
    each = [scores.score(one, mode, unit_ns) for one in iterations]
    free = [scores.score(_without(one, wait), mode, unit_ns) if wait else score
            for one, wait, score in zip(iterations, waits, each, strict=True)]
    return ForkMean(mean(each), mean(free), total(thread.elapsed_ns for one in iterations for thread in one.threads), total(waits))


def fork_means(forks: Sequence[ForkMean]) -> tuple[tuple[float, ...], float]:
    """The mean of each fork, and the part of its time that a case waited, 0 where that is too little to matter.

    A correction applies to all forks of a case or to none: their differences make the interval.
    """
    time_ns, wait_ns = total(one.time_ns for one in forks), total(one.waited_ns for one in forks)
    if wait_ns <= OWN_WAIT * time_ns:
        return tuple(one.measured for one in forks), 0.0
    return tuple(one.unwaited for one in forks), wait_ns / time_ns


def can_leave_out(case: CaseRecord) -> bool:
    """Whether its score is a total of times of one thread, so that waiting can be taken off it."""
    return case.mode in MODES and case.threads == 1


def foreign_wait_ns(one: IterationRecord) -> int:
    """For how long the only thread of the iteration waited for a CPU that no other thread of its own process can have had.

    A collector or compiler that takes the CPU from its own program is part of what that program costs. So as much as the
    process's other threads computed meanwhile is not taken off. Several threads are part of what is measured.
    """
    if len(one.threads) > 1 or one.others_ns < 0:
        return 0
    thread = one.threads[0]
    waited = min(max(waited_ns(thread), 0), int(MOST_WAIT * thread.elapsed_ns))
    return max(0, waited - one.others_ns)


def waited_ns(thread: ThreadIteration) -> int:
    """How long the thread waited for a CPU in its measured time; -1 where that is not known.

    Where each invocation is timed by itself, it also waited between them, and nobody knows how much of it.
    """
    return -1 if thread.timings else thread.waited_ns


def _without(one: IterationRecord, wait_ns: int) -> IterationRecord:
    return replace(one, threads=tuple(replace(thread, elapsed_ns=thread.elapsed_ns - wait_ns) for thread in one.threads))
