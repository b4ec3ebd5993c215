"""Several runs of a plan on one node → one Summary, in which the repetition is the unit.

Forks and sets of a run share its conditions: the node's temperature, its neighbours, its pages of memory. Intervals
over them do not contain how much runs differ. So each run gives one value here, and the interval is over runs (Kalibera
& Jones, ISMM 2013: the highest level is the unit).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from clamh.judging import suites
from clamh.judging.contests import Rule, find_obstacle, judge_contests
from clamh.judging.count_forks import MIN_FORKS
from clamh.judging.evidence import TOO_FEW, Evidence, gather_evidence
from clamh.judging.reference import choose_baselines, describe_references, group_contests
from clamh.judging.statistics import forks
from clamh.judging.statistics.laps import mean_over_sets
from clamh.judging.system_counts import merge_counts
from clamh.judging.terms import Facts, facts
from clamh.model.collection import NodeResults, Repetition
from clamh.model.results import Run
from clamh.model.summary import Row, Secondary, Summary, Warning, make_interval, make_warning

MIN_REPETITIONS = MIN_FORKS  # for the same reason
FEW = "too few repetitions"
WITHIN_RUNS = {"few-forks", "no-reference", "beats-bound"}  # warnings about a run that are judged again over all runs


def judge_nodes(repetitions: Sequence[Repetition], baseline: str = "", pool: bool = False) -> tuple[NodeResults, ...]:
    """The results of each queue and host, in the order of their first occurrence. With `pool`, hosts with the same CPU
    are taken together; a host whose CPU is unknown stays alone.

    Raises InputError for a baseline that is not there.
    """
    groups: dict[tuple[str, str], list[Repetition]] = {}
    for repetition in repetitions:
        groups.setdefault((repetition.queue, (pool and repetition.cpu) or repetition.host), []).append(repetition)
    return tuple(
        NodeResults(queue, ", ".join(dict.fromkeys(repetition.host for repetition in several)), several[0].cpu,
                    tuple(several), _join_cases([repetition.run for repetition in several]),
                    merge_repetitions(several, baseline))
        for (queue, _), several in groups.items())


def _join_cases(runs: Sequence[Run]) -> Run:
    """The first run, with the cases that only later runs have: the summary has a row of each."""
    run = runs[0]
    for later in runs[1:]:
        new = {result.case.case_id for result in later.cases} - {result.case.case_id for result in run.cases}
        described = {(platform.side, platform.source) for platform in run.platforms}
        run = replace(
            run, cases=(*run.cases, *(result for result in later.cases if result.case.case_id in new)),
            works=(*run.works, *(record for record in later.works if record.case_id in new)),
            used=(*run.used, *(record for record in later.used if record.case_id in new)),
            platforms=(*run.platforms, *(platform for platform in later.platforms
                                         if (platform.side, platform.source) not in described)))
    return run


def merge_repetitions(repetitions: Sequence[Repetition], baseline: str = "") -> Summary:
    """One summary of several repetitions with the same confidence, Δ and estimator.

    The rows of the first repetition come first, then rows that only others have.
    """
    run, first = repetitions[0].run, repetitions[0].summary
    known = [facts(repetition.run) for repetition in repetitions]
    own = [{row.case_id: row for row in repetition.summary.rows} for repetition in repetitions]
    rows = [_merge_rows([rows[case_id] for rows in own if case_id in rows], len(repetitions), first.confidence)
            for case_id in dict.fromkeys(case_id for rows in own for case_id in rows)]
    chosen = choose_baselines(rows, run.baselines, baseline or run.header.baseline)

    def weigh(row: Row, other: Row) -> Evidence:
        pairs = [(rows[row.case_id], rows[other.case_id], facts_of_run)
                 for rows, facts_of_run in zip(own, known, strict=True)
                 if row.case_id in rows and other.case_id in rows]
        return _pair_up([gather_evidence(own_row, other_row, first.confidence, first.delta, first.estimator)._replace(
            not_compared=find_obstacle(own_row, other_row, facts_of_run)) for own_row, other_row, facts_of_run in pairs
            if own_row.comparable and other_row.comparable], row, other)

    # By the mean, because whole repetitions are weighed: each value already uses its own estimator.
    rule = Rule(_join_facts(known), first.confidence, first.delta, "mean", weigh)
    sides = list(dict.fromkeys(row.side for row in rows))
    contests = judge_contests(group_contests(rows, chosen), sides, chosen, rule)
    return replace(
        first, contests=tuple(contests), reference=describe_references(contests, chosen), suites=suites.judge_suites(
            contests, chosen, first.confidence), warnings=tuple(
                _merge_warnings(repetition.summary.warnings for repetition in repetitions)), speeds=(), goal=None,
        unit="repetition", machine=tuple(_merge_warnings(repetition.summary.machine for repetition in repetitions)),
        different=tuple(dict.fromkeys(key for repetition in repetitions for key in repetition.summary.different)))


def _join_facts(known: Sequence[Facts]) -> Facts:
    """The facts of the cases of all these runs; those of earlier runs win."""
    joined = {
        name: {key: value for facts_of_run in reversed(known) for key, value in getattr(facts_of_run, name).items()}
        for name in Facts._fields if name != "run"
    }
    return Facts(run=known[0].run, **joined)


def _merge_rows(rows: Sequence[Row], planned: int, confidence: float) -> Row:
    """A case over several runs: its score is the log mean of the runs' scores."""
    scores = tuple(row.score for row in rows if row.score is not None)
    usable = len(scores) >= MIN_REPETITIONS and all(0 < score < math.inf for score in scores)
    few_runs = () if not scores or len(scores) >= MIN_REPETITIONS else (_warn_of_few_repetitions(len(scores)),)
    measured = [row for row in rows if row.score is not None]
    return replace(
        (measured or rows)[0], score=forks.centre(scores) if scores else None, fork_means=scores, forks_planned=planned,
        interval=make_interval(forks.log_mean_interval(scores, confidence)) if usable else None,
        status="ok" if len(scores) == planned else "partial" if scores else rows[0].status,
        fork_scores=() if scores else rows[0].fork_scores, pooled=None, spread=None, ratio=None, bound=None,
        turn_effect=None, looks=(), sets=(), aim=None, waited=max(row.waited for row in rows),
        measured_operations=math.fsum(row.measured_operations for row in measured),
        secondary=tuple(_merge_secondary(measured, confidence)),
        warnings=(*_merge_warnings(row.warnings for row in rows), *few_runs))


def _warn_of_few_repetitions(repetitions: int) -> Warning:
    several = "one repetition" if repetitions == 1 else f"{repetitions} repetitions"
    return make_warning("few-repetitions", f"no interval and no verdict: {several} cannot show how much runs differ")


def _merge_secondary(rows: Sequence[Row], confidence: float) -> Iterable[Secondary]:
    """Percentiles and counters that every run has: their mean; events are summed."""
    for secondary in rows[0].secondary if rows else ():
        scores = [result.score for row in rows for result in row.secondary
                  if (result.label, result.kind) == (secondary.label, secondary.kind)]
        if len(scores) < len(rows):
            continue
        if secondary.kind in ("count", "peak", "quotient"):
            yield merge_counts(secondary, scores, confidence)
            continue
        events = secondary.kind == "events"
        usable = not events and len(scores) >= MIN_REPETITIONS and all(0 < score < math.inf for score in scores)
        yield replace(secondary, score=math.fsum(scores) if events else forks.centre(scores), iterations=(),
                      interval=make_interval(forks.log_mean_interval(scores, confidence)) if usable else None)


def _merge_warnings(warnings: Iterable[Iterable[Warning]]) -> Iterable[Warning]:
    """Each warning once, in the words of the first run that has it, with the number of runs that have it."""
    runs = [{doubt.code: doubt for doubt in reversed(tuple(of_run))} for of_run in warnings]
    counts = Counter(code for doubts in runs for code in doubts)
    for code, doubt in {code: doubt for doubts in reversed(runs) for code, doubt in doubts.items()}.items():
        if code not in WITHIN_RUNS:
            several = f" (in {counts[code]} of {len(runs)} repetitions)" if len(runs) > 1 else ""
            yield replace(doubt, message=f"{doubt.message}{several}")


def _pair_up(pairs: Sequence[Evidence], row: Row, other_row: Row) -> Evidence:
    """The ratio over runs. Each run measured both sides, so its own ratio is one value.

    Effects that a run cannot see do not average out, such as turns that cost one side more: the interval also contains
    the ratio without them.
    """
    if not pairs:
        separate = gather_evidence(row, other_row, confidence=0.95, delta=0.0, together=False)
        return separate._replace(estimates=(), undecided="no repetition measured both")
    logs = [math.log(pair.value) for pair in pairs]
    series = [logs]
    if any(pair.moved for pair in pairs):
        series.append([log + pair.moved for log, pair in zip(logs, pairs, strict=True)])
    unwaited = None
    if any(pair.unwaited for pair in pairs):
        series.append(
            [math.log(pair.unwaited) if pair.unwaited else log for log, pair in zip(logs, pairs, strict=True)])
        unwaited = math.exp(forks.mean(series[-1]))
    enough = len(pairs) >= MIN_REPETITIONS
    doubtful = [pair.undecided for pair in pairs if pair.undecided not in ("", TOO_FEW)]
    return Evidence(row.case_id, other_row.case_id, math.exp(forks.mean(logs)),
                    tuple(map(mean_over_sets, series)) if enough else (), unwaited if enough else None, noise_floor=max(
                        pair.noise_floor for pair in pairs), estimator=pairs[0].estimator,
                    undecided=FEW if not enough else doubtful[0] if 2 * len(doubtful) > len(pairs) else "",
                    not_compared=next((pair.not_compared for pair in pairs if pair.not_compared), ""))
