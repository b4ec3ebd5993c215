"""Subtract waiting for a CPU from a score: other load is not the work of a case.

Of sides that take turns, it is subtracted only where no side's runtime has threads of its own. Otherwise the interval
of a ratio covers both possibilities (judging/evidence.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.judging.statistics.forks import mean
from clamh.judging.statistics.sums import total
from clamh.model import scores
from clamh.model.cases import Case
from clamh.model.results import CaseRecord, IterationRecord, SetRecord
from clamh.model.worker import ThreadIteration

OWN_WAIT = 0.02  # share of its measured time that a thread waited for a CPU; the score is too slow by this share
MAX_WAIT = 0.95  # share of a time; a thread that worked at all cannot have waited longer
# the largest share of its measured time by other threads of a side; the one that reads commands takes up to 2 %
MAX_OTHERS = 0.05
MODES = ("avgt", scores.THROUGHPUT)  # in other modes the score is no total of times, or waiting is part of it


class ForkMean(NamedTuple):
    """The mean score of a fork's iterations, as measured and without waiting; its time, and the waiting in it; the
    scores without waiting.
    """

    measured: float
    unwaited: float
    time_ns: float
    waited_ns: float
    scores: tuple[float, ...]


def fork_mean(iterations: Sequence[IterationRecord], mode: str, unit_ns: int) -> ForkMean:
    """The means of a fork, which has at least one iteration."""
    waits = [foreign_wait_ns(iteration) if mode in MODES else 0 for iteration in iterations]
    measured = [scores.score(iteration, mode, unit_ns) for iteration in iterations]
    unwaited = [scores.score(_subtract_wait(iteration, wait), mode, unit_ns) if wait else score
                for iteration, wait, score in zip(iterations, waits, measured, strict=True)]
    time_ns = total(thread.elapsed_ns for iteration in iterations for thread in iteration.threads)
    return ForkMean(mean(measured), mean(unwaited), time_ns, total(waits), tuple(unwaited))


def fork_means(forks: Sequence[ForkMean]) -> tuple[tuple[float, ...], float]:
    """The mean of each fork, and the share of its time that a case waited; 0 if it is too small to matter.

    All forks of a case are corrected, or none, because the interval comes from their differences.
    """
    time_ns, wait_ns = total([fork.time_ns for fork in forks]), total([fork.waited_ns for fork in forks])
    if wait_ns <= OWN_WAIT * time_ns:
        return tuple([fork.measured for fork in forks]), 0.0
    return tuple([fork.unwaited for fork in forks]), wait_ns / time_ns


def find_cases_without_waiting(sets: Iterable[SetRecord], no_helpers: Mapping[str, bool]) -> set[str]:
    """The case_ids of contests in which waiting is subtracted from all sides and turns.

    There no side's runtime has threads of its own (`no_helpers`, by case_id), and its other threads hardly computed. A
    runtime's own threads wait unseen, and take the CPU from the benchmark.
    """
    free_of_case: dict[str, bool] = {}
    for record in sets:
        own_ns = [0] * len(record.cases)
        for side_index, elapsed_ns in zip(record.order, record.elapsed_ns, strict=True):
            own_ns[side_index] += elapsed_ns
        known = len(record.others_ns) == len(record.cases) and min(record.waited_ns, default=-1) >= 0
        free = known and all(no_helpers.get(case_id, True) for case_id in record.cases) and all(
            0 <= others_ns <= MAX_OTHERS * elapsed_ns
            for others_ns, elapsed_ns in zip(record.others_ns, own_ns, strict=True))
        for case_id in record.cases:
            free_of_case[case_id] = free_of_case.get(case_id, True) and free
    return {case_id for case_id, free in free_of_case.items() if free}


def can_leave_out(case: CaseRecord | Case) -> bool:
    """Whether waiting can be subtracted: the score of the case is a total of times of a thread."""
    return case.mode in MODES and case.threads == 1


def foreign_wait_ns(iteration: IterationRecord) -> int:
    """How long the iteration's only thread waited for a CPU that no other thread of its own process used.

    A collector or compiler that takes the CPU from its own program is part of the program's cost. So the CPU time of
    the process's other threads is not subtracted. With several threads, waiting is part of the measurement.
    """
    if len(iteration.threads) > 1 or iteration.others_ns < 0:
        return 0
    return max(0, _find_wait(iteration) - iteration.others_ns)


def without_waiting(iteration: IterationRecord) -> IterationRecord:
    """The iteration without all waiting for a CPU of its only thread, as sides that take turns are compared."""
    return _subtract_wait(iteration, _find_wait(iteration))


def _find_wait(iteration: IterationRecord) -> int:
    """How long the iteration's only thread waited; 0 if this is unknown."""
    thread = iteration.threads[0]
    return min(max(waited_ns(thread), 0), int(MAX_WAIT * thread.elapsed_ns))


def working_ns(elapsed_ns: float, wait_ns: float) -> float:
    """A time without waiting for a CPU; a negative `wait_ns` is unknown."""
    return elapsed_ns - min(max(wait_ns, 0), MAX_WAIT * elapsed_ns)


def waited_ns(thread: ThreadIteration) -> int:
    """How long the thread waited for a CPU in its measured time; -1 if this is unknown.

    If each invocation is timed separately, the thread also waited between invocations, for an unknown part of the time.
    """
    return -1 if thread.timings else thread.waited_ns


def _subtract_wait(iteration: IterationRecord, wait_ns: int) -> IterationRecord:
    threads = tuple(replace(thread, elapsed_ns=thread.elapsed_ns - wait_ns) for thread in iteration.threads)
    return replace(iteration, threads=threads)
