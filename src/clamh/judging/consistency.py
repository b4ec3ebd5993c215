"""Whether the numbers of a fork fit each other, as a worker's do. They do not in an edited or damaged file."""

from __future__ import annotations

import math

from clamh.model.results import CaseRecord, ForkResult, IterationRecord
from clamh.model.scores import BATCHED, SAMPLE, SINGLE_SHOT
from clamh.model.worker import ThreadIteration

BUCKET = 0.002  # share of a histogram's sum: a bucket is within 0.1 % of its values
EXACT = 1e-9  # operations are counted, but a score divides them


def find_misfit(fork: ForkResult, case: CaseRecord) -> str:
    """What cannot be true in a fork that came to its end, as a sentence without a full stop; "" where all fits.

    Protocol, iteration: a worker's samples add up to the time and the operations of the iteration.
    """
    indices = [iteration.index for iteration in fork.measurement]
    planned = case.options.measurement_iterations
    if indices != list(range(len(indices))):
        return _describe_edit("its iterations are numbered " + ", ".join(str(index + 1) for index in indices))
    if len(indices) != planned:
        return _describe_edit(
            f"it has {len(indices)} measured iteration{'s' * (len(indices) != 1)} instead of {planned}")
    for iteration in fork.measurement:
        if problem := _find_in_iteration(iteration, case):
            return _describe_edit(f"measured iteration {iteration.index + 1}: {problem}")
    return ""


def _describe_edit(problem: str) -> str:
    return f"the file was edited or damaged: {problem}"


def _find_in_iteration(iteration: IterationRecord, case: CaseRecord) -> str:
    if len(iteration.threads) != case.threads:
        return (f"it has {len(iteration.threads)} thread{'s' * (len(iteration.threads) != 1)}, but its case has "
                f"{case.threads}")
    problems = (_find_in_samples(thread, case) or _find_in_histogram(thread, case) or _find_in_shot(thread, case)
                for thread in iteration.threads if len(iteration.threads) == 1 or thread.operations or thread.elapsed_ns
                )  # one of several threads may have timed nothing
    return next(filter(None, problems), "")


def _find_in_samples(thread: ThreadIteration, case: CaseRecord) -> str:
    """Checks a series of samples. JMH's threads and mode sample have none."""
    if not thread.sample_ns:
        return ""
    if sum(thread.sample_ns) != thread.elapsed_ns:
        return f"its samples take {sum(thread.sample_ns):,} ns in total, but it takes {thread.elapsed_ns:,} ns"
    if case.mode in BATCHED or not thread.sample_invocations:
        return ""
    options = case.options
    invocations = len(thread.sample_ns) * thread.sample_invocations
    # Between Invocation fixtures each invocation is timed separately; if the benchmark takes Suspend, each sample,
    # before neighbours are added.
    if thread.timings > invocations or 0 < thread.timings < len(thread.sample_ns):
        return (f"its {len(thread.sample_ns):,} samples have {invocations:,} invocations, but it counts "
                f"{thread.timings:,} timed parts")
    expected = invocations * options.operations_per_invocation / options.measurement_batch_size
    if not case.operations and not math.isclose(thread.operations, expected, rel_tol=EXACT):
        return f"its samples have {expected:,.12g} operations, but it counts {thread.operations:,.12g}"
    return ""


def _find_in_histogram(thread: ThreadIteration, case: CaseRecord) -> str:
    """Checks the histogram of mode sample."""
    if not thread.histogram:
        return ""
    values, counts = thread.histogram[::2], thread.histogram[1::2]
    if sum(counts) != thread.timings:
        return f"its histogram has {sum(counts):,.12g} samples, but it counts {thread.timings:,}"
    together = math.fsum(value * count for value, count in zip(values, counts, strict=True))
    if abs(together - thread.elapsed_ns) > BUCKET * together + len(counts):
        return f"its samples take {together:,.12g} ns in total, but it takes {thread.elapsed_ns:,} ns"
    expected = thread.timings * case.options.operations_per_invocation
    if case.mode == SAMPLE and thread.operations != expected:
        return f"its samples have {expected:,} operations, but it counts {thread.operations:,.12g}"
    return ""


def _find_in_shot(thread: ThreadIteration, case: CaseRecord) -> str:
    """Protocol, Modes: one batch, timed at once, or invocation by invocation between Invocation fixtures."""
    if case.mode != SINGLE_SHOT:
        return ""
    batch, operations = case.options.measurement_batch_size, case.options.operations_per_invocation
    if thread.timings not in (1, batch):
        each = f", or {batch:,} between Invocation fixtures" * (batch > 1)
        return f"a single shot is timed once{each}, but this one {thread.timings:,} times"
    if thread.sample_ns and len(thread.sample_ns) * thread.sample_invocations != batch:
        invocations = len(thread.sample_ns) * thread.sample_invocations
        return f"a single shot has {batch:,} invocation{'s' * (batch != 1)}, but this one has {invocations:,}"
    if not case.operations and thread.operations != operations:
        return (f"a single shot has {operations:,} operation{'s' * (operations != 1)}, but this one has "
                f"{thread.operations:,.12g}")
    return ""
