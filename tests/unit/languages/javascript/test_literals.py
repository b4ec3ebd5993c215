from __future__ import annotations

import pytest

from clamh.languages.javascript.literals import blank_literals, literals, spans


@pytest.mark.parametrize(("text", "expected"), [
    ("a = 'x' + \"y\"", ["'x'", '"y"']),
    ("a = 'it\\'s' + 1", ["'it\\'s'"]),
    ("a = 'two\\\nlines'", ["'two\\\nlines'"]),
    ("a = 'not closed\nb = 'c'", ["'c'"]),
    ("a = `x ${ `y ${'}'} z` } /* no */`", ["`x ${ `y ${'}'} z` } /* no */`"]),
    ("a = `${{ b: { c: `}` } }}` + 'x'", ["`${{ b: { c: `}` } }}`", "'x'"]),
    ("a = `\\`${'`'}\\${`", ["`\\`${'`'}\\${`"]),
    ("a = `never closed ${x}", ["`never closed ${x}"]),
    ("#!/bin/x 'y\na = 'z'", ["#!/bin/x 'y", "'z'"]),
    ("// 'no'\n/* \"no\" */ 'yes'", ["'yes'"]),
    ("/* not closed 'no'", []),
])
def test_strings_and_templates(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in literals(text.encode())] == expected


@pytest.mark.parametrize("before", [
    "", "a =", "(", "[", "{", "}", ";", ",", "!", "&&", "?", "a ? b :", "=>", "return", "typeof", "case", "if (a)",
    "while (a())", "for (;;)", "for await (a of b)", "} else", "do", "a = {\n}\nfunction f() {}", "function f(a, b) {}", "x\n;{}",
    "for (a of", "a in", "...", "a++ +", "class A {}", "class A extends b.C {}", "async function f() {}", "() => {}", "L: {}",
    "switch (a) { case 1: {}", "export default function () {}", "// a\n", "a = /* b */", "yield", "catch {}", "try {}", "#!x\n",
])
def test_a_slash_begins_a_regular_expression(before: str) -> None:
    text = before + " /'[/`]/u"
    assert spans(text.encode())[-1][1:] == (len(before) + 1, len(text))


@pytest.mark.parametrize("before", [
    "a", "a.return", "a?.case", "a.#if", "this", "a)", "f(a)", "(a)", "a[0]", "[]", "1", "1.", "'x'", "`x`", "/x/g", "a++", "a--",
    "a = {}", "a = { b: {} }", "(function () {})", "a = function () {}", "a = function f() {}", "a = class {}", "a = class B {}",
    "a = async function () {}", "of", "a = b ? {} : {}", "x = [{}]", "f`x`", "a /* b */", "a // b\n", "if_(a)", "a.if(b)", "`${{}}`",
    "ä", "$", "super.in",
])
def test_a_slash_divides(before: str) -> None:
    text = before + " / b / 'c"
    assert all(span.kind != "regex" or span.end <= len(before) for span in spans(text.encode()))


def test_unterminated_text_is_not_a_regular_expression() -> None:
    assert literals(b"a = /x\n'y'") == [(7, 10)]
    assert literals(b"a = /[/]\n'y'") == [(9, 12)]


def test_blanked_literals_keep_quotes_and_lines() -> None:
    text = b"#!sh\na = 'bc' + `d\n${e}` + /f/g; // h\ni = '\\'' + `j"
    assert blank_literals(text) == b"#!sh\na = '  ' + ` \n    ` + / /g; // h\ni = '  ' + ` "
    assert blank_literals(text, comments=True).splitlines()[2] == b"    ` + / /g;     "


def test_deep_nesting_is_read_without_recursion() -> None:
    depth = 5000
    assert len(literals(b"`${" * depth + b"}`" * depth + b" / 1 / 2")) == 1
    assert literals(b"{a:" * depth + b"}" * depth + b" / 1") == []
