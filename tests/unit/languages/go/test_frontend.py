"""Which files of a package belong to a source, and how does the wrapper change them?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages import languages
from clamh.languages.go import frontend
from clamh.languages.go.generator import generate
from clamh.languages.go.source_copy import copy_source, literal
from clamh.model.diagnostics import select_errors
from clamh.model.sources import SourceFile, Wrapper
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

SOURCE = b"""package p

// @@State(Scope.Thread)
type S struct{ n int }

// @@Benchmark
func f(s *S) int { return helper(s.n) + limit }

var impl = 1

func init() {}

func (r *ring) sum() int { return 0 }
"""


@pytest.mark.parametrize(("name", "text", "expected"), [
    ("helper.go", "package p\nfunc helper(n int) int { return n }\n", True),
    ("group.go", "package p\nvar (\n\tother = 1\n\tlimit = 2\n)\n", True),
    ("methods.go", "package p\nfunc (s *S) more() {}\n", True),
    ("types.go", "package p\ntype ring struct{}\n", True),
    ("several.go", "package p\nvar other, limit = 1, 2\n", True),
    ("several_in_group.go", "package p\nconst (\n\tother, limit = iota, 2\n)\n", True),
    ("elements.go", "package p\nvar (\n\tother = []int{\n\t\tlimit, limit,\n\t}\n)\n", False),
    ("unused.go", "package p\nfunc another() {}\n", False),
    ("remark.go", "package p\n// func helper() {}\nvar x = `\nfunc helper() {}\n`\n", False),
    ("foreign.go", "package q\nfunc helper() {}\n", False),
    ("helper_test.go", "package p\nfunc helper() {}\n", False),
    ("helper_windows.go", "package p\nfunc helper() {}\n", False),
    ("ignored.go", "//go:build ignore\n\npackage p\nfunc helper() {}\n", False),
    ("benchmarks.go", "package p\n// @@Benchmark\nfunc helper() {}\n", False),
    ("again.go", "package p\nfunc f() {}\n", False),
    ("fast.go", "package p\nfunc init() { impl = 2 }\n", True),
    ("program.go", "package p\nvar impl = 3\nfunc init() { impl = 2 }\n", False),
    ("other_package.go", "package q\nfunc init() { impl = 2 }\n", False),
    ("unrelated.go", "package p\n// impl\nfunc init() { another = 2 }\n", False),
    ("no_init.go", "package p\nfunc another() { impl = 2 }\n", False),
])
def test_companions_declare_names_that_the_file_uses(tmp_path: Path, name: str, text: str, expected: bool) -> None:
    (tmp_path / name).write_text(text)
    assert frontend.find_companions(str(tmp_path / "p.go"), SOURCE) == ([str(tmp_path / name)] if expected else [])


@pytest.mark.parametrize(("name", "expected"), [
    ("x_linux.go", True), ("x_windows.go", False), ("x_amd64.go", True), ("x_arm64.go", False), ("x_arm64_test.go", False),
    ("x_linux_amd64.go", True), ("x_windows_amd64.go", False), ("x_linux_arm64.go", False), ("x_linux_test.go", True),
    ("x_windows_test.go", False), ("x_windows_amd64_test.go", False), ("x_zos.go", False), ("x_wasm.go", False),
    ("x_windows.more.go", False), ("x_arm64_windows.go", False), ("x_windows_more.go", True), ("x_unix.go", True),
    ("windows.go", True), ("arm64.go", True), ("windows_amd64.go", True), ("x_test.go", True), ("_windows.go", False),
])
def test_suffixes_limit_a_file_to_machines_as_in_go(name: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontend.sys, "platform", "linux")
    monkeypatch.setattr(frontend.host, "machine", lambda: "x86_64")
    assert frontend.belongs_here(name) == expected


def test_a_test_file_may_use_other_test_files(tmp_path: Path) -> None:
    (tmp_path / "helper_test.go").write_text("package p\nfunc helper() {}\n")
    assert frontend.find_companions(str(tmp_path / "p_test.go"), SOURCE) == [str(tmp_path / "helper_test.go")]


def wrapped(text: str) -> Wrapper:
    source = SourceFile(path="p.go", language="go", sha256="", benchmarks=True)
    parsed, problems = parse_text(source, text.encode(), languages()["go"])
    suite, bind_problems = bind([[parsed]])
    assert not select_errors([*problems, *bind_problems])
    return generate(suite.units[0])


def test_copy_keeps_lines_and_imports_runtime_under_unused_name(tmp_path: Path) -> None:
    text = "// words\npackage main // a remark\n\n// @@Benchmark\nfunc clamh_(\n) {}\n\nfunc main() {}\n"
    copy = wrapped(text).files["user/file0.go"].splitlines()
    assert copy[0].startswith("//line /") and copy[0].endswith("/p.go:1:1")
    assert copy[1:9] == ["// words", 'package users; import clamh1_ "clamh" // a remark', "", " " * 14, "func clamh_(", ") {}", "", "func main() {}"]


@pytest.mark.parametrize(("function", "loop"), [
    ("func b(s *S) float64 { return 1 }", "for ; n > 0; n-- { r0 := b(a0); clamh_.SinkPlain(r0); } }"),
    ("func b(s *S) []int { return nil }", "for ; n > 0; n-- { r0 := b(a0); clamh_.Sink(r0); } }"),
    ("func b(s *S) (int, string) { return 1, \"\" }", "for ; n > 0; n-- { r0, r1 := b(a0); clamh_.SinkPlain(r0); clamh_.Sink(r1); } }"),
    ("func b(s *S) (int, error) { return 1, nil }", "for ; n > 0; n-- { r0, e := b(a0); if e != nil { panic(e) }; clamh_.SinkPlain(r0); } }"),
    ("func b(s *S) error { return nil }", "for ; n > 0; n-- { e := b(a0); if e != nil { panic(e) }; clamh_.Fence(a0); } }"),
    ("func b(s *S) {}", "for ; n > 0; n-- { b(a0); clamh_.Fence(a0); } }"),
    ("func (s *S) b() {}", "for ; n > 0; n-- { a0.b(); clamh_.Fence(a0); } }"),
    ("func b() {}", "for ; n > 0; n-- { b(); } }"),
])
def test_loop_calls_function_and_keeps_results(function: str, loop: str) -> None:
    text = f"package p\n\n// @@State(Scope.Thread)\ntype S struct{{ n int }}\n\n// @@Benchmark\n{function}\n"
    stub = next(line for line in wrapped(text).files["user/file0.go"].splitlines() if line.startswith("func clamh_repeat_benchmark0"))
    assert stub.partition("for ")[1] + stub.partition("for ")[2] == loop


def test_members_of_an_embedded_struct_are_named_through_it() -> None:
    text = """package p

type Base struct {
	// @@Param({"1"})
	n int
}

// @@Setup
func (b *Base) setUp() {}

// @@Check
func (b *Base) sum() int { return b.n }

type Middle struct{ Base }

// @@State(Scope.Thread)
type Walk struct {
	Middle
	n, order, Base int
}

// @@Setup
func (w *Walk) setUp() {}

func (w *Walk) sum() int { return w.order }

// @@Benchmark
func f(w *Walk) {}
"""
    copy = wrapped(text).files["user/file0.go"]
    assert [copy.count(call) for call in ("a0.Middle.Base.setUp();", "a0.setUp();", "(*Walk)(o).Middle.Base.sum();", "return &o.Middle.Base.n }")] == [1] * 4, copy


@pytest.mark.parametrize(("results", "body"), [
    ("int", "r0 := (*S)(o).sum(); return clamh_.Canonical(r0)"),
    ("(int, error)", "r0, e := (*S)(o).sum(); if e != nil { panic(e) }; return clamh_.Canonical(r0)"),
    ("(a, b int, err error)", "r0, r1, e := (*S)(o).sum(); if e != nil { panic(e) }; return clamh_.Canonical(r0, r1)"),
])
def test_error_of_a_check_is_no_value(results: str, body: str) -> None:
    text = f"package p\n\n// @@State(Scope.Thread)\ntype S struct{{ n int }}\n\n// @@Check\nfunc (s *S) sum() {results} {{ panic(0) }}\n\n// @@Benchmark\nfunc b(s *S) {{}}\n"
    line = next(line for line in wrapped(text).files["user/file0.go"].splitlines() if "AddCheck" in line)
    assert line.endswith(f"func(o clamh_.Pointer) string {{ {body} }})")


@pytest.mark.parametrize(("constructor", "construct"), [
    ("func NewS() *S { return &S{} }", "func() S { return *NewS() })"), ("func NewS() S { return S{} }", ", NewS)"),
    ("func NewS(n int) S { return S{} }", ", nil)"), ("func NewS() (S, bool) { return S{}, true }", ", nil)"), ("", ", nil)"),
    ("func NewS() (S, error) { return S{}, nil }", "func() S { r, e := NewS(); if e != nil { panic(e) }; return r })"),
    ("func newS() (*S, error) { return nil, nil }", "func() S { r, e := newS(); if e != nil { panic(e) }; return *r })"),
    ("func NewS(options ...func(*S)) S { return S{} }", "func() S { return NewS() })"), ("func NewS[T any]() S { return S{} }", ", nil)"),
    ("func newS() S { return S{} }\nfunc NewS() S { return S{} }", ", NewS)"),
])
def test_constructor_without_parameters_creates_the_state(constructor: str, construct: str) -> None:
    text = f"package p\n\n// @@State(Scope.Thread)\ntype S struct{{ n int }}\n\n{constructor}\n\n// @@Benchmark\nfunc b(s *S) {{}}\n"
    line = next(line for line in wrapped(text).files["user/file0.go"].splitlines() if "AddState[S]" in line)
    assert line.endswith(construct)


@pytest.mark.parametrize(("constructor", "reported"), [
    ("func newInput() *input { return nil }", []), ("func NewInput() (input, error) { return input{}, nil }", []),
    ("func newInput(n int) input { return input{} }", []), ("func other() int { return 1 }", []),
    ("func newInput() (input, bool) { return input{}, true }", ["CLAMH does not call newInput, whose result is not of the type input"]),
    ("func NewInput() Sorter { return nil }", ["CLAMH does not call NewInput, whose result is not of the type input"]),
])
def test_constructor_that_is_not_called_is_reported(constructor: str, reported: list[str]) -> None:
    text = f"package p\n\n// @@State(Scope.Thread)\ntype input struct{{ n int }}\n\n{constructor}\n\n// @@Benchmark\nfunc b(s *input) {{}}\n"
    source = SourceFile(path="p.go", language="go", sha256="", benchmarks=True)
    problems = parse_text(source, text.encode(), languages()["go"])[1]
    assert [(problem.message, problem.severity) for problem in problems] == [(message, "warning") for message in reported]


def test_constructor_creates_the_object_of_a_benchmark_without_state() -> None:
    text = "package p\n\ntype S struct{ n int }\n\nfunc NewS() S { return S{3} }\n\n// @@Benchmark\nfunc (s *S) b() int { return s.n }\n"
    assert 'AddState[S](0, "", "Thread", NewS)' in wrapped(text).files["user/file0.go"]


@pytest.mark.parametrize("text", ["", "\"", "\\", "`", "\n\r\t\0", "ü階", "\u2028\ufeff\x7f", "\udcff\"", "%s"])
def test_literal_is_valid_go_on_one_line(text: str) -> None:
    spelled = literal(text)
    assert spelled.startswith('"') and spelled.endswith('"') and "\n" not in spelled and "\0" not in spelled and "\ufeff" not in spelled
    spelled.encode("utf-8")


def test_file_without_registration_imports_nothing() -> None:
    assert copy_source(b"package p\n", "q.go", (), "clamh_", "").splitlines()[1:] == ["package p", ""]
