"""The values of a param: quoted texts, and the numbers of range(…) and denseRange(…)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Call, Location

MAX_VALUES = 10_000
# The third argument of each generator, with its default and its least value.
GENERATORS = {"range": ("mult", 2, 2), "denseRange": ("step", 1, 1)}


def param_values(listed: Sequence[str | Call], location: Location) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """The values of a Param's arguments in order, each once, and the errors in its ranges."""
    values: list[str] = []
    problems: list[Diagnostic] = []
    for text_or_call in listed:
        if isinstance(text_or_call, str):
            values.append(text_or_call)
        else:
            numbers, problem = _expand(text_or_call, location)
            values += map(str, numbers)
            problems += [problem] if problem else []
    problems += [
        _problem("repeated-value", f'the value "{value}" occurs twice', location, "delete one of them")
        for value, count in Counter(values).items() if count > 1
    ]
    return tuple(dict.fromkeys(values)), problems


def _expand(call: Call, location: Location) -> tuple[list[int], Diagnostic | None]:
    if call.name not in GENERATORS:
        return [], _problem("unknown-call", f"Param has no function {call.name}(…)", location,
                            "write range(lo, hi, mult = 2) or denseRange(lo, hi, step = 1)")
    third, default, least = GENERATORS[call.name]
    usage = f"write {call.name}(lo, hi, {third} = {default}) with integers, lo at most hi, {third} at least {least}"
    names = ["lo", "hi", third]
    arguments: dict[str, int] = {third: default}
    for position, argument in enumerate(call.arguments):
        name = argument.key or (names[position] if position < 3 else "")
        if name not in names or type(argument.value) is not int:
            return [], _problem("wrong-range", f"cannot read {call.name}", location, usage)
        arguments[name] = argument.value
    if not {"lo", "hi"} <= set(arguments) or arguments["lo"] > arguments["hi"] or arguments[third] < least or (
            call.name == "range" and arguments["lo"] < 0):
        return [], _problem("wrong-range", f"{call.name} has no values", location, usage)
    lo, hi = arguments["lo"], arguments["hi"]
    numbers = _powers(**arguments) if call.name == "range" else range(lo, hi + 1, arguments["step"])
    count = len(numbers) if isinstance(numbers, list) else (hi - lo) // arguments["step"] + 1  # len() ends at 2^63
    if count > MAX_VALUES:
        return [], _problem("wrong-range", f"{call.name} has {count} values", location,
                            f"use at most {MAX_VALUES} values")
    return list(numbers), None


def _powers(lo: int, hi: int, mult: int) -> list[int]:
    """lo, the powers of `mult` strictly between lo and hi, and hi, as in Google Benchmark's `Range`."""
    numbers, power = [lo], 1
    while power < hi:
        if power > lo:
            numbers.append(power)
        power *= mult
    return numbers if lo == hi else [*numbers, hi]


def _problem(code: str, message: str, location: Location, hint: str) -> Diagnostic:
    return Diagnostic(code=code, message=message, hint=hint, location=location)
