"""Find benchmarks of a folder that would share a row, which `clamh run` refuses after the build."""

from __future__ import annotations

import os
from collections.abc import Iterator

from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.identity import param_key
from clamh.model.selection import describe_same_key, find_states
from clamh.model.sources import Benchmark, Suite, Unit


def find_same_keys(suite: Suite) -> Iterator[Diagnostic]:
    """A warning for each such benchmark. Other folders are suites of their own, which may be run alone."""
    known: dict[tuple[str, str, str], list[tuple[Unit, Benchmark]]] = {}
    for unit in suite.units:
        for benchmark in unit.benchmarks:
            place = os.path.dirname(unit.source.path), unit.source.language, benchmark.key
            values = _list_values(unit, benchmark)
            others = known.setdefault(place, [])
            first = next((other for other in others if _shares_rows(_list_values(*other), values)), None)
            others.append((unit, benchmark))
            if first:
                names = [f"{same.name} ({shorten_path(source.source.path)})"
                         for source, same in (first, (unit, benchmark))]
                yield describe_same_key(names, benchmark.key, unit.source.language, benchmark.location, "warning")


def _list_values(unit: Unit, benchmark: Benchmark) -> dict[str, set[str]]:
    """The values of each param, of the modes and of the threads; empty where the sources do not have them."""
    params = {param_key(param.same or param.name): set(param.values)
              for state in find_states(unit, benchmark) for param in state.params}
    return {**params, "@modes": set(benchmark.settings.modes or ()),
            "@threads": set(map(str, benchmark.settings.threads or ()))}


def _shares_rows(first: dict[str, set[str]], second: dict[str, set[str]]) -> bool:
    return first.keys() == second.keys() and not any(
        values and second[name] and values.isdisjoint(second[name]) for name, values in first.items())
