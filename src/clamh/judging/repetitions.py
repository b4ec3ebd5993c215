"""Several runs of one plan on one node → one Summary, in which the repetition is the unit.

Forks and sets of one run share its moment: the node's temperature, its neighbours, its pages of memory. Intervals over them leave out how much
runs differ. So a run gives one value here, and the interval is over runs (Kalibera & Jones, ISMM 2013: the highest level is the unit).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from clamh.judging import suites
from clamh.judging.contests import Rule, find_obstacle, judge_contests
from clamh.judging.evidence import TOO_FEW, Evidence, evidence
from clamh.judging.forks import LEAST_FORKS
from clamh.judging.reference import baselines, in_words, marked, suite
from clamh.judging.statistics import forks
from clamh.judging.statistics.laps import mean_over_sets
from clamh.judging.terms import Facts, facts
from clamh.model.collection import NodeResults, Repetition
from clamh.model.summary import Row, Secondary, Summary, Warning, interval, warning

LEAST_REPETITIONS = LEAST_FORKS  # for the same reason
FEW = "too few repetitions"
WITHIN_RUNS = {"few-forks", "no-reference", "beats-bound"}  # doubts about one run that are judged anew over all of them


def judge_nodes(repetitions: Sequence[Repetition], baseline: str = "", pool: bool = False) -> tuple[NodeResults, ...]:
    """The results of each queue and host, in the order in which they first occur; with `pool` those of hosts with one CPU are taken together.

    Raises InputError for a baseline that is not there.
    """
    groups: dict[tuple[str, str], list[Repetition]] = {}
    for repetition in repetitions:
        groups.setdefault((repetition.queue, repetition.cpu if pool else repetition.host), []).append(repetition)
    return tuple(
        NodeResults(queue, ", ".join(dict.fromkeys(repetition.host for repetition in several)), several[0].cpu, tuple(several), several[0].run,
                    merge_repetitions(several, baseline)) for (queue, _), several in groups.items())


def merge_repetitions(repetitions: Sequence[Repetition], baseline: str = "") -> Summary:
    """One summary of several; their level, Δ and estimator are the same. Rows are those of the first repetition, then what only others have."""
    run, first = repetitions[0].run, repetitions[0].summary
    known = [facts(repetition.run) for repetition in repetitions]
    own = [{row.case_id: row for row in repetition.summary.rows} for repetition in repetitions]
    rows = [_merge_rows([rows[case_id] for rows in own if case_id in rows], len(repetitions), first.confidence)
            for case_id in dict.fromkeys(case_id for rows in own for case_id in rows)]
    chosen = baselines(rows, run.baselines, baseline or run.header.baseline)
    grouped: dict[tuple, list[Row]] = {}
    for row in (marked(row, chosen[suite(row)]) for row in rows):
        grouped.setdefault((suite(row), row.key, row.mode, row.threads, tuple(sorted(row.params.items()))), []).append(row)

    def weigh(row: Row, other: Row) -> Evidence:
        pairs = [(rows[row.case_id], rows[other.case_id], facts_of_run) for rows, facts_of_run in zip(own, known, strict=True)
                 if row.case_id in rows and other.case_id in rows]
        return _pair_up([evidence(mine, its, first.confidence, first.delta, first.estimator)._replace(
            not_compared=find_obstacle(mine, its, facts_of_run)) for mine, its, facts_of_run in pairs if mine.comparable and its.comparable], row, other)

    # By the mean where repetitions are weighed as a whole: each of them has its own estimator in its value.
    rule = Rule(_join_facts(known), first.confidence, first.delta, "mean", weigh)
    sides = list(dict.fromkeys(row.side for row in rows))
    contests = judge_contests(grouped.values(), sides, chosen, rule)
    return replace(first, contests=tuple(contests), reference=in_words(contests, chosen), suites=suites.of_contests(contests, chosen, first.confidence),
                   warnings=tuple(_shared(repetition.summary.warnings for repetition in repetitions)), speeds=(), asked=None, unit="repetition",
                   machine=tuple(_shared(repetition.summary.machine for repetition in repetitions)),
                   different=tuple(dict.fromkeys(key for repetition in repetitions for key in repetition.summary.different)))


def _join_facts(known: Sequence[Facts]) -> Facts:
    """What is known of the cases of any of these runs, those of the first before others."""
    joined = {name: {key: value for facts_of_run in reversed(known) for key, value in getattr(facts_of_run, name).items()}
              for name in Facts._fields if name != "run"}
    return Facts(run=known[0].run, **joined)


def _merge_rows(rows: Sequence[Row], planned: int, confidence: float) -> Row:
    """A case in several runs: its score is that of its runs' scores."""
    scores = tuple(row.score for row in rows if row.score is not None)
    usable = len(scores) >= LEAST_REPETITIONS and all(0 < score < math.inf for score in scores)
    few = () if not scores or len(scores) >= LEAST_REPETITIONS else (_few(len(scores)),)
    measured = [row for row in rows if row.score is not None]
    return replace(
        (measured or rows)[0], score=forks.centre(scores) if scores else None, fork_means=scores, forks_planned=planned,
        interval=interval(forks.log_mean_interval(scores, confidence)) if usable else None,
        status="ok" if len(scores) == planned else "partial" if scores else rows[0].status,
        fork_scores=() if scores else rows[0].fork_scores, pooled=None, spread=None, ratio=None, bound=None, turn_effect=None, looks=(), sets=(),
        aim=None, waited=max(row.waited for row in rows), secondary=tuple(_merge_secondary(measured, confidence)),
        warnings=(*_shared(row.warnings for row in rows), *few))


def _few(repetitions: int) -> Warning:
    several = "one repetition" if repetitions == 1 else f"{repetitions} repetitions"
    return warning("few-repetitions", f"no interval and no verdict: {several} cannot show how much runs differ")


def _merge_secondary(rows: Sequence[Row], confidence: float) -> Iterable[Secondary]:
    """Percentiles and counters that every run has: their mean; events are added up."""
    for secondary in rows[0].secondary if rows else ():
        same = [found.score for row in rows for found in row.secondary if (found.label, found.kind) == (secondary.label, secondary.kind)]
        if len(same) < len(rows):
            continue
        events = secondary.kind == "events"
        usable = not events and len(same) >= LEAST_REPETITIONS and all(0 < score < math.inf for score in same)
        yield replace(secondary, score=math.fsum(same) if events else forks.centre(same), iterations=(),
                      interval=interval(forks.log_mean_interval(same, confidence)) if usable else None)


def _shared(warnings: Iterable[Iterable[Warning]]) -> Iterable[Warning]:
    """Each doubt once, in the words of the first run that has it, and in how many runs it came up."""
    runs = [{doubt.code: doubt for doubt in reversed(tuple(of_run))} for of_run in warnings]
    counts = Counter(code for doubts in runs for code in doubts)
    for code, doubt in {code: doubt for doubts in reversed(runs) for code, doubt in doubts.items()}.items():
        if code not in WITHIN_RUNS:
            several = f" (in {counts[code]} of {len(runs)} repetitions)" if len(runs) > 1 else ""
            yield replace(doubt, message=f"{doubt.message}{several}")


def _pair_up(found: Sequence[Evidence], row: Row, other: Row) -> Evidence:
    """The ratio over runs, each of which measured both sides: its own ratio is one value.

    What a run cannot know of itself does not average out, such as what turns cost one side more: the interval has the ratio without that in it too.
    """
    if not found:
        apart = evidence(row, other, confidence=0.95, delta=0.0, together=False)
        return apart._replace(estimates=(), undecided="no repetition measured both")
    logs = [math.log(pair.value) for pair in found]
    series = [logs]
    if any(pair.moved for pair in found):
        series.append([log + one.moved for log, one in zip(logs, found, strict=True)])
    if any(pair.unwaited for pair in found):
        series.append([math.log(one.unwaited) if one.unwaited else log for log, one in zip(logs, found, strict=True)])
    enough = len(found) >= LEAST_REPETITIONS
    doubtful = [pair.undecided for pair in found if pair.undecided not in ("", TOO_FEW)]
    return Evidence(
        row.case_id, other.case_id, math.exp(forks.mean(logs)), tuple(map(mean_over_sets, series)) if enough else (),
        noise_floor=max(pair.noise_floor for pair in found), estimator=found[0].estimator,
        undecided=FEW if not enough else doubtful[0] if 2 * len(doubtful) > len(found) else "",
        not_compared=next((pair.not_compared for pair in found if pair.not_compared), ""))
