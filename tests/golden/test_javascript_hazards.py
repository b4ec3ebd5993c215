"""Does the JavaScript front-end see what stands in sources that are hard to read, and what does binding make of it?

One file per hazard in `javascript/hazards`; beside it, approved by a person, the annotated declarations and the diagnostics.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clamh.bind import bind
from clamh.languages import languages
from clamh.model import Declaration, SourceFile
from clamh.parse import parse_text

HAZARDS = Path(__file__).parent / "javascript" / "hazards"
SOURCES = sorted(path for path in HAZARDS.iterdir() if path.suffix != ".json")


def shown(one: Declaration) -> dict[str, Any]:
    """A declaration as a person reads it; what is empty is left out."""
    text = {
        "kind": one.kind,
        "name": one.name,
        "at": f"{one.location.line}:{one.location.column}",
        "annotations": [annotation.name for annotation in one.annotations],
        "scope": list(one.scope),
        "type": one.type,
        "parameters": [" ".join(filter(None, (p.type, p.name or "a pattern", "has a default" if p.default else "")))
                       for p in one.parameters],
        "modifiers": list(one.modifiers),
        "bases": list(one.bases),
        **one.facts,
    }
    return {key: value for key, value in text.items() if value}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_declarations_suite_and_diagnostics(path: Path, golden: Callable[[str, str], None]) -> None:
    source = SourceFile(path=path.name, language="javascript", sha256="", benchmarks=True)
    parsed, problems = parse_text(source, path.read_bytes(), languages()["javascript"])
    suite, found = bind([[parsed]])
    outcome = {
        "declarations": [shown(declaration) for declaration in parsed.declarations if declaration.annotations],
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
            f"{one.key}: {one.name} on {list(one.states)} takes {[p.takes for p in one.declaration.parameters]}, "
            f"says {msgspec.to_builtins(one.settings)}"
            for unit in suite.units for one in unit.benchmarks
        ],
        "diagnostics": [
            f"{p.location.line}:{p.location.column} {p.severity} {p.code}: {p.message}; {p.mend}"
            for p in [*problems, *found] if p.location
        ],
    }
    golden(f"javascript/hazards/{path.stem}.json", json.dumps(outcome, indent=1, ensure_ascii=False) + "\n")


def test_there_are_enough_and_none_is_left_over() -> None:
    assert len(SOURCES) >= 50
    assert sorted(path.stem for path in HAZARDS.glob("*.json")) == sorted(path.stem for path in SOURCES)
