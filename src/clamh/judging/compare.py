"""Two judged runs → Comparison: their rows side by side, and what else was not the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

from msgspec.structs import replace

from clamh.judging.comparable import excuse, obstacle
from clamh.judging.differences import differences
from clamh.judging.machine import other as other_machine
from clamh.judging.speed import times_as_fast
from clamh.judging.suites import suite_ratios
from clamh.judging.terms import Facts, Side, facts, terms
from clamh.model.options import Estimator
from clamh.model.results import Run
from clamh.model.summary import Comparison, Pair, Row, Summary


def compare(a: tuple[Run, Summary], b: tuple[Run, Summary]) -> Comparison:
    """Rows with the same key, params, mode, threads, platform and build are one pair, with the ratio of B to A.

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
    pairs = [_judged(row, partners.get(row.case_id), known, one.confidence, one.delta, one.estimator) for row in one.rows]
    pairs += [Pair(a=None, b=row) for row in left]
    joined = [(pair.a.case_id, pair.b.case_id) for pair in pairs if pair.a and pair.b]
    suites = suite_ratios([(pair.a, pair.ratio, "") for pair in pairs if pair.a and pair.b], one.confidence)
    doubt = other_machine(run_a, run_b)
    return Comparison(confidence=one.confidence, delta=one.delta, estimator=one.estimator, pairs=tuple(pairs),
                      differences=differences(run_a, run_b, joined), warnings=(doubt,) if doubt and joined else (), suites=suites)


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


def _judged(a: Row, b: Row | None, known: tuple[Facts, Facts], confidence: float, delta: float, estimator: Estimator) -> Pair:
    if b is None or not a.comparable or not b.comparable:
        return Pair(a=a, b=b)
    ratio = times_as_fast(b, a, confidence, delta, estimator, together=False)
    made = terms(Side("A", known[0], a), Side("B", known[1], b))
    if reason := obstacle(a, "A", b, "B", made):
        ratio = replace(ratio, interval=None, verdict=None, decided_at=None, reason=reason)
    return Pair(a=a, b=b, ratio=replace(ratio, terms=made, excused=excuse(a, b, made)))
