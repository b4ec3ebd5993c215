"""Whether implementations did the same work: what they returned, gave to Blackhole and answered to Check, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from os.path import dirname
from pathlib import PurePath
from typing import Literal, NamedTuple

from msgspec.structs import replace

from clamh.judging.canonical import informs, shown
from clamh.judging.causes import cause
from clamh.model.cases import Case, Plan
from clamh.model.identity import folded, parts
from clamh.model.noun import Noun
from clamh.model.results import Given, Run, WorkRecord
from clamh.model.work import Compared, implementations
from clamh.model.worker import MemberValue

OUTCOMES = ("same", "excused", "not checked", "failed", "not repeatable", "different")  # the worst last
HOLDS = {"same": True, "excused": True, "different": False, "not repeatable": False}
AGREED = ("same", "not checked")  # what a second process makes no better
UNASKED = "work not checked"
LISTED = 4  # values of a list in a sentence
CHECK = "Check "


class Side(NamedTuple):
    """One implementation, as it is called among the others, and what it did; None: it was not asked."""

    name: str
    work: WorkRecord | None


class Judged(Noun):
    """What the works of some implementations say together, in a sentence; `cause` is the likely one of a difference."""

    outcome: Literal["same", "excused", "not checked", "failed", "not repeatable", "different"]
    message: str = ""
    cause: str = ""


def value(a: tuple[str, WorkRecord | None], b: tuple[str, WorkRecord | None]) -> tuple[bool | None, str]:
    """Whether two implementations, named, did the same work, None where unknown, and what is not equal or not known."""
    if a[1] is None or b[1] is None:
        return None, UNASKED
    found = judged([Side(*a), Side(*b)])
    return HOLDS.get(found.outcome), f"{found.message}: {found.cause}" if found.cause else found.message


def judged(sides: Sequence[Side]) -> Judged:
    """The worst that is true of any two of the sides. A difference is excused by what clamh.toml says of either."""
    pairs = [_pair(one, other) for one, other in combinations(sides, 2)]
    worst = max(pairs, key=lambda one: OUTCOMES.index(one.outcome), default=Judged(outcome="not checked"))
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
        why = found.cause if found.outcome == "different" else found.message.partition(": ")[2] if found.outcome != "same" else ""
        every.append(Compared(once, found.outcome, why, tuple((side.name, said(side)) for side in sides)))
    return every


def different(run: Run) -> tuple[str, ...]:
    """The keys of benchmarks whose implementations computed different values, which clamh.toml does not excuse."""
    works = {work.case_id: work for work in run.works}
    alike: dict[tuple, dict[tuple, Side]] = {}
    for case in (result.case for result in run.cases):
        what = (case.key, dirname(case.source), tuple(sorted(case.params.items())))
        implementation = (case.side, case.source, case.benchmark)  # one for all modes and numbers of threads, as before the run
        alike.setdefault(what, {}).setdefault(implementation, Side(case.side, works.get(case.case_id)))
    return tuple(dict.fromkeys(key for (key, *_), sides in alike.items() if judged(list(sides.values())).outcome == "different"))


def _names(cases: Sequence[Case], plan: Plan) -> list[str]:
    """What each implementation is called: as its side, and by its source where several have one."""
    times = Counter(case.side for case in cases)
    sources = (PurePath(plan.catalogs[case.artifact].artifact.source).name for case in cases)
    return [f"{case.side} ({source})" if times[case.side] > 1 else case.side
            for case, source in zip(cases, sources, strict=True)]


def _pair(one: Side, other: Side) -> Judged:
    for side in (one, other):
        if side.work is None:
            return Judged(outcome="not checked", message=UNASKED)
        if side.work.failure:
            return Judged(outcome="failed", message=f"{UNASKED}: {side.name}: {side.work.failure}")
    assert one.work is not None and other.work is not None
    for side in (one, other):
        if side.work is not None and side.work.again is not None:
            first, again = told(side.work), told(side.work.again)
            if side.work.members:  # what they give may depend on which was first, and is no error then
                return _unknown(f"the functions of the group run at the same time, and {side.name} {first}, and then {again}")
            return Judged(outcome="not repeatable", message=f"not repeatable: {side.name} {first}, and then {again}")
    return _compared(one, one.work, other, other.work)


def _compared(one: Side, a: WorkRecord, other: Side, b: WorkRecord) -> Judged:
    unknown: list[str] = []
    compared = 0
    for what, mine, theirs in _items(a, b):
        names = (one.name, other.name)
        if what.startswith(CHECK) and () in (mine, theirs):
            unknown.append(f"{what} is on {names[mine == ()]} and not on {names[mine != ()]}")
        elif what and not _informs(mine) and not _informs(theirs):  # a member of a group that has nothing to tell
            continue
        elif not _informs(mine) or not _informs(theirs):
            silent = [name for name, values in zip(names, (mine, theirs), strict=True) if not _informs(values)]
            if _informs(mine) or _informs(theirs) or not (a.checks and b.checks):
                give = "give" if len(silent) > 1 else "gives"
                unknown.append(f"{' and '.join(silent)} {give} back nothing that has a value")
        elif mine == theirs:
            compared += 1
        else:
            label = f"{what}: " if what else ""
            gave = f"{label}{one.name} {_told(what, a, mine)}, {other.name} {_told(what, b, theirs)}"
            if what and not what.startswith(CHECK):  # each may give the same again and again, and which is first be a matter of the runtime
                unknown.append(f"the functions of the group run at the same time: {gave}")
                continue
            message = f"different work: {gave}"
            return Judged(outcome="different", message=message, cause=_cause(mine, theirs))
    if unknown or not compared:
        return _unknown("; ".join(unknown) or "nothing that they give back has a value")
    return Judged(outcome="same")


def _unknown(why: str) -> Judged:
    return Judged(outcome="not checked", message=f"{UNASKED}: {why}")


def _items(a: WorkRecord, b: WorkRecord) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """What is compared: everything given back, under the name "", of a group by member, then each Check by its name; () where
    there is none.

    What is returned is what is given to Blackhole last, as the harness does with it.
    """
    if not a.members and not b.members:
        yield "", given(a), given(b)
    for mine, theirs in ((_members(a), _members(b)), (_checks(a), _checks(b))):
        for name in dict.fromkeys((*mine, *theirs)):
            yield (mine.get(name) or theirs[name])[0], mine.get(name, ("", ()))[1], theirs.get(name, ("", ()))[1]


def given(work: WorkRecord | Given | MemberValue) -> tuple[str, ...]:
    """Everything that one invocation gave back, in order."""
    return work.consumed if work.returned is None else (*work.consumed, work.returned)


def _checks(work: WorkRecord) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What each Check is called, and its value, by the name that joins those of several languages."""
    return {folded(parts(name)[-1]): (f"{CHECK}{parts(name)[-1]}", (value,)) for name, value in work.checks.items()}


def _members(work: WorkRecord) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The same of each function of a group, and what it gave back."""
    return {folded(name): (name, given(value)) for name, value in work.members.items()}


def _informs(values: Sequence[str]) -> bool:
    return any(map(informs, values))


def _cause(mine: Sequence[str], theirs: Sequence[str]) -> str:
    if len(mine) != len(theirs):
        return f"{' and '.join(map(str, sorted((len(mine), len(theirs)))))} values"
    if sorted(mine) == sorted(theirs):
        return "the same values in another order"
    at = next(at for at, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b)
    why = cause(mine[at], theirs[at])
    if len(mine) == 1:
        return why
    values = " and ".join(sorted((shown(mine[at]), shown(theirs[at]))))
    return f"first at value {at}, {values}{': ' if why else ''}{why}"


def _told(what: str, work: WorkRecord, values: Sequence[str]) -> str:
    listed = ", ".join(map(shown, values[:LISTED])) + (", …" if len(values) > LISTED else "")
    return f"gives {listed}" if what else _gave(work)


def said(side: Side) -> str:
    """What one implementation gave, in words."""
    work = side.work
    if work is None:
        return "was not asked"
    if work.failure:
        return f"failed: {work.failure}"
    return f"{told(work)}, and then {told(work.again)}" if work.again else told(work)


def told(work: WorkRecord | Given) -> str:
    """What an invocation did, in words: `consumed 1, 2 and returned 5, Check sum = 3`."""
    checks = [f"Check {parts(name)[-1]} = {shown(value)}" for name, value in work.checks.items()]
    gave = [f"{name} {_gave(value)}" for name, value in work.members.items()]
    return ", ".join([*(gave or ([_gave(work)] if given(work) or not checks else [])), *checks])


def _gave(work: WorkRecord | Given | MemberValue) -> str:
    words = []
    if work.consumed:
        listed = ", ".join(map(shown, work.consumed[:LISTED]))
        words.append(f"consumed {listed}{', …' if len(work.consumed) > LISTED else ''}")
    if work.returned is not None:
        words.append(f"returned {shown(work.returned)}")
    return " and ".join(words) or "gave back nothing"
