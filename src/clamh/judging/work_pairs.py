"""Whether two implementations did the same work: what their calls gave, compared seed by seed and call by call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from clamh.judging.canonical import informs, shown
from clamh.judging.causes import cause
from clamh.judging.work_findings import changes, describe_constant, has_nan, is_constant, repeats
from clamh.judging.work_words import describe_call, describe_given, first_of, given_values, list_values
from clamh.model.identity import folded, parts
from clamh.model.noun import Noun
from clamh.model.results import Given, WorkRecord
from clamh.model.work import calls

UNASKED = "work not checked"
CHECK = "Check "
Call = WorkRecord | Given


class Side(NamedTuple):
    """One implementation, as it is called among the others, and what it did; None: it was not asked."""

    name: str
    work: WorkRecord | None


class Judged(Noun):
    """What the works of some implementations say together, in a sentence; `cause` is the likely one of a difference.

    `seed` and `call` are those of the first call that gave something else.
    """

    outcome: Literal["same", "excused", "not checked", "failed", "not repeatable", "different"]
    message: str = ""
    cause: str = ""
    seed: int = 1
    call: int = 1


def compare_works(one: Side, other: Side) -> Judged:
    """Whether two implementations did the same work."""
    for side in (one, other):
        if side.work is None:
            return Judged(outcome="not checked", message=UNASKED)
        if side.work.failure:
            return Judged(outcome="failed", message=f"{UNASKED}: {side.name}: {side.work.failure}")
    assert one.work is not None and other.work is not None
    for side, work in ((one, one.work), (other, other.work)):
        if work.again is not None:
            first, again = describe_call(first_of(work)), describe_call(work.again)
            if work.members:  # what they give may depend on which was first, and is no error then
                return _unknown(f"the functions of the group run at the same time, and {side.name} {first}, and then {again}")
            return Judged(outcome="not repeatable", message=f"not repeatable: {side.name} {first}, and then {again}")
    return _compare_calls((one.name, other.name), one.work, other.work)


def _compare_calls(names: tuple[str, str], a: WorkRecord, b: WorkRecord) -> Judged:
    """The first call that gave something else decides; else whether the values that are the same prove anything."""
    mine, theirs = calls(a), calls(b)
    unknown: list[str] = []
    for seed, call in sorted(mine.keys() & theirs.keys()):
        found = _compare_call(names, mine[seed, call], theirs[seed, call])
        if found.outcome == "different":
            place = describe_place(seed, call)
            why = _why(names, a, b, call) or found.cause
            return Judged(outcome="different", message=f"different work: {place}{': ' if place else ''}{found.message}", cause=why,
                          seed=seed, call=call)
        if found.outcome == "not checked":
            unknown.append(found.message)
    unknown += _unproven(names, a, b)
    return _unknown(unknown[0]) if unknown else Judged(outcome="same")


def describe_place(seed: int, call: int) -> str:
    """Which call it was, where it was not the first of all."""
    words = [*([f"call {call} on one state"] if call > 1 else []), *([f"seed {seed}"] if seed > 1 else [])]
    return ", ".join(words)


def _why(names: tuple[str, str], a: WorkRecord, b: WorkRecord, call: int) -> str:
    """What a later call shows that the first could not: one has a constant, or moves where the other does not."""
    for name, own, other in ((names[0], a, b), (names[1], b, a)):
        if is_constant(own) and not is_constant(other):
            return f"the value of {name} does not depend on the input: {describe_constant(own)}"
        if call > 1 and changes(own) and repeats(other) and not changes(other):
            return f"the value of {name} changes from call to call on one state"
    return ""


def _unproven(names: tuple[str, str], a: WorkRecord, b: WorkRecord) -> Iterator[str]:
    """Why equal values prove nothing."""
    for test, what in ((has_nan, "NaN, and two NaN do not prove the same work"), (is_constant, "the same value for every input")):
        giving = [name for name, work in zip(names, (a, b), strict=True) if test(work)]
        if giving:
            yield f"{' and '.join(giving)} {'give' if len(giving) > 1 else 'gives'} {what}"


def _compare_call(names: tuple[str, str], a: Call, b: Call) -> Judged:
    unknown: list[str] = []
    compared = 0
    for what, mine, theirs in _items(a, b):
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
            gave = f"{label}{names[0]} {_describe(what, a, mine)}, {names[1]} {_describe(what, b, theirs)}"
            if what and not what.startswith(CHECK):  # each may give the same again and again, and which is first be a matter of the runtime
                unknown.append(f"the functions of the group run at the same time: {gave}")
                continue
            return Judged(outcome="different", message=gave, cause=_cause(mine, theirs))
    if unknown or not compared:
        return Judged(outcome="not checked", message="; ".join(unknown) or "nothing that they give back has a value")
    return Judged(outcome="same")


def _unknown(why: str) -> Judged:
    return Judged(outcome="not checked", message=f"{UNASKED}: {why}")


def _items(a: Call, b: Call) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """What is compared: everything given back, under the name "", of a group by member, then each Check by its name; () where
    there is none.
    """
    if not a.members and not b.members:
        yield "", given_values(a), given_values(b)
    for mine, theirs in ((_members(a), _members(b)), (_checks(a), _checks(b))):
        for name in dict.fromkeys((*mine, *theirs)):
            yield (mine.get(name) or theirs[name])[0], mine.get(name, ("", ()))[1], theirs.get(name, ("", ()))[1]


def _checks(call: Call) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What each Check is called, and its value, by the name that joins those of several languages."""
    return {folded(parts(name)[-1]): (f"{CHECK}{parts(name)[-1]}", (value,)) for name, value in call.checks.items()}


def _members(call: Call) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The same of each function of a group, and what it gave back."""
    return {folded(name): (name, given_values(value)) for name, value in call.members.items()}


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


def _describe(what: str, call: Call, values: Sequence[str]) -> str:
    return f"gives {list_values(values)}" if what else describe_given(call)
