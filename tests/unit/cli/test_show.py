"""Is printed text free of control characters, and escaped as in the report?"""

from __future__ import annotations

import pytest

from clamh.cli.show import build_error, escape_lines
from clamh.model.errors import BuildError


@pytest.mark.parametrize(("text", "shown"), [
    ("lines\nand\ttabs stay, Größe 階乗", "lines\nand\ttabs stay, Größe 階乗"),
    ("\x1b[31m", "\\x1b[31m"),
    ("\u202egnp", "\\u202egnp"),  # \x202e would be a space and "2e"
    ("\udcff", "\\xff"),  # a byte of a name that is no UTF-8
])
def test_unprintable_text_is_escaped_as_in_the_report(text: str, shown: str) -> None:
    assert escape_lines(text) == shown


def test_hint_of_a_failed_build_comes_last() -> None:
    text = "x.o: undefined reference to `f()'\n"
    assert build_error(BuildError("link failed", text, "cc x.o", "name its file")).splitlines() == [
        "error: link failed", text.strip(), "    command: cc x.o", "    hint: name its file"]
    assert build_error(BuildError("link failed", text, "cc x.o")).splitlines()[-1] == "    command: cc x.o"
