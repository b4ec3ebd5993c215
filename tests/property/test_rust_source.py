"""Do the Rust front-end and the copy that is compiled keep their laws for every input?"""

from __future__ import annotations


from hypothesis import example, given
from hypothesis import strategies as st
from made_mutations import check_front_end, find_sources, mutated

from clamh.languages import languages
from clamh.languages.rust.generator import generate
from clamh.languages.rust.source_copy import copy_source, literal
from clamh.model.sources import SourceFile
from clamh.sources.parse import parse_text

RUST = languages()["rust"]
SOURCE = SourceFile(path="a b.rs", language="rust", sha256="", benchmarks=True)
REAL = find_sources("rust")
PIECES = [
    *"{}()[];:,.*=\\\"'#@!<>+-&|", "\n", "\r\n", "\t", " ", "//", "/*", "*/", "::", "->", "=>", "r#\"", "\"#", "b'", "'a ", "'\\''",
    "@Benchmark ", "//@@Benchmark\n", "//@@State(Scope.Benchmark)\n", "//@@Param(", "@Param({\"1\"})", "@Setup ", "#[derive(Default)]\n",
    "#[cfg(unix)] ", "struct A ", "enum E ", "union U ", "trait T ", "impl A ", "impl T for A ", "impl<T> ", "mod m ", "mod file;", "fn f",
    "fn new() -> Self ", "(&self)", "(a: &A)", "(a: &mut super::A)", "async ", "unsafe ", "pub ", "use crate::A as B;\n",
    "use super::{self, A};\n", "type C = A;\n", "self", "Self", "crate", "x: u32", "r#type", "1.0", "ä", "\ufeff", "\udcff",
]
sources = st.lists(st.sampled_from(PIECES), max_size=60).map(lambda all: "".join(all).encode("utf-8", "surrogatepass"))
changed = mutated(REAL, [b"{", b"}", b"'", b"\"", b"r#\"", b"/*", b"@Benchmark", b"::"])
texts = st.one_of(st.binary(max_size=200), sources, changed)


@given(texts)
@example(b"mod a {" * 3000)
@example(b"/*" * 3000)
@example(b"type A = B; type B = A; //@@Benchmark\nfn f(a: &A) {}")
@example(b"use a::a; //@@Benchmark\nfn f(x: &a::a::a) {}")
def test_the_front_end_never_raises_and_stays_inside_the_file(text: bytes) -> None:
    parsed, suite, problems = check_front_end(SOURCE, text)
    assert all(declaration.facts["module"] < len(text) for declaration in parsed.declarations)
    if not any(problem.severity == "error" for problem in problems):
        for unit in suite.units:
            generate(unit)


@given(texts)
def test_the_copy_keeps_every_line_and_column(text: bytes) -> None:
    parsed, _ = parse_text(SOURCE, text, RUST)
    copy = copy_source(text, "a b.rs", parsed.annotations, {}, [])
    original = text.decode("utf-8", "surrogateescape")
    assert copy.count("\n") == original.count("\n")
    if text.isascii():
        assert len(copy) == len(original)
    assert parsed.annotations or copy == original


@given(st.text(st.characters()))
def test_a_literal_is_one_line_of_ascii_that_nothing_in_it_ends(text: str) -> None:
    spelled = literal(text)
    assert spelled.isascii() and spelled.isprintable()
    inner = spelled[1:-1].replace("\\\\", "").replace('\\"', "")
    assert '"' not in inner and inner.count("\\") == inner.count("\\u{")
