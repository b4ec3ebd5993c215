"""A case's results beside its score: members of a group, percentiles of its samples, and its counters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from typing import Literal

from msgspec.structs import replace

from clamh.judging.count_forks import MIN_FORKS
from clamh.judging.statistics import forks, histogram, jmh
from clamh.judging.statistics.sums import total
from clamh.judging.system_counts import count_per_operation
from clamh.model import scores
from clamh.model.cases import CounterMeaning
from clamh.model.identity import fold, param_key, split_name
from clamh.model.options import UNITS_NS
from clamh.model.results import CaseRecord, ForkResult, IterationRecord
from clamh.model.summary import Pooled, Secondary, make_interval
from clamh.model.waiting import foreign_wait_ns

EVENTS, PER_OPERATION = "EVENTS", "PER_OPERATION"


Samples = Sequence[Sequence[histogram.Histogram]]  # per fork, per iteration


def find_members(case: CaseRecord, used: Sequence[ForkResult], confidence: float) -> Iterator[Secondary]:
    """The results of a group's members, as JMH has them: in the case's mode, over the threads of each member.

    In mode sample each has its percentiles. A member has no result without threads, or if it timed nothing in some
    iteration.
    """
    unit_ns, unit = UNITS_NS[case.options.time_unit], scores.name_unit(case.mode, case.options.time_unit)
    for name in [member.name for member in case.members if member.threads]:
        own = [[replace(iteration, threads=tuple(thread for thread in iteration.threads if thread.member == name))
                for iteration in fork.measurement] for fork in used]
        scores_of_forks = [[scores.score(iteration, case.mode, unit_ns) for iteration in fork] for fork in own]
        timed = all(any(thread.operations > 0 for thread in iteration.threads) for fork in own for iteration in fork)
        if not scores_of_forks or not timed or any(math.isinf(score) for fork in scores_of_forks for score in fork):
            continue
        samples: Samples = []
        if case.mode == scores.SAMPLE:
            samples = [[
                scores.samples(iteration, case.options.operations_per_invocation, unit_ns) for iteration in fork
            ] for fork in own]
        pairs = histogram.merge_histograms(of_iteration for fork in samples for of_iteration in fork)
        figures = jmh.pool_histogram(pairs) if pairs else jmh.pool_values(
            [score for fork in scores_of_forks for score in fork])
        yield _to_secondary(name, "member", unit, scores_of_forks, figures, confidence)
        yield from find_percentiles(samples, unit, f"{name}:")


def find_percentiles(forked: Samples, unit: str, prefix: str = "") -> Iterator[Secondary]:
    """The percentiles of all samples of the forks that count, named as in JMH: `p0.50`. None without samples."""
    of_forks = [[histogram.percentiles(iteration, jmh.SECONDARY_PERCENTILES) for iteration in fork if iteration]
                for fork in forked]
    pooled = histogram.merge_histograms(iteration for fork in forked for iteration in fork)
    if not pooled:
        return
    values = histogram.percentiles(pooled, jmh.SECONDARY_PERCENTILES)
    for place, (percent, value) in enumerate(zip(jmh.SECONDARY_PERCENTILES, values, strict=True)):
        digits = len(f"{percent:g}".partition(".")[2]) + 2
        alone = Pooled(count=1, mean=value, stdev=math.nan, error=math.nan, minimum=value, maximum=value,
                       percentiles=(value,) * len(jmh.PERCENTILES))
        yield Secondary(label=f"{prefix}p{percent / 100:.{digits}f}", kind="percentile", unit=unit, score=value,
                        interval=None, iterations=tuple(
                            tuple(iteration[place] for iteration in fork) for fork in of_forks), pooled=alone)


def find_counters(case: CaseRecord, used: Sequence[ForkResult], confidence: float,
                  waited: float = 0.0) -> Iterator[Secondary]:
    """The counters of these forks, in the order of their meanings. A counter without a recorded meaning counts events.

    `waited` is the share of the time that the score leaves out; JMH's own figures of counters contain it, as those of
    the score do.
    """
    unit_ns = UNITS_NS[case.options.time_unit]
    full_names = dict.fromkeys(name for fork in used for iteration in fork.measurement
                               for thread in iteration.threads for name in thread.counters)
    known = {label: [name for name in full_names if _is_spelling_of(label, name)] for label in case.counters}
    meant = [(label, case.counters[label], names) for label, names in known.items() if names]
    taken = {name for names in known.values() for name in names}
    meant += [(split_name(name)[-1], CounterMeaning(type=EVENTS), [name]) for name in full_names if name not in taken]
    for label, meaning, names in meant:
        if meaning.type == EVENTS:
            counts = [[_count_events(iteration, names) for iteration in fork.measurement] for fork in used]
            yield _to_events(label, meaning, counts)
        elif meaning.type == PER_OPERATION:
            if not all(any(name in thread.counters for thread in iteration.threads for name in names)
                       for fork in used for iteration in fork.measurement):
                continue  # it could not be read to the end
            counts = [[_count_events(iteration, names) for iteration in fork.measurement] for fork in used]
            operations = [[total(thread.operations for thread in iteration.threads) for iteration in fork.measurement]
                          for fork in used]
            result = count_per_operation(label, meaning.unit or "#", counts, operations, confidence)
            yield replace(result, of_program=True)
        else:
            measured, unwaited = ([[_score_of_counter(iteration, names, case.mode, unit_ns, leaves_out)
                                    for iteration in fork.measurement] for fork in used]
                                  for leaves_out in (False, waited > 0))
            yield _to_operations(label, meaning, measured, unwaited, case, confidence)


def _is_spelling_of(label: str, full: str) -> bool:
    """Whether the full name is what the label shows, possibly in another platform's spelling."""
    shown = [*map(fold, split_name(label)[:-1]), param_key(label)]
    return label == full or [*map(fold, split_name(full)[:-1]), param_key(full)][-len(shown):] == shown


def _count_events(iteration: IterationRecord, names: Sequence[str]) -> float:
    return total(thread.counters.get(name, 0.0) for thread in iteration.threads for name in names)


def _score_of_counter(iteration: IterationRecord, names: Sequence[str], mode: str, unit_ns: int,
                      leaves_out: bool) -> float:
    """The counter's score, as if its counts were the operations; `leaves_out`: without waiting for a CPU.

    Its threads are combined as for the score in every mode, except threads of a group that have no such counter. In
    sample mode the counter includes all operations, so its count is scaled.
    """
    threads = []
    for thread in (thread for thread in iteration.threads
                   if not thread.member or any(name in thread.counters for name in names)):
        counted = total(thread.counters.get(name, 0.0) for name in names)
        within = thread.all_operations if mode == scores.SAMPLE else thread.operations
        # The mean time of an operation × the operations that the counter covers is the time of this count.
        ns = scores.net_ns(thread) - (foreign_wait_ns(iteration) if leaves_out else 0)
        threads.append((counted, ns * within / thread.operations if thread.operations else 0.0))
    return scores.together(threads, mode, unit_ns)


def _to_operations(label: str, meaning: CounterMeaning, measured: list[list[float]], unwaited: list[list[float]],
                   case: CaseRecord, confidence: float) -> Secondary:
    unit = scores.name_unit(case.mode, case.options.time_unit, meaning.unit)
    figures = jmh.pool_values([value for values in measured for value in values])
    result = _to_secondary(label, "operations", unit, unwaited, figures, confidence, meaning.scale)
    return replace(result, iterations=tuple(map(tuple, measured)))


def _to_secondary(label: str, kind: Literal["operations", "member"], unit: str, values_of_forks: list[list[float]],
                  figures: jmh.Pooled, confidence: float, scale: int = 0) -> Secondary:
    """A result whose score and interval are over forks, as those of the row are."""
    means = [forks.mean(values) for values in values_of_forks]
    score_interval = None
    if len(means) >= MIN_FORKS and all(0 < value < math.inf for value in means):
        score_interval = make_interval(forks.log_mean_interval(means, confidence))
    return Secondary(label=label, kind=kind, unit=unit, score=forks.centre(means), interval=score_interval,
                     iterations=tuple(map(tuple, values_of_forks)), scale=scale, pooled=Pooled(**figures._asdict()))


def _to_events(label: str, meaning: CounterMeaning, values_of_forks: list[list[float]]) -> Secondary:
    """A plain count: the sum over everything that counts, without an error, as in JMH."""
    figures = jmh.pool_values([value for values in values_of_forks for value in values])
    counted = total(value for values in values_of_forks for value in values)
    return Secondary(label=label, kind="events", unit=meaning.unit or "#", score=counted, interval=None,
                     iterations=tuple(map(tuple, values_of_forks)),
                     pooled=Pooled(**figures._asdict() | {"mean": counted, "error": math.nan}))
