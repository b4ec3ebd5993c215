"""Escaping of names, params and output of benchmarks, so that no control sequence in them reaches the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

# Cc control, Cf format (bidirectional overrides, zero width), Cs lone surrogates, Zl and Zp separators, Co private.
UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp", "Co"}
FORBIDDEN = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}  # in XML, beside what is not printable
PLAIN = str.maketrans(
    {"±": "+/-", "÷": "/", "×": "x", "…": "...", "–": "-", "−": "-", "Δ": "delta", "→": "->", "µ": "u"})


def escape_unprintable(text: str) -> str:
    """The text with every unprintable character replaced by an escape such as \\x1b."""
    if text.isprintable():  # stricter, and a hundred times as fast
        return text
    return "".join(_escape(c) if unicodedata.category(c) in UNPRINTABLE else c for c in text)


def escape_for_xml(text: str) -> str:
    """The text without unprintable characters and without those that XML forbids."""
    return escape_unprintable(text).translate(FORBIDDEN)


def _escape(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8, as the protocol and Python represent it
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def convert_to_ascii(text: str) -> str:
    """The text for a terminal without Unicode: our own signs get an ASCII spelling, other characters are escaped."""
    return text.translate(PLAIN).encode("ascii", "backslashreplace").decode()


def choose_spelling(unicode: bool) -> Callable[[str], str]:
    """The function that makes a text fit for a terminal with or without Unicode."""
    return escape_unprintable if unicode else lambda text: convert_to_ascii(escape_unprintable(text))


def join_sentences(*parts: str) -> str:
    """The non-empty parts, each with a full stop and a capital; a platform's name (with `/`) at the beginning stays
    unchanged.
    """
    return " ".join(f"{p[0] if '/' in p.split()[0] else p[0].upper()}{p[1:]}{'' if p[-1] in '.!?…' else '.'}"
                    for part in parts if (p := part.strip()))
