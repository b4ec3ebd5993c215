"""Are macros blanked where the grammar cannot read them, and only there?"""

from __future__ import annotations

import pytest

from clamh.languages.c_family.macros import without_macros


@pytest.mark.parametrize(("text", "left"), [
    ("class EXPORT_API A : B {};", "class            A : B {};"),
    ("class A final : B {};", "class A final : B {};"),
    ("struct EXPORT(1) A {};", "struct           A {};"),
    ("int f() NOEXCEPT { }", "int f()          { }"),
    ("Q_OBJECT\nint f();", "        \nint f();"),
    ("NOINLINE static int f();", "         static int f();"),
    ("DWORD f();", "DWORD f();"),
    ("enum { ONLY\n};", "enum { ONLY\n};"),
    ("enum {\nONLY\n};", "enum {\nONLY\n};"),
    ("#define MACRO int f()\nint g();", "#define MACRO int f()\nint g();"),
    ("const char *s = \"class EXPORT A {\";", "const char *s = \"class EXPORT A {\";"),
])
def test_macro_becomes_spaces(text: str, left: str) -> None:
    assert without_macros(text.encode()) == left.encode()


def test_long_row_of_capitals_is_searched_in_linear_time() -> None:
    text = b"int f() " + b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_" * 40 + b" , MACRO(" + b"(" * 2000 + b"\n"
    assert without_macros(text) == text  # exponential before: absl's headers took minutes
