"""Values as texts that are equal exactly when the values are, in every language (protocol/README.md, Canonical values)."""

from __future__ import annotations

import array
import hashlib
import math
import struct

LONGEST = 1024
MOST = 100  # texts in one answer
DEEPEST = 64  # a list may contain itself


def canonical(value):
    """The text of a value; of a long one its digest."""
    text = _written(value, 0)
    data = text.encode("utf-8", "surrogatepass")
    return f"sha256:{hashlib.sha256(data).hexdigest()}:{len(data)}" if len(data) > LONGEST else text


def listed(texts):
    """The canonical texts of values, in their order; of many the first, and one text that stands for all of them."""
    if len(texts) <= MOST:
        return list(texts)
    joined = "\n".join(texts).encode("utf-8", "surrogatepass")
    return [*texts[:MOST], f"sha256:{hashlib.sha256(joined).hexdigest()}:{len(texts)}"]


def _written(value, depth):
    if value is None:
        return "null"
    if value is True or value is False:
        return "b:true" if value else "b:false"
    if isinstance(value, int):
        return f"i:{_decimal(int(value))}"
    if isinstance(value, float):
        return _number(float(value))
    if isinstance(value, str):
        return f"s:{value}"
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"x:{bytes(value).hex()}"
    elements = _elements(value) if depth < DEEPEST else None
    if elements is None:
        return "object"
    return f"[{','.join(_written(one, depth + 1) for one in elements)}]"


def _decimal(value):
    """An integer of any length: since 3.11 Python refuses to write more than 4,300 digits at once."""
    pieces, sign = [], "-" if value < 0 else ""
    value = abs(value)
    while value >= 10**4000:
        value, low = divmod(value, 10**4000)
        pieces.append(f"{low:04000d}")
    return sign + "".join(map(str, (value, *reversed(pieces))))


def _number(value):
    if math.isnan(value):
        return "f:nan"
    if math.isinf(value):
        return "f:inf" if value > 0 else "f:-inf"
    if value == int(value):
        return f"i:{int(value)}"
    return f"f:{struct.pack('>d', value).hex()}"


def _elements(value):
    """What a sequence holds; a mapping is one of pairs; None for anything else."""
    if isinstance(value, array.array):
        return None if value.typecode == "u" else value.tolist()
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return list(value)
    try:  # an array of numpy's, without importing it
        return value.tolist() if type(value).__module__ == "numpy" and isinstance(value.tolist(), list) else None
    except AttributeError:
        return None
