"""Which forks took turns with each other, and what each of them did in all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clamh.model.results import ForkResult, SetRecord
from clamh.model.summary import SetTotal

Numbers = Mapping[tuple[str, int], int]


def numbers(sets: Iterable[SetRecord]) -> Numbers:
    """By case_id and fork, the number of the set that it was in; of several the last, since a set that broke is repeated."""
    known: dict[tuple[tuple[str, int], ...], int] = {}
    found: dict[tuple[str, int], int] = {}
    for one in sets:
        sides = tuple(zip(one.cases, one.forks, strict=True))
        found.update(dict.fromkeys(sides, known.setdefault(sides, len(known))))
    return found


def totals(case_id: str, forks: Sequence[ForkResult], taken: Numbers) -> Iterator[SetTotal]:
    """The totals of those forks of a case that were in sets."""
    for fork in forks:
        number = taken.get((case_id, fork.start.fork))
        if number is None:
            continue
        threads = [thread for one in fork.measurement for thread in one.threads]
        time_ns = math.fsum(thread.elapsed_ns - thread.timings * thread.clock_cost_ns for thread in threads)
        operations = math.fsum(thread.operations for thread in threads)
        if time_ns > 0 and operations > 0:
            waited_ns = math.fsum(max(thread.waited_ns, 0) for thread in threads)
            yield SetTotal(number=number, time_ns=time_ns, operations=operations, waited_ns=waited_ns)
