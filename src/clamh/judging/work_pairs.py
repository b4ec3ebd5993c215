"""Whether two implementations did the same work: the values of their calls, compared seed by seed and call by call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from clamh.judging.canonical import describe_value, is_informative
from clamh.judging.causes import find_cause
from clamh.judging.describe_work import describe_call, describe_given, find_first_change, list_call_values, list_values
from clamh.judging.work_findings import changes, describe_constant, has_nan, is_constant, repeats
from clamh.model.identity import fold, split_name
from clamh.model.noun import Noun
from clamh.model.results import Given, WorkRecord
from clamh.model.work import list_calls

UNASKED = "work not checked"
CHECK = "Check "
NO_VALUE = "neither side gives a value to compare"  # without their names: pairs of many platforms share a footnote
Call = WorkRecord | Given


class Side(NamedTuple):
    """One implementation: its name among the others, and what it did. None: it was not called."""

    name: str
    work: WorkRecord | None


class PairJudgement(Noun):
    """What the works of some implementations show together, in a sentence; `cause` is the likely cause of a difference.

    `seed` and `call` are those of the first call that gave different values.
    """

    outcome: Literal["same", "excused", "not checked", "failed", "not repeatable", "different"]
    message: str = ""
    cause: str = ""
    seed: int = 1
    call: int = 1


def compare_works(a: Side, b: Side) -> PairJudgement:
    """Whether two implementations did the same work."""
    for side in (a, b):
        if side.work is None:
            return PairJudgement(outcome="not checked", message=UNASKED)
        if side.work.failure:
            return PairJudgement(outcome="failed", message=f"{UNASKED}: {side.name}: {side.work.failure}")
    assert a.work is not None and b.work is not None
    for side, work in ((a, a.work), (b, b.work)):
        if work.second_process is not None:
            first, again = describe_call(find_first_change(work)), describe_call(work.second_process)
            if work.members:  # their values may depend on which ran first, and that is no error
                return _not_checked(
                    f"the functions of the group run at the same time: {side.name} first {first}, then {again}")
            return PairJudgement(outcome="not repeatable",
                                 message=f"not repeatable: {side.name} first {first}, then {again}")
    return _compare_calls((a.name, b.name), a.work, b.work)


def _compare_calls(names: tuple[str, str], a: WorkRecord, b: WorkRecord) -> PairJudgement:
    """The first call with different values decides; otherwise whether the equal values prove anything."""
    calls_a, calls_b = list_calls(a), list_calls(b)
    unknown: list[str] = []
    for seed, call in sorted(calls_a.keys() & calls_b.keys()):
        judgement = _compare_call(names, calls_a[seed, call], calls_b[seed, call])
        if judgement.outcome == "different":
            place = describe_place(seed, call)
            why = _find_cause_in_later_calls(names, a, b, call) or judgement.cause
            return PairJudgement(outcome="different",
                                 message=f"different work: {place}{': ' if place else ''}{judgement.message}",
                                 cause=why, seed=seed, call=call)
        if judgement.outcome == "not checked":
            unknown.append(judgement.message)
    unknown += _find_weak_evidence(names, a, b)
    return _not_checked(unknown[0]) if unknown else PairJudgement(outcome="same")


def describe_place(seed: int, call: int) -> str:
    """Which call it was, where it was not the very first."""
    words = [*([f"call {call} on one state"] if call > 1 else []), *([f"seed {seed}"] if seed > 1 else [])]
    return ", ".join(words)


def _find_cause_in_later_calls(names: tuple[str, str], a: WorkRecord, b: WorkRecord, call: int) -> str:
    """What a later call shows and the first could not: one side has a constant, or changes where the other does not."""
    for name, own, other_work_record in ((names[0], a, b), (names[1], b, a)):
        if is_constant(own) and not is_constant(other_work_record):
            return f"the value of {name} does not depend on the input: {describe_constant(own)}"
        if call > 1 and changes(own) and repeats(other_work_record) and not changes(other_work_record):
            return f"the value of {name} changes from call to call on one state"
    return ""


def _find_weak_evidence(names: tuple[str, str], a: WorkRecord, b: WorkRecord) -> Iterator[str]:
    """Why equal values prove nothing."""
    for test, what in ((has_nan, "NaN; two NaN do not prove the same work"), (is_constant,
                                                                              "the same value for every input")):
        names_giving = [name for name, work in zip(names, (a, b), strict=True) if test(work)]
        if names_giving:
            yield f"{' and '.join(names_giving)} {'give' if len(names_giving) > 1 else 'gives'} {what}"


def _compare_call(names: tuple[str, str], a: Call, b: Call) -> PairJudgement:
    unknown: list[str] = []
    compared = 0
    for what, values_a, values_b in _pair_items(a, b):
        if what.startswith(CHECK) and () in (values_a, values_b):
            unknown.append(f"{what} is on {names[values_a == ()]} and not on {names[values_a != ()]}")
        elif what and not _inform(values_a) and not _inform(values_b):  # a member of a group that gives no value
            continue
        elif not _inform(values_a) or not _inform(values_b):
            silent = [name for name, values in zip(names, (values_a, values_b), strict=True) if not _inform(values)]
            if _inform(values_a) or _inform(values_b) or not (a.checks and b.checks):
                unknown.append(NO_VALUE if len(silent) > 1 else f"{silent[0]} gives no value to compare")
        elif values_a == values_b:
            compared += 1
        else:
            label = f"{what}: " if what else ""
            gave = (f"{label}{names[0]} {_describe_item(what, a, values_a)}, {names[1]} "
                    f"{_describe_item(what, b, values_b)}")
            if what and not what.startswith(CHECK):  # each may be repeatable, and the order may depend on the runtime
                unknown.append(f"the functions of the group run at the same time: {gave}")
                continue
            return PairJudgement(outcome="different", message=gave, cause=_find_cause(values_a, values_b))
    if unknown or not compared:
        return PairJudgement(outcome="not checked", message="; ".join(unknown) or NO_VALUE)
    return PairJudgement(outcome="same")


def _not_checked(why: str) -> PairJudgement:
    return PairJudgement(outcome="not checked", message=f"{UNASKED}: {why}")


def _pair_items(a: Call, b: Call) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """What is compared: everything given back, under the name "" or by member of a group, then each Check by its name.

    A value that one side lacks is ().
    """
    if not a.members and not b.members:
        yield "", list_call_values(a), list_call_values(b)
    for items_a, items_b in ((_label_members(a), _label_members(b)), (_label_checks(a), _label_checks(b))):
        for name in dict.fromkeys((*items_a, *items_b)):
            label = (items_a.get(name) or items_b[name])[0]
            yield label, items_a.get(name, ("", ()))[1], items_b.get(name, ("", ()))[1]


def _label_checks(call: Call) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The label and value of each Check, by the name that joins those of several languages."""
    return {
        fold(split_name(name)[-1]): (f"{CHECK}{split_name(name)[-1]}", (value,)) for name, value in call.checks.items()
    }


def _label_members(call: Call) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The label and value of each function of a group, by the name that joins those of several languages."""
    return {fold(name): (name, list_call_values(value)) for name, value in call.members.items()}


def _inform(values: Sequence[str]) -> bool:
    return any(map(is_informative, values))


def _find_cause(values_a: Sequence[str], values_b: Sequence[str]) -> str:
    if len(values_a) != len(values_b):
        return f"{' and '.join(map(str, sorted((len(values_a), len(values_b)))))} values"
    if sorted(values_a) == sorted(values_b):
        return "the same values in another order"
    index = next(index for index, (a, b) in enumerate(zip(values_a, values_b, strict=True)) if a != b)
    why = find_cause(values_a[index], values_b[index])
    if len(values_a) == 1:
        return why
    values = " and ".join(sorted((describe_value(values_a[index]), describe_value(values_b[index]))))
    return f"first difference at value {index}, {values}{': ' if why else ''}{why}"


def _describe_item(what: str, call: Call, values: Sequence[str]) -> str:
    return f"gives {list_values(values)}" if what else describe_given(call)
