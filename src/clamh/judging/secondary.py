"""A case's results beside its score: members of a group, percentiles of its samples, and its counters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from typing import Literal

from msgspec.structs import replace

from clamh.judging.forks import LEAST_FORKS
from clamh.judging.statistics import forks, histogram, jmh
from clamh.judging.statistics.sums import total
from clamh.model import scores
from clamh.model.cases import CounterMeaning
from clamh.model.identity import folded, param_key, parts
from clamh.model.options import UNITS_NS
from clamh.model.results import CaseRecord, ForkResult, IterationRecord
from clamh.model.summary import Pooled, Secondary, interval

EVENTS = "EVENTS"


Samples = Sequence[Sequence[histogram.Histogram]]  # per fork, per iteration


def members(case: CaseRecord, used: Sequence[ForkResult], confidence: float) -> Iterator[Secondary]:
    """The results of a group's members, as JMH has them: in the case's mode, over the threads of each; in mode sample each
    with its percentiles. A member without threads has none, nor one that had nothing timed in some iteration."""
    unit_ns, unit = UNITS_NS[case.options.time_unit], scores.unit(case.mode, case.options.time_unit)
    for name in [one.name for one in case.members if one.threads]:
        own = [[replace(one, threads=tuple(thread for thread in one.threads if thread.member == name)) for one in fork.measurement]
               for fork in used]
        each = [[scores.score(one, case.mode, unit_ns) for one in fork] for fork in own]
        timed = all(any(thread.operations > 0 for thread in one.threads) for fork in own for one in fork)
        if not each or not timed or any(math.isinf(score) for fork in each for score in fork):
            continue
        samples: Samples = []
        if case.mode == scores.SAMPLE:
            samples = [[scores.samples(one, case.options.operations_per_invocation, unit_ns) for one in fork] for fork in own]
        pairs = histogram.merged(one for fork in samples for one in fork)
        figures = jmh.pooled_histogram(pairs) if pairs else jmh.pooled([score for fork in each for score in fork])
        yield _over_forks(name, "member", unit, each, figures, confidence)
        yield from percentiles(samples, unit, f"{name}:")


def percentiles(forked: Samples, unit: str, of: str = "") -> Iterator[Secondary]:
    """Those of all samples of the forks that count, named as JMH names them: `p0.50`; none without samples."""
    each = [[histogram.percentiles(one, jmh.SECONDARY_PERCENTILES) for one in fork if one] for fork in forked]
    pooled = histogram.merged(one for fork in forked for one in fork)
    if not pooled:
        return
    values = histogram.percentiles(pooled, jmh.SECONDARY_PERCENTILES)
    for place, (percent, value) in enumerate(zip(jmh.SECONDARY_PERCENTILES, values, strict=True)):
        digits = len(f"{percent:g}".partition(".")[2]) + 2
        alone = Pooled(count=1, mean=value, stdev=math.nan, error=math.nan, minimum=value, maximum=value,
                       percentiles=(value,) * len(jmh.PERCENTILES))
        yield Secondary(label=f"{of}p{percent / 100:.{digits}f}", kind="percentile", unit=unit, score=value, interval=None,
                        iterations=tuple(tuple(one[place] for one in fork) for fork in each), pooled=alone)


def counters(case: CaseRecord, used: Sequence[ForkResult], confidence: float) -> Iterator[Secondary]:
    """The counters of these forks in the order of their meanings; one that has none recorded counts events."""
    unit_ns = UNITS_NS[case.options.time_unit]
    full = dict.fromkeys(name for fork in used for one in fork.measurement for t in one.threads for name in t.counters)
    known = {label: [name for name in full if _names(label, name)] for label in case.counters}
    meant = [(label, case.counters[label], names) for label, names in known.items() if names]
    taken = {name for names in known.values() for name in names}
    meant += [(parts(name)[-1], CounterMeaning(type=EVENTS), [name]) for name in full if name not in taken]
    for label, meaning, names in meant:
        if meaning.type == EVENTS:
            each = [[_counted(one, names) for one in fork.measurement] for fork in used]
            yield _events(label, meaning, each)
        else:
            each = [[_rate(one, names, case.mode, unit_ns) for one in fork.measurement] for fork in used]
            yield _operations(label, meaning, each, case, confidence)


def _names(label: str, full: str) -> bool:
    """Whether the full name is what the label shows, which may be another platform's spelling."""
    shown = [*map(folded, parts(label)[:-1]), param_key(label)]
    return label == full or [*map(folded, parts(full)[:-1]), param_key(full)][-len(shown):] == shown


def _counted(one: IterationRecord, names: Sequence[str]) -> float:
    return total(thread.counters.get(name, 0.0) for thread in one.threads for name in names)


def _rate(one: IterationRecord, names: Sequence[str], mode: str, unit_ns: int) -> float:
    """The counter as if it were the operations: those that it was counted in, times what of it came to each.

    So in every mode its threads come together as those of the score do, but for those of a group that have no such counter. In
    sample mode it counted in all operations.
    """
    threads = []
    for thread in (each for each in one.threads if not each.member or any(name in each.counters for name in names)):
        counted = total(thread.counters.get(name, 0.0) for name in names)
        within = thread.all_operations if mode == scores.SAMPLE else thread.operations
        # The mean time of an operation × the operations that the counter covers is the time it took to count so far.
        threads.append((counted, scores.net_ns(thread) * within / thread.operations if thread.operations else 0.0))
    return scores.together(threads, mode, unit_ns)


def _operations(label: str, meaning: CounterMeaning, each: list[list[float]], case: CaseRecord,
                confidence: float) -> Secondary:
    unit = scores.unit(case.mode, case.options.time_unit, meaning.unit)
    figures = jmh.pooled([value for values in each for value in values])
    return _over_forks(label, "operations", unit, each, figures, confidence, meaning.scale)


def _over_forks(label: str, kind: Literal["operations", "member"], unit: str, each: list[list[float]], figures: jmh.Pooled,
                confidence: float, scale: int = 0) -> Secondary:
    """A result whose score and interval are over forks, as those of the row are."""
    means = [forks.mean(values) for values in each]
    around = None
    if len(means) >= LEAST_FORKS and all(0 < value < math.inf for value in means):
        around = interval(forks.log_mean_interval(means, confidence))
    return Secondary(label=label, kind=kind, unit=unit, score=forks.centre(means), interval=around,
                     iterations=tuple(map(tuple, each)), scale=scale, pooled=Pooled(**figures._asdict()))


def _events(label: str, meaning: CounterMeaning, each: list[list[float]]) -> Secondary:
    """A plain count: the sum over everything that counts, without an error, as JMH has it."""
    figures = jmh.pooled([value for values in each for value in values])
    counted = total(value for values in each for value in values)
    return Secondary(label=label, kind="events", unit=meaning.unit or "#", score=counted, interval=None,
                     iterations=tuple(map(tuple, each)),
                     pooled=Pooled(**figures._asdict() | {"mean": counted, "error": math.nan}))
