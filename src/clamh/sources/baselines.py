"""Suite → Suite with the baseline of each folder of sources, from annotations and clamh.toml; checks of --baseline."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from clamh.languages import languages
from clamh.model.artifacts import Platform
from clamh.model.baselines import Known, describe_unclear, find_keys_named, suggestion
from clamh.model.configuration import NAME, Configuration, covers, may_match
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.options import Options
from clamh.model.selection import is_selected
from clamh.model.sources import Benchmark, Suite, SuiteBaseline, Unit

TITLES = {"reference": "baseline", "bound": "bound"}


def add_baselines(
    suite: Suite, configurations: Mapping[str, Configuration], paths: Sequence[str]
) -> tuple[Suite, list[Diagnostic]]:
    """The suite with its baselines, and problems: two baselines in one folder, an unknown name in clamh.toml.

    `configurations` has one configuration per unit, by the path of its source. An unknown name is a problem only if
    `paths` contain the whole folder of clamh.toml, because a part of it has fewer benchmarks.
    """
    problems = [problem for units in _folders(suite.units).values() for problem in _find_several_baselines(units)]
    baselines = [
        SuiteBaseline(suite=folder, name=benchmark.name, origin="annotation" if kind == "reference" else "bound")
        for folder, units in _folders(suite.units).items() for kind in TITLES
        for _, benchmark in _marked(units, kind)[:1]
    ]
    for file in dict.fromkeys(configuration.path for configuration in configurations.values()
                              if configuration.baseline):
        units = [unit for unit in suite.units if configurations[unit.source.path].path == file]
        configuration = configurations[units[0].source.path]
        folders = list(_folders_with(configuration.baseline, units))
        baselines += [
            SuiteBaseline(suite=folder, name=configuration.baseline, origin="clamh.toml") for folder in folders
        ]
        if not folders and covers(paths, file):
            problems.append(
                Diagnostic(
                    code="no-baseline", location=configuration.baseline_at, hint=suggestion(
                        configuration.baseline, _known(units)), message=
                    f"baseline of {NAME}: '{configuration.baseline}' is neither a benchmark of its sources nor a "
                    "platform of a language"
                ))
    return replace(suite, baselines=tuple(baselines)), problems


def check_requested_baseline(suite: Suite, platforms: Mapping[str, Sequence[Platform]],
                             options: Options) -> list[Diagnostic]:
    """The problems of --baseline that sources and `platforms` (by a unit's source) show before anything is built.

    Only a warning if a macro may create the benchmark: the artifact knows such benchmarks, so the plan decides.
    """
    name = options.baseline
    measured = [
        Known(os.path.dirname(unit.source.path), benchmark.key, benchmark.name, platform.id) for unit in suite.units
        for platform in platforms[unit.source.path] for benchmark in unit.benchmarks
        if is_selected(options, unit.source.path, benchmark.name, benchmark.key)
    ]
    problem = describe_unclear(name, measured) if name and measured else None
    if problem is None:
        return []
    message, hint = problem
    macros = any(languages()[unit.source.language].macros for unit in suite.units)
    if not macros or "/" in name or find_keys_named(name, _known(
            suite.units)):  # a platform, or a benchmark that is not selected
        return [Diagnostic(code="no-baseline", message=f"--baseline: {message}", hint=hint)]
    doubt = f"--baseline: {message} in the sources; a benchmark from a macro is known only after building"
    return [Diagnostic(code="no-baseline", severity="warning", message=doubt, hint=hint)]


def _folders(units: Sequence[Unit]) -> dict[str, list[Unit]]:
    folders: dict[str, list[Unit]] = {}
    for unit in units:
        folders.setdefault(os.path.dirname(unit.source.path), []).append(unit)
    return folders


def _marked(units: Sequence[Unit], kind: str) -> list[tuple[Unit, Benchmark]]:
    """The benchmarks that annotations mark as the reference or bound of their suite, each with its unit."""
    return [(unit, benchmark) for unit in units for benchmark in unit.benchmarks if benchmark.baseline == kind]


def _find_several_baselines(units: Sequence[Unit]) -> Iterator[Diagnostic]:
    """Report benchmarks of different sources and keys that are both the baseline, or both the bound, of a folder."""
    for kind, title in TITLES.items():
        marked = _marked(units, kind)
        for unit, benchmark in marked[1:]:
            source, first = marked[0][0].source.path, marked[0][1]
            if benchmark.key != first.key and unit.source.path != source:  # bind reports two in one source
                yield Diagnostic(
                    code="two-baselines", location=benchmark.location,
                    message=f"{benchmark.name} and {first.name} ({shorten_path(source)}) are both the {title} "
                    "of the suite in this folder", hint=
                    "keep one of them, or give each suite its own folder; implementations of one benchmark need one "
                    "key: Benchmark(name = …)")


def _folders_with(name: str, units: Sequence[Unit]) -> Iterator[str]:
    """The folders that have a benchmark of this name; all folders if it is a pattern of platforms."""
    is_pattern = "/" in name and any(may_match(name, language) for language in languages())
    for folder, folder_units in _folders(units).items():
        if is_pattern or find_keys_named(name, _known(folder_units)):
            yield folder


def _known(units: Sequence[Unit]) -> list[Known]:
    return [Known(os.path.dirname(unit.source.path), benchmark.key, benchmark.name, unit.source.language)
            for unit in units for benchmark in unit.benchmarks]
