"""Do the Zig front-end and the copy that is compiled keep their laws for every input?"""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st
from made_mutations import check_front_end, find_sources, mutated

from clamh.languages import languages
from clamh.languages.generators import byte_literal
from clamh.languages.zig.generator import generate
from clamh.languages.zig.source_copy import copy_source
from clamh.languages.zig.lookup import quote, unquote
from clamh.model.sources import SourceFile
from clamh.sources.parse import parse_text

ZIG = languages()["zig"]
SOURCE = SourceFile(path="a b.zig", language="zig", sha256="", benchmarks=True)
REAL = find_sources("zig")
PIECES = [
    *"{}()[];:,.*=\\\"'#@!<>+-&|?", "\n", "\r\n", "\t", " ", "//", "///", "//!", "\\\\text\n", "@\"a b\"", "'\\''", "=>", "@import(\"a.zig\")",
    "@Benchmark ", "//@@Benchmark\n", "//@@State(Scope.Benchmark)\n", "//@@Param(", "@Param({\"1\"})", "@Setup ", "@as(", "@This()",
    "const A = struct ", "const E = enum ", "const U = union(enum) ", "const B = A;\n", "const C = B.A;\n", "fn f", "fn init() A ", "fn deinit",
    "(self: *A) ", "(a: *const A) ", "(comptime T: type) ", "void ", "!u8 ", "pub ", "inline ", "export ", "x: u32 = 0,", "test \"x\" ", "comptime ",
    "return 1;", "ä", "\ufeff", "\udcff",
]
sources = st.lists(st.sampled_from(PIECES), max_size=60).map(lambda pieces: "".join(pieces).encode("utf-8", "surrogatepass"))
changed = mutated(REAL, [b"{", b"}", b"'", b"\"", b"\\\\", b"//", b"@Benchmark", b"@\""])
texts = st.one_of(st.binary(max_size=200), sources, changed)


@given(texts)
@example(b"const a = struct {" * 1000)
@example(b"const A = B; const B = A; //@@Benchmark\nfn f(a: *A) void {}")
@example(b"const A = A.A; //@@Benchmark\nfn f(a: *A.A) void {}")
def test_the_front_end_never_raises_and_stays_inside_the_file(text: bytes) -> None:
    _, suite, problems = check_front_end(SOURCE, text)
    if not any(problem.severity == "error" for problem in problems):
        for unit in suite.units:
            generate(unit)


@given(texts)
def test_the_copy_keeps_every_line_and_column(text: bytes) -> None:
    parsed, _ = parse_text(SOURCE, text, ZIG)
    copy = copy_source(text, parsed.annotations, "")
    original = text.decode("utf-8", "surrogateescape") + "\n"
    assert copy.count("\n") == original.count("\n") and len(copy.encode("utf-8", "surrogateescape")) == len(text) + 1
    assert parsed.annotations or copy == original


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_a_literal_is_ascii_on_a_single_line_that_nothing_in_it_ends(text: str) -> None:
    spelled = byte_literal(text)
    assert spelled.isascii() and spelled.isprintable()
    assert re.fullmatch(r'"(?:[^"\\]|\\["\\]|\\x[0-9a-f]{2})*"', spelled)
    unquoted = unquote(f"@{spelled}")
    assert unquoted == (f"@{spelled}" if "\\" in spelled else text) and quote(unquoted) == f"@{spelled}"
