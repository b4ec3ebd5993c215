"""results → Summary: scores over forks, their intervals, ratios, and the doubts about them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from clamh import results
from clamh.diagnostics import Diagnostic
from clamh.errors import InputError
from clamh.judging import selfchecks
from clamh.judging.failures import details, sentence
from clamh.judging.reference import in_words, reference, suite
from clamh.judging.speed import lead, times_as_fast
from clamh.options import UNITS_NS
from clamh.stats import forks, iteration, jmh
from clamh.summary import ForkScores, Group, Interval, Pooled, Ratio, Row, Summary, warning

THROUGHPUT = "thrpt"
MODES = ("avgt", "ss", THROUGHPUT)


def summarise(run: results.Run, confidence: float) -> Summary:
    """Judge a whole run at `confidence` (such as 0.95). Raises InputError for modes that this version cannot judge."""
    unknown = sorted({one.case.mode for one in run.cases} - set(MODES))
    units = sorted({one.case.options.time_unit for one in run.cases} - set(UNITS_NS))
    if units:
        raise InputError([Diagnostic(code="unknown-unit", message=f"{run.path}: cannot judge the time unit '{unit}'",
                                     mend=f"this version knows {', '.join(UNITS_NS)}") for unit in units])
    if unknown:
        raise InputError([Diagnostic(code="unknown-mode", message=f"{run.path}: cannot judge the mode '{mode}'",
                                     mend=f"this version knows {', '.join(MODES)}") for mode in unknown])
    platforms = list(dict.fromkeys([p.id for p in run.platforms] + [one.case.platform for one in run.cases]))
    grouped: dict[tuple, list[Row]] = {}
    for one in run.cases:
        row = _row(one, run, confidence)
        same = (suite(row), row.key, row.mode, row.threads, tuple(sorted(row.params.items())))
        grouped.setdefault(same, []).append(row)
    for rows in grouped.values():
        rows.sort(key=lambda row: platforms.index(row.platform))
    everything = [row for rows in grouped.values() for row in rows]
    groups = []
    for rows in grouped.values():
        compared = [_compared(row, reference(row, rows, everything, platforms), run, confidence) for row in rows]
        fastest, ahead = lead(compared, confidence)
        groups.append(Group(key=rows[0].key, mode=rows[0].mode, threads=rows[0].threads, params=rows[0].params,
                            rows=tuple(compared), fastest=fastest, ahead=ahead))
    return Summary(confidence=confidence, groups=tuple(groups), reference=in_words(groups),
                   warnings=tuple(warning(w.code, w.message) for w in run.warnings))


def _row(one: results.CaseResult, run: results.Run, confidence: float) -> Row:
    case = one.case
    scored = [_fork(fork, case.mode, UNITS_NS[case.options.time_unit]) for fork in one.forks]
    counts = any(fork.counts for fork in scored)
    # Ctrl-C in the first fork: its whole iterations are honest measurements, and all that there is.
    scored = [
        replace(fork, used=fork.counts or not counts and fork.interrupted and _usable(fork.measurement))
        for fork in scored
    ]
    used = [fork for fork in scored if fork.used]
    if used:
        status = "ok" if sum(fork.counts for fork in used) == case.options.forks else "partial"
    else:
        status = "failed" if any(fork.failure and not fork.interrupted for fork in scored) else "not run"
    means = tuple(forks.mean(fork.measurement) for fork in used)
    interval = forks.log_mean_interval(means, confidence) if len(means) >= selfchecks.LEAST_FORKS else None
    pooled = jmh.pooled([score for fork in used for score in fork.measurement])
    return Row(
        case_id=case.case_id, key=case.key, benchmark=case.benchmark, platform=case.platform, source=case.source,
        mode=case.mode, threads=case.threads, params=case.params, baseline=case.baseline,
        unit=f"ops/{case.options.time_unit}" if case.mode == THROUGHPUT else f"{case.options.time_unit}/op",
        status=status,
        score=forks.log_mean(means) if means else None,
        interval=Interval(low=interval[0], high=interval[1]) if interval else None,
        fork_means=means,
        forks_planned=case.options.forks,
        fork_scores=tuple(scored),
        pooled=Pooled(**pooled._asdict()) if used else None,
        warnings=selfchecks.of_case(one, scored, run),
    )


def _fork(fork: results.ForkResult, mode: str, unit_ns: int) -> ForkScores:
    """Scores of one fork's iterations; it counts when it came to its end and every iteration took time."""
    warmup, measurement = (
        tuple(_score(one, mode, unit_ns) for one in part) for part in (fork.warmup, fork.measurement)
    )
    end = fork.end
    interrupted = end is None or end.reason == "interrupted"
    failure = ""
    if interrupted:
        failure = f"interrupted after {len(measurement)} measured iterations"
    elif end.status != "ok":
        failure = sentence(end)
    elif not _usable(measurement):
        failure = "an iteration took no time or did no operation" if measurement else "no iteration was measured"
    return ForkScores(fork=fork.start.fork, warmup=warmup, measurement=measurement, counts=not failure,
                      interrupted=interrupted, failure=failure, details=details(end) if end else (),
                      output_tail=end.output_tail if end else ())


def _usable(scores: Sequence[float]) -> bool:
    return bool(scores) and all(0 < score < math.inf for score in scores)


def _score(one: results.IterationRecord, mode: str, unit_ns: int) -> float:
    threads = [(thread.operations, thread.elapsed_ns) for thread in one.threads]
    if mode == THROUGHPUT:
        return iteration.operations_per_time(threads) * unit_ns
    return iteration.time_per_operation(threads) / unit_ns


def _compared(row: Row, other: Row | None, run: results.Run, confidence: float) -> Row:
    """The row with its ratio to `other`, or with the reason why it has none."""
    if other is None or row.score is None:
        return row
    if other.case_id == row.case_id:
        return replace(row, ratio=Ratio(reference=row.case_id, value=1.0, interval=None))
    if other.score is None:
        told = f"no ratio: the reference, {other.benchmark} on {other.platform}, has no score"
        return replace(row, warnings=(*row.warnings, warning("no-reference", told)))
    ratio = times_as_fast(row, other, confidence)
    by_source = {(p.id, p.source): p for p in run.platforms}
    doubts = selfchecks.of_pair(*(by_source.get((one.platform, one.source)) for one in (row, other)))
    return replace(row, ratio=ratio, warnings=(*row.warnings, *doubts))
