"""Names, params and what a benchmark printed are data: nothing in them may drive the terminal."""

from __future__ import annotations

import unicodedata

# Cc control, Cf format (bidirectional overrides, zero width), Cs lone surrogates, Zl and Zp separators, Co private.
UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp", "Co"}
PLAIN = str.maketrans({"±": "+/-", "÷": "/", "×": "x", "…": "...", "–": "-", "−": "-", "Δ": "delta", "→": "->", "µ": "u"})


def printable(text: str) -> str:
    """The text with every character that is not plainly printable written as an escape such as \\x1b."""
    if text.isprintable():  # a stricter question, and a hundred times as quick
        return text
    return "".join(_escaped(c) if unicodedata.category(c) in UNPRINTABLE else c for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that was no UTF-8, as the protocol and Python carry it
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def ascii_only(text: str) -> str:
    """The text for a terminal without Unicode: our own signs get their ASCII spelling, other characters are escaped."""
    return text.translate(PLAIN).encode("ascii", "backslashreplace").decode()


def sentences(*parts: str) -> str:
    """The parts that say something, each closed by a full stop and begun by a capital, but for names of platforms."""
    return " ".join(f"{p[0] if '/' in p.split()[0] else p[0].upper()}{p[1:]}{'' if p[-1] in '.!?…' else '.'}" for part in parts if (p := part.strip()))
