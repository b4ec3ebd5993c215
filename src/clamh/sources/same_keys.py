"""Find benchmarks of a folder that would share a row, which `clamh run` refuses after the build."""

from __future__ import annotations

import os
from collections.abc import Iterator

from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.identity import param_key
from clamh.model.options import DEFAULTS, Options
from clamh.model.selection import describe_same_key, find_states, is_selected
from clamh.model.settings import merge_levels
from clamh.model.sources import Benchmark, Suite, Unit


def find_same_keys(suite: Suite, options: Options = Options()) -> Iterator[Diagnostic]:
    """A warning for each such selected benchmark. Other folders are suites of their own, which may be run alone."""
    known: dict[tuple[str, str, str], list[tuple[Unit, Benchmark]]] = {}
    for unit in suite.units:
        for benchmark in unit.benchmarks:
            if not is_selected(options, unit.source.path, benchmark.name, benchmark.key):
                continue
            place = os.path.dirname(unit.source.path), unit.source.language, benchmark.key
            values = _list_values(unit, benchmark, options)
            others = known.setdefault(place, [])
            first = next((other for other in others if not _are_alternatives(other, (unit, benchmark))
                          and _shares_rows(_list_values(*other, options), values)), None)
            others.append((unit, benchmark))
            if first:
                names = [f"{same.name} ({shorten_path(source.source.path)})"
                         for source, same in (first, (unit, benchmark))]
                language = languages()[unit.source.language]
                yield describe_same_key(names, benchmark.key, language.id, language.lexer.mark, benchmark.location,
                                        "warning")


def _are_alternatives(first: tuple[Unit, Benchmark], second: tuple[Unit, Benchmark]) -> bool:
    """Whether both stand under conditions of one file, such as #if and #else: no build needs to have both."""
    return first[0] is second[0] and all(benchmark.declaration is not None and benchmark.declaration.conditional
                                         for _, benchmark in (first, second))


def _list_values(unit: Unit, benchmark: Benchmark, options: Options) -> dict[str, set[str]]:
    """The values of each param, of the modes and of the threads; empty where only the compiler knows them."""
    params = {param_key(param.same or param.name): set(param.values)
              for state in find_states(unit, benchmark) for param in state.params}
    params |= {param_key(name): set(values) for name, values in options.params.items() if param_key(name) in params}
    settings = merge_levels([options.settings, benchmark.settings, DEFAULTS])
    return {**params, "@modes": set(settings.modes or ()), "@threads": set(map(str, settings.threads or ()))}


def _shares_rows(first: dict[str, set[str]], second: dict[str, set[str]]) -> bool:
    return first.keys() == second.keys() and not any(
        values and second[name] and values.isdisjoint(second[name]) for name, values in first.items())
