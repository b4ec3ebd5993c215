"""Do the C++ front-end and the emitted copy keep their laws for every input?"""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from made_mutations import check_front_end, find_sources, mutated

from clamh.languages import languages
from clamh.languages.c_family.conditions import without_split_braces
from clamh.languages.c_family.macros import without_macros
from clamh.languages.c_family.source_copy import copy_source, literal
from clamh.model.sources import SourceFile
from clamh.sources.annotations.lexer import blank
from clamh.sources.annotations.scan import scan

CPP = languages()["cpp"]
SOURCE = SourceFile(path="a b.cpp", language="cpp", sha256="", benchmarks=True)
REAL = find_sources("cpp")
PIECES = [
    *"{}()<>;:,&*=\\\"'#@~[]", "\n", "\r\n", "\t", " ", "//", "/*", "*/", "@Benchmark ", "//@@Benchmark\n", "//@@State(", "//@@Param(",
    "@Param({\"1\"})", "//@@Setup\n", "template ", "<class T>", "namespace ", "class ", "struct ", "union ", "enum ",
    "typedef ", "using ", "operator", "static ", "const ", "friend ", "extern \"C\" ", "int ", "A", "B::", "f(", "S &s)",
    "#if X\n", "#else\n", "#endif\n", "#define M {\n", "R\"x(", ")x\"", "1'000", "...", "MACRO ", "MACRO(1)\n", "= 0", "= delete",
    "\ufeff", "ä", "\udcff",
]
sources = st.lists(st.sampled_from(PIECES), max_size=60).map(lambda all: "".join(all).encode("utf-8", "surrogateescape"))
changed = mutated(REAL, [b"{", b"}", b"\"", b"@Benchmark"])


@given(st.one_of(st.binary(max_size=200), sources, changed))
def test_the_front_end_never_raises_and_stays_inside_the_file(text: bytes) -> None:
    check_front_end(SOURCE, text)


@given(st.one_of(sources, changed))
def test_blanking_macros_and_conditions_moves_no_byte(text: bytes) -> None:
    for data in (without_macros(text), without_split_braces(text)):
        assert len(data) == len(text)
        assert all(a == b or a == ord(" ") for a, b in zip(data, text, strict=True))


@given(st.one_of(sources, changed))
def test_the_copy_without_what_was_inserted_is_the_source(text: bytes) -> None:
    annotations, _ = scan(text, CPP.lexer, SOURCE.path)
    marks = {annotation.start: (f"b{number}", f"f{number}") for number, annotation in enumerate(annotations)}
    copy = copy_source(text, SOURCE.path, annotations, marks).encode("utf-8", "surrogateescape")
    assert re.findall(rb"#define CLAMH_HAS_(\w+)", copy) == [id.encode() for ids in marks.values() for id in ids]
    expected = blank(text, [(annotation.start, annotation.end) for annotation in annotations]).removeprefix(b"\xef\xbb\xbf")
    assert matches(undone(copy), expected)


def undone(copy: bytes) -> bytes:
    """The copy without its first line and without marks that stand on lines of their own."""
    copy = copy.removeprefix(f"#line 1 {literal(SOURCE.path)}\n".encode())
    inserted = re.compile(rb'\n(?:#define CLAMH_HAS_\w+\n){2}#line \d+ "a b.cpp"\n')
    while match := inserted.search(copy):
        before = copy[copy.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        padding = len(before.decode("utf-8", "replace"))
        assert not copy[match.end() : match.end() + padding].strip(b" \t")
        copy = copy[: match.start()] + copy[match.end() + padding :]
    return copy


def matches(copy: bytes, expected: bytes) -> bool:
    """Whether all lines are equal, but for marks that stand on lines that were left empty."""
    pairs = list(zip(copy.split(b"\n"), expected.split(b"\n"), strict=True))
    return all(
        ours == theirs or (re.fullmatch(rb"#define CLAMH_HAS_\w+\r?", ours) and not theirs.strip()) for ours, theirs in pairs
    )


@given(st.text())
def test_a_literal_is_one_line_of_plain_characters_that_reads_back(text: str) -> None:
    written = literal(text)
    inner = written[1:-1]
    assert written.isascii() and written.isprintable() and "??" not in written
    units = re.findall(r'\\[0-7]{3}|\\["\\?]|[^"\\?]', inner)
    assert "".join(units) == inner
    read = bytes(int(unit[1:], 8) if unit[1:].isdigit() else ord(unit[-1]) for unit in units)
    assert read.decode("utf-8", "surrogateescape") == text
