"""The texts that are valid values of a param, by the type of its field; and the type of a field without one."""

from __future__ import annotations

import re
from collections.abc import Sequence

_INT = re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|[0-9]+(?:_[0-9]+)*)")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?|inf(?:inity)?|nan|"
                    r"0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?)", re.IGNORECASE)
_ALLOWED = {"int": _INT, "float": _FLOAT, "bool": re.compile("true|false")}
# The types that a field may have; for "" its values decide.
TYPES = ("", "str", *_ALLOWED)
WIRE = {"int": "integer", "float": "float", "bool": "boolean", "str": "string"}


def is_of(value: str, type: str) -> bool:
    """Whether the text is a value of the type."""
    return type not in _ALLOWED or _ALLOWED[type].fullmatch(value) is not None


def common_type(values: Sequence[str]) -> str:
    """The type that all values fit: int, float, bool, else str."""
    fitting = (type for type in ("int", "float", "bool") if values and all(is_of(value, type) for value in values))
    return next(fitting, "str")
