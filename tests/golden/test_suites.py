"""What does a source mean? Its whole suite, approved by a person, for each source, with its companions, in `suites`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from approved_json import format_value

from clamh.languages import language_of_file
from clamh.model.sources import SourceFile, Suite
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

SUITES = Path(__file__).parent / "suites"
FACTORIALS = Path(__file__).parent.parent.parent / "benchmarks" / "fac_tests"
SOURCES = {
    **{path.stem: [[path]] for path in SUITES.glob("*.cpp")},
    "companions_cpp": [[SUITES / "companions_cpp" / name for name in ("main.cpp", "state.hpp")]],
    "companions_java": [[SUITES / "companions_java" / f"{name}.java" for name in ("Main", "Settings", "Data", "Kind")]],
    "companions_javascript": [[SUITES / "companions_javascript" / name for name in (
        "main.mjs", "states.mjs", "index.mjs", "types.mjs", "deep.cjs")]],
    "fac_tests": [[FACTORIALS / "factorial.cpp"], [FACTORIALS / "Factorial.java"]],
}


def bound(sources: list[list[Path]]) -> Suite:
    parsed = []
    for files in sources:
        parsed.append([])
        for path in files:
            language = language_of_file(path.name)
            assert language is not None
            source = SourceFile(path=path.name, language=language.id, sha256="", benchmarks=path == files[0])
            item, problems = parse_text(source, path.read_bytes(), language)
            assert problems == []
            parsed[-1].append(item)
    suite, problems = bind(parsed)
    assert problems == []
    return suite


def shown(noun: Any) -> Any:
    """A noun as a person reads it: locations as line:column, no declarations, nothing empty."""
    if isinstance(noun, list | tuple):
        return [shown(item) for item in noun]
    if not isinstance(noun, dict):
        return noun
    if set(noun) == {"path", "line", "column"}:
        return f"{noun['path']}:{noun['line']}:{noun['column']}"
    dropped = ("declaration", "parsed", "sha256")
    noun = {**noun, "home": noun["home"]["name"]} if noun.get("home") else noun
    found = {key: shown(value) for key, value in noun.items() if key not in dropped}
    return {key: value for key, value in found.items() if value or type(value) is int}


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_suite(name: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SOURCES[name][0][0].parent)  # where the front-ends look for the files that a file names
    suite = bound(SOURCES[name])
    golden(f"suites/{name}.json", format_value(shown(msgspec.to_builtins(suite))) + "\n")


def test_no_golden_suite_is_left_over() -> None:
    assert {path.stem for path in SUITES.glob("*.json")} == set(SOURCES)
