"""The values of a param: quoted texts as they are, ranges spelled out, an enum's constants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Call, Location

MOST_VALUES = 10_000
# Each generator's own third argument, its default and its least value.
GENERATORS = {"range": ("mult", 2, 2), "denseRange": ("step", 1, 1)}


def param_values(listed: Sequence[str | Call], location: Location) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """The texts of a Param's arguments in order, each once, and what is wrong with its ranges."""
    values: list[str] = []
    problems: list[Diagnostic] = []
    for one in listed:
        if isinstance(one, str):
            values.append(one)
        else:
            numbers, problem = _numbers(one, location)
            values += map(str, numbers)
            problems += [problem] if problem else []
    problems += [
        _problem("repeated-value", f"the value \"{value}\" is there twice", location, "delete one of them")
        for value, count in Counter(values).items() if count > 1
    ]
    return tuple(dict.fromkeys(values)), problems


def _numbers(call: Call, location: Location) -> tuple[list[int], Diagnostic | None]:
    if call.name not in GENERATORS:
        return [], _problem("unknown-call", f"Param knows no {call.name}(…)", location,
                            "write range(lo, hi, mult = 2) or denseRange(lo, hi, step = 1)")
    third, default, least = GENERATORS[call.name]
    usage = f"write {call.name}(lo, hi, {third} = {default}) with integers, lo not above hi, {third} at least {least}"
    names = ["lo", "hi", third]
    given: dict[str, int] = {third: default}
    for position, argument in enumerate(call.arguments):
        name = argument.key or (names[position] if position < 3 else "")
        if name not in names or type(argument.value) is not int:
            return [], _problem("wrong-range", f"{call.name} cannot be read", location, usage)
        given[name] = argument.value
    if not {"lo", "hi"} <= set(given) or given["lo"] > given["hi"] or given[third] < least or (
            call.name == "range" and given["lo"] < 0):
        return [], _problem("wrong-range", f"{call.name} has no values", location, usage)
    numbers = _powers(**given) if call.name == "range" else range(given["lo"], given["hi"] + 1, given["step"])
    if len(numbers) > MOST_VALUES:
        return [], _problem("wrong-range", f"{call.name} has {len(numbers)} values", location,
                            f"make it {MOST_VALUES} at most")
    return list(numbers), None


def _powers(lo: int, hi: int, mult: int) -> list[int]:
    """As Google Benchmark's `Range`: lo, the powers of `mult` strictly between, hi."""
    numbers, power = [lo], 1
    while power < hi:
        if power > lo:
            numbers.append(power)
        power *= mult
    return numbers if lo == hi else [*numbers, hi]


def _problem(code: str, message: str, location: Location, mend: str) -> Diagnostic:
    return Diagnostic(code=code, message=message, mend=mend, location=location)
