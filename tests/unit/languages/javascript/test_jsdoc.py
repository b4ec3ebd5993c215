from __future__ import annotations

import pytest

from clamh.languages.javascript.jsdoc import import_clauses, literals, params, split_type, imported_modules, type_of, typedefs

COMMENT = """/**
 * Adds. {@link param} is no tag.
 * @param {A} one - with text
 * @param   {B}größe
 * @param {C} [three]
 * @param {D} [four=1] with a default
 * @param {E} five.property
 * @param {Array<{a: F}>} six[].a
 * @arg {G} seven
 * @argument {
 *   H
 * } eight
 * @param nine
 * @param {J} one again
 * @type {K}
 * @typedef {L} M
 * @param {I ten
 */"""


def test_params_are_found_by_name() -> None:
    types = {name: type_text.strip() for name, type_text in params(COMMENT).items()}
    assert types == {"one": "A", "größe": "B", "three": "C", "four": "D", "seven": "G", "eight": "H"}


def test_types_typedefs_and_imports() -> None:
    assert type_of(COMMENT) == "K"
    assert type_of("/** @type {{ a: {} }} */") == "{ a: {} }"
    assert type_of("/** @types {A} */") == type_of("/** no@type {A} */") == type_of("/** @type A */") == ""
    assert typedefs(COMMENT) == {"M": "L"}
    assert import_clauses("/**\n * @import {A} from './a.js'\n * @import * as b from \"./b.js\"\n */") == [
        "import {A} from './a.js'", "import * as b from \"./b.js\""]
    assert imported_modules("/** @param {import('./a.js').A | import( \"../b\" )} c */") == ["./a.js", "../b"]


@pytest.mark.parametrize(("type_text", "name"), [
    ("A", "A"), ("!A", "A"), ("?A", "A"), ("A?", "A"), ("A=", "A"), ("...A", "A"), ("(A)", "A"), ("((A|null))", "A"),
    (" A |\n undefined ", "A"), ("a.B", "a.B"), ("a~B", "a.B"), ("a#B", "a.B"), ("module:a/b.C", "C"), ("module:a/b~C", "C"),
    ("module:a", "a"), ("*", ""), ("any", ""), ("Object", ""), ("object", ""), ("unknown", ""), ("", ""), ("Number", "number"),
    ("String", "string"), ("'a' | \"b\"", "string"), ("1|-2.5e3", "number"), ("1n", "bigint"), ("true | false | null", "boolean"),
    ("1 | 'a'", "1 | 'a'"), ("A|B", "A|B"), ("A[]", "A[]"), ("Array<A|B>", "Array<A|B>"), ("{a: A|B}", "{a: A|B}"),
    ("(a: A) => B", "(a: A) => B"), ("typeof A", "typeof A"),
])
def test_type_gives_class_name(type_text: str, name: str) -> None:
    assert split_type(type_text) == ("", name)


@pytest.mark.parametrize(("type_text", "module", "name"), [
    ("import('./x.js').A", "./x.js", "A"), ("!import(\"../y.mjs\").A.B", "../y.mjs", "A.B"), ("import('./x.js')", "./x.js", ""),
])
def test_type_of_another_module(type_text: str, module: str, name: str) -> None:
    assert split_type(type_text) == (module, name)


@pytest.mark.parametrize(("type_text", "texts"), [
    ("'a' | \"b\"", ("a", "b")), ("('a|b' | null)?", ("a|b",)), ("1 | -2.5 | 1_000", ("1", "-2.5", "1000")), ("10n", ("10",)),
    ("true", ("true",)), ("'a'", ("a",)), ("1 | 'a'", ("1", "a")),
    ("", ()), ("string", ()), ("'a' | string", ()), ("null", ()), ("'a\\n' | 'b'", ()), ("Map<'a', 'b'>", ()), ("`a`", ()),
])
def test_type_of_literals_gives_their_texts(type_text: str, texts: tuple[str, ...]) -> None:
    assert literals(type_text) == texts
