"""Is what is left of a TypeScript file JavaScript at the same places, and is what its types said known?"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamh.languages.javascript.scopes import parser
from clamh.languages.javascript.typescript import enums_of, erased


@pytest.mark.parametrize(("typed", "plain"), [
    ("let a: number = 1;", "let a = 1;"),
    ("f<number>(a!, b as any, c satisfies X);", "f(a, b , c );"),
    ("const f = <T,>(a?: T): a is T => <any>a;", "const f = (a) => a;"),
    ("class A<T> extends B<T> implements C { private readonly x?: T; declare y: T; z!: T; }",
     "class A extends B { x; ; z; }"),
    ("abstract class A { abstract f(): void; g(this: A, b: A) {} [k: string]: any }", "class A { ; g( b) {} }"),
    ("import type { A } from 'a'; import { type B, C } from 'b'; export type { A };", "import { C } from 'b';"),
    ("export interface A { a: 1 } type B = A; declare const c: B; namespace N { let a }", ""),
    ("export enum E { A } const enum F { B }", ""),
    ("function f(a: 1): 1; function f(a: any) { return a! / 2; }", "function f(a) { return a / 2; }"),
    ("constructor(private a: A, public b = 1) {}".join(["class X { ", " }"]), "class X { constructor( a, b = 1) {} }"),
])
def test_types_become_spaces(typed: str, plain: str) -> None:
    left = erased(typed.encode()).text.decode()
    assert "".join(left.split()) == "".join(plain.split()) and len(left) == len(typed)
    assert not parser().parse(left.encode()).root_node.has_error


def test_types_aliases_and_enums_are_known() -> None:
    text = b"type N = Deep<number>; enum E { A, 'B c' = 2 }\nclass X { a: N = 0; b?: E }\nfunction f(one: Deep<X> | null) {}"
    found = erased(text)
    assert found.types == {text.index(b"a: N"): "N", text.index(b"b?"): "E", text.index(b"one:"): "Deep | null"}
    assert found.aliases == {"N": "Deep"} and found.enums == {"E": ("A", "B c")}


def test_a_declaration_begins_with_its_modifiers() -> None:
    text = b"class X {\n  private static readonly a: number = 1;\n}"
    assert erased(text).start(text.index(b"static")) == text.index(b"private")


def test_the_enums_of_a_file_that_is_not_there_are_none(tmp_path: Path) -> None:
    assert enums_of(str(tmp_path / "a.ts")) == {} == enums_of(str(tmp_path / "a.js"))


@given(st.binary() | st.text(alphabet="aA1<>(){}[]:;=?!,. \n'`/@|&").map(str.encode))
def test_any_bytes_keep_their_length_and_lines(text: bytes) -> None:
    left = erased(text).text
    assert len(left) == len(text) and left.count(b"\n") == text.count(b"\n")
