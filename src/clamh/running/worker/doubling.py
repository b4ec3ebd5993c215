"""Does twice the work take twice the time? The numbers of invocations of a fork's last samples, which test that."""

from __future__ import annotations

from clamh.model.cases import Case
from clamh.model.worker import ThreadIteration
from clamh.running.worker.answers import OpenCase

SAMPLE_NS = 200_000  # of the shorter sample: long compared with the clock, short enough for many
MAX_NS = 1_000_000  # a longer invocation is no loop that a compiler could have removed
SAMPLES = 3  # in a block; the first follows the driver's work and may be slow, but it is not their median
BLOCKS = 7
MODES = ("avgt", "thrpt", "wall")


def wanted(case: Case, opened: OpenCase, fork: int) -> bool:
    """Whether this fork, the last requested one, ends with samples of n and 2n invocations.

    Counters and Operations would count them. The worker reports whether fixtures allow it.
    """
    return (opened.can_sample and fork == case.options.forks - 1 and case.mode in MODES and case.threads == 1
            and not case.counters and not case.operations and not case.options.bounds)


def invocations(thread: ThreadIteration) -> int:
    """The number of invocations in the shorter sample, from a thread's last iteration; 0 if nothing can be doubled."""
    if not thread.sample_invocations or not thread.sample_ns:
        return 0
    invocation_ns = sum(thread.sample_ns) / len(thread.sample_ns) / thread.sample_invocations
    return max(1, round(SAMPLE_NS / invocation_ns)) if 0 < invocation_ns <= MAX_NS else 0
