"""Suite → a suite with one unit per language: `clamh build --one` builds one artifact from all sources of a language.
"""

from __future__ import annotations

from msgspec.structs import replace

from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.sources import Suite, Unit


def join_sources(suite: Suite) -> Suite:
    """Join the units of each language into one, named after its first source. Raises InputError if a language cannot do
    this.
    """
    by_language: dict[str, list[Unit]] = {}
    for unit in suite.units:
        by_language.setdefault(unit.source.language, []).append(unit)
    problems = [
        Diagnostic(
            code="usage", message="--one: each source of "
            f"{languages()[language].title} has its own artifact, but here are " +
            ", ".join(shorten_path(unit.source.path) for unit in units), hint="name one of them, or leave out --one")
        for language, units in by_language.items() if len(units) > 1 and not languages()[language].joins_sources
    ]
    if problems:
        raise InputError(problems)
    return replace(suite, units=tuple(units[0] if len(units) == 1 else _join(units) for units in by_language.values()))


def _join(units: list[Unit]) -> Unit:
    first = units[0]
    files = {file.path: file for unit in units for file in (unit.source, *unit.companions)}
    del files[first.source.path]
    parsed = {parsed.source.path: parsed for unit in units for parsed in unit.parsed}
    return replace(
        first, companions=tuple(files.values()), parsed=tuple(parsed.values()),
        benchmarks=tuple(benchmark for unit in units for benchmark in unit.benchmarks),
        states=tuple({state.name: state for unit in units for state in unit.states}.values()),
        fixtures=tuple(dict.fromkeys(fixture for unit in units for fixture in unit.fixtures)),
        compiler_controls=tuple(dict.fromkeys(control for unit in units for control in unit.compiler_controls)))
