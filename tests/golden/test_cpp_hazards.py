"""Does the C++ front-end see what stands in sources that are hard to read?

One file per hazard in `cpp/hazards`; beside it, approved by a person, the annotated declarations and the diagnostics.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clamh.diagnostics import Diagnostic
from clamh.languages import languages
from clamh.model import Declaration, Parsed, SourceFile
from clamh.parse import parse_text

HAZARDS = Path(__file__).parent / "cpp" / "hazards"
SOURCES = sorted(HAZARDS.glob("*.cpp"))


def parsed(path: Path) -> tuple[Parsed, list[Diagnostic]]:
    source = SourceFile(path=path.name, language="cpp", sha256="", benchmarks=True)
    return parse_text(source, path.read_bytes(), languages()["cpp"])


def shown(one: Declaration) -> dict[str, Any]:
    """A declaration as a person reads it; what is empty is left out."""
    text = {
        "kind": one.kind,
        "name": one.name,
        "at": f"{one.location.line}:{one.location.column}",
        "annotations": [annotation.name for annotation in one.annotations],
        "scope": list(one.scope),
        "owner": "::".join(one.owner or ()),
        "type": one.type,
        "parameters": [
            f"{p.type} by {p.passing}{', has a default' if p.default else ''}" + (f", called {p.name}" if p.name else "")
            for p in one.parameters
        ],
        "modifiers": list(one.modifiers),
        "bases": list(one.bases),
        "constants": list(one.constants),
        **{key: value for key, value in one.facts.items() if key != "words"},
    }
    return {key: value for key, value in text.items() if value}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_declarations_and_diagnostics(path: Path, golden: Callable[[str, str], None]) -> None:
    one, problems = parsed(path)
    outcome = {
        "declarations": [shown(declaration) for declaration in one.declarations if declaration.annotations],
        "diagnostics": [
            f"{p.location.line}:{p.location.column} {p.code}: {p.message}; {p.mend}" for p in problems if p.location
        ],
    }
    golden(f"cpp/hazards/{path.stem}.json", json.dumps(outcome, indent=1, ensure_ascii=False) + "\n")


def test_there_are_enough_and_none_is_left_over() -> None:
    assert len(SOURCES) >= 45
    assert {path.stem for path in HAZARDS.glob("*.json")} == {path.stem for path in SOURCES}
