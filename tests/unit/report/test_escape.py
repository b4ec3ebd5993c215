"""Does text from elsewhere stay text?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamh.report.escape import ascii_only, printable, sentences


@pytest.mark.parametrize(("text", "expected"), [
    ("plain Größe 階乗 <b>", "plain Größe 階乗 <b>"),
    ("\x1b[31m", "\\x1b[31m"),
    ("a\tb\nc\rd\x7f\x9b", "a\\x09b\\x0ac\\x0dd\\x7f\\x9b"),
    ("\u202egnp\u2066", "\\u202egnp\\u2066"),
    ("\udcff", "\\xff"),
    ("\ud800", "\\ud800"),
    ("\U000e0001", "\\U000e0001"),
])
def test_unprintable_characters_are_written_as_escapes(text: str, expected: str) -> None:
    assert printable(text) == expected


@given(st.text(st.characters(exclude_categories=[])))
def test_nothing_printable_can_move_a_cursor_and_ascii_is_ascii(text: str) -> None:
    printable(text).encode()
    assert ascii_only(printable(text)).isascii()
    assert not set(printable(text)) & set(map(chr, [*range(32), *range(127, 160)]))


@pytest.mark.parametrize(("parts", "expected"), [
    (("no clock", "raise -r"), "No clock. Raise -r."),
    (("Done.", ""), "Done."),
    (("why?", "so!"), "Why? So!"),
    ((), ""),
])
def test_sentences(parts: tuple[str, ...], expected: str) -> None:
    assert sentences(*parts) == expected
