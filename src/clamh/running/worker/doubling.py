"""Does twice the work take twice the time? How many invocations a fork's last samples should have, to find out."""

from __future__ import annotations

from clamh.model.cases import Case
from clamh.model.worker import ThreadIteration
from clamh.running.worker.answers import OpenCase

SAMPLE_NS = 200_000  # of the shorter sample: long beside the clock, short enough for many
MOST_NS = 1_000_000  # where one invocation is longer, a sample is no loop that a compiler could have emptied
SAMPLES = 3  # of a block; the first follows a turn of the driver, and their median is not it
BLOCKS = 7
MODES = ("avgt", "thrpt", "wall")


def wanted(case: Case, opened: OpenCase, fork: int) -> bool:
    """Whether this fork, the last that was asked for, ends with samples of n and 2n invocations.

    Counters and Operations would count them, and the worker says whether fixtures allow it.
    """
    return (opened.can_sample and fork == case.options.forks - 1 and case.mode in MODES and case.threads == 1
            and not case.counters and not case.operations)


def invocations(thread: ThreadIteration) -> int:
    """How many invocations the shorter sample has, from a thread's last iteration; 0 where there is nothing to double."""
    if not thread.sample_invocations or not thread.sample_ns:
        return 0
    each = sum(thread.sample_ns) / len(thread.sample_ns) / thread.sample_invocations
    return max(1, round(SAMPLE_NS / each)) if 0 < each <= MOST_NS else 0
