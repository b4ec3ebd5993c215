"""[differs] of clamh.toml: which benchmarks may compute different values, and which of its lines are wrong or unneeded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from clamh.model.cases import Plan
from clamh.model.configuration import NAME, Configuration, Excuse, covers
from clamh.model.diagnostics import Diagnostic
from clamh.model.identity import fold, remove_language, split_name
from clamh.model.selection import suggest_similar
from clamh.model.sources import Suite

Excuses = dict[tuple[int, str], Excuse]  # by the index of an artifact in a plan, and key


def find_unknown(suite: Suite, configurations: Mapping[str, Configuration], paths: Sequence[str]) -> list[Diagnostic]:
    """Report lines whose name no benchmark has. `configurations` has one configuration per unit, by the path of its
    source.

    A file is checked only if `paths` contain its whole folder, because a part of it has fewer benchmarks.
    """
    problems = []
    for file in dict.fromkeys(configuration.path for configuration in configurations.values() if configuration.differs):
        units = [unit for unit in suite.units if configurations[unit.source.path].path == file]
        benchmarks = [(benchmark.name, benchmark.key, unit.source.language) for unit in units
                      for benchmark in unit.benchmarks]
        for line in configurations[units[0].source.path].differs if covers(paths, file) else ():
            if not any(_names_benchmark(line.name, *benchmark) for benchmark in benchmarks):
                hint = suggest_similar(line.name, (name for name, _, _ in benchmarks), "benchmarks")
                problems.append(_problem(line, f"'{line.name}' is not a benchmark", hint))
    return problems


def excuses(plan: Plan, configurations: Mapping[str, Configuration]) -> Excuses:
    """For each excused benchmark of a plan the first line that names it. `configurations` are by the folder of a suite,
    because the sources of a build may have the paths of another build's.
    """
    lines: Excuses = {}
    for index, catalog in enumerate(plan.catalogs):
        artifact = catalog.artifact
        for benchmark in catalog.benchmarks:
            for line in configurations[artifact.folder].differs if artifact.folder in configurations else ():
                if _names_benchmark(line.name, benchmark.name, benchmark.key, artifact.platform.language):
                    lines.setdefault((index, benchmark.key), line)
    return lines


def find_unneeded(lines: Iterable[Excuse], needed: Collection[Excuse], paths: Sequence[str]) -> Iterator[Diagnostic]:
    """Report lines that excuse nothing any more, if `paths` contain the whole folder of their file."""
    for line in dict.fromkeys(lines):
        if line not in needed and covers(paths, line.location.path):
            message = f"all implementations of '{line.name}' give the same value now"
            yield _problem(line, message, "delete the line", "warning")


def _names_benchmark(written: str, name: str, key: str, language: str) -> bool:
    """Whether a line's name is the short, class-qualified or full name of a benchmark, folded like keys."""
    wanted = [fold(identifier) for identifier in split_name(written)]
    identifiers = split_name(name)
    spellings = ([fold(identifier) for identifier in identifiers],
                 [fold(remove_language(identifier, language)) for identifier in identifiers])
    return fold(written) == key or any(spelling[-len(wanted):] == wanted for spelling in spellings)


def _problem(line: Excuse, message: str, hint: str, severity: str = "error") -> Diagnostic:
    return Diagnostic(code="differs", message=f"[differs] of {NAME}: {message}", hint=hint, location=line.location,
                      severity=severity)
