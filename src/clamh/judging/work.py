"""Which implementations of a run or plan are compared, and what is known of the work of each: same, different or unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from os.path import dirname
from pathlib import PurePath
from typing import Literal, NamedTuple

from msgspec.structs import replace

from clamh.judging.work_findings import Finding, find_doubts, is_one_value
from clamh.judging.work_pairs import UNASKED, Judged, Side, compare_works, describe_place
from clamh.judging.work_words import describe_at
from clamh.model.cases import Case, Plan
from clamh.model.results import CaseRecord, Run, WorkRecord
from clamh.model.work import Compared, implementations

OUTCOMES = ("same", "excused", "not checked", "failed", "not repeatable", "different")  # the worst last
HOLDS = {"same": True, "excused": True, "different": False, "not repeatable": False}
STATES: dict[bool | None, Literal["same", "different", "unknown"]] = {True: "same", False: "different", None: "unknown"}
AGREED = ("same", "not checked")  # what a second process makes no better
ONE_VALUE = "one value only: no input differs"


class CaseWork(NamedTuple):
    """What is known of the work of a case beside the others of its benchmark: the worst of its comparisons, and why."""

    state: Literal["same", "different", "unknown"]
    message: str
    findings: tuple[Finding, ...]


def value(a: tuple[str, WorkRecord | None], b: tuple[str, WorkRecord | None]) -> tuple[bool | None, str]:
    """Whether two implementations, named, did the same work, None where unknown, and what is not equal or not known."""
    if a[1] is None or b[1] is None:
        return None, UNASKED
    found = judged([Side(*a), Side(*b)])
    return HOLDS.get(found.outcome), f"{found.message}: {found.cause}" if found.cause else found.message


def judged(sides: Sequence[Side]) -> Judged:
    """The worst that is true of any two of the sides. A difference is excused by what clamh.toml says of either."""
    return _excused(sides, _worst(compare_works(one, other) for one, other in combinations(sides, 2)))


def _worst(pairs: Iterable[Judged]) -> Judged:
    return max(pairs, key=lambda pair: OUTCOMES.index(pair.outcome), default=Judged(outcome="not checked"))


def _excused(sides: Sequence[Side], worst: Judged) -> Judged:
    reason = next((side.work.differs for side in sides if side.work and side.work.differs), "")
    if reason and worst.outcome in ("different", "not repeatable"):
        return Judged(outcome="excused", message=f"{worst.outcome}, as clamh.toml says: {reason}", cause=worst.cause)
    return worst


def agree(cases: Sequence[Case], works: Mapping[str, WorkRecord]) -> bool:
    """Whether no second look could make it better: the works, by case_id, are the same, or not to be compared."""
    return judged([Side(case.side, works[case.case_id]) for case in cases]).outcome in AGREED


def compared(plan: Plan, works: Sequence[WorkRecord]) -> list[Compared]:
    """Each benchmark and params with its implementations, in the order of the plan."""
    by_case = {work.case_id: work for work in works}
    every = []
    for cases in implementations(plan):
        sides = tuple(Side(name, by_case.get(case.case_id)) for name, case in zip(_names(cases, plan), cases, strict=True))
        once = replace(cases[0], threads=1, members=())  # which is compared once for all numbers of threads
        found = judged(sides)
        why = found.message.partition(": ")[2] if found.outcome != "same" else ""
        if found.outcome == "different":
            place = describe_place(found.seed, found.call)
            why = f"{place}{': ' if place and found.cause else ''}{found.cause}"
        every.append(Compared(once, found.outcome, why, tuple((side.name, describe_at(side.work, found.seed, found.call)) for side in sides),
                              tuple((name, *one) for name, several in find_doubts(dict(sides)).items() for one in several),
                              _limits(sides, found)))
    return every


def _limits(sides: Sequence[Side], found: Judged) -> tuple[str, ...]:
    """Why a comparison proves less than it usually does."""
    works = [(side.name, side.work) for side in sides if side.work is not None]
    notes = [f"{name}: {work.limited}" for name, work in works if work.limited]
    if found.outcome == "same" and all(is_one_value(work) for _, work in works):
        notes.insert(0, ONE_VALUE)
    return tuple(notes)


def different(run: Run) -> tuple[str, ...]:
    """The keys of benchmarks whose implementations computed different values, which clamh.toml does not excuse."""
    return tuple(dict.fromkeys(key for key, sides in _alike(run) if judged(list(sides.values())).outcome == "different"))


def works_of_cases(run: Run) -> dict[str, CaseWork]:
    """What is known of the work of each case that has others of its benchmark beside it, by case_id."""
    found: dict[tuple, CaseWork] = {}
    for key, sides in _alike(run):
        doubts = find_doubts({side.name: side.work for side in sides.values()})
        for implementation, side in sides.items():
            others = [other for other in sides.values() if other is not side]
            if others and side.work is not None:
                worst = _worst(_excused((side, other), compare_works(side, other)) for other in others)
                found[key, *implementation] = CaseWork(STATES[HOLDS.get(worst.outcome)], worst.message, tuple(doubts.get(side.name, ())))
    return {result.case.case_id: found[which] for result in run.cases if (which := (result.case.key, *_implementation(result.case))) in found}


def _alike(run: Run) -> list[tuple[str, dict[tuple, Side]]]:
    """The key and the implementations of each benchmark with one set of params, as the run has them."""
    works = {work.case_id: work for work in run.works}
    alike: dict[tuple, dict[tuple, CaseRecord]] = {}
    for case in (result.case for result in run.cases):
        what = (case.key, dirname(case.source), tuple(sorted(case.params.items())))
        alike.setdefault(what, {}).setdefault(_implementation(case), case)
    found = []
    for (key, *_), cases in alike.items():
        names = _name([(case.side, case.source) for case in cases.values()])
        found.append((key, {which: Side(name, works.get(case.case_id)) for name, (which, case) in zip(names, cases.items(), strict=True)}))
    return found


def _implementation(case: CaseRecord) -> tuple:
    """One for all modes and numbers of threads, as before the run."""
    return case.side, case.source, case.benchmark, tuple(sorted(case.params.items()))


def _names(cases: Sequence[Case], plan: Plan) -> list[str]:
    return _name([(case.side, plan.catalogs[case.artifact].artifact.source) for case in cases])


def _name(sides: Sequence[tuple[str, str]]) -> list[str]:
    """What each implementation is called: as its side, and by its source where several have one."""
    times = Counter(side for side, _ in sides)
    return [f"{side} ({PurePath(source).name})" if times[side] > 1 else side for side, source in sides]
