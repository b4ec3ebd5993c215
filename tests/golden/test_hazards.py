"""Does a language's front-end see what stands in sources that are hard to read, and what does binding make of it?

One source per hazard in `<language>/hazards`; beside it, approved by a person, a line for each annotated declaration:

    line:column @Annotation modifier kind name(parameters) type: bases, facts → what binding makes of it

then one for each diagnostic. In a name `/` stands between the parts, and the language's separator after the class that
owns the declaration. A fact that only repeats its line is left out. So is the name of a state, param, fixture or
benchmark that has its declaration's, the label of a state that has its class's, and what a benchmark takes where it
takes its states alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Benchmark, Declaration, Fixture, Location, Param, Parameter, Parsed, SourceFile, State, Suite, Unit
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

HERE = Path(__file__).parent
LEAST = {"c": 45, "cpp": 45, "go": 40, "java": 20, "javascript": 50, "python": 34, "rust": 40}


def sources(language: str) -> list[Path]:
    return sorted(path for path in (HERE / language / "hazards").iterdir() if path.suffix != ".txt")


def describe_parameter(parameter: Parameter) -> str:
    words = (parameter.type, parameter.name or "unnamed", parameter.passing and f"by {parameter.passing}",
             parameter.default and "has a default")
    return " ".join(word for word in words if word)


def describe_declaration(declaration: Declaration, full: str, separator: str) -> str:
    parameters = ", ".join(describe_parameter(parameter) for parameter in declaration.parameters)
    text = " ".join(filter(None, (
        *(f"@{annotation.name}" for annotation in declaration.annotations), *declaration.modifiers, declaration.kind,
        "".join(f"{part}/" for part in declaration.scope[:-1])
        + "".join(part + (separator if declaration.owner else "/") for part in declaration.scope[-1:])
        + declaration.name + (f"({parameters})" if declaration.kind in ("function", "method") else ""),
        declaration.type)))
    text += f": {', '.join(declaration.bases)}" if declaration.bases else ""
    text += f" = {list(declaration.constants)}" if declaration.constants else ""
    repeated = (full, separator.join(declaration.scope), list(declaration.scope), [declaration.type],
                [parameter.type for parameter in declaration.parameters])
    # The words of a C++ declaration are its whole text; a Rust declaration outside of modules has the module -1.
    facts = {key: value for key, value in declaration.facts.items()
             if key != "words" and value and value not in repeated and (key, value) != ("module", -1)}
    return text + "".join(f", {key} {value}" for key, value in facts.items())


def describe_unit(unit: Unit, names: dict[Location, str]) -> Iterator[tuple[Location, str]]:
    """What each state, param, fixture and benchmark is, with the place of its declaration."""
    def describe_name(noun: State | Param | Fixture | Benchmark) -> str:
        return "" if noun.name == names.get(noun.location) else f" of {noun.name}"

    for state in unit.states:
        label = "" if state.declaration and state.label == state.declaration.name else f" called {state.label}"
        yield state.location, f"state{describe_name(state)}{label} per {state.scope}"
        for param in state.params:
            type_ = "" if param.declaration and param.type == param.declaration.type else f"{param.type or 'untyped'} "
            yield param.location, f"{type_}param{describe_name(param)} = {list(param.values)}"
    for fixture in unit.fixtures:
        yield fixture.location, f"{fixture.kind}{describe_name(fixture)} each {fixture.level} on {list(fixture.states)}"
    for benchmark in unit.benchmarks:
        takes = [parameter.takes for function in benchmark.functions for parameter in function.parameters]
        settings = msgspec.to_builtins(benchmark.settings)
        yield benchmark.location, " ".join(filter(None, (
            f"benchmark {benchmark.key}{describe_name(benchmark)}",
            f"on {list(benchmark.states)}" if benchmark.states else "",
            f"takes {takes}" if takes != list(benchmark.states) else "",
            *(f"runs {member.name} ×{member.threads}" for member in benchmark.members),
            f"says {settings}" if settings else "")))


def print_hazard(parsed: Parsed, suite: Suite, problems: list[Diagnostic]) -> str:
    """What parsing and binding made of one source, as a person reads it."""
    separator = languages()[parsed.source.language].separator
    names = {declaration.location: separator.join((*declaration.scope, declaration.name)) for declaration in parsed.declarations}
    lines = {declaration.location: [describe_declaration(declaration, names[declaration.location], separator)]
             for declaration in parsed.declarations if declaration.annotations}
    for unit in suite.units:
        for location, text in describe_unit(unit, names):
            lines.setdefault(location, ["not annotated"]).append(text)
    return "".join(f"{at.line}:{at.column} {text}\n" for at, text in (
        *((at, " → ".join(filter(None, (first, "; ".join(more))))) for at, (first, *more) in lines.items()),
        *((p.location, f"{p.severity} {p.code}: {p.message}; {p.hint}") for p in problems if p.location)))


@pytest.mark.parametrize("path", [path for language in languages() for path in sources(language)],
                         ids=lambda path: f"{path.parent.parent.name}-{path.name}")
def test_source_means_what_is_approved(path: Path, golden: Callable[[str, str], None]) -> None:
    language = path.parent.parent.name
    source = SourceFile(path=path.name, language=language, sha256="", benchmarks=True)
    parsed, problems = parse_text(source, path.read_bytes(), languages()[language])
    suite, diagnostics = bind([[parsed]])
    for unit in suite.units:
        for nouns in (unit.states, unit.benchmarks, *(state.params for state in unit.states)):
            assert (places := [(noun.location.line, noun.location.column) for noun in nouns]) == sorted(places)
        assert (names := [fixture.name for fixture in unit.fixtures]) == sorted(names)
    golden(f"{language}/hazards/{path.stem}.txt", print_hazard(parsed, suite, [*problems, *diagnostics]))


@pytest.mark.parametrize("language", languages())
def test_each_source_has_its_approved_text(language: str) -> None:
    assert len(sources(language)) >= LEAST[language]
    assert sorted(path.stem for path in (HERE / language / "hazards").glob("*.txt")) == [
        path.stem for path in sorted(sources(language), key=lambda path: path.stem)]
