"""The trend file (-trendfile): every iteration, sample and CPU speed reading of a run as numbers, warmup included.

Its format is stable and described in docs/reference/report.md: a line per fact, fields separated by tabs, the kind
first.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from clamh.model.options import UNITS_NS
from clamh.model.results import CaseRecord, CaseResult, IterationRecord, Run
from clamh.model.scores import name_unit, score
from clamh.report.escape import escape_unprintable

LINES = (
    ("case", "id", "benchmark", "platform", "mode", "threads", "unit", "[param=value]..."),
    ("score", "id", "fork", "phase", "iteration", "score"),
    ("sample", "id", "fork", "phase", "iteration", "thread", "number", "ns per invocation"),
    ("speed", "id", "fork", "phase", "iteration", "number", "ns", "relative speed"),
    ("end", "id", "fork", "status", "[reason]"),
)


def render_trend(run: Run) -> str:
    """The file's text. Forks below 0 are warmup forks; iterations, threads and samples are numbered from 0.

    A relative speed is the median of the case's readings ÷ the reading: below 1 the CPU was slower. Times of samples
    include the clock's cost.
    """
    lines = [("# clamh trend 1",), ("# run", run.header.run_id, run.header.started)]
    lines += [(f"# {kind}", *fields) for kind, *fields in LINES]
    for result in run.cases:
        lines += _case_lines(result)
    return "".join("\t".join(map(escape_unprintable, fields)) + "\n" for fields in lines)


def _case_lines(result: CaseResult) -> Iterator[tuple[str, ...]]:
    case = result.case
    params = (f"{name}={value}" for name, value in case.params.items())
    yield ("case", case.case_id, case.benchmark, case.side, case.mode, str(case.threads),
           name_unit(case.mode, case.options.time_unit), *params)
    readings = [
        ns for fork in result.forks for iteration in (*fork.warmup, *fork.measurement) for ns in iteration.speed_ns
    ]
    usual = statistics.median(readings) if readings else 0.0
    for fork in result.forks:
        for iteration in (*fork.warmup, *fork.measurement):
            yield from _iteration_lines(case, iteration, usual)
        if fork.end is not None:
            yield "end", case.case_id, str(fork.start.fork), fork.end.status, *filter(None, [fork.end.reason])


def _iteration_lines(case: CaseRecord, iteration: IterationRecord, usual: float) -> Iterator[tuple[str, ...]]:
    where = (iteration.case_id, str(iteration.fork), iteration.phase, str(iteration.index))
    yield "score", *where, f"{score(iteration, case.mode, UNITS_NS[case.options.time_unit]):.9g}"
    for number, thread in enumerate(iteration.threads):
        for place, ns in enumerate(thread.sample_ns if thread.sample_invocations else ()):
            yield "sample", *where, str(number), str(place), f"{ns / thread.sample_invocations:.9g}"
    for place, ns in enumerate(iteration.speed_ns):
        yield "speed", *where, str(place), str(ns), f"{usual / ns:.4f}" if ns > 0 else "NaN"
