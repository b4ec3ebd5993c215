"""Whether the numbers of a fork fit each other, as a worker's do: an edited or damaged file is no measurement."""

from __future__ import annotations

import math

from clamh.results import CaseRecord, ForkResult, IterationRecord
from clamh.said import ThreadIteration
from clamh.scores import BATCHED, SAMPLE

BUCKET = 0.002  # of a histogram's sum: its buckets are within 0.1 % of what fell into them
EXACT = 1e-9  # operations are counted, but a score divides them


def misfit(fork: ForkResult, case: CaseRecord) -> str:
    """What in a fork that came to its end cannot be true, "" when nothing is; a sentence without a full stop.

    Protocol, iteration: a worker's samples add up to the time of the iteration, and have its operations.
    """
    found = [one.index for one in fork.measurement]
    planned = case.options.measurement_iterations
    if found != list(range(len(found))):
        return _edited("its iterations are numbered " + ", ".join(str(index + 1) for index in found))
    if len(found) != planned:
        return _edited(f"{len(found)} measured iteration{'s' * (len(found) != 1)}, where {planned} were to be")
    for one in fork.measurement:
        for thread in one.threads if one.source == "worker" else ():
            if told := _thread(thread, one, case):
                return _edited(f"measured iteration {one.index + 1}: {told}")
    return ""


def _edited(told: str) -> str:
    return f"the file was edited or damaged: {told}"


def _thread(thread: ThreadIteration, one: IterationRecord, case: CaseRecord) -> str:
    if thread.sample_ns and sum(thread.sample_ns) != thread.elapsed_ns:
        return f"its samples take {sum(thread.sample_ns):,} ns together, and it {thread.elapsed_ns:,} ns"
    if thread.sample_ns and thread.sample_invocations and case.mode not in BATCHED and not case.operations:
        options = case.options
        counted = len(thread.sample_ns) * thread.sample_invocations * options.operations_per_invocation
        expected = counted / options.measurement_batch_size
        if not math.isclose(thread.operations, expected, rel_tol=EXACT):
            return f"its samples have {expected:,.12g} operations, and it {thread.operations:,.12g}"
    if thread.histogram:
        values, counts = thread.histogram[::2], thread.histogram[1::2]
        if sum(counts) != thread.timings:
            return f"its histogram has {sum(counts):,.12g} samples, and it {thread.timings:,}"
        together = math.fsum(value * count for value, count in zip(values, counts, strict=True))
        if abs(together - thread.elapsed_ns) > BUCKET * together + len(counts):
            return f"its samples take {together:,.12g} ns together, and it {thread.elapsed_ns:,} ns"
        expected = thread.timings * case.options.operations_per_invocation
        if case.mode == SAMPLE and thread.operations != expected:
            return f"its samples have {expected:,} operations, and it {thread.operations:,.12g}"
    return ""
