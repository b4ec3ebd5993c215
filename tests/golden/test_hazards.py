"""Does a language's front-end see what stands in sources that are hard to read, and what does binding make of it?

One file per hazard in `<language>/hazards`; beside it, approved by a person, the annotated declarations, what they mean and
the diagnostics.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Parameter, Parsed, SourceFile, Suite
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

HERE = Path(__file__).parent
LEAST = {"cpp": 45, "go": 40, "java": 20, "javascript": 50, "python": 34, "rust": 40}


def sources(language: str) -> list[Path]:
    return sorted(path for path in (HERE / language / "hazards").iterdir() if path.suffix != ".json")


def parameter(one: Parameter) -> str:
    words = (one.type, one.name or "unnamed", one.passing and f"by {one.passing}", one.default and "has a default")
    return " ".join(word for word in words if word)


def shown(one: Declaration, separator: str) -> dict[str, Any]:
    """A declaration as a person reads it; what is empty is left out."""
    said = {
        "kind": one.kind,
        "name": one.name,
        "at": f"{one.location.line}:{one.location.column}",
        "annotations": [annotation.name for annotation in one.annotations],
        "scope": list(one.scope),
        "owner": separator.join(one.owner or ()),
        "type": one.type,
        "parameters": [parameter(each) for each in one.parameters],
        "modifiers": list(one.modifiers),
        "bases": list(one.bases),
        "constants": list(one.constants),
        **{key: value for key, value in one.facts.items() if key != "words"},  # the whole text, for the templates
    }
    return {key: value for key, value in said.items() if value}


def meaning(parsed: Parsed, suite: Suite, problems: list[Diagnostic]) -> dict[str, Any]:
    """What parsing and binding made of one source, as a person reads it."""
    separator = languages()[parsed.source.language].separator
    return {
        "declarations": [shown(one, separator) for one in parsed.declarations if one.annotations],
        "states": [
            f"{state.name}, called {state.label}, per {state.scope}: "
            + ", ".join(f"{p.type or 'untyped'} {p.name} = {list(p.values)}" for p in state.params)
            for unit in suite.units for state in unit.states
        ],
        "fixtures": [
            f"{one.kind} {one.name} each {one.level} on {list(one.states)}"
            for unit in suite.units for one in unit.fixtures
        ],
        "benchmarks": [
            f"{one.key}: {one.name} on {list(one.states)} takes {[p.takes for each in one.functions for p in each.parameters]}, "
            + (f"runs {[f'{each.name} ×{each.threads}' for each in one.members]}, " if one.members else "")
            + f"says {msgspec.to_builtins(one.settings)}"
            for unit in suite.units for one in unit.benchmarks
        ],
        "diagnostics": [
            f"{p.location.line}:{p.location.column} {p.severity} {p.code}: {p.message}; {p.mend}"
            for p in problems if p.location
        ],
    }


@pytest.mark.parametrize("path", [path for one in languages() for path in sources(one)],
                         ids=lambda path: f"{path.parent.parent.name}-{path.name}")
def test_declarations_suite_and_diagnostics(path: Path, golden: Callable[[str, str], None]) -> None:
    language = path.parent.parent.name
    source = SourceFile(path=path.name, language=language, sha256="", benchmarks=True)
    parsed, problems = parse_text(source, path.read_bytes(), languages()[language])
    suite, found = bind([[parsed]])
    text = json.dumps(meaning(parsed, suite, [*problems, *found]), indent=1, ensure_ascii=False) + "\n"
    golden(f"{language}/hazards/{path.stem}.json", text)


@pytest.mark.parametrize("language", languages())
def test_there_are_enough_and_none_is_left_over(language: str) -> None:
    assert len(sources(language)) >= LEAST[language]
    assert sorted(path.stem for path in (HERE / language / "hazards").glob("*.json")) == [
        path.stem for path in sorted(sources(language), key=lambda path: path.stem)]
