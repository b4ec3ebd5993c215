"""What the calls of one implementation show by themselves: a value that proves little, or changes from call to call."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from clamh.judging.canonical import Digest, elements, informs, read, shown
from clamh.judging.work_words import describe_call, given_values
from clamh.model.results import Given, WorkRecord
from clamh.model.work import calls

Call = WorkRecord | Given
LEAST_CALLS = 3  # on one state, to say that a value grows: two of three differ by chance


class Finding(NamedTuple):
    """A doubt about an implementation's value; `code` is that of the warning."""

    code: str
    message: str


def find_doubts(works: Mapping[str, WorkRecord | None]) -> dict[str, list[Finding]]:
    """The findings about each implementation of a benchmark with one set of params, by its name."""
    known = {name: work for name, work in works.items() if work is not None and not work.failure}
    steady = [name for name, work in known.items() if gives_values(work) and repeats(work) and not changes(work)]
    return {name: list(_doubts(work, steady)) for name, work in known.items()}


def _doubts(work: WorkRecord, steady: Sequence[str]) -> Iterator[Finding]:
    if not gives_values(work):
        if not _gives_anything(work):
            yield Finding("work-nothing", "work unknown: returns nothing and gives nothing to Blackhole")
        return
    if has_nan(work):
        gave = describe_call(next(call for call in calls(work).values() if _nan_in(call)))
        yield Finding("work-nan", f"{gave}: two NaN do not prove the same work")
    elif is_constant(work):
        yield Finding("work-constant", f"the value does not depend on the input: {describe_constant(work)}")
    if grows(work):
        yield Finding("work-grows", f"the value grows with each call on one state: {_in_turn(work)}")
    elif changes(work) and steady and not work.members:
        yield Finding("work-changes", f"the value changes from call to call on one state: {_in_turn(work)}; that of {' and '.join(steady)} does not")


def gives_values(work: WorkRecord) -> bool:
    """Whether any call gave something that can be compared."""
    return any(informs(text) for one in calls(work).values() for text in texts_of(one))


def _gives_anything(work: WorkRecord) -> bool:
    return any(texts_of(one) for one in calls(work).values())


def has_nan(work: WorkRecord) -> bool:
    """Whether a value is NaN, or has one among its elements."""
    return any(map(_nan_in, calls(work).values()))


def is_constant(work: WorkRecord) -> bool:
    """Whether all inputs that differ gave the same value."""
    return bool(work.inputs) and work.distinct == 1 and gives_values(work)


def describe_constant(work: WorkRecord) -> str:
    """What a constant is, and for which inputs: `returned 42 for every seed of Random and every n`."""
    names = ["every seed of Random" if name == "Random" else f"every {name}" for name in work.inputs]
    return f"{describe_call(work)} for {' and '.join(names)}"


def is_one_value(work: WorkRecord) -> bool:
    """Whether all calls gave one value, and nothing of their input differed: one such value is weak evidence."""
    return not work.inputs and len({tuple(texts_of(one)) for one in calls(work).values()}) <= 1


def repeats(work: WorkRecord) -> bool:
    """Whether a state was called more than once."""
    return any(call > 1 for _, call in calls(work))


def changes(work: WorkRecord) -> bool:
    """Whether a later call on a state gave something else than its first."""
    return any(texts_of(one) != texts_of(several[0]) for several in _by_state(work) for one in several[1:])


def grows(work: WorkRecord) -> bool:
    """Whether something grows with each call on every state: how many values there are, a length, or a number by equal steps."""
    states = [several for several in _by_state(work) if len(several) >= LEAST_CALLS]
    if not states:
        return False
    counts = [[len(given_values(one)) for one in several] for several in states]
    if all(map(_rising, counts)):
        return True
    places = min(len(texts_of(one)) for several in states for one in several)
    return any(all(_grown([texts_of(one)[at] for one in several]) for several in states) for at in range(places))


def _grown(texts: Sequence[str]) -> bool:
    values = [read(text) for text in texts]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        steps = [later - earlier for earlier, later in zip(values, values[1:])]
        return steps[0] > 0 and all(math.isclose(step, steps[0]) for step in steps)
    return _rising([_size(text, value) for text, value in zip(texts, values, strict=True)])


def _size(text: str, value: Any) -> int:
    if isinstance(value, Digest):
        return value.size
    if isinstance(value, list):
        return len(elements(text))
    return len(value) if isinstance(value, str | bytes) else 0


def _rising(numbers: Sequence[int]) -> bool:
    return all(earlier < later for earlier, later in zip(numbers, numbers[1:]))


def _by_state(work: WorkRecord) -> list[list[Call]]:
    """The calls on each state, in their order."""
    found: dict[int, list[Call]] = {}
    for (seed, _), one in sorted(calls(work).items(), key=lambda item: item[0]):
        found.setdefault(seed, []).append(one)
    return list(found.values())


def texts_of(call: Call) -> list[str]:
    """All values of a call, those of members and of Check methods included."""
    return [*given_values(call), *(text for one in call.members.values() for text in given_values(one)), *call.checks.values()]


def _nan_in(call: Call) -> bool:
    return any(map(is_nan, texts_of(call)))


def is_nan(text: str) -> bool:
    """Whether a canonical value is NaN, or has one among its elements."""
    return text == "f:nan" or text.startswith("[") and any(map(is_nan, elements(text)))


def _in_turn(work: WorkRecord) -> str:
    """What the calls on one state gave, one after the other."""
    several = next(several for several in _by_state(work) if len(several) > 1)
    if all(len(texts_of(one)) == 1 for one in several):
        return ", then ".join(shown(texts_of(one)[0]) for one in several)
    return ", then ".join(describe_call(one) for one in several)
