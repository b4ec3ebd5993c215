"""Parsed ─bind→ Suite: give every annotation its meaning, the same in all languages, and report all problems."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from clamh.languages import Language, languages
from clamh.model.diagnostics import Diagnostic, select_errors
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
            "Timeout", "AutoWarmup", "Layout")
# Annotations that have an effect only beside another one.
NEEDED_BESIDE = {
    "StateLabel": "State", "ParamRows": "State", "AuxCounters": "State", "GroupThreads": "Group", "Group": "Benchmark",
    **dict.fromkeys(SETTINGS, "Benchmark"),
}


def bind(sources: Sequence[Sequence[Parsed]]) -> tuple[Suite, list[Diagnostic]]:
    """Bind the annotations of every source; each source is followed by its companions.

    A source without a benchmark gives a warning instead of a unit, or an error if no source has a benchmark. A
    companion of another source gives no warning.
    """
    units: list[Unit] = []
    diagnostics: list[Diagnostic] = []
    empty: list[Parsed] = []
    companions = {companion.source.path for parsed in sources for companion in parsed[1:]}
    for parsed in sources:
        if not parsed:
            continue
        unit, problems = _bind_unit(parsed, languages()[parsed[0].source.language])
        diagnostics += problems
        if unit.benchmarks:
            units.append(unit)
        elif not parsed[0].unread and not select_errors(problems):
            empty.append(parsed[0])
    diagnostics += _find_unmeasured(units, {parsed[0].source.path for parsed in sources if parsed})
    severity = "warning" if units else "error"
    diagnostics += [Diagnostic(
        code="no-benchmark", message=f"no benchmark in '{shorten_path(parsed.source.path)}'", severity=severity,
        hint=languages()[parsed.source.language].hint_no_benchmark(parsed.text),
        location=Location(path=parsed.source.path, line=1),
    ) for parsed in empty if not units or parsed.source.path not in companions]
    return Suite(units=tuple(units)), diagnostics


def _find_unmeasured(units: Sequence[Unit], sources: Collection[str]) -> list[Diagnostic]:
    """A warning for each file with benchmarks that a source includes and no unit measures.

    The text of an included file is part of the source, which an imported module of other languages is not.
    """
    measured = {function.location.path for unit in units for benchmark in unit.benchmarks
                for function in benchmark.functions} | set(sources)
    places = {
        parsed.source.path: (unit, declaration)
        for unit in reversed(units) if languages()[unit.source.language].macros
        for parsed in unit.parsed[1:] if parsed.source.path not in measured
        for declaration in parsed.declarations[::-1]
        if any(annotation.name == "Benchmark" for annotation in declaration.annotations)}
    return [Diagnostic(
        code="unmeasured-file", severity="warning", location=declaration.location,
        message=f"'{shorten_path(path)}' has benchmarks that are not measured: "
                f"'{shorten_path(unit.source.path)}' includes it, but it is not named",
        hint=f"name both: {shorten_path(unit.source.path)} {shorten_path(path)}",
    ) for path, (unit, declaration) in places.items()]


def _bind_unit(parsed: Sequence[Parsed], language: Language) -> tuple[Unit, list[Diagnostic]]:
    """The unit of a source and its companions, and every problem in the order of the files."""
    sources = Sources(parsed, language)
    bind_states(sources)
    benchmarks = bind_benchmarks(sources)
    fixtures = bind_fixtures(sources, benchmarks)
    check_misuse(sources, benchmarks, fixtures)
    check_checks(sources, benchmarks)
    _check_needed_annotations(sources)
    if benchmarks and language.claims_plain and not language.methods_by_parameter:
        _check_class_settings(sources)
    return Unit(
        source=parsed[0].source,
        companions=tuple(companion.source for companion in parsed[1:]),
        parsed=tuple(parsed),
        benchmarks=tuple(replace(benchmark, random=_takes_random(benchmark, fixtures)) for benchmark in benchmarks),
        states=tuple(sources.states.values()),
        fixtures=tuple(fixtures),
        compiler_controls=tuple(bind_compiler_controls(sources)),
    ), sorted(dict.fromkeys(sources.problems), key=lambda problem: problem.place)


def _takes_random(benchmark: Benchmark, fixtures: Sequence[Fixture]) -> bool:
    """Whether the seed may change the result: the benchmark, or a setup of a state that it uses, takes Random."""
    used = set(benchmark.states)  # directly or through fixtures
    functions = list(benchmark.functions)
    remaining = [fixture for fixture in fixtures
                 if fixture.kind == "Setup" and (fixture.only is None or benchmark.name in fixture.only)]
    while running := [
            fixture for fixture in remaining if used & set(fixture.states[:1] if fixture.home else fixture.states)
    ]:
        used |= {state for fixture in running for state in fixture.states}
        functions += [fixture.declaration for fixture in running if fixture.declaration]
        remaining = [fixture for fixture in remaining if fixture not in running]
    return any(parameter.takes == "Random" for function in functions for parameter in function.parameters)


def _check_needed_annotations(sources: Sources) -> None:
    """Report annotations without the annotation that they need beside them."""
    for declaration in sources.annotated:
        names = {annotation.name for annotation in declaration.annotations}
        for checked in sources.check_class[id(declaration)]:
            name = checked.annotation.name
            needed = NEEDED_BESIDE.get(name)
            of_members = declaration.kind == "class" and name in SETTINGS and not sources.language.methods_by_parameter
            if needed in names or needed is None or of_members:
                continue
            if TABLE[name].targets != ("class",) and not sources.language.claims_plain:
                continue
            sources.report("without-company", f"{name} on {declaration.name} has no effect without {needed}",
                           checked.annotation.location, f"add @{needed}, or delete it")


def _check_class_settings(sources: Sources) -> None:
    """Warn of settings on classes of the source itself, if no benchmark is in the class or inherits from it."""
    owners = {owner for declaration in sources.annotated if sources.has(declaration, "Benchmark")
              and (owner := sources.owner(declaration)) is not None}
    around = {path for owner in owners for subclass in (owner, *sources.classes.subclasses(owner))
              for path in sources.classes.outward(subclass)}
    own_declarations = {id(declaration) for declaration in sources.first.declarations}
    for declaration in sources.annotated:
        if declaration.kind != "class" or id(declaration) not in own_declarations:
            continue
        for checked in sources.check_class[id(declaration)]:
            if checked.annotation.name in SETTINGS and sources.classes.path(declaration) not in around:
                sources.report("without-company", f"{checked.annotation.name} on {declaration.name} has no effect: the "
                               "class has no benchmark", checked.annotation.location,
                               "put it on the benchmarks, or delete it", conditional=True)
