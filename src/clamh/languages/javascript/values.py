"""The texts that are valid values of a param, by the type of its field; and the type of a field without one."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?|0[xX][0-9a-fA-F]+|Infinity|NaN)"
_ALLOWED = {"number": re.compile(_NUMBER), "bigint": re.compile(r"[+-]?[0-9]+"), "boolean": re.compile("true|false")}
# The types that a field may have; for "" the values decide.
TYPES = ("", "string", *_ALLOWED)
WIRE = {"number": "float", "bigint": "integer", "boolean": "boolean", "string": "string"}


def is_of(value: str, type: str) -> bool:
    """Whether the text is a value of the type."""
    return type not in _ALLOWED or _ALLOWED[type].fullmatch(value) is not None


def is_among(value: str, literals: Sequence[str], type: str) -> bool:
    """Whether the text is one of the literals; numbers are compared by value."""
    if type in ("number", "bigint") and is_of(value, type):
        return _number(value) in map(_number, literals)
    return value in literals


def _number(text: str) -> int | float:
    try:
        return int(text, 16 if "x" in text.lower() else 10)  # exact, however many digits a bigint has
    except ValueError:
        return float(text)


def common_type(values: Sequence[str]) -> str:
    """The type of all values: number, boolean, else string."""
    fitting = (type for type in ("number", "boolean") if values and all(is_of(value, type) for value in values))
    return next(fitting, "string")
