"""Which implementations of a run or plan are compared, and what is known about the work of each: same, different or
unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from os.path import dirname
from pathlib import PurePath
from typing import Literal, NamedTuple

from msgspec.structs import replace

from clamh.judging.describe_work import describe_at
from clamh.judging.work_findings import Finding, find_doubts, is_one_value
from clamh.judging.work_pairs import UNASKED, PairJudgement, Side, compare_works, describe_place
from clamh.model.cases import Case, Plan
from clamh.model.results import CaseRecord, Run, WorkRecord
from clamh.model.work import WorkComparison, group_implementations

OUTCOMES = ("same", "excused", "not checked", "failed", "not repeatable", "different")  # the worst last
TERM_HOLDS = {"same": True, "excused": True, "different": False, "not repeatable": False}
STATES: dict[bool | None, Literal["same", "different", "unknown"]] = {True: "same", False: "different", None: "unknown"}
AGREED = ("same", "not checked")  # a second process cannot improve these
ONE_VALUE = "one value only: the inputs do not differ"


class CaseWork(NamedTuple):
    """What is known about the work of a case beside the others of its benchmark: the worst of its comparisons, and why.
    """

    state: Literal["same", "different", "unknown"]
    message: str
    findings: tuple[Finding, ...]


def compare_values(a: tuple[str, WorkRecord | None], b: tuple[str, WorkRecord | None]) -> tuple[bool | None, str]:
    """Whether two named implementations did the same work, None where unknown; and what differs or is not known."""
    if a[1] is None or b[1] is None:
        return None, UNASKED
    judgement = judge_sides([Side(*a), Side(*b)])
    return TERM_HOLDS.get(
        judgement.outcome), f"{judgement.message}: {judgement.cause}" if judgement.cause else judgement.message


def judge_sides(sides: Sequence[Side]) -> PairJudgement:
    """The worst outcome of any two of the sides. clamh.toml may excuse it for either side."""
    return _excuse(sides, _find_worst(compare_works(side, other_side) for side, other_side in combinations(sides, 2)))


def _find_worst(pairs: Iterable[PairJudgement]) -> PairJudgement:
    return max(pairs, key=lambda pair: OUTCOMES.index(pair.outcome), default=PairJudgement(outcome="not checked"))


def _excuse(sides: Sequence[Side], worst: PairJudgement) -> PairJudgement:
    reason = next((side.work.differs for side in sides if side.work and side.work.differs), "")
    if reason and worst.outcome in ("different", "not repeatable", "not checked"):
        return PairJudgement(outcome="excused", message=f"{worst.outcome}, as clamh.toml says: {reason}",
                             cause=worst.cause)
    return worst


def is_settled(cases: Sequence[Case], works: Mapping[str, WorkRecord]) -> bool:
    """Whether a second process could not improve the outcome: the works, by case_id, are the same, or are not compared.
    """
    return judge_sides([Side(case.side, works[case.case_id]) for case in cases]).outcome in AGREED


def compare_implementations(plan: Plan, works: Sequence[WorkRecord]) -> list[WorkComparison]:
    """Each benchmark and its params with its implementations, in the order of the plan."""
    by_case = {work.case_id: work for work in works}
    comparisons = []
    for cases in group_implementations(plan):
        sides = tuple(
            Side(name, by_case.get(case.case_id)) for name, case in zip(_name_cases(cases, plan), cases, strict=True))
        once = replace(cases[0], threads=1, members=())  # one comparison for all numbers of threads
        judgement = judge_sides(sides)
        why = judgement.message.partition(": ")[2] if judgement.outcome != "same" else ""
        if judgement.outcome == "different":
            place = describe_place(judgement.seed, judgement.call)
            why = f"{place}{': ' if place and judgement.cause else ''}{judgement.cause}"
        comparisons.append(
            WorkComparison(
                once, judgement.outcome, why,
                tuple((side.name, describe_at(side.work, judgement.seed, judgement.call)) for side in sides),
                tuple((name, *finding) for name, findings in find_doubts(dict(sides)).items() for finding in findings),
                _find_limits(sides, judgement)))
    return comparisons


def _find_limits(sides: Sequence[Side], judgement: PairJudgement) -> tuple[str, ...]:
    """Why a comparison proves less than usual."""
    works = [(side.name, side.work) for side in sides if side.work is not None]
    notes = [f"{name}: {work.limited}" for name, work in works if work.limited]
    if judgement.outcome == "same" and all(is_one_value(work) for _, work in works):
        notes.insert(0, ONE_VALUE)
    return tuple(notes)


def find_different_keys(run: Run) -> tuple[str, ...]:
    """The keys of benchmarks whose implementations computed different values that clamh.toml does not excuse."""
    return tuple(
        dict.fromkeys(key for key, sides in _group_implementations(run)
                      if judge_sides(list(sides.values())).outcome == "different"))


def judge_case_works(run: Run) -> dict[str, CaseWork]:
    """What is known about the work of each case, by case_id. Only of cases with another implementation of their
    benchmark.
    """
    works: dict[tuple, CaseWork] = {}
    for key, sides in _group_implementations(run):
        doubts = find_doubts({side.name: side.work for side in sides.values()})
        for implementation, side in sides.items():
            others = [other_side for other_side in sides.values() if other_side is not side]
            if others and side.work is not None:
                worst = _find_worst(
                    _excuse((side, other_side), compare_works(side, other_side)) for other_side in others)
                works[key, *implementation] = CaseWork(STATES[TERM_HOLDS.get(worst.outcome)], worst.message,
                                                       tuple(doubts.get(side.name, ())))
    return {result.case.case_id: works[identity] for result in run.cases
            if (identity := (result.case.key, *_identify_implementation(result.case))) in works}


def _group_implementations(run: Run) -> list[tuple[str, dict[tuple, Side]]]:
    """The key and the implementations of each benchmark with one set of params, as the run has them."""
    works = {work.case_id: work for work in run.works}
    grouped: dict[tuple, dict[tuple, CaseRecord]] = {}
    for case in (result.case for result in run.cases):
        benchmark = (case.key, dirname(case.source), tuple(sorted(case.params.items())))
        grouped.setdefault(benchmark, {}).setdefault(_identify_implementation(case), case)
    implementations = []
    for (key, *_), cases in grouped.items():
        names = _name_sides([(case.side, case.source) for case in cases.values()])
        implementations.append((key, {identity: Side(name, works.get(case.case_id))
                                      for name, (identity, case) in zip(names, cases.items(), strict=True)}))
    return implementations


def _identify_implementation(case: CaseRecord) -> tuple:
    """The identity of an implementation, equal for all modes and numbers of threads, as before the run."""
    return case.side, case.source, case.benchmark, tuple(sorted(case.params.items()))


def _name_cases(cases: Sequence[Case], plan: Plan) -> list[str]:
    return _name_sides([(case.side, plan.catalogs[case.artifact].artifact.source) for case in cases])


def _name_sides(sides: Sequence[tuple[str, str]]) -> list[str]:
    """The name of each implementation: its side, and its source where several have the same side."""
    counts = Counter(side for side, _ in sides)
    return [f"{side} ({PurePath(source).name})" if counts[side] > 1 else side for side, source in sides]
