"""What the calls of one implementation show by themselves: its value proves little, or changes from call to call."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from clamh.judging.canonical import Digest, elements, informs, read, describe_value
from clamh.judging.work_words import describe_call, given_values
from clamh.model.results import Given, WorkRecord
from clamh.model.work import calls

Call = WorkRecord | Given
LEAST_CALLS = 3  # on one state, to report that a value grows: two of three differ by chance


class Finding(NamedTuple):
    """A warning about an implementation's value; `code` is that of the warning."""

    code: str
    message: str


def find_doubts(works: Mapping[str, WorkRecord | None]) -> dict[str, list[Finding]]:
    """The findings about each implementation of a benchmark with one set of params, by its name."""
    known = {name: work for name, work in works.items() if work is not None and not work.failure}
    steady = [name for name, work in known.items() if gives_values(work) and repeats(work) and not changes(work)]
    return {name: list(_find_in_work(work, steady)) for name, work in known.items()}


def _find_in_work(work: WorkRecord, steady: Sequence[str]) -> Iterator[Finding]:
    if not gives_values(work):
        if not _gives_something(work):
            yield Finding("work-nothing", "work unknown: it returns nothing and gives nothing to Blackhole")
        return
    if has_nan(work):
        gave = describe_call(next(call for call in calls(work).values() if _contains_nan(call)))
        yield Finding("work-nan", f"{gave}: two NaN do not prove the same work")
    elif is_constant(work):
        yield Finding("work-constant", f"the value does not depend on the input: {describe_constant(work)}")
    if grows(work):
        yield Finding("work-grows", f"the value grows with each call on one state: {_describe_sequence(work)}")
    elif changes(work) and steady and not work.members:
        yield Finding("work-changes", f"the value changes from call to call on one state: {_describe_sequence(work)}; the value of "
                      f"{' and '.join(steady)} does not")


def gives_values(work: WorkRecord) -> bool:
    """Whether any call gave something that can be compared."""
    return any(informs(text) for call in calls(work).values() for text in texts_of(call))


def _gives_something(work: WorkRecord) -> bool:
    return any(texts_of(call) for call in calls(work).values())


def has_nan(work: WorkRecord) -> bool:
    """Whether a value is NaN, or has a NaN among its elements."""
    return any(map(_contains_nan, calls(work).values()))


def is_constant(work: WorkRecord) -> bool:
    """Whether all different inputs gave the same value."""
    return bool(work.inputs) and work.distinct == 1 and gives_values(work)


def describe_constant(work: WorkRecord) -> str:
    """The constant and its inputs in words: `returned 42 for every seed of Random and every n`."""
    names = ["every seed of Random" if name == "Random" else f"every {name}" for name in work.inputs]
    return f"{describe_call(work)} for {' and '.join(names)}"


def is_one_value(work: WorkRecord) -> bool:
    """Whether all calls gave one value and their input never differed: that is weak evidence."""
    return not work.inputs and len({tuple(texts_of(call)) for call in calls(work).values()}) <= 1


def repeats(work: WorkRecord) -> bool:
    """Whether a state was called more than once."""
    return any(call > 1 for _, call in calls(work))


def changes(work: WorkRecord) -> bool:
    """Whether a later call on a state gave something else than its first call."""
    return any(texts_of(call) != texts_of(of_state[0]) for of_state in _group_by_state(work) for call in of_state[1:])


def grows(work: WorkRecord) -> bool:
    """Whether something grows with each call on every state: the number of values, a length, or a number by equal steps."""
    states = [of_state for of_state in _group_by_state(work) if len(of_state) >= LEAST_CALLS]
    if not states:
        return False
    counts = [[len(given_values(call)) for call in of_state] for of_state in states]
    if all(map(_rises, counts)):
        return True
    places = min(len(texts_of(call)) for of_state in states for call in of_state)
    return any(all(_grows([texts_of(call)[place] for call in of_state]) for of_state in states) for place in range(places))


def _grows(texts: Sequence[str]) -> bool:
    values = [read(text) for text in texts]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        steps = [later - earlier for earlier, later in zip(values, values[1:])]
        return steps[0] > 0 and all(math.isclose(step, steps[0]) for step in steps)
    return _rises([_size_of(text, value) for text, value in zip(texts, values, strict=True)])


def _size_of(text: str, value: Any) -> int:
    if isinstance(value, Digest):
        return value.size
    if isinstance(value, list):
        return len(elements(text))
    return len(value) if isinstance(value, str | bytes) else 0


def _rises(numbers: Sequence[int]) -> bool:
    return all(earlier < later for earlier, later in zip(numbers, numbers[1:]))


def _group_by_state(work: WorkRecord) -> list[list[Call]]:
    """The calls on each state, in their order."""
    states: dict[int, list[Call]] = {}
    for (seed, _), call in sorted(calls(work).items(), key=lambda item: item[0]):
        states.setdefault(seed, []).append(call)
    return list(states.values())


def texts_of(call: Call) -> list[str]:
    """All values of a call, including those of members and of Check methods."""
    return [*given_values(call), *(text for member in call.members.values() for text in given_values(member)), *call.checks.values()]


def _contains_nan(call: Call) -> bool:
    return any(map(is_nan, texts_of(call)))


def is_nan(text: str) -> bool:
    """Whether a canonical value is NaN, or has a NaN among its elements."""
    return text == "f:nan" or text.startswith("[") and any(map(is_nan, elements(text)))


def _describe_sequence(work: WorkRecord) -> str:
    """What the calls on one state gave, in their order."""
    of_state = next(of_state for of_state in _group_by_state(work) if len(of_state) > 1)
    if all(len(texts_of(call)) == 1 for call in of_state):
        return ", then ".join(describe_value(texts_of(call)[0]) for call in of_state)
    return ", then ".join(describe_call(call) for call in of_state)
