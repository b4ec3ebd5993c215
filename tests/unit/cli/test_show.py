"""Can nothing that is said drive the terminal, and is it spelled as the report spells it?"""

from __future__ import annotations

import pytest

from clamh.cli.show import printable


@pytest.mark.parametrize(("text", "shown"), [
    ("lines\nand\ttabs stay, Größe 階乗", "lines\nand\ttabs stay, Größe 階乗"),
    ("\x1b[31m", "\\x1b[31m"),
    ("\u202egnp", "\\u202egnp"),  # \x202e would be a space and "2e"
    ("\udcff", "\\xff"),  # a byte of a name that is no UTF-8
])
def test_what_cannot_be_printed_is_spelled_as_in_the_report(text: str, shown: str) -> None:
    assert printable(text) == shown
