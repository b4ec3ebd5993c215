"""Parsed ─bind→ Suite: what every annotation means, the same in all languages; every problem at once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from clamh.languages import Language, languages
from clamh.model.diagnostics import Diagnostic, errors
from clamh.model.folders import shorten_path
from clamh.model.sources import Benchmark, Fixture, Location, Parsed, Suite, Unit
from clamh.sources.annotations.benchmarks import bind_benchmarks
from clamh.sources.annotations.checks import check_checks
from clamh.sources.annotations.compiler import bind_compiler_controls
from clamh.sources.annotations.fixtures import bind_fixtures
from clamh.sources.annotations.misuse import check_misuse
from clamh.sources.annotations.sources import Sources
from clamh.sources.annotations.states import bind_states
from clamh.sources.annotations.table import TABLE

SETTINGS = ("BenchmarkMode", "Warmup", "Measurement", "Fork", "Threads", "OperationsPerInvocation", "OutputTimeUnit",
            "Timeout")
# Annotations that mean something only beside another one.
BESIDE = {
    "StateLabel": "State", "ParamRows": "State", "AuxCounters": "State", "GroupThreads": "Group", "Group": "Benchmark",
    **dict.fromkeys(SETTINGS, "Benchmark"),
}


def bind(sources: Sequence[Sequence[Parsed]]) -> tuple[Suite, list[Diagnostic]]:
    """Give meaning to the annotations of every source that has benchmarks, each followed by its companions.

    A source in which no benchmark is found becomes no unit, and a warning; an error when that is so of all.
    """
    units: list[Unit] = []
    diagnostics: list[Diagnostic] = []
    empty: list[Parsed] = []
    for parsed in sources:
        if not parsed:
            continue
        unit, problems = _unit(parsed, languages()[parsed[0].source.language])
        diagnostics += problems
        if unit.benchmarks:
            units.append(unit)
        elif not errors(problems):
            empty.append(parsed[0])
    severity = "warning" if units else "error"
    diagnostics += [Diagnostic(
        code="no-benchmark", message=f"no benchmark in '{shorten_path(one.source.path)}'", severity=severity,
        mend=languages()[one.source.language].benchmark_mend,
        location=Location(path=one.source.path, line=1),
    ) for one in empty]
    return Suite(units=tuple(units)), diagnostics


def _unit(parsed: Sequence[Parsed], language: Language) -> tuple[Unit, list[Diagnostic]]:
    """The unit of a source and its companions, and every problem in the order of its files."""
    sources = Sources(parsed, language)
    bind_states(sources)
    benchmarks = bind_benchmarks(sources)
    fixtures = bind_fixtures(sources, benchmarks)
    check_misuse(sources, benchmarks, fixtures)
    check_checks(sources, benchmarks)
    _check_company(sources)
    return Unit(
        source=parsed[0].source,
        companions=tuple(one.source for one in parsed[1:]),
        parsed=tuple(parsed),
        benchmarks=tuple(replace(one, random=_takes_random(one, fixtures)) for one in benchmarks),
        states=tuple(sources.states.values()),
        fixtures=tuple(fixtures),
        compiler_controls=tuple(bind_compiler_controls(sources)),
    ), sorted(dict.fromkeys(sources.problems), key=_place)


def _takes_random(benchmark: Benchmark, fixtures: Sequence[Fixture]) -> bool:
    """Whether the seed may change what it computes: it takes Random, or a setup of a state that it uses, directly or not."""
    used = set(benchmark.states)
    calling = list(benchmark.functions)
    left = [one for one in fixtures if one.kind == "Setup" and (one.only is None or benchmark.name in one.only)]
    while running := [one for one in left if used & set(one.states[:1] if one.home else one.states)]:
        used |= {state for one in running for state in one.states}
        calling += [one.declaration for one in running if one.declaration]
        left = [one for one in left if one not in running]
    return any(parameter.takes == "Random" for function in calling for parameter in function.parameters)


def _check_company(sources: Sources) -> None:
    """Report annotations that stand without the one beside which they mean something."""
    for declaration in sources.annotated:
        names = {one.name for one in declaration.annotations}
        for one in sources.checked[id(declaration)]:
            name = one.annotation.name
            needed = BESIDE.get(name)
            if needed in names or needed is None or declaration.kind == "class" and name in SETTINGS:
                continue
            if TABLE[name].targets != ("class",) and not sources.language.claims_plain:
                continue
            sources.report("without-company", f"{name} on {declaration.name} has no effect without {needed}",
                           one.annotation.location, f"add @{needed}, or delete it")


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    where = diagnostic.location
    return (where.path, where.line, where.column) if where else ("", 0, 0)
