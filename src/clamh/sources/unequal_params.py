"""Find params of a benchmark with different values in different languages: such rows cannot be compared."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator

from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.identity import param_key, split_name
from clamh.model.numbers import spell_number
from clamh.model.selection import find_states
from clamh.model.sources import Location, Param, Suite


def unequal_params(suite: Suite, set_elsewhere: Container[str] = ()) -> list[Diagnostic]:
    """A warning for each such param, with the values of each source. Params in `set_elsewhere` (keys) are not checked.
    """
    contests: dict[tuple[str, str], list[tuple[Location, dict[str, Param]]]] = {}
    for unit in suite.units:
        for benchmark in unit.benchmarks:
            params = {param_key(param.same or param.name): param
                      for state in find_states(unit, benchmark) for param in state.params}
            contest = os.path.dirname(unit.source.path), benchmark.key
            contests.setdefault(contest, []).append((benchmark.location, params))
    return list(dict.fromkeys(
        warning for (_, key), sources in contests.items() for warning in _compare_params(key, sources, set_elsewhere)))


def _compare_params(
    key: str, sources: list[tuple[Location, dict[str, Param]]], set_elsewhere: Container[str]
) -> Iterator[Diagnostic]:
    for name in dict.fromkeys(name for _, params in sources for name in params):
        by_source = [(location, params.get(name)) for location, params in sources]
        if name in set_elsewhere or any(param and not param.values
                                        for _, param in by_source):  # only the compiler knows values
            continue
        if len({param and tuple(map(spell_number, param.values)) for _, param in by_source}) == 1:
            continue
        descriptions = (f"{', '.join(param.values)} ({_place(param.location)})"
                        if param else f"none ({_place(location)})" for location, param in by_source)
        first = next(param for _, param in by_source if param)
        yield Diagnostic(
            code="unequal-params", severity="warning", location=first.location,
            message=f"the param {split_name(first.name)[-1]} of {key} has different values: "
                    f"{'; '.join(dict.fromkeys(descriptions))}",
            hint="use the same values in every language: CLAMH compares only rows with equal values")


def _place(location: Location) -> str:
    return f"{shorten_path(location.path)}:{location.line}"
