"""Does a source of twice the length cost twice the work? Calls are counted, no time is measured."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from clamh.building.generate import generate
from clamh.languages import language_of_file
from clamh.model.diagnostics import select_errors
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

STATES = {
    "x.cpp": "//@@State(Scope.Thread)\nstruct S{n} {{\n//@@Param({{\"1\", \"2\"}})\nint n;\n//@@Setup\nvoid fill() {{}}\n}};\n",
    "X.java": "@State(Scope.Thread) public static class S{n} {{\n@Param({{\"1\", \"2\"}}) public int n;\n"
              "@Setup public void fill() {{}}\n}}\n",
    "x.js": "//@@State(Scope.Thread)\nclass S{n} {{\n//@@Param({{\"1\", \"2\"}})\nn = 0;\n//@@Setup\nfill() {{}}\n}}\n",
}
BENCHMARKS = {
    "x.cpp": "//@@Benchmark\n//@@Fork({n})\nint f{n}(S{n} &s) {{ return s.n + {n}; }}\n",
    "X.java": "@Benchmark @Fork({n}) public int f{n}(S{n} s) {{ return s.n + {n}; }}\n",
    "x.js": "//@@Benchmark\n//@@Fork({n})\nfunction f{n}(s{n}) {{ return s{n}.n + {n}; }}\n",
}


def calls(path: str, count: int) -> int:
    """The calls of functions, Python's and C's, that it takes to parse, bind and generate a source."""
    body = "".join(template[path].format(n=n) for n in range(1, count + 1) for template in (STATES, BENCHMARKS))
    text = f"package p;\npublic class X {{\n{body}}}\n" if path == "X.java" else body
    language = language_of_file(path)
    assert language is not None
    counted = 0

    def count_call(frame: Any, event: str, argument: Any) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count_call)
    try:
        parsed, problems = parse_text(
            SourceFile(path=path, language=language.id, sha256="", benchmarks=True), text.encode(), language)
        suite, diagnostics = bind([[parsed]])
        (unit,) = suite.units
        generate(unit)
    finally:
        sys.setprofile(None)
    assert not select_errors([*problems, *diagnostics])
    assert len(unit.benchmarks) == count
    return counted


@pytest.mark.parametrize("path", list(STATES))
def test_twice_the_source_is_at_most_two_and_a_half_times_the_work(path: str) -> None:
    calls(path, 2)  # what is made once: parsers, patterns, templates
    once, twice = calls(path, 40), calls(path, 80)
    assert twice < 2.5 * once, f"{once} calls for 40 benchmarks, {twice} for 80"
