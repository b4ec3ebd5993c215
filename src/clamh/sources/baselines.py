"""Suite → Suite with what each folder of sources says that its rows are compared with: annotations and clamh.toml."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from clamh.languages import languages
from clamh.model.artifacts import Platform
from clamh.model.baselines import Known, keys_named, suggestion, unclear
from clamh.model.configuration import NAME, Configuration, covers, speaks_of
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.options import Options
from clamh.model.selection import selects
from clamh.model.sources import Benchmark, Suite, SuiteBaseline, Unit

CALLED = {"reference": "baseline", "bound": "bound"}


def with_baselines(
    suite: Suite, told: Mapping[str, Configuration], paths: Sequence[str]
) -> tuple[Suite, list[Diagnostic]]:
    """The suite with its baselines, and what is wrong: two of one folder, a name in clamh.toml that nothing has.

    `told` is by a unit's source. A name that nothing has is wrong where `paths` hold the folder of the file: one source has
    fewer benchmarks than its suite.
    """
    problems = [one for units in _folders(suite.units).values() for one in _several(units)]
    found = [SuiteBaseline(suite=folder, said=one.name, origin="annotation" if kind == "reference" else "bound")
             for folder, units in _folders(suite.units).items() for kind in CALLED
             for one in [each for unit in units for each in unit.benchmarks if each.baseline == kind][:1]]
    for file in dict.fromkeys(one.path for one in told.values() if one.baseline):
        units = [unit for unit in suite.units if told[unit.source.path].path == file]
        said = told[units[0].source.path]
        having = list(_having(said.baseline, units))
        found += [SuiteBaseline(suite=folder, said=said.baseline, origin="clamh.toml") for folder in having]
        if not having and covers(paths, file):
            problems.append(Diagnostic(
                code="no-baseline", location=said.baseline_at, mend=suggestion(said.baseline, _known(units)),
                message=f"baseline of {NAME}: '{said.baseline}' is no benchmark of its sources and no language's platforms"))
    return replace(suite, baselines=tuple(found)), problems


def asked_baseline(suite: Suite, platforms: Mapping[str, Sequence[Platform]], options: Options) -> list[Diagnostic]:
    """What is wrong with --baseline, as far as sources and platforms (by a unit's source) tell before anything is built.

    A warning where it may be a benchmark that a macro makes: only the artifact knows those, and plan has the last word.
    """
    said, every = options.baseline, _known(suite.units)
    measured = [Known(os.path.dirname(unit.source.path), one.key, one.name, platform.id) for unit in suite.units
                for platform in platforms[unit.source.path] for one in unit.benchmarks
                if selects(options, unit.source.path, one.name, one.key)]
    wrong = unclear(said, measured) if said and measured else None
    if wrong is None:
        return []
    macros = any(languages()[unit.source.language].macros for unit in suite.units)
    if not macros or "/" in said or keys_named(said, every):  # a platform, or a benchmark that is not selected
        return [Diagnostic(code="no-baseline", message=f"--baseline: {wrong[0]}", mend=wrong[1])]
    told = f"--baseline: {wrong[0]}, as far as the sources tell; what a macro makes is known after building"
    return [Diagnostic(code="no-baseline", severity="warning", message=told, mend=wrong[1])]


def _folders(units: Sequence[Unit]) -> dict[str, list[Unit]]:
    folders: dict[str, list[Unit]] = {}
    for unit in units:
        folders.setdefault(os.path.dirname(unit.source.path), []).append(unit)
    return folders


def _several(units: Sequence[Unit]) -> Iterator[Diagnostic]:
    """Benchmarks of several sources of one folder that are its baseline, or its bound, and not one by their key."""
    for kind, called in CALLED.items():
        marked: list[tuple[Unit, Benchmark]] = [(unit, one) for unit in units for one in unit.benchmarks if one.baseline == kind]
        for unit, one in marked[1:]:
            source, first = marked[0][0].source.path, marked[0][1]
            if one.key != first.key and unit.source.path != source:  # those of one source are bind's
                yield Diagnostic(
                    code="two-baselines", location=one.location,
                    message=f"{one.name} and {first.name} ({shorten_path(source)}) are both the {called} of the suite in this folder",
                    mend="keep one of them, or give each suite a folder of its own; implementations of one benchmark have one "
                         "key: Benchmark(name = …)")


def _having(said: str, units: Sequence[Unit]) -> Iterator[str]:
    """The folders to which the name says something: all of them where it is a pattern of platforms."""
    platforms = "/" in said and any(speaks_of(said, language) for language in languages())
    for folder, own in _folders(units).items():
        if platforms or keys_named(said, _known(own)):
            yield folder


def _known(units: Sequence[Unit]) -> list[Known]:
    return [Known(os.path.dirname(unit.source.path), one.key, one.name, unit.source.language)
            for unit in units for one in unit.benchmarks]
