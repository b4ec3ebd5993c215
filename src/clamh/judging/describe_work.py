"""The values of calls of implementations, in words."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.judging.canonical import describe_value
from clamh.model.identity import split_name
from clamh.model.results import Given, WorkRecord
from clamh.model.work import list_calls
from clamh.model.worker import MemberValue

LISTED = 4  # values of a list in a sentence


def list_call_values(call: WorkRecord | Given | MemberValue) -> tuple[str, ...]:
    """Everything that one call gave back, in order. A returned value comes last, as the harness gives it to Blackhole.
    """
    return call.consumed if call.returned is None else (*call.consumed, call.returned)


def describe_work(work: WorkRecord | None) -> str:
    """What an implementation gave at its first call, and at its second where that differs."""
    if work is None:
        return "was not called"
    if work.failure:
        return f"failed: {work.failure}"
    if work.second_process is None:
        return describe_call(work)
    return f"first {describe_call(find_first_change(work))}, then {describe_call(work.second_process)}"


def describe_at(work: WorkRecord | None, seed: int, call: int) -> str:
    """What it gave at another call, if it was called so often."""
    values = list_calls(work).get((seed, call)) if work is not None and work.second_process is None else None
    return describe_work(work) if values is None else describe_call(values)


def find_first_change(work: WorkRecord) -> WorkRecord | Given:
    """The call that gave another value the second time."""
    repeated = work.second_process and (work.second_process.seed, work.second_process.call)
    return next((call for call in work.other_calls if (call.seed, call.call) == repeated), work)


def describe_call(call: WorkRecord | Given) -> str:
    """The values of a call: `consumed 1, 2 and returned 5, Check sum = 3`."""
    checks = [f"Check {split_name(name)[-1]} = {describe_value(value)}" for name, value in call.checks.items()]
    members = [f"{name} {describe_given(value)}" for name, value in call.members.items()]
    return ", ".join([*(members or ([describe_given(call)] if list_call_values(call) or not checks else [])), *checks])


def describe_given(call: WorkRecord | Given | MemberValue) -> str:
    """What a call consumed and returned."""
    words = []
    if call.consumed:
        words.append(f"consumed {list_values(call.consumed)}")
    if call.returned is not None:
        words.append(f"returned {describe_value(call.returned)}")
    return " and ".join(words) or "gave no value"


def list_values(values: Sequence[str]) -> str:
    """The first values, and an ellipsis where there are more."""
    return ", ".join(map(describe_value, values[:LISTED])) + (", …" if len(values) > LISTED else "")
