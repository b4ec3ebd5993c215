"""The score of an iteration, and in sample mode its samples, without the cost of the clock."""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics import histogram, iteration
from clamh.model.options import PRINTED, PRINTED_NS
from clamh.model.results import IterationRecord
from clamh.model.worker import ThreadIteration

THROUGHPUT, SAMPLE, SINGLE_SHOT, WALL = "thrpt", "sample", "ss", "wall"
MODES = ("avgt", SAMPLE, SINGLE_SHOT, THROUGHPUT, WALL)
BATCHED = (SAMPLE, SINGLE_SHOT)  # modes that time one batch of invocations at once
# How to compute ns per operation of an iteration's threads. A mode that is not here has a rate.
TIMES = {
    "avgt": iteration.time_per_operation,
    SINGLE_SHOT: iteration.time_per_operation,
    SAMPLE: iteration.time_per_sampled_operation,
    WALL: iteration.wall_time_per_operation,
}


def name_unit(mode: str, time_unit: str, counted: str = "") -> str:
    """The unit of a score in this mode: `ops/s`, `ns/op`, `ops/min`; for a counter that counts `counted`: `B/s`,
    `ns/B`.
    """
    time = PRINTED.get(time_unit, time_unit)
    return f"{counted or 'ops'}/{time}" if mode == THROUGHPUT else f"{time}/{counted or 'op'}"


def time_unit_ns(unit: str) -> int:
    """The length in ns of the time unit in the unit of a score."""
    return PRINTED_NS[unit.removeprefix("ops/").removesuffix("/op")]


def cost_ns(value: float, unit: str) -> float:
    """The ns per operation of a score in this unit; infinite for a rate of 0."""
    if unit.startswith("ops/"):
        return time_unit_ns(unit) / value if value else math.inf
    return value * time_unit_ns(unit)


def of_cost_ns(cost_ns: float, unit: str) -> float:
    """The score in this unit for a number of ns per operation above 0."""
    return time_unit_ns(unit) / cost_ns if unit.startswith("ops/") else cost_ns / time_unit_ns(unit)


def net_ns(thread: ThreadIteration) -> float:
    """The thread's time without the cost of reading the clock."""
    return iteration.without_clock(thread.elapsed_ns, thread.timings, thread.clock_cost_ns)


def score(record: IterationRecord, mode: str, unit_ns: int) -> float:
    """The iteration's score: operations per time unit in mode thrpt, else time units per operation; may be 0 or
    infinite.

    The worker counts operations (protocol/README.md, Modes), with batch size and operations per invocation.
    """
    return together([(thread.operations, net_ns(thread)) for thread in record.threads], mode, unit_ns)


def together(threads: Sequence[tuple[float, float]], mode: str, unit_ns: int) -> float:
    """The common score of threads, each given as (count, ns)."""
    if mode == THROUGHPUT:
        return iteration.operations_per_time(threads) * unit_ns
    return TIMES[mode](threads) / unit_ns


def samples(record: IterationRecord, operations: int, unit_ns: int) -> tuple[tuple[float, int], ...]:
    """The iteration's samples over all threads, in time units per operation; a sample has `operations` operations."""
    return histogram.merge_histograms(
        histogram.changed(
            list(zip(thread.histogram[::2], map(int, thread.histogram[1::2]), strict=True)),
            lambda ns: iteration.without_clock(ns, 1, thread.clock_cost_ns) / operations / unit_ns,
        )
        for thread in record.threads
    )
