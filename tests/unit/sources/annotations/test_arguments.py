"""Do unquoted texts and numbers mean the same as quoted ones as values of params, outside of Java?"""

from __future__ import annotations

import made_sources
import pytest

from clamh.languages import languages
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

STATES = {
    "x.cpp": "//@@State(Scope.Benchmark)\n//@@StateLabel(data)\nstruct S {{\n//@@Param({})\ndouble n;\n}};\n",
    "x.go": "package p\n// @@State(Scope.Benchmark)\n// @@StateLabel(data)\ntype S struct {{\n// @@Param({})\nn float64\n}}\n",
    "x.js": "//@@State(Scope.Benchmark)\n//@@StateLabel(data)\nclass S {{\n//@@Param({})\nn = '';\n}}\n",
    "x.py": "#@@State(Scope.Benchmark)\n#@@StateLabel(data)\nclass S:\n    #@@Param({})\n    n: str = ''\n",
    "x.rs": "//@@State(Scope.Benchmark)\n//@@StateLabel(data)\n#[derive(Default)]\npub struct S {{\n//@@Param({})\npub n: f64,\n}}\n",
}


@pytest.mark.parametrize("path", STATES)
@pytest.mark.parametrize(("written", "values"), [
    ("7", ("7",)), ("{1_000, -2, 0x10}", ("1000", "-2", "16")), ("{0.50, 1e3}", ("0.50", "1e3")), ("{true, False}", ("true", "false")),
    ('{small, "big one"}', ("small", "big one")), ("{range(1, 2), 5}", ("1", "2", "5")),
])
def test_values_without_quotes_are_texts(path: str, written: str, values: tuple[str, ...]) -> None:
    bound = made_sources.sources(STATES[path].format(written), path=path)
    assert bound.problems == []
    (state,) = bound.states.values()
    assert (state.label, state.params[0].values) == ("data", values)


def test_a_group_and_a_key_may_be_bare_names() -> None:
    text = b"//@@Benchmark(name = put)\n//@@Group(pc)\nvoid a() {}\n//@@Benchmark(name = put)\n//@@Group(pc)\nvoid b() {}\n"
    parsed, problems = parse_text(SourceFile(path="x.cpp", language="cpp", sha256="", benchmarks=True), text, languages()["cpp"])
    suite, diagnostics = bind([[parsed]])
    assert [*problems, *diagnostics] == []
    assert [benchmark.name for benchmark in suite.units[0].benchmarks] == ["pc"]


def test_a_qualified_name_is_no_text() -> None:
    (problem,) = made_sources.sources(STATES["x.cpp"].format("Sizes::ALL")).problems
    assert problem.code == "not-literal"


def test_java_keeps_its_quotes() -> None:
    text = "@State(Scope.Benchmark) public class S { @Param({1, 2}) public int n; }"
    assert [problem.code for problem in made_sources.sources(text, path="S.java").problems] == ["wrong-kind"]


@pytest.mark.parametrize("text", [
    "//@@Fork(3)\n@Fork(warmups = 1) @Benchmark int f() { return 1; }\n",
    "@State(Scope.Thread) struct S {\n//@@Setup(benchmarks = \"f\")\n@Setup void fill() {}\n@Benchmark int f() { return 1; } };\n",
])
def test_one_annotation_in_both_spellings_is_repeated(text: str) -> None:
    parsed, problems = parse_text(SourceFile(path="x.cpp", language="cpp", sha256="", benchmarks=True), text.encode(), languages()["cpp"])
    _, diagnostics = bind([[parsed]])
    assert [problem.code for problem in (*problems, *diagnostics)] == ["repeated-annotation"]
