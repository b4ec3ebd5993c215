from __future__ import annotations

import pytest

from clamh.languages import languages
from clamh.model.sources import Declaration, Location
from clamh.sources.annotations.attach import attach
from clamh.sources.annotations.lexer import blank, code_only
from clamh.sources.annotations.scan import scan

LEXER = languages()["cpp"].lexer


def given(text: str, *declarations: tuple[str, str, str, str | None]) -> tuple[dict[str, list[str]], list[str]]:
    """Names of declarations → names of their annotations; a declaration is (kind, name, its text, its body's text)."""
    data = text.encode()
    annotations, problems = scan(data, LEXER, "x")
    assert problems == []
    blanked = blank(data, [(one.start, one.end) for one in annotations])
    made = []
    for kind, name, whole, body in declarations:
        start = data.index(whole.encode())
        made.append(Declaration(
            kind=kind, name=name, scope=(), location=Location(path="x", line=1), start=start,
            end=start + len(whole.encode()), body=None if body is None else data.index(body.encode(), start),
        ))
    attached, loose = attach(annotations, made, code_only(blanked, LEXER))
    return {one.name: [a.name for a in one.annotations] for one in attached}, [one.name for one in loose]


def test_an_annotation_belongs_to_what_follows() -> None:
    text = "@Benchmark // a { comment }\n/* ; */ @Fork(2)\nvoid f() {}\nvoid g() {}"
    assert given(text, ("function", "f", "void f() {}", "{}"), ("function", "g", "void g() {}", "{}")) == (
        {"f": ["Benchmark", "Fork"], "g": []}, [])


def test_in_the_head_of_a_declaration_it_belongs_to_that() -> None:
    text = "typedef struct @State(Scope.Thread) { @Param(\"1\") int n; } X;\nvoid f();"
    whole = text.partition("\n")[0]
    assert given(text, ("class", "X", whole, "{ @"), ("field", "n", "int n;", None), ("function", "f", "void f();", None)
                 ) == ({"X": ["State"], "n": ["Param"], "f": []}, [])


def test_every_declarator_of_a_field_gets_it() -> None:
    text = "struct S { @Param(\"1\") long a, b; };"
    assert given(text, ("class", "S", "struct S { @Param(\"1\") long a, b; }", "{"), ("field", "a", "long a, b;", None),
                 ("field", "b", "long a, b;", None)) == ({"S": [], "a": ["Param"], "b": ["Param"]}, [])


def test_of_declarations_at_one_place_the_kind_decides() -> None:
    text = "@State(Scope.Thread) struct S { int n; } s;"
    whole = "struct S { int n; } s;"
    assert given(text, ("field", "s", whole, "{"), ("class", "S", "struct S { int n; }", "{"), ("field", "n", "int n;", None)
                 ) == ({"s": [], "S": ["State"], "n": []}, [])


@pytest.mark.parametrize("between", ["using X = int;", "}", "namespace n {", "int other;"])
def test_code_between_makes_it_loose(between: str) -> None:
    assert given(f"@Benchmark {between} void f();", ("function", "f", "void f();", None)) == ({"f": []}, ["Benchmark"])


@pytest.mark.parametrize("between", ["public:", "#ifdef X\n", "[[gnu::noinline]]", "MACRO(1)"])
def test_labels_conditions_and_macros_may_stand_between(between: str) -> None:
    assert given(f"@Benchmark {between} void f();", ("function", "f", "void f();", None)) == ({"f": ["Benchmark"]}, [])


def test_inside_of_a_body_it_never_belongs_outside() -> None:
    text = "void f() { @Benchmark }\nvoid g();"
    assert given(text, ("function", "f", "void f() { @Benchmark }", "{"), ("function", "g", "void g();", None)) == (
        {"f": [], "g": []}, ["Benchmark"])


@pytest.mark.parametrize(("between", "loose"), [("other()", 1), ("label:", 1), ("x", 1), ("  // remark", 0), ("", 0)])
def test_where_lines_end_statements_nothing_may_stand_between(between: str, loose: int) -> None:
    lexer = languages()["javascript"].lexer
    text = f"@Benchmark /* a remark */\n{between}\nf()".encode()
    annotations, _ = scan(text, lexer, "x")
    start = text.index(b"f()")
    one = Declaration(kind="function", name="f", scope=(), location=Location(path="x", line=1), start=start, end=start + 3)
    code = code_only(blank(text, [(a.start, a.end) for a in annotations]), lexer)
    assert len(attach(annotations, [one], code, touching=True)[1]) == loose
