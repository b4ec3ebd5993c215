"""The text of a param as a value of its type (protocol/README.md, Param types)."""

from __future__ import annotations

import re

INTEGER = re.compile(r"([+-]?)(0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|[0-9]+(?:_[0-9]+)*)")
DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
SPECIAL = re.compile(r"[+-]?(?:inf(?:inity)?|nan)", re.IGNORECASE)
NAN = re.compile(r"[+-]?nan\([0-9a-z_]*\)", re.IGNORECASE)
HEXADECIMAL = re.compile(r"[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?")


def convert(type, text, constants):
    """The value, or None when it is none. Of an enum the constant's name."""
    if type == "integer":
        match = INTEGER.fullmatch(text)
        if match is None:
            return None
        digits = match[2].replace("_", "")
        value = int(digits, 16 if digits[:2] in ("0x", "0X") else 10)
        return -value if match[1] == "-" else value
    if type == "float":
        return _float(text)
    if type == "boolean":
        return {"true": True, "false": False}.get(text)
    return text if type != "enum" or text in constants else None


def _float(text):
    """What C's strtod takes whole, in the C locale."""
    if DECIMAL.fullmatch(text) or SPECIAL.fullmatch(text):
        return float(text)
    if NAN.fullmatch(text):
        return float("nan")
    if not HEXADECIMAL.fullmatch(text):
        return None
    try:
        return float.fromhex(text)
    except OverflowError:
        return float("-inf" if text[0] == "-" else "inf")
