"""One iteration's score from what its threads counted, as JMH has it (its AverageTimeResult, ThroughputResult)."""

from __future__ import annotations

import math
from collections.abc import Sequence


def time_per_operation(threads: Sequence[tuple[float, int]]) -> float:
    """ns per operation: the mean over threads of each one's elapsed_ns ÷ operations; infinite without operations."""
    each = (elapsed / operations if operations > 0 else math.inf for operations, elapsed in threads)
    return math.fsum(each) / len(threads)


def operations_per_time(threads: Sequence[tuple[float, int]]) -> float:
    """Operations per ns: the sum over threads of each thread's own operations ÷ elapsed_ns; infinite in no time."""
    rates = (operations / elapsed if elapsed > 0 else math.inf for operations, elapsed in threads if operations > 0)
    return math.fsum(rates)
