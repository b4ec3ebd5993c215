from __future__ import annotations

import pytest

from clamh.languages import Lexer, languages
from clamh.model.sources import Constant, Opaque
from clamh.sources.annotations.lexer import blank
from clamh.sources.annotations.scan import scan

CPP = languages()["cpp"].lexer
JAVA = languages()["java"].lexer
HASH = Lexer(line_comment="#", literals=(r'"[^"\n]*"',), host_at=True)

# As in Lua: block comments begin like line comments, and a long comment has a level.
DASHES = Lexer(line_comment="--", block_comment=("--[[", "]]"), literals=(r"--\[(?P<level>=+)\[[\s\S]*?\](?P=level)\]",))


def scan_text(text: str, lexer: Lexer = CPP) -> list[tuple[str, int, int, str]]:
    data = text.encode()
    annotations, diagnostics = scan(data, lexer, "x")
    assert diagnostics == []
    return [(annotation.name, annotation.location.line, annotation.location.column,
             data[annotation.start:annotation.end].decode()) for annotation in annotations]


@pytest.mark.parametrize("text", [
    'const char *s = "@Benchmark";',
    'const char *s = "\\"@Benchmark";',
    'auto s = R"(" @Benchmark)";',
    'auto s = R"x()" @Benchmark )x";',
    "char c = '\"'; // @Benchmark \"",
    "//@Benchmark",
    "// @@Benchmark is spoken of here",
    "// @@Nonsense",
    "/* // @@Benchmark */",
    'auto s = R"(\n// @@Benchmark\n)";',
    "/// @Benchmark",
    "// goes on \\\n @Benchmark \\\r\n @Benchmark",
    "// see //@@Benchmark",
    "/* @Benchmark\n//@@Benchmark\n*/",
    "a@b.com",
    "@ Benchmark",
    "@@Benchmark",
    "/* never closed @Benchmark",
])
def test_strings_and_ordinary_comments_have_no_annotations(text: str) -> None:
    assert scan_text(text) == []


@pytest.mark.parametrize("id", languages())
def test_the_package_of_jmh_before_a_name_is_ignored(id: str) -> None:
    lexer = languages()[id].lexer
    for mark in ("@", lexer.mark):
        text = f"{mark}org.openjdk.jmh.annotations.TearDown(Level.Trial)"
        assert scan_text(text, lexer) == [("Teardown", 1, 1, text)]


@pytest.mark.parametrize("text", ["// @@Benchmark", "int x; //  @@Fork(2) @@Warmup", "// @@TearDown\r\nint x;"])
def test_a_blank_before_the_mark_gives_a_warning(text: str) -> None:
    annotations, (problem,) = scan(text.encode(), CPP, "x")
    assert (annotations, problem.code, problem.severity) == ([], "near-miss", "warning")


@pytest.mark.parametrize(("text", "expected"), [
    ("@Benchmark void f();", [("Benchmark", 1, 1, "@Benchmark")]),
    ("//@@Benchmark\r\nvoid f();", [("Benchmark", 1, 1, "//@@Benchmark")]),
    ("\ufeff//@@Benchmark", [("Benchmark", 1, 1, "//@@Benchmark")]),
    ("\tint größe; @Fork(2) //", [("Fork", 1, 13, "@Fork(2)")]),
    ("@Benchmark@Fork", [("Benchmark", 1, 1, "@Benchmark"), ("Fork", 1, 11, "@Fork")]),
    ("@TearDown", [("Teardown", 1, 1, "@TearDown")]),
    ("@Benchmark @Fork(1)@Warmup (time = 1)", [
        ("Benchmark", 1, 1, "@Benchmark"), ("Fork", 1, 12, "@Fork(1)"), ("Warmup", 1, 20, "@Warmup (time = 1)")]),
    ("//@@Benchmark @@Fork(1) //@@Fork(2) // remark", [
        ("Benchmark", 1, 1, "//@@Benchmark"), ("Fork", 1, 15, "@@Fork(1)"), ("Fork", 1, 25, "//@@Fork(2)")]),
    ("long n = 1'000; @Benchmark", [("Benchmark", 1, 17, "@Benchmark")]),
    ("char c = '\"'; @Benchmark", [("Benchmark", 1, 15, "@Benchmark")]),
    ("it's\n@Benchmark", [("Benchmark", 2, 1, "@Benchmark")]),
])
def test_both_spellings_are_found_with_their_places(text: str, expected: list[tuple[str, int, int, str]]) -> None:
    assert scan_text(text) == expected


def test_plain_arguments_continue_over_lines_and_comments() -> None:
    text = b'@Warmup(iterations = 3, // three :)\n  /* ) */ time = 1)\n@Param({"//", ")"})'
    (warmup, param), diagnostics = scan(text, CPP, "x")
    assert diagnostics == []
    assert [(argument.key, argument.value) for argument in warmup.arguments] == [("iterations", 3), ("time", 1)]
    assert [(argument.location.line, argument.location.column) for argument in warmup.arguments] == [(1, 9), (2, 11)]
    assert param.arguments[0].value == ("//", ")")


@pytest.mark.parametrize("prefix", ["//", "//@@", "  // ", "\t//@@ "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_comment_arguments_continue_on_comment_lines(prefix: str, end: str) -> None:
    text = f"//@@Warmup(iterations = 3, // three{end}{prefix}time = 1){end}void f();".encode()
    (warmup,), diagnostics = scan(text, CPP, "x")
    assert diagnostics == []
    assert [(argument.key, argument.value) for argument in warmup.arguments] == [("iterations", 3), ("time", 1)]
    assert text[warmup.end:] == f"{end}void f();".encode()


@pytest.mark.parametrize(("text", "code", "line", "column"), [
    ("//@@Fork(2\nvoid f();", "unclosed", 1, 9),
    ("@Fork(2", "unclosed", 1, 6),
    ("@Fork(2])", "unclosed", 1, 6),
    ("//@@Fork(value = )", "syntax", 1, 18),
    ("@Fork(\n\t+)", "syntax", 2, 2),
    ('@Param({"ß", x y})', "syntax", 1, 16),
    ("//@@Benchmark baseline", "trailing-text", 1, 15),
])
def test_a_problem_has_its_place(text: str, code: str, line: int, column: int) -> None:
    _, (diagnostic,) = scan(text.encode(), CPP, "x")
    assert (diagnostic.code, diagnostic.location.line, diagnostic.location.column) == (code, line, column)


def test_host_annotations_are_left_alone() -> None:
    text = '@Override @SuppressWarnings("@Benchmark") @interface X {} @org.a.Benchmark @Setup'
    assert [name for name, *_ in scan_text(text, JAVA)] == ["Benchmark", "Setup"]
    assert scan_text("@property\n#@@Benchmark\n#@Benchmark", HASH) == [("Benchmark", 2, 1, "#@@Benchmark")]


def test_a_line_comment_continues_only_if_the_language_splices_lines() -> None:
    text = "// goes on \\\n@Benchmark"
    assert scan_text(text, CPP) == []
    assert [name for name, *_ in scan_text(text, JAVA)] == ["Benchmark"]


def test_a_near_miss_is_a_warning_if_at_belongs_to_the_host() -> None:
    annotations, (diagnostic,) = scan(b"@Benchmrk void f() {}", JAVA, "x")
    assert annotations == []
    assert (diagnostic.code, diagnostic.severity) == ("near-miss", "warning")
    assert diagnostic.hint == "did you mean @Benchmark?"


def test_constant_expressions_of_the_host_are_kept_as_text() -> None:
    text = b'@Fork(value = 1 + FORKS, jvmArgs = {"-Xmx" + SIZE, "(,"}) @Threads(N) ' \
           b'@Warmup(iterations = 3, time = f(1, 2))'
    (fork, threads, warmup), diagnostics = scan(text, JAVA, "x")
    assert diagnostics == []
    assert [(argument.key, argument.value) for argument in fork.arguments] == [
        ("value", Opaque(text="1 + FORKS")), ("jvmArgs", Opaque(text='{"-Xmx" + SIZE, "(,"}'))]
    assert threads.arguments[0].value == Constant(name="N")
    assert [argument.key for argument in warmup.arguments] == ["iterations", "time"]


def test_blanking_keeps_length_and_lines() -> None:
    text = "a @Warmup(time =\r\n\t1) ß\n".encode()
    annotations, _ = scan(text, CPP, "x")
    assert blank(text, [(annotation.start, annotation.end) for annotation in annotations]) == "a               \r\n    ß\n".encode()


@pytest.mark.parametrize("text", ["--[[\n@Benchmark\n]]", "--[=[\n@Benchmark ]]\n@Benchmark\n]=]", "-- @Benchmark"])
def test_a_block_comment_may_begin_like_a_line_comment(text: str) -> None:
    assert scan_text(text, DASHES) == []
    assert [name for name, *_ in scan_text(f"{text}\n--@@Benchmark", DASHES)] == ["Benchmark"]
