from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages import languages
from clamh.model.sources import SourceFile
from clamh.sources.parse import parse, parse_text, syntax


def source(path: str, language: str) -> SourceFile:
    return SourceFile(path=path, language=language, sha256="", benchmarks=True)


def test_an_unreadable_file_is_a_diagnostic(tmp_path: Path) -> None:
    path = str(tmp_path / "gone.cpp")
    parsed, (problem,) = parse(source(path, "cpp"))
    assert (parsed.text, parsed.declarations) == (b"", ())
    assert (problem.code, problem.location.path, path in problem.message) == ("unreadable", path, True)


def test_a_file_is_read_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x.cpp"
    path.write_bytes(b"//@@Benchmark\r\nint \xfff();\r\n")
    parsed, problems = parse(source(str(path), "cpp"))
    assert problems == []
    assert parsed.text == path.read_bytes()
    assert parsed.annotations[0].name == "Benchmark"


@pytest.mark.parametrize(("text", "kept", "attached"), [
    ("class A { @Benchmark int f(@Param int x) { return 1; } }", ["Benchmark"], ["Benchmark"]),
    ("@Timeout(5) interface A { @Override @State int f(); }", ["Timeout"], ["Timeout"]),
    ("class A { @Check int f() { return 1; } @Layout class B { } }", [], []),  # JMH has neither
    ("class A { //@@Check\n int f() { return 1; } }", ["Check"], ["Check"]),
])
def test_annotations_of_the_host_are_left_alone(text: str, kept: list[str], attached: list[str]) -> None:
    parsed, problems = parse_text(source("x.java", "java"), text.encode(), languages()["java"])
    assert problems == []
    assert [annotation.name for annotation in parsed.annotations] == kept
    assert [annotation.name for declaration in parsed.declarations for annotation in declaration.annotations] == attached


@pytest.mark.parametrize(("text", "kept"), [
    ("@State(Scope.Benchmark) class A { @Param({\"1\"}) n = 1; @other m; }\n@Benchmark function f() {}", ["State", "Param", "Benchmark"]),
    ("@State(Scope.Benchmark) class A { @Param({\"1\"}) n = 1; }\n//@@Benchmark\nfunction f() {}", ["State", "Param", "Benchmark"]),
    ("@State({ name: \"a\" }) class A { @Param({\"1\"}) n = 1; @Setup() f() {} }", []),
    ("@State(Scope.Benchmark) class A { @Benchmark n = 1; }\n//@@State(Scope.Thread)\nclass B {}", ["State"]),
])
def test_plain_annotations_count_only_in_a_file_with_a_benchmark(text: str, kept: list[str]) -> None:
    parsed, problems = parse_text(source("x.js", "javascript"), text.encode(), languages()["javascript"])
    assert problems == []
    assert [annotation.name for annotation in parsed.annotations] == kept


def test_without_a_benchmark_only_a_near_miss_of_it_is_reported() -> None:
    text = b"class A { @state() a = 1; @setup b; }\n@Benchmrk\nclass B {}\n"
    _, (problem,) = parse_text(source("x.js", "javascript"), text, languages()["javascript"])
    assert (problem.code, problem.severity, problem.location.line) == ("near-miss", "warning", 2)
    _, problems = parse_text(source("x.js", "javascript"), text + b"//@@Benchmark\nfunction f() {}", languages()["javascript"])
    assert [problem.location.line for problem in problems] == [1, 1, 2]


def test_problems_come_in_the_order_of_the_file() -> None:
    text = b"//@@Nonsense\nint x;\n//@@Fork(\nint y;\n@Benchmark(a b)\nint f();\n//@@Benchmark\n"
    _, problems = parse_text(source("x.cpp", "cpp"), text, languages()["cpp"])
    assert [problem.code for problem in problems] == ["unknown-annotation", "unclosed", "syntax", "loose-annotation"]
    assert [problem.location.line for problem in problems] == [1, 3, 5, 7]


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("after", ["", ";", "\nint next(void) { return 2; }", "\n//@@State(Scope.Thread)\nstruct S { int n; };"])
def test_a_macro_that_makes_a_function_is_not_the_next_declaration(language: str, after: str) -> None:
    """Silently, the function `next` was the benchmark."""
    text = f"#define Bench(name, n) int name(void) {{ \\\n return n; }}\n//@@Benchmark\n// two\nBench(first, 2){after}\n"
    _, (problem,) = parse_text(source(f"x.{language}", language), text.encode(), languages()[language])
    assert (problem.code, problem.location.line) == (f"{language}-not-a-function", 5) and "Bench(…) has no return type: it looks like a macro" in problem.message


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_a_macro_of_a_header_may_make_a_function_too(tmp_path: Path, language: str) -> None:
    (tmp_path / "own.h").write_text('#include "more.h"\n')
    (tmp_path / "more.h").write_text("#define BENCH(name) int name(void) { return 1; }\n")
    text = b'#include "own.h"\n//@@Benchmark\nBENCH(first)\nint next(void) { return 2; }\n'
    _, (problem,) = parse_text(source(str(tmp_path / f"x.{language}"), language), text, languages()[language])
    assert problem.code == f"{language}-not-a-function"


@pytest.mark.parametrize(("language", "expanded"), [("c", True), ("cpp", True), ("javascript", False)])
def test_an_annotation_before_a_call_has_a_hint_about_macros(language: str, expanded: bool) -> None:
    _, (problem,) = parse_text(source("x", language), b"//@@Benchmark\nBENCH(first);\n", languages()[language])
    assert problem.code == "loose-annotation" and ("if BENCH(…) is a macro, CLAMH does not expand it" in problem.hint) == expanded


def test_attributes_by_macros_before_a_function_are_left_alone() -> None:
    text = b"#define ALIGNED(n) __attribute__((aligned(n)))\n//@@Benchmark\nALIGNED(64) int f(void) { return 1; }\n"
    parsed, problems = parse_text(source("x.c", "c"), text, languages()["c"])
    assert not problems and [declaration.name for declaration in parsed.declarations if declaration.annotations] == ["f"]


def test_a_pause_of_c_is_a_statement(tmp_path: Path) -> None:
    path = tmp_path / "x.c"
    path.write_text("//@@Benchmark\nint f(Suspend *suspend) {\n    int n = 8;\n    while (n > 4) clamh_pause(suspend) { if (--n == 5) continue; }\n"
                    "    if (n) clamh_pause(suspend) n = n / 4;\n    else clamh_pause (suspend) { break; }\n    return n;\n}\n")
    assert syntax(*parse(source(str(path), "c"))) == []


def test_complex_numbers_of_c_are_no_syntax_error(tmp_path: Path) -> None:
    path = tmp_path / "x.c"
    path.write_text("#include <complex.h>\n//@@State(Scope.Thread)\nstruct S { double complex z; complex long double *p; };\n"
                    "//@@Benchmark\nfloat complex f(struct S *s) { return (float complex)s->z; }\n")
    file = source(str(path), "c")
    assert syntax(*parse(file)) == []
    path.write_text("//@@State(Scope.Thread)\nstruct S { double simplex z; };\n//@@Benchmark\nint f(void) { return 1; }\n")
    assert [problem.code for problem in syntax(*parse(file))] == ["does-not-parse"]
