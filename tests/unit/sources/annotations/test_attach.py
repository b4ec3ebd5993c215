from __future__ import annotations

import pytest

from clamh.languages import languages
from clamh.model.sources import Declaration, Location
from clamh.sources.annotations.attach import attach
from clamh.sources.annotations.lexer import blank, code_only
from clamh.sources.annotations.scan import scan

LEXER = languages()["cpp"].lexer


def attach_names(text: str, *declarations: tuple[str, str, str, str | None]) -> tuple[dict[str, list[str]], list[str]]:
    """Names of annotations by name of declaration, and loose ones; a declaration is (kind, name, its text, its body's text)."""
    data = text.encode()
    annotations, problems = scan(data, LEXER, "x")
    assert problems == []
    blanked = blank(data, [(annotation.start, annotation.end) for annotation in annotations])
    nouns = []
    for kind, name, whole, body in declarations:
        start = data.index(whole.encode())
        nouns.append(Declaration(
            kind=kind, name=name, scope=(), location=Location(path="x", line=1), start=start,
            end=start + len(whole.encode()), body=None if body is None else data.index(body.encode(), start),
        ))
    attached, loose = attach(annotations, nouns, code_only(blanked, LEXER))
    return ({declaration.name: [annotation.name for annotation in declaration.annotations] for declaration in attached},
            [annotation.name for annotation in loose])


def test_an_annotation_belongs_to_the_next_declaration() -> None:
    text = "@Benchmark // a { comment }\n/* ; */ @Fork(2)\nvoid f() {}\nvoid g() {}"
    assert attach_names(text, ("function", "f", "void f() {}", "{}"), ("function", "g", "void g() {}", "{}")) == (
        {"f": ["Benchmark", "Fork"], "g": []}, [])


def test_an_annotation_in_a_head_belongs_to_that_declaration() -> None:
    text = "typedef struct @State(Scope.Thread) { @Param(\"1\") int n; } X;\nvoid f();"
    whole = text.partition("\n")[0]
    assert attach_names(text, ("class", "X", whole, "{ @"), ("field", "n", "int n;", None), ("function", "f", "void f();", None)
                 ) == ({"X": ["State"], "n": ["Param"], "f": []}, [])


def test_every_declarator_of_a_field_gets_the_annotation() -> None:
    text = "struct S { @Param(\"1\") long a, b; };"
    assert attach_names(text, ("class", "S", "struct S { @Param(\"1\") long a, b; }", "{"), ("field", "a", "long a, b;", None),
                 ("field", "b", "long a, b;", None)) == ({"S": [], "a": ["Param"], "b": ["Param"]}, [])


def test_the_kind_decides_between_declarations_at_one_place() -> None:
    text = "@State(Scope.Thread) struct S { int n; } s;"
    whole = "struct S { int n; } s;"
    assert attach_names(text, ("field", "s", whole, "{"), ("class", "S", "struct S { int n; }", "{"), ("field", "n", "int n;", None)
                 ) == ({"s": [], "S": ["State"], "n": []}, [])


@pytest.mark.parametrize("between", ["using X = int;", "}", "namespace n {", "int other;"])
def test_code_between_makes_an_annotation_loose(between: str) -> None:
    assert attach_names(f"@Benchmark {between} void f();", ("function", "f", "void f();", None)) == ({"f": []}, ["Benchmark"])


@pytest.mark.parametrize("between", ["public:", "#ifdef X\n", "[[gnu::noinline]]", "MACRO(1)"])
def test_labels_conditions_and_macros_may_stand_between(between: str) -> None:
    assert attach_names(f"@Benchmark {between} void f();", ("function", "f", "void f();", None)) == ({"f": ["Benchmark"]}, [])


def test_an_annotation_in_a_body_never_belongs_outside() -> None:
    text = "void f() { @Benchmark }\nvoid g();"
    assert attach_names(text, ("function", "f", "void f() { @Benchmark }", "{"), ("function", "g", "void g();", None)) == (
        {"f": [], "g": []}, ["Benchmark"])


@pytest.mark.parametrize(("between", "loose"), [("other()", 1), ("label:", 1), ("x", 1), ("  // remark", 0), ("", 0)])
def test_no_code_may_stand_between_where_lines_end_statements(between: str, loose: int) -> None:
    lexer = languages()["javascript"].lexer
    text = f"@Benchmark /* a remark */\n{between}\nf()".encode()
    annotations, _ = scan(text, lexer, "x")
    start = text.index(b"f()")
    function = Declaration(kind="function", name="f", scope=(), location=Location(path="x", line=1),
                           start=start, end=start + 3)
    code = code_only(blank(text, [(annotation.start, annotation.end) for annotation in annotations]), lexer)
    assert len(attach(annotations, [function], code, touching=True)[1]) == loose
