"""The texts of numbers in params: equal numbers have equal texts, in whatever type and spelling a source has them."""

from __future__ import annotations

import re

_INTEGER = re.compile(r"[+-]?(0[xX][0-9a-fA-F]+(_[0-9a-fA-F]+)*|[0-9]+(_[0-9]+)*)")
# What strtod of the C locale accepts completely.
_FLOAT = re.compile(
    r"[+-]?(([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"
    r"|0x([0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(p[+-]?[0-9]+)?|inf(inity)?|nan(\([0-9a-z_]*\))?)",
    re.IGNORECASE | re.ASCII,
)
_LONGEST = 100  # characters of an integer
_WHOLE = 2.0**64  # below, a whole double is written as an integer


def read_integer(text: str) -> int | None:
    """The integer that a text spells, decimal or in 0x hexadecimal, with `_`; None for any other text."""
    if not _INTEGER.fullmatch(text) or len(text) > _LONGEST:
        return None
    digits = text.replace("_", "")
    return int(digits, 16 if "x" in digits.lower() else 10)


def read_float(text: str) -> float | None:
    """The double nearest to a number as strtod reads it; None for any other text."""
    if not _FLOAT.fullmatch(text):
        return None
    plain = text.partition("(")[0]  # the payload of nan(…) is ignored
    try:
        return float.fromhex(plain) if "x" in plain.lower() else float(plain)
    except OverflowError:
        return float("-inf" if plain.startswith("-") else "inf")


def is_rounded(text: str) -> bool:
    """Whether a text spells an integer that no double is equal to."""
    integer = read_integer(text)
    return integer is not None and int(float(integer)) != integer


def spell_float(value: float) -> str:
    """The text of a double: of a whole number that of an integer, else the shortest that gives this double.

    So 16 has the same text in a long and in a double. −0 is another number than 0: some functions tell them apart.
    """
    text = repr(value).removesuffix(".0")
    return str(int(value)) if value.is_integer() and abs(value) < _WHOLE and text != "-0" else text


def spell_number(text: str) -> str:
    """The number that a text spells, if its type is unknown; any other text is unchanged."""
    integer = read_integer(text)
    if integer is not None and (abs(integer) < _WHOLE or is_rounded(text)):
        return str(integer)
    number = read_float(text)
    return text if number is None else spell_float(number)
