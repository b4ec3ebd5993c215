"""What the calls of an implementation show by themselves: its value proves little, or changes from call to call."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from clamh.judging.canonical import Digest, describe_value, is_informative, parse_value, split_elements
from clamh.judging.describe_work import describe_call, list_call_values
from clamh.model.results import Given, WorkRecord
from clamh.model.work import list_calls

Call = WorkRecord | Given
MIN_CALLS = 3  # on one state, to report that a value grows: two of three differ by chance


class Finding(NamedTuple):
    """A warning about an implementation's value; `code` is that of the warning."""

    code: str
    message: str


def find_doubts(works: Mapping[str, WorkRecord | None]) -> dict[str, list[Finding]]:
    """The findings about each implementation of a benchmark with one set of params, by its name."""
    known = {name: work for name, work in works.items() if work is not None and not work.failure}
    steady = [name for name, work in known.items() if has_values(work) and repeats(work) and not changes(work)]
    return {name: list(_find_in_work(work, steady)) for name, work in known.items()}


def _find_in_work(work: WorkRecord, steady: Sequence[str]) -> Iterator[Finding]:
    if not has_values(work):
        if not _gives_something(work):
            yield Finding("work-nothing", "work unknown: it returns nothing and gives nothing to Blackhole")
        return
    if has_nan(work):
        gave = describe_call(next(call for call in list_calls(work).values() if _contains_nan(call)))
        yield Finding("work-nan", f"{gave}: two NaN do not prove the same work")
    elif is_constant(work):
        yield Finding("work-constant", f"the value does not depend on the input: {describe_constant(work)}")
    if grows(work):
        yield Finding("work-grows", f"the value grows with each call on one state: {_describe_sequence(work)}")
    elif changes(work) and steady and not work.members:
        yield Finding(
            "work-changes",
            f"the value changes from call to call on one state: {_describe_sequence(work)}; the value of "
            f"{' and '.join(steady)} does not")


def has_values(work: WorkRecord) -> bool:
    """Whether any call gave something that can be compared."""
    return any(is_informative(text) for call in list_calls(work).values() for text in list_texts(call))


def _gives_something(work: WorkRecord) -> bool:
    return any(list_texts(call) for call in list_calls(work).values())


def has_nan(work: WorkRecord) -> bool:
    """Whether a value is NaN, or has a NaN among its elements."""
    return any(map(_contains_nan, list_calls(work).values()))


def is_constant(work: WorkRecord) -> bool:
    """Whether all different inputs gave the same value."""
    return bool(work.inputs) and work.distinct == 1 and has_values(work)


def describe_constant(work: WorkRecord) -> str:
    """The constant and its inputs in words: `returned 42 for every seed of Random and every n`."""
    names = ["every seed of Random" if name == "Random" else f"every {name}" for name in work.inputs]
    return f"{describe_call(work)} for {' and '.join(names)}"


def is_one_value(work: WorkRecord) -> bool:
    """Whether all calls gave one value and their input never differed: that is weak evidence."""
    return not work.inputs and len({tuple(list_texts(call)) for call in list_calls(work).values()}) <= 1


def repeats(work: WorkRecord) -> bool:
    """Whether a state was called more than once."""
    return any(call > 1 for _, call in list_calls(work))


def changes(work: WorkRecord) -> bool:
    """Whether a later call on a state gave something else than its first call."""
    return any(
        list_texts(call) != list_texts(of_state[0]) for of_state in _group_by_state(work) for call in of_state[1:])


def grows(work: WorkRecord) -> bool:
    """Whether something grows with each call on every state: the number of values, a length, or a number by equal
    steps.
    """
    states = [of_state for of_state in _group_by_state(work) if len(of_state) >= MIN_CALLS]
    if not states:
        return False
    counts = [[len(list_call_values(call)) for call in of_state] for of_state in states]
    if all(map(_rises, counts)):
        return True
    places = min(len(list_texts(call)) for of_state in states for call in of_state)
    return any(
        all(_grows([list_texts(call)[place] for call in of_state]) for of_state in states) for place in range(places))


def _grows(texts: Sequence[str]) -> bool:
    values = [parse_value(text) for text in texts]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        steps = [later - earlier for earlier, later in zip(values, values[1:])]
        return steps[0] > 0 and all(math.isclose(step, steps[0]) for step in steps)
    return _rises([_size_of(text, value) for text, value in zip(texts, values, strict=True)])


def _size_of(text: str, value: Any) -> int:
    if isinstance(value, Digest):
        return value.size
    if isinstance(value, list):
        return len(split_elements(text))
    return len(value) if isinstance(value, str | bytes) else 0


def _rises(numbers: Sequence[int]) -> bool:
    return all(earlier < later for earlier, later in zip(numbers, numbers[1:]))


def _group_by_state(work: WorkRecord) -> list[list[Call]]:
    """The calls on each state, in their order."""
    states: dict[int, list[Call]] = {}
    for (seed, _), call in sorted(list_calls(work).items(), key=lambda item: item[0]):
        states.setdefault(seed, []).append(call)
    return list(states.values())


def list_texts(call: Call) -> list[str]:
    """All values of a call, including those of members and of Check methods."""
    return [
        *list_call_values(call), *(text for member in call.members.values() for text in list_call_values(member)),
        *call.checks.values()
    ]


def _contains_nan(call: Call) -> bool:
    return any(map(is_nan, list_texts(call)))


def is_nan(text: str) -> bool:
    """Whether a canonical value is NaN, or has a NaN among its elements."""
    return text == "f:nan" or text.startswith("[") and any(map(is_nan, split_elements(text)))


def _describe_sequence(work: WorkRecord) -> str:
    """What the calls on one state gave, in their order."""
    of_state = next(of_state for of_state in _group_by_state(work) if len(of_state) > 1)
    if all(len(list_texts(call)) == 1 for call in of_state):
        return ", then ".join(describe_value(list_texts(call)[0]) for call in of_state)
    return ", then ".join(describe_call(call) for call in of_state)
