"""Whether the numbers of a fork fit each other, as a worker's do: an edited or damaged file is no measurement."""

from __future__ import annotations

import math

from clamh.model.results import CaseRecord, ForkResult, IterationRecord
from clamh.model.scores import BATCHED, SAMPLE, SINGLE_SHOT
from clamh.model.worker import ThreadIteration

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
        if told := _iteration(one, case):
            return _edited(f"measured iteration {one.index + 1}: {told}")
    return ""


def _edited(told: str) -> str:
    return f"the file was edited or damaged: {told}"


def _iteration(one: IterationRecord, case: CaseRecord) -> str:
    if len(one.threads) != case.threads:
        return f"it has {len(one.threads)} thread{'s' * (len(one.threads) != 1)}, and the case {case.threads}"
    told = (_samples(each, case) or _histogram(each, case) or _shot(each, case) for each in one.threads
            if len(one.threads) == 1 or each.operations or each.elapsed_ns)  # one of several may have nothing timed
    return next(filter(None, told), "")


def _samples(thread: ThreadIteration, case: CaseRecord) -> str:
    """Of a series of samples, which JMH's threads have not, nor those of mode sample."""
    if not thread.sample_ns:
        return ""
    if sum(thread.sample_ns) != thread.elapsed_ns:
        return f"its samples take {sum(thread.sample_ns):,} ns together, and it {thread.elapsed_ns:,} ns"
    if case.mode in BATCHED or not thread.sample_invocations:
        return ""
    options = case.options
    invocations = len(thread.sample_ns) * thread.sample_invocations
    if thread.timings not in (0, invocations):  # between Invocation fixtures each is timed by itself
        return f"its samples have {invocations:,} invocations, and it {thread.timings:,} timed ones"
    expected = invocations * options.operations_per_invocation / options.measurement_batch_size
    if not case.operations and not math.isclose(thread.operations, expected, rel_tol=EXACT):
        return f"its samples have {expected:,.12g} operations, and it {thread.operations:,.12g}"
    return ""


def _histogram(thread: ThreadIteration, case: CaseRecord) -> str:
    """Of mode sample."""
    if not thread.histogram:
        return ""
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


def _shot(thread: ThreadIteration, case: CaseRecord) -> str:
    """Protocol, Modes: one batch, timed at once, or invocation by invocation between Invocation fixtures."""
    if case.mode != SINGLE_SHOT:
        return ""
    batch, operations = case.options.measurement_batch_size, case.options.operations_per_invocation
    if thread.timings not in (1, batch):
        each = f", or {batch:,} between Invocation fixtures" * (batch > 1)
        return f"a single shot is timed once{each}, and it {thread.timings:,} times"
    if thread.sample_ns and len(thread.sample_ns) * thread.sample_invocations != batch:
        invocations = len(thread.sample_ns) * thread.sample_invocations
        return f"a single shot has {batch:,} invocation{'s' * (batch != 1)}, and it {invocations:,}"
    if not case.operations and thread.operations != operations:
        return f"a single shot has {operations:,} operation{'s' * (operations != 1)}, and it {thread.operations:,.12g}"
    return ""
