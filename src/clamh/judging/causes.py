"""Why two values that should be equal are not: the likely cause, from the values alone."""

from __future__ import annotations

import math
import struct
from typing import Any

from clamh.judging.canonical import OBJECT, Digest, elements, float_of, read, shown

WIDTHS = (8, 16, 32, 64)
OVERFLOWS = (32, 64)  # of narrower integers one in 256 differences would look like one
DOUBLE_BITS = 53  # from 2^53 on a double no longer holds every integer
MOST_ULPS = 1 << 20  # more is no rounding


def cause(one: str, other: str) -> str:
    """The likely cause of the difference of two canonical values, "" where nothing is; the same either way round."""
    if one == other:
        return ""
    a, b = read(one), read(other)
    if isinstance(a, list) and isinstance(b, list):
        return _of_sequences(elements(one), elements(other))
    if _is_number(a) and _is_number(b):
        return _of_numbers(a, b)
    kinds = {_kind(a), _kind(b)}
    if kinds == {"a text", "a number"} and one.partition(":")[2] == other.partition(":")[2]:
        return "the same digits, a text on one side and a number on the other"
    if kinds == {"a boolean", "a number"} and {float(a), float(b)} <= {0.0, 1.0}:  # of 0 and 1 one is the boolean
        return "a boolean on one side and a number on the other"
    if len(kinds) == 2:
        return " on one side, ".join(sorted(kinds)) + " on the other"
    if isinstance(a, str) and isinstance(b, str):
        return _of_texts(a, b)
    if isinstance(a, Digest) and isinstance(b, Digest) and a.size != b.size:
        return f"of different length, {' and '.join(map(str, sorted((a.size, b.size))))}"
    return ""


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "a boolean"
    names = {int: "a number", float: "a number", str: "a text", bytes: "bytes", list: "a sequence",
             Digest: "a long value"}
    return "an object" if value is OBJECT else names.get(type(value), "null")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _of_numbers(a: int | float, b: int | float) -> str:
    if isinstance(a, int) and isinstance(b, int):
        if told := _of_integers(a, b):
            return told
    x, y = (value if isinstance(value, float) else float_of(value) for value in (a, b))
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
        return "not finite on one side" if math.isfinite(x) != math.isfinite(y) else ""
    if x == y:
        return "equal once rounded to a double, which no longer holds every integer beyond 2^53"
    if _to_float(x) == _to_float(y) and (_to_float(x) in (x, y)):
        return "equal once rounded to a float of 32 bits: one side computes with less precision"
    ulps = abs(_ordinal(x) - _ordinal(y))
    small = isinstance(a, int) and isinstance(b, int) and _small(a, b)
    if ulps <= MOST_ULPS and max(abs(x), abs(y)) > 0 and not small:
        return f"{ulps} ulp apart: rounding of doubles, in another order of operations or another library function"
    return ""


def _of_integers(a: int, b: int) -> str:
    low, high = sorted((a, b))
    for width in WIDTHS:
        if high - low == 1 << width and -(1 << width - 1) <= low < 0:
            return f"the same {width} bits, signed on one side and unsigned on the other"
    least = min(a, b, key=abs)
    for width in OVERFLOWS:  # the narrowest that explains it
        if (a - b) % (1 << width) == 0 and -(1 << width - 1) <= least < 1 << width:
            return f"equal modulo 2^{width}: an integer overflow of {width} bits on one side"
    return _of_ranges(a, b)


def _of_ranges(a: int, b: int) -> str:
    """One beyond what an integer of 64 bits holds, the other not: that one has overflowed, the first is a double."""
    beyond = [not -(1 << 63) <= value < 1 << 64 for value in (a, b)]
    if beyond[0] != beyond[1]:
        return "one side is beyond an integer of 64 bits: an integer overflow on the other"
    return ""


def _small(a: int, b: int) -> bool:
    """Whether doubles hold both integers exactly, so that no rounding can have made the difference."""
    return max(abs(a), abs(b)) <= 1 << DOUBLE_BITS


def _to_float(value: float) -> float:
    try:
        return struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def _ordinal(value: float) -> int:
    """Doubles in their order as integers, neighbours one apart; −0 and 0 are one."""
    bits = struct.unpack(">q", struct.pack(">d", value))[0]
    return bits if bits >= 0 else -(bits & (1 << 63) - 1)


def _of_sequences(one: list[str], other: list[str]) -> str:
    if len(one) != len(other):
        return f"of different length, {' and '.join(map(str, sorted((len(one), len(other)))))} elements"
    if sorted(one) == sorted(other):
        return "the same elements in another order"
    at = next(at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    why = cause(one[at], other[at])
    values = " and ".join(sorted((shown(one[at]), shown(other[at]))))
    return f"first at element {at}, {values}{': ' if why else ''}{why}"


def _of_texts(a: str, b: str) -> str:
    if a.casefold() == b.casefold():
        return "the same but for capitals"
    if a.split() == b.split():
        return "the same but for blanks and ends of lines"
    return ""
