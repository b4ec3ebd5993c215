"""Rows of a run → Contests: the reference of each row, how much faster it is, and which row is the fastest of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.judging import flags
from clamh.judging.bounds import compare_with_bound
from clamh.judging.clock import warn_of_removed_work
from clamh.judging.comparability import describe_obstacle, find_excuse
from clamh.judging.compute_ratios import (Pairs, family_confidence, find_fastest, find_ratio_warnings, pair_rows,
                                          to_ratio)
from clamh.judging.count_forks import warn_of_disagreeing_sets
from clamh.judging.evidence import Evidence, gather_evidence
from clamh.judging.reference import Baseline, choose_reference, group_by_suite, suite_of_row
from clamh.judging.system_counts import add_count_ratios
from clamh.judging.terms import Facts, Side, terms
from clamh.model.importance import ABOUT_RATIOS, sort_by_importance
from clamh.model.options import Estimator
from clamh.model.summary import Contest, Ratio, Row, make_warning


class Rule(NamedTuple):
    """How the rows of a run are compared.

    `weigh` returns the evidence of two comparable rows of the run, including why they must not be compared.
    """

    known: Facts
    confidence: float
    delta: float
    estimator: Estimator
    weigh: Callable[[Row, Row], Evidence]


def without_ratio_warnings(row: Row) -> Row:
    """The row for a comparison with a row of another run or build, without warnings about ratios within its own."""
    return replace(row, warnings=tuple(warning for warning in row.warnings if warning.code not in ABOUT_RATIOS))


def rule_of_run(known: Facts, confidence: float, delta: float, estimator: Estimator) -> Rule:
    """The rule that compares rows over the forks or sets of a run."""
    def weigh(row: Row, other_row: Row) -> Evidence:
        return gather_evidence(row, other_row, confidence, delta,
                               estimator)._replace(not_compared=find_obstacle(row, other_row, known))

    return Rule(known, confidence, delta, estimator, weigh)


def judge_contests(grouped: Iterable[Sequence[Row]], sides: Sequence[str], chosen: Mapping[str, Baseline],
                   rule: Rule) -> list[Contest]:
    """One contest per group of rows that measure the same. `chosen` has the baselines by suite, `sides` the order of
    the table.
    """
    place = {side: number for number, side in enumerate(sides)}
    groups = [_doubt_removed_work(sorted(rows, key=lambda row: place[row.side])) for rows in grouped]
    everything = [row for rows in groups for row in rows]
    bounds = group_by_suite(row for row in everything if row.baseline == "bound")
    candidates = {folder: [row for row in rows if row.case_id in chosen[folder].marked]
                  for folder, rows in group_by_suite(everything).items()}
    contests = []
    for rows in groups:
        folder = suite_of_row(rows[0])
        references = {
            row.case_id: choose_reference(row, rows, candidates[folder], sides, chosen[folder]) for row in rows
        }
        compared, first, ahead = _judge_contest(rows, references, rule)
        compared = add_count_ratios(compared, rule.confidence)
        compared = [
            compare_with_bound(row, bounds.get(folder, ()), sides, rule.confidence, rule.delta, rule.estimator)
            for row in compared
        ]
        disagreeing = warn_of_disagreeing_sets(compared)
        compared = [
            replace(row, warnings=sort_by_importance((*row.warnings, *filter(None, [disagreeing.get(row.case_id)]))))
            for row in compared
        ]
        contests.append(Contest(key=rows[0].key, mode=rows[0].mode, threads=rows[0].threads, params=rows[0].params,
                                rows=tuple(compared), fastest=first, lead_ratios=ahead,
                                has_baseline=chosen[folder] != Baseline() or any(row.build for row in rows)))
    return contests


def _doubt_removed_work(rows: Sequence[Row]) -> list[Row]:
    """The rows; a row whose side did no work gets a warning, and is then not compared."""
    removed = warn_of_removed_work(rows)
    return [
        replace(row, warnings=(*row.warnings, removed[row.case_id])) if row.case_id in removed else row for row in rows
    ]


def find_obstacle(row: Row, other_row: Row, known: Facts) -> str:
    """Why two rows of a run cannot be compared; "" where they can."""
    own_side, other_side = _name_sides(row, other_row, known)
    return describe_obstacle(row, own_side.name, other_row, other_side.name, terms(own_side, other_side))


def _judge_contest(rows: Sequence[Row], references: Mapping[str, Row | str],
                   rule: Rule) -> tuple[list[Row], str, tuple[Ratio, ...]]:
    """The rows with their ratios to `references`, the case_id of the fastest row, and its ratio to each other row.

    All claims about a benchmark are created together. The fastest row is chosen after looking at the data, so every two
    rows count as a claim, printed or not. A row that is compared with a row of another contest adds one claim.
    """
    pairs = dict(pair_rows(rows, rule.weigh))
    claims = [pairs[case_ids] for case_ids in pairs][::2]
    for row in rows:
        other_reference = references[row.case_id]
        if (isinstance(other_reference, Row) and row.comparable and other_reference.comparable
                and other_reference.case_id != row.case_id and (row.case_id, other_reference.case_id) not in pairs):
            pairs[row.case_id, other_reference.case_id] = rule.weigh(row, other_reference)
            claims.append(pairs[row.case_id, other_reference.case_id])
    confidence = family_confidence(claims, rule.confidence, rule.delta)
    compared = [_compare_row(row, references[row.case_id], pairs, rule, confidence) for row in rows]
    first, others = find_fastest(rows, pairs)
    by_case = {row.case_id: row for row in rows}
    ahead = tuple(_ratio(pairs[first, other], by_case[first], by_case[other], rule, confidence) for other in others)
    return compared, first if not ahead or any(not ratio.not_compared for ratio in ahead) else "", ahead


def _ratio(pair: Evidence, row: Row, other_row: Row, rule: Rule, confidence: float) -> Ratio:
    shared_terms = terms(*_name_sides(other_row, row, rule.known))
    return replace(to_ratio(pair, confidence, rule.delta), terms=shared_terms,
                   excused=find_excuse(row, other_row, shared_terms))


def _compare_row(row: Row, other: Row | str, pairs: Pairs, rule: Rule, confidence: float) -> Row:
    """The row with its ratio to `other`, or with the reason why it has none."""
    if not row.comparable:
        return row
    if isinstance(other, str):
        return replace(row, warnings=(*row.warnings, make_warning("no-reference", other)))
    if other.case_id == row.case_id:
        return replace(row, ratio=Ratio(reference=row.case_id, value=1.0, interval=None))
    if not other.comparable:
        lack = "no score" if other.score is None else "forks no longer than a clock reading"
        reason = f"no ratio: the reference, {other.benchmark} on {other.side}, has {lack}"
        return replace(row, warnings=(*row.warnings, make_warning("no-reference", reason)))
    pair = pairs[row.case_id, other.case_id]
    ratio = _ratio(pair, row, other, rule, confidence)
    other_side, own_side = _name_sides(other, row, rule.known)
    doubts = [] if ratio.not_compared else [
        *find_ratio_warnings(pair, ratio, rule.delta, {row.case_id: own_side.name, other.case_id: other_side.name})]
    names = (own_side.name, other_side.name)
    different = flags.warn_of_pair(own_side.platform, other_side.platform, names)
    return replace(row, ratio=ratio, warnings=(*row.warnings, *different, *doubts))


def _name_sides(row: Row, other_row: Row, known: Facts) -> tuple[Side, Side]:
    """The two rows as sides, each named by what distinguishes it from the other."""
    differ = row.side != other_row.side
    first, second = (Side(each.side if differ else each.benchmark, known, each) for each in (row, other_row))
    return first, second
