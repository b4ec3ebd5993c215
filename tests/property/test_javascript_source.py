"""Do the JavaScript front-end and its reading of literals keep their laws for every input?"""

from __future__ import annotations


from hypothesis import example, given
from hypothesis import strategies as st
from made_mutations import check_front_end, find_sources, mutated

from clamh.languages import languages
from clamh.languages.javascript.imports import exports, imports
from clamh.languages.javascript.jsdoc import params, split_type, type_of, typedefs
from clamh.languages.javascript.literals import blank_literals, spans
from clamh.model.sources import SourceFile
from clamh.sources.annotations.lexer import blank
from clamh.sources.annotations.scan import scan
from clamh.sources.parse import parse_text

JAVASCRIPT = languages()["javascript"]
SOURCE = SourceFile(path="a b.mjs", language="javascript", sha256="", benchmarks=True)
REAL = find_sources("javascript", "suites/companions_javascript")
PIECES = [
    *"{}()[];:,.*=\\\"'`/#@?!<>+-$%~^&|", "\n", "\r\n", "\t", " ", "//", "/*", "*/", "/**", "${", "=>", "...", "?.", "++", "/x/g",
    "@Benchmark ", "//@@Benchmark\n", "//@@State(Scope.Benchmark)\n", "//@@Param(", "@Param({\"1\"})", "//@@StateLabel(\"a\")\n",
    "class A ", "class ", "extends ", "function ", "function* ", "async ", "await ", "static ", "get ", "const a = ", "export ",
    "export default ", "import a from './b.js'\n", "require('./c')", "module.exports = ", "exports.a = ", "return ", "typeof ",
    "if (a) ", "case ", "of ", "in ", "new ", "@param {A} a ", "@type {B} ", "@typedef {A} B ", "import('./x').", "A", "b", "1", "2n",
    "#!x", "\ufeff", "ä", "\udcff", "\u2028",
]
sources = st.lists(st.sampled_from(PIECES), max_size=60).map(lambda all: "".join(all).encode("utf-8", "surrogatepass"))
# Text that no quoting ends and that looks like annotations.
QUOTED = st.lists(st.sampled_from(["@Benchmark", "//@@Benchmark", "@State(Scope.Benchmark)", "class A {}", "(", "{", " ", "a", "/*", "*"]),
                  max_size=6).map("".join)


changed = mutated(REAL, [b"{", b"}", b"`", b"${", b"/", b"\"", b"@Benchmark"])


@given(st.one_of(st.binary(max_size=200), sources, changed))
@example(b"x\\")
@example(b"`${" * 3000)
@example(b"a:{" * 3000 + b"}/")
@example(b"async " * 3000 + b"function f() {} / 1")
def test_the_front_end_never_raises_and_stays_inside_the_file(text: bytes) -> None:
    check_front_end(SOURCE, text)


@given(st.one_of(st.binary(max_size=200), sources, changed))
def test_literals_are_in_order_apart_and_inside_of_the_text(text: bytes) -> None:
    found = spans(text)
    assert all(0 <= span.start < span.end <= len(text) for span in found)
    assert all(span.end <= other_span.start for span, other_span in zip(found, found[1:]))
    blanked = blank_literals(text, comments=True)
    assert len(blanked) == len(text)
    assert all(a == b or a == ord(" ") and b not in b"\r\n" for a, b in zip(blanked, text, strict=True))


@given(st.one_of(sources, changed))
def test_what_is_blanked_keeps_its_bytes_and_lines(text: bytes) -> None:
    parsed, _ = parse_text(SOURCE, text, JAVASCRIPT)
    ranges = [(annotation.start, annotation.end) for annotation in parsed.annotations]
    blanked = blank(text, ranges)
    assert len(blanked) == len(text) and blanked.count(b"\n") == text.count(b"\n")
    inside = {offset for start, end in ranges for offset in range(start, end)}
    assert all(blanked[at] == text[at] for at in range(len(text)) if at not in inside)


@given(st.lists(QUOTED, min_size=4, max_size=4), st.sampled_from([b"\n", b"\r\n"]))
def test_nothing_in_literals_and_comments_is_an_annotation(texts: list[str], line: bytes) -> None:
    data, two, three, four = (text.encode() for text in texts)
    pattern = three.translate(None, b"([{*)").replace(b"/", b"\\/") or b"x"
    file = line.join([
        b"const a = \"" + data + b"\", b = '" + two + b"';",
        b"const c = `" + two + b"${`" + three + b"${\"" + data + b"\"}`}" + four + b"`;",
        b"const d = a / 2, e = (a) / /" + pattern + b"[/`]/u.source, f = a /* " + data.replace(b"*", b"") + b" */ / 2;",
        b"/** " + two.replace(b"*", b"") + b" */ // " + four,
        b"//@@Benchmark",
        b"function real() { return /" + pattern + b"/.test(`" + four + b"`) / 1; }",
    ])
    annotations, problems = scan(file, JAVASCRIPT.lexer, SOURCE.path)
    assert [(annotation.name, annotation.location.line) for annotation in annotations] == [("Benchmark", 5)] and not problems
    parsed, problems = parse_text(SOURCE, file, JAVASCRIPT)
    assert [declaration.name for declaration in parsed.declarations if declaration.annotations] == ["real"] and not problems


@given(st.one_of(sources, changed))
@example(b"import('./x').\n{")
def test_imports_exports_and_jsdoc_never_raise(text: bytes) -> None:
    imports(text)
    exports(text)
    comment = text.decode("utf-8", "replace")
    for written in [*params(comment).values(), *typedefs(comment).values(), type_of(comment), comment]:
        _, name = split_type(written)
        assert name == name.strip()
