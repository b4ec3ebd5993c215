"""Laws of the annotation scan, the grammar, the parse and the keys, for every input."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clamh.languages import languages
from clamh.model.identity import assign_keys, make_key, param_key
from clamh.model.sources import Argument, Call, Constant, Fraction, SourceFile
from clamh.sources.annotations.grammar import parse_annotation
from clamh.sources.annotations.lexer import blank, code_only
from clamh.sources.annotations.scan import scan
from clamh.sources.annotations.table import TABLE, suggestion
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

LANGUAGES = languages()
EITHER = pytest.mark.parametrize("language", ["cpp", "java", "javascript"])

# Pieces that meet each other badly, so that random texts reach the interesting places.
PIECES = st.sampled_from([
    "@Benchmark", "@State(Scope.Benchmark)", "//@@Param({\"1\", \"2\"})", "//@@Benchmark", "@@Fork(2)", "//@Setup",
    "//", "/*", "*/", "\"", "'", "\\", "R\"x(", ")x\"", "\"\"\"", "(", ")", "{", "}", "[", "]", ",", "=", ";", "\n", "\r\n",
    "\t", " ",
    "@", "#if X", "#endif", "class A", "struct B", "void f", "int n", "template <class T>", "namespace n", "enum E",
    "1'000", "0x1F", "@Warmup(", "iterations = 3", "timeUnit = TimeUnit.SECONDS", "ß", "\ufeff", "package p;",
    "public ",
    "static ", "typedef ", "new Object()", "() -> ", ":", "::", ".", "<", ">", "range(1, 8)", "@Group(\"g\")", "\0",
    "`", "${", "/", "=> ", "function f", "export default ", "const a = ", "#x", "return ", "get ", "#!", "/** @param {A} a */",
])
TEXTS = st.one_of(
    st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=40).map(lambda pieces: "".join(pieces).encode(
        "utf-8", "surrogatepass")),
    st.binary(max_size=80),
)

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
DOTTED = st.lists(NAMES, min_size=1, max_size=3).map(".".join).filter(
    lambda name: name.split(".")[0].lower() not in ("true", "false"))
SCALARS = st.one_of(
    st.integers(min_value=-10**30, max_value=10**30),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda number: Fraction(text=repr(number))),
    st.booleans(),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
    DOTTED.map(lambda name: Constant(name=name)),
)


def calls(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Call]:
    arguments = st.lists(st.builds(Argument, key=st.none() | NAMES, value=values, location=st.none()), max_size=3)
    return st.builds(Call, name=DOTTED, arguments=arguments.map(tuple))


VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4).map(tuple) | calls(inner), max_leaves=8)


def printed(value: Any) -> str:
    """A value in the annotation grammar."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        named = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"'}
        return '"' + "".join(named.get(char, char) for char in value) + '"'
    if isinstance(value, tuple):
        return "{" + ", ".join(map(printed, value)) + "}"
    if isinstance(value, Constant):
        return value.name
    if isinstance(value, Call):
        return f"{value.name}({', '.join(map(argument, value.arguments))})"
    return value.text if isinstance(value, Fraction) else repr(value)


def argument(item: Argument) -> str:
    return printed(item.value) if item.key is None else f"{item.key} = {printed(item.value)}"


@given(DOTTED, st.lists(st.tuples(st.none() | NAMES, VALUES), max_size=4))
def test_what_is_printed_is_read_back(name: str, arguments: list[tuple[str | None, Any]]) -> None:
    text = f"{name}({', '.join(argument(Argument(key=key, value=value)) for key, value in arguments)})"
    read_name, read = parse_annotation(text)
    assert read_name == name
    assert [(written.key, written.value) for written in read] == arguments


@EITHER
@given(text=TEXTS)
@example(text=b"@Fork(\"")
@example(text=b"//@@")
@example(text=b"/*@Benchmark")
def test_scanning_never_raises_and_blanking_keeps_the_rest(language: str, text: bytes) -> None:
    annotations, diagnostics = scan(text, LANGUAGES[language].lexer, "x")
    ranges = [(annotation.start, annotation.end) for annotation in annotations]
    assert ranges == sorted(ranges)
    assert all(0 <= start < end <= len(text) for start, end in ranges)
    assert all(end <= start for (_, end), (start, _) in zip(ranges, ranges[1:]))
    blanked = blank(text, ranges)
    assert len(blanked) == len(text)
    inside = {offset for start, end in ranges for offset in range(start, end)}
    for offset, (before, after) in enumerate(zip(text, blanked, strict=True)):
        if before in b"\r\n" or offset not in inside:
            assert after == before
        else:
            assert after == ord(" ")
    lines = text.count(b"\n") + 1
    assert all(1 <= item.location.line <= lines and item.location.column >= 1 for item in [*annotations, *diagnostics])
    assert len(code_only(text, LANGUAGES[language].lexer)) == len(text)


@EITHER
@given(text=TEXTS)
def test_a_blanked_text_has_no_annotations(language: str, text: bytes) -> None:
    lexer = LANGUAGES[language].lexer
    annotations, _ = scan(text, lexer, "x")
    left, _ = scan(blank(text, [(annotation.start, annotation.end) for annotation in annotations]), lexer, "x")
    assert left == []


@EITHER
@given(text=TEXTS)
def test_parsing_and_binding_never_raise(language: str, text: bytes) -> None:
    source = SourceFile(path="x", language=language, sha256="", benchmarks=True)
    parsed, problems = parse_text(source, text, LANGUAGES[language])
    assert {annotation.start for d in parsed.declarations for annotation in d.annotations} <= {a.start for a in parsed.annotations}
    suite, diagnostics = bind([[parsed]])
    assert suite.units or problems or diagnostics  # a source of which nothing is said and nothing bound is no answer
    assert all(diagnostic.location is not None for diagnostic in [*problems, *diagnostics])


@given(st.text("aBc_", min_size=1, max_size=8).filter(lambda name: name.strip("_")), st.sampled_from(["cpp", "java"]))
def test_a_key_does_not_see_case_and_underscores(name: str, language: str) -> None:
    spellings = [name, name.upper(), name.lower(), f"_{name}_", "_".join(name), f"Class::{name}", f"a.b.{name}"]
    assert {make_key(spelling, language) for spelling in spellings} == {re.sub("_", "", name).lower()}


@given(st.text("ab_", min_size=1, max_size=5).filter(lambda name: name.strip("_")), st.sampled_from(["cpp", "java"]))
def test_leading_language_id_is_dropped_at_a_word_boundary(name: str, language: str) -> None:
    for head in (language, language.capitalize(), language.upper()):
        assert make_key(f"{head}_{name}", language) == make_key(name, language)
        acronym = head.isupper() and not name[0].islower()  # as in CRC32
        assert make_key(f"{head}Z{name}", language) == make_key(f"{language}z{name}" if acronym else f"z{name}", language)
        assert make_key(f"{head}z{name}", language) == make_key(f"{language}z{name}", language)


FULL_NAMES = st.lists(st.text("abC", min_size=1, max_size=2), min_size=1, max_size=3).map("::".join)


@given(st.lists(st.tuples(FULL_NAMES, st.none() | st.text("xyX", min_size=1, max_size=2)), max_size=8))
def test_keys_are_unique_or_missing(benchmarks: list[tuple[str, str | None]]) -> None:
    found = assign_keys(benchmarks, "cpp")
    there = [text for text in found if text is not None]
    assert len(found) == len(benchmarks)
    assert len(there) == len(set(there))
    for (name, given_name), key in zip(benchmarks, found, strict=True):
        if key is not None and given_name is None:
            assert key == make_key(name, "cpp", key.count(".") + 1)


@given(NAMES)
def test_a_param_is_one_under_every_prefix(name: str) -> None:
    bare = name.strip("_")
    if bare and not re.match(r"m_|m[A-Z]", bare):
        assert len({param_key(text) for text in (bare, f"m_{bare}", f"_{bare}", f"State::{bare}", bare.upper())
                    if not re.match(r"M_?[A-Z]", text)}) == 1


@given(st.text(max_size=20))
def test_suggestions_are_names_of_the_table(written: str) -> None:
    assert suggestion(written, TABLE) in {None, *TABLE}
