"""Two judged runs → Comparison: their rows side by side, and what else was not the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from msgspec.structs import replace

from clamh.judging.comparable import excuse, obstacle
from clamh.judging.differences import differences
from clamh.judging.evidence import evidence
from clamh.judging.machine import other as other_machine
from clamh.judging.shifts import NOT_TOGETHER, WITHIN, Between, shift_between
from clamh.judging.speed import ratio_of
from clamh.judging.suites import suite_ratios
from clamh.judging.terms import Facts, Side, facts, terms
from clamh.model.options import Estimator
from clamh.model.results import Run, ShiftRecord
from clamh.model.summary import Comparison, Pair, Row, Summary


def compare(a: tuple[Run, Summary], b: tuple[Run, Summary], stored: Sequence[ShiftRecord] = ()) -> Comparison:
    """Rows with the same key, params, mode, threads, platform and build are one pair, with the ratio of B to A.

    The runs were not measured together: intervals are wider by how far scores move between runs, as the runs or `stored` calibrations say, or by
    a factor of 2 where that is not known. Those over repetitions have it in them.

    Where a run has several of them (two sources with one key), those of the same source are paired first. The platforms of
    another tool have names of their own: its rows are paired without them where that leaves one on each side.
    """
    (run_a, one), (run_b, other) = a, b
    partners: dict[str, Row] = {}
    left = list(other.rows)
    for same in (lambda row: (*_identity(row), row.source), _identity):
        _pair([row for row in one.rows if row.case_id not in partners], left, same, partners)
    if run_a.origin or run_b.origin:
        _pair_lonely([row for row in one.rows if row.case_id not in partners], left, partners)
    known = facts(run_a), facts(run_b)
    calibrations = [*stored, *run_a.shifts, *run_b.shifts]
    over_runs = one.unit == other.unit == "repetition"  # what moves from run to run is in their spread
    between = {row.case_id: WITHIN if over_runs else shift_between(row, partners[row.case_id], (run_a, run_b), calibrations)
               for row in one.rows if row.case_id in partners}
    pairs = [_judged(row, partners.get(row.case_id), between.get(row.case_id), known, one) for row in one.rows]
    pairs += [Pair(a=None, b=row) for row in left]
    joined = [(pair.a.case_id, pair.b.case_id) for pair in pairs if pair.a and pair.b]
    suites = suite_ratios([(pair.a, pair.ratio, "") for pair in pairs if pair.a and pair.b], one.confidence)
    doubt = other_machine(run_a, run_b)
    return Comparison(confidence=one.confidence, delta=one.delta, estimator=one.estimator, pairs=tuple(pairs),
                      differences=differences(run_a, run_b, joined), warnings=(doubt,) if doubt and joined else (), suites=suites,
                      shifts=tuple(dict.fromkeys(each.record for each in between.values() if each.record)),
                      unknown_shift=tuple(dict.fromkeys(each.reason for each in between.values() if each.reason)))


def _identity(row: Row) -> tuple[Hashable, ...]:
    return (*_work(row), row.side)


def _work(row: Row) -> tuple[Hashable, ...]:
    return (row.key, row.mode, row.threads, *sorted(row.params.items()))


def _pair_lonely(rows: list[Row], left: list[Row], partners: dict[str, Row]) -> None:
    """Pair the rows that are alone with their work on each side."""
    alone = [{work for work, times in Counter(map(_work, some)).items() if times == 1} for some in (rows, left)]
    _pair([row for row in rows if _work(row) in alone[0] & alone[1]], left, _work, partners)


def _pair(rows: list[Row], left: list[Row], same: Callable[[Row], Hashable], partners: dict[str, Row]) -> None:
    """Give each row its partner among those left, in order."""
    for row in rows:
        partner = next((one for one in left if same(one) == same(row)), None)
        if partner is not None:
            partners[row.case_id] = partner
            left.remove(partner)


def _judged(a: Row, b: Row | None, between: Between | None, known: tuple[Facts, Facts], how: Summary) -> Pair:
    """The pair of a row and its partner; confidence, Δ and estimator are those of `how`."""
    if b is None or between is None or not a.comparable or not b.comparable:
        return Pair(a=a, b=b)
    made = terms(Side("A", known[0], a), Side("B", known[1], b))
    found = evidence(b, a, how.confidence, how.delta, how.estimator, together=False)
    found = found._replace(shift=between.shift, not_compared=obstacle(a, "A", b, "B", made))
    ratio = ratio_of(found, how.confidence, how.delta)
    if ratio.verdict == "undecided" and between.reason:
        ratio = replace(ratio, reason=NOT_TOGETHER, decided_at=None)
    return Pair(a=a, b=b, ratio=replace(ratio, terms=made, excused=excuse(a, b, made)))
