"""Are macros blanked where the grammar cannot read them, and only there? Which code is only for builds without CLAMH?"""

from __future__ import annotations

import pytest

from clamh.languages.c_family.conditions import is_outside_only
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


@pytest.mark.parametrize(("text", "outside"), [
    ("#ifndef CLAMH\nHERE\n#endif\n", True),
    ("#ifndef CLAMH  // alone\r\nint x;\r\nHERE\r\n#endif\r\n", True),
    ("#ifndef CLAMH\n#else\nHERE\n#endif\n", False),
    ("#ifndef CLAMH\n#endif\nHERE\n", False),
    ("#ifdef CLAMH\nHERE\n#else\n#endif\n", False),
    ("#ifdef CLAMH\n#else\nHERE\n#endif\n", True),
    ("#ifdef LATH\n#elif X\n#else\nHERE\n#endif\n", True),
    ("#if !defined(CLAMH) && X\nHERE\n#endif\n", True),
    ("#if !defined CLAMH || X\nHERE\n#endif\n", False),
    ("#if !CLAMH\n#if X\nHERE\n#endif\n#endif\n", True),
    ("#if defined(CLAMH)\n#else\nHERE\n#endif\n", True),
    ("#if defined(CLAMH) || defined(LATH)\n#else\nHERE\n#endif\n", True),
    ("#if defined(CLAMH) && X\n#else\nHERE\n#endif\n", False),
    ("#if CLAMH\n#else\nHERE\n#endif\n", True),
    ("#ifdef X\n#else\nHERE\n#endif\n", False),
    ("#if X && (!defined(CLAMH))\nHERE\n#endif\n", True),
    ("#if (defined(CLAMH))\n#else\nHERE\n#endif\n", True),
])
def test_code_that_is_compiled_only_outside_clamh_is_known(text: str, outside: bool) -> None:
    assert is_outside_only(text.encode(), text.index("HERE")) == outside
