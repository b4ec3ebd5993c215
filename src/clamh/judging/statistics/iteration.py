"""One iteration's score from the counts of its threads, as in JMH (AverageTimeResult, ThroughputResult).

A thread is (operations, ns): its operations, and their time without the cost of the clock. A thread with (0, 0) is left
out: it waited for the others throughout. JMH has no such threads, since it counts calls that return early.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.sums import total

Thread = tuple[float, float]


def without_clock(elapsed_ns: float, timings: int, clock_cost_ns: float) -> float:
    """The ns of `timings` stretches without the cost of the clock, which each stretch contains once; never below 0."""
    return max(0.0, elapsed_ns - timings * clock_cost_ns)


def time_per_operation(threads: Sequence[Thread]) -> float:
    """ns per operation: the mean over threads of each thread's own ns ÷ operations; infinite without operations."""
    if len(threads) == 1:  # most iterations; a report has millions
        operations, ns = threads[0]
        return ns / operations if operations > 0 else math.inf
    working = [thread for thread in threads if thread != (0, 0)]
    times = [ns / operations if operations > 0 else math.inf for operations, ns in working]
    return total(times) / len(working) if working else math.inf


def operations_per_time(threads: Sequence[Thread]) -> float:
    """Operations per ns: the sum over threads of each thread's own operations ÷ ns; infinite in no time."""
    rates = (operations / ns if ns > 0 else math.inf for operations, ns in threads if operations > 0)
    return total(rates)


def time_per_sampled_operation(threads: Sequence[Thread]) -> float:
    """ns per operation over the samples of all threads together; infinite without operations."""
    operations = total(operations for operations, _ in threads)
    return total(ns for _, ns in threads) / operations if operations > 0 else math.inf


def wall_time_per_operation(threads: Sequence[Thread]) -> float:
    """ns of the longest thread ÷ the operations of all: Google Benchmark's real time; infinite without operations."""
    operations = total(operations for operations, _ in threads)
    return max(ns for _, ns in threads) / operations if operations > 0 else math.inf
