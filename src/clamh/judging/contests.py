"""Rows of one run → Contests: which row each is compared with, by how much it is faster, and which is the fastest of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.judging import flags
from clamh.judging.bounds import against_bound
from clamh.judging.clock import removed_work
from clamh.judging.comparable import excuse, obstacle
from clamh.judging.evidence import Evidence, evidence
from clamh.judging.forks import sets_disagree
from clamh.judging.reference import Baseline, by_suite, reference, suite
from clamh.judging.speed import Pairs, doubts, family_confidence, fastest, pairs_of, ratio_of
from clamh.judging.terms import Facts, Side, terms
from clamh.model.importance import by_importance
from clamh.model.options import Estimator
from clamh.model.summary import Contest, Ratio, Row, warning


class Rule(NamedTuple):
    """How the rows of a run are compared; `weigh` gives the evidence of two comparable rows of it, with why they are not to be compared."""

    known: Facts
    confidence: float
    delta: float
    estimator: Estimator
    weigh: Callable[[Row, Row], Evidence]


def rule_of_run(known: Facts, confidence: float, delta: float, estimator: Estimator) -> Rule:
    """Rows are compared over the forks or sets of one run."""
    def weigh(row: Row, other: Row) -> Evidence:
        return evidence(row, other, confidence, delta, estimator)._replace(not_compared=find_obstacle(row, other, known))

    return Rule(known, confidence, delta, estimator, weigh)


def judge_contests(grouped: Iterable[Sequence[Row]], sides: Sequence[str], chosen: Mapping[str, Baseline], rule: Rule) -> list[Contest]:
    """A contest for each group of rows that measure the same; `chosen` are the baselines by suite, `sides` the order of the table."""
    place = {side: number for number, side in enumerate(sides)}
    groups = [_doubt_removed_work(sorted(rows, key=lambda row: place[row.side])) for rows in grouped]
    everything = [row for rows in groups for row in rows]
    bounds = by_suite(row for row in everything if row.baseline == "bound")
    candidates = {folder: [row for row in rows if row.case_id in chosen[folder].marked] for folder, rows in by_suite(everything).items()}
    contests = []
    for rows in groups:
        folder = suite(rows[0])
        references = {row.case_id: reference(row, rows, candidates[folder], sides, chosen[folder]) for row in rows}
        compared, first, ahead = _judge_contest(rows, references, rule)
        compared = [against_bound(row, bounds.get(folder, ()), sides, rule.confidence, rule.delta, rule.estimator) for row in compared]
        apart = sets_disagree(compared)
        compared = [replace(row, warnings=by_importance((*row.warnings, *filter(None, [apart.get(row.case_id)])))) for row in compared]
        contests.append(Contest(key=rows[0].key, mode=rows[0].mode, threads=rows[0].threads, params=rows[0].params,
                                rows=tuple(compared), fastest=first, ahead=ahead,
                                referred=chosen[folder] != Baseline() or any(row.build for row in rows)))
    return contests


def _doubt_removed_work(rows: Sequence[Row]) -> list[Row]:
    """The rows, doubted where a side did none of the work: then it is not compared."""
    removed = removed_work(rows)
    return [replace(row, warnings=(*row.warnings, removed[row.case_id])) if row.case_id in removed else row for row in rows]


def find_obstacle(row: Row, other: Row, known: Facts) -> str:
    """Why two rows of a run are not to be compared, "" where they are."""
    mine, its = _sides(row, other, known)
    return obstacle(row, mine.name, other, its.name, terms(mine, its))


def _judge_contest(rows: Sequence[Row], references: Mapping[str, Row | str], rule: Rule) -> tuple[list[Row], str, tuple[Ratio, ...]]:
    """The rows of a contest with their ratios to `references`, the case_id of the fastest, and how many times as fast it is as each other.

    All of this is claimed of one benchmark at once. The fastest is chosen after looking, so each two rows make a claim, whichever is printed; rows
    that are compared with another contest's make one each.
    """
    pairs = dict(pairs_of(rows, rule.weigh))
    claims = [pairs[both] for both in pairs][::2]
    for row in rows:
        other = references[row.case_id]
        if isinstance(other, Row) and row.comparable and other.comparable and other.case_id != row.case_id and (row.case_id, other.case_id) not in pairs:
            pairs[row.case_id, other.case_id] = rule.weigh(row, other)
            claims.append(pairs[row.case_id, other.case_id])
    confidence = family_confidence(claims, rule.confidence, rule.delta)
    compared = [_compared(row, references[row.case_id], pairs, rule, confidence) for row in rows]
    first, others = fastest(rows, pairs)
    by_case = {row.case_id: row for row in rows}
    ahead = tuple(_ratio(pairs[first, other], by_case[first], by_case[other], rule, confidence) for other in others)
    return compared, first if not ahead or any(not ratio.not_compared for ratio in ahead) else "", ahead


def _ratio(found: Evidence, row: Row, other: Row, rule: Rule, confidence: float) -> Ratio:
    made = terms(*_sides(other, row, rule.known))
    return replace(ratio_of(found, confidence, rule.delta), terms=made, excused=excuse(row, other, made))


def _compared(row: Row, other: Row | str, pairs: Pairs, rule: Rule, confidence: float) -> Row:
    """The row with its ratio to `other`, or with the reason why it has none."""
    if not row.comparable:
        return row
    if isinstance(other, str):
        return replace(row, warnings=(*row.warnings, warning("no-reference", other)))
    if other.case_id == row.case_id:
        return replace(row, ratio=Ratio(reference=row.case_id, value=1.0, interval=None))
    if not other.comparable:
        has = "no score" if other.score is None else "forks that took no longer than reading the clock"
        told = f"no ratio: the reference, {other.benchmark} on {other.side}, has {has}"
        return replace(row, warnings=(*row.warnings, warning("no-reference", told)))
    found = pairs[row.case_id, other.case_id]
    ratio = _ratio(found, row, other, rule, confidence)
    its, mine = _sides(other, row, rule.known)
    told = [] if ratio.not_compared else [*doubts(found, ratio, rule.delta, {row.case_id: mine.name, other.case_id: its.name})]
    return replace(row, ratio=ratio, warnings=(*row.warnings, *flags.of_pair(mine.platform, its.platform, (mine.name, its.name)), *told))


def _sides(one: Row, other: Row, known: Facts) -> tuple[Side, Side]:
    """Two rows, each called by what tells them apart."""
    apart = one.side != other.side
    first, second = (Side(row.side if apart else row.benchmark, known, row) for row in (one, other))
    return first, second
