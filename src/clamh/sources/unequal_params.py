"""Params of one benchmark whose values are not the same in every language: rows that have nothing to be compared with."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator

from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.identity import param_key, parts
from clamh.model.selection import states_of
from clamh.model.sources import Location, Param, Suite


def unequal_params(suite: Suite, given: Container[str] = ()) -> list[Diagnostic]:
    """A warning for each such param, with the values of each source; params whose key is `given` get theirs from elsewhere."""
    found: dict[tuple[str, str], list[tuple[Location, dict[str, Param]]]] = {}
    for unit in suite.units:
        for benchmark in unit.benchmarks:
            params = {param_key(param.same or param.name): param for state in states_of(unit, benchmark) for param in state.params}
            contest = os.path.dirname(unit.source.path), benchmark.key
            found.setdefault(contest, []).append((benchmark.location, params))
    return list(dict.fromkeys(one for (_, key), sources in found.items() for one in _differences(key, sources, given)))


def _differences(key: str, sources: list[tuple[Location, dict[str, Param]]], given: Container[str]) -> Iterator[Diagnostic]:
    for name in dict.fromkeys(name for _, params in sources for name in params):
        there = [(at, params.get(name)) for at, params in sources]
        if name in given or any(param and not param.values for _, param in there):  # values that only the compiler knows, or -p gives
            continue
        if len({param and tuple(map(_number, param.values)) for _, param in there}) == 1:
            continue
        told = (f"{', '.join(param.values)} ({_place(param.location)})" if param else f"none ({_place(at)})" for at, param in there)
        first = next(param for _, param in there if param)
        yield Diagnostic(
            code="unequal-params", severity="warning", location=first.location,
            message=f"the param {parts(first.name)[-1]} of {key} has different values: {'; '.join(dict.fromkeys(told))}",
            mend="give every language the same values: a row is compared only with rows of the same values")


def _place(at: Location) -> str:
    return f"{shorten_path(at.path)}:{at.line}"


def _number(value: str) -> object:
    """The value of a text that is a number in every language's spelling, else the text."""
    text = value.replace("_", "").lower()
    try:
        return int(text, 16 if text.startswith(("0x", "-0x")) else 10)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return value
