"""Param values: checks texts against a param's type, and gives each value its canonical spelling for all languages."""

from __future__ import annotations

import math

from clamh.model.cases import CatalogParam
from clamh.model.numbers import read_float, read_integer, spell_float, spell_number


def convert(text: str, param: CatalogParam) -> tuple[str, str]:
    """The value in its canonical spelling, and what it must be instead ("" for a valid value).

    Equal numbers are the same case in every language: `0x19`, `2_5` and `25` of an integer, `25.0` and `2.5e1` of a
    float. A type that is no enum may have few values too (`1 | 2`): its `constants`.
    """
    if not _utf8(text):
        return text, "text in UTF-8"
    value, wrong = _converted(text, param)
    if not wrong and param.constants and not any(_same(value, constant, param) for constant in param.constants):
        wrong = f"one of {', '.join(param.constants)}"
    return value, wrong


def _same(value: str, constant: str, param: CatalogParam) -> bool:
    return value == constant or param.type in ("integer", "float") and spell_number(value) == spell_number(constant)


def _converted(text: str, param: CatalogParam) -> tuple[str, str]:
    match param.type:
        case "integer":
            return _integer(text, param)
        case "float":
            return _float(text)
        case "boolean":
            return text, "" if text in ("true", "false") else "true or false"
        case "character":
            return text, "" if len(text) == 1 else "exactly one character"
        case _:
            return text, ""


def _integer(text: str, param: CatalogParam) -> tuple[str, str]:
    value = read_integer(text)
    if value is None:
        return text, "an integer, decimal or 0x hexadecimal"
    low, high = param.minimum, param.maximum
    if (low is not None and value < low) or (high is not None and value > high):
        return text, f"an integer from {low} to {high}"
    return str(value), ""


def _float(text: str) -> tuple[str, str]:
    value = read_float(text)
    if value is None:
        return text, "a number, such as 1.5 or 1e-3"
    # The protocol sends doubles, so a `long double` beyond them would silently be infinite.
    if math.isinf(value) and "inf" not in text.lower():
        return text, "a number that a double can hold, or inf"
    return spell_float(value), ""


def _utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
