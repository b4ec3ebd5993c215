"""Two judged runs → Comparison: their rows side by side, and what else differed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from msgspec.structs import replace

from clamh.judging.comparability import describe_obstacle, find_excuse
from clamh.judging.compute_ratios import to_ratio
from clamh.judging.contests import without_ratio_warnings
from clamh.judging.differences import differences
from clamh.judging.evidence import gather_evidence
from clamh.judging.machine import find_tool, warn_of_other_machine
from clamh.judging.shifts import NOT_TOGETHER, WITHIN, Between, shift_between
from clamh.judging.suites import suite_ratios
from clamh.judging.terms import Facts, Side, facts, terms
from clamh.model.numbers import spell_number
from clamh.model.options import Estimator
from clamh.model.partners import find_partners
from clamh.model.results import Run, ShiftRecord
from clamh.model.summary import Comparison, Judgement, Pair, Row, Summary


def compare_runs(a: Judgement, b: Judgement, stored: Sequence[ShiftRecord] = ()) -> Comparison:
    """Rows with the same key, params, mode, threads, platform and build are one pair, with the ratio of B to A.

    The runs were not measured together, so intervals are widened by how far scores move between runs. The runs or
    `stored` calibrations state that; unknown, it is a factor of 2. Intervals over repetitions contain it already.

    Where several rows of a run match (two sources with one key), rows of the same source are paired first. Params are
    compared as texts first, then as numbers: JMH and earlier versions keep the source's spelling of a float (`1e3`).
    Platforms of another tool have names of their own: rows of two tools are paired without the platform where that
    leaves a single row on each side.
    """
    (run_a, summary_a), (run_b, summary_b) = a, b
    rows_a, rows_b = (list(map(without_ratio_warnings, summary.rows)) for summary in (summary_a, summary_b))
    partners, left = find_partners(
        rows_a, _share_keys(rows_a, rows_b),
        (lambda row: (*_identify_row(row), row.source), _identify_row, lambda row: (*_identify_work(row), row.side)))
    if find_tool(run_a) != find_tool(run_b):
        lonely, left = _pair_lonely([row for row in rows_a if row.case_id not in partners], left)
        partners |= lonely
    known = facts(run_a), facts(run_b)
    calibrations = [*stored, *run_a.shifts, *run_b.shifts]
    # the spread of repetitions contains what moves from run to run
    over_runs = summary_a.unit == summary_b.unit == "repetition"
    shifts = {
        row.case_id: WITHIN if over_runs else shift_between(row, partners[row.case_id], (run_a, run_b), calibrations)
        for row in rows_a if row.case_id in partners
    }
    pairs = [_judge_pair(row, partners.get(row.case_id), shifts.get(row.case_id), known, summary_a) for row in rows_a]
    pairs += [Pair(a=None, b=row) for row in left]
    joined = [(pair.a.case_id, pair.b.case_id) for pair in pairs if pair.a and pair.b]
    suites = suite_ratios([(pair.a, pair.ratio, "") for pair in pairs if pair.a and pair.b], summary_a.confidence)
    doubt = warn_of_other_machine(run_a, run_b)
    return Comparison(confidence=summary_a.confidence,
                      delta=summary_a.delta, estimator=summary_a.estimator, pairs=tuple(pairs), differences=differences(
                          run_a, run_b,
                          joined), warnings=(doubt,) if doubt and joined else (), suites=suites, shifts=tuple(
                              dict.fromkeys(shift.record for shift in shifts.values() if shift.record)),
                      unknown_shift=tuple(dict.fromkeys(shift.reason for shift in shifts.values() if shift.reason)))


def _share_keys(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """The others with the keys of the rows of the same full names, where another tool measured both.

    The keys of tools without sources are as short as their file allows, so a new benchmark may lengthen an old key.
    """
    keys = {(row.benchmark, row.side): row.key for row in rows if not row.source}
    return [other if other.source else replace(other, key=keys.get((other.benchmark, other.side), other.key))
            for other in others]


def _identify_row(row: Row) -> tuple[Hashable, ...]:
    return (row.key, row.mode, row.threads, row.side, *sorted(row.params.items()))


def _identify_work(row: Row) -> tuple[Hashable, ...]:
    return (row.key, row.mode, row.threads, *sorted((name, spell_number(text)) for name, text in row.params.items()))


def _pair_lonely(rows: list[Row], left: list[Row]) -> tuple[dict[str, Row], list[Row]]:
    """The partners of the rows that are alone with their work on each side, and the rows that are left."""
    alone = [{work for work, count in Counter(map(_identify_work, of_side)).items() if count == 1}
             for of_side in (rows, left)]
    return find_partners([row for row in rows if _identify_work(row) in alone[0] & alone[1]], left, (_identify_work,))


def _judge_pair(a: Row, b: Row | None, shift: Between | None, known: tuple[Facts, Facts], summary: Summary) -> Pair:
    """The pair of a row and its partner; confidence, Δ and estimator are those of `summary`."""
    if b is None or shift is None or not a.comparable or not b.comparable:
        return Pair(a=a, b=b)
    shared_terms = terms(Side("A", known[0], a), Side("B", known[1], b))
    pair_evidence = gather_evidence(b, a, summary.confidence, summary.delta, summary.estimator, together=False)
    # Another tool's platform has a name of its own, and no tool records computed values: the user decides by his files.
    several_tools = find_tool(known[0].run) != find_tool(known[1].run)
    obstacle = describe_obstacle(a, "A", replace(b, platform=a.platform) if several_tools else b, "B", shared_terms)
    pair_evidence = pair_evidence._replace(shift=shift.shift, not_compared=obstacle)
    ratio = to_ratio(pair_evidence, summary.confidence, summary.delta)
    if ratio.verdict == "undecided" and shift.reason:
        ratio = replace(ratio, reason=NOT_TOGETHER, decided_at=None)
    return Pair(a=a, b=b, ratio=replace(ratio, terms=shared_terms, excused=find_excuse(a, b, shared_terms)))
