"""Param values: checks texts against a param's type, and gives each value its canonical spelling for all languages."""

from __future__ import annotations

import re

from clamh.model.cases import CatalogParam

_INTEGER = re.compile(r"[+-]?(0[xX][0-9a-fA-F]+(_[0-9a-fA-F]+)*|[0-9]+(_[0-9]+)*)")
# What strtod of the C locale accepts completely.
_FLOAT = re.compile(
    r"[+-]?(([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"
    r"|0x([0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(p[+-]?[0-9]+)?|inf(inity)?|nan(\([0-9a-z_]*\))?)",
    re.IGNORECASE | re.ASCII,
)


def convert(text: str, param: CatalogParam) -> tuple[str, str]:
    """The value to send, and what it must be instead ("" for a valid value).

    An integer is sent in decimal, so `0x19`, `2_5` and `25` are one case; other types are sent as written. A type that
    is no enum may have few values too (`1 | 2`): its `constants`.
    """
    if not _utf8(text):
        return text, "text in UTF-8"
    value, wrong = _converted(text, param)
    if not wrong and param.constants and not any(_same(value, constant, param) for constant in param.constants):
        wrong = f"one of {', '.join(param.constants)}"
    return value, wrong


def _same(value: str, other: str, param: CatalogParam) -> bool:
    return value == other or param.type == "float" and _number(value) == _number(other)


def _number(text: str) -> float:
    """A number as strtod reads it."""
    plain = text.partition("(")[0]  # the payload of nan(…) is ignored
    return float.fromhex(plain) if "x" in plain.lower() else float(plain)


def _converted(text: str, param: CatalogParam) -> tuple[str, str]:
    match param.type:
        case "integer":
            return _integer(text, param)
        case "float":
            return text, "" if _FLOAT.fullmatch(text) else "a number, such as 1.5 or 1e-3"
        case "boolean":
            return text, "" if text in ("true", "false") else "true or false"
        case "character":
            return text, "" if len(text) == 1 else "exactly one character"
        case _:
            return text, ""


def _integer(text: str, param: CatalogParam) -> tuple[str, str]:
    if not _INTEGER.fullmatch(text) or len(text) > 100:
        return text, "an integer, decimal or 0x hexadecimal"
    digits = text.replace("_", "")
    value = int(digits, 16 if "x" in digits.lower() else 10)
    low, high = param.minimum, param.maximum
    if (low is not None and value < low) or (high is not None and value > high):
        return text, f"an integer from {low} to {high}"
    return str(value), ""


def _utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
