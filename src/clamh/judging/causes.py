"""Why two values that should be equal are not: the likely cause, from the values alone."""

from __future__ import annotations

import math
import struct
from typing import Any

from clamh.judging.canonical import OBJECT, Digest, describe_value, parse_float, parse_value, split_elements

WIDTHS = (8, 16, 32, 64)
OVERFLOWS = (32, 64)  # with narrower integers one in 256 differences would look like an overflow
DOUBLE_BITS = 53  # beyond 2^53 a double does not hold every integer
MAX_ULPS = 1 << 20  # larger differences are not rounding


def find_cause(first: str, second: str) -> str:
    """The likely cause of the difference of two canonical values, "" without one. The order of the values does not
    matter.
    """
    if first == second:
        return ""
    a, b = parse_value(first), parse_value(second)
    if isinstance(a, list) and isinstance(b, list):
        return _compare_sequences(split_elements(first), split_elements(second))
    if _is_number(a) and _is_number(b):
        return _compare_numbers(a, b)
    kinds = {_kind(a), _kind(b)}
    if kinds == {"a string", "a number"} and first.partition(":")[2] == second.partition(":")[2]:
        return "the same digits, a string on one side and a number on the other"
    # the boolean is the one that is 0 or 1
    if kinds == {"a boolean", "a number"} and {float(a), float(b)} <= {0.0, 1.0}:
        return "a boolean on one side and a number on the other"
    if len(kinds) == 2:
        return " on one side, ".join(sorted(kinds)) + " on the other"
    if isinstance(a, str) and isinstance(b, str):
        return _compare_texts(a, b)
    if isinstance(a, Digest) and isinstance(b, Digest) and a.size != b.size:
        return f"lengths differ: {' and '.join(map(str, sorted((a.size, b.size))))}"
    return ""


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "a boolean"
    names = {int: "a number", float: "a number", str: "a string", bytes: "bytes", list: "a sequence",
             Digest: "a long value"}
    return "an object" if value is OBJECT else names.get(type(value), "null")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _compare_numbers(a: int | float, b: int | float) -> str:
    if isinstance(a, int) and isinstance(b, int):
        if cause_of_integers := _compare_integers(a, b):
            return cause_of_integers
    x, y = (value if isinstance(value, float) else parse_float(value) for value in (a, b))
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
        return "not finite on one side" if math.isfinite(x) != math.isfinite(y) else ""
    if x == y:
        return "equal after rounding to a double, which cannot hold every integer above 2^53"
    if _to_float(x) == _to_float(y) and (_to_float(x) in (x, y)):
        return "equal after rounding to a 32-bit float: one side has less precision"
    ulps = abs(_to_ordinal(x) - _to_ordinal(y))
    small = isinstance(a, int) and isinstance(b, int) and _fit_in_doubles(a, b)
    if ulps <= MAX_ULPS and max(abs(x), abs(y)) > 0 and not small:
        return f"{ulps} ulp apart: rounding of doubles, from another order of operations or another library function"
    return ""


def _compare_integers(a: int, b: int) -> str:
    low, high = sorted((a, b))
    for width in WIDTHS:
        if high - low == 1 << width and -(1 << width - 1) <= low < 0:
            return f"the same {width} bits, signed on one side and unsigned on the other"
    least = min(a, b, key=abs)
    for width in OVERFLOWS:  # the narrowest width that explains it
        if (a - b) % (1 << width) == 0 and -(1 << width - 1) <= least < 1 << width:
            return f"equal modulo 2^{width}: an integer overflow of {width} bits on one side"
    return _compare_ranges(a, b)


def _compare_ranges(a: int, b: int) -> str:
    """One value is too large for an integer of 64 bits, the other is not: the other has overflowed, the first is a
    double.
    """
    beyond = [not -(1 << 63) <= value < 1 << 64 for value in (a, b)]
    if beyond[0] != beyond[1]:
        return "one side exceeds a 64-bit integer: an integer overflow on the other"
    return ""


def _fit_in_doubles(a: int, b: int) -> bool:
    """Whether doubles hold both integers exactly, so that rounding cannot explain the difference."""
    return max(abs(a), abs(b)) <= 1 << DOUBLE_BITS


def _to_float(value: float) -> float:
    try:
        return struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def _to_ordinal(value: float) -> int:
    """Maps doubles to integers in their order, neighbours one apart; −0 and 0 are equal."""
    bits = struct.unpack(">q", struct.pack(">d", value))[0]
    return bits if bits >= 0 else -(bits & (1 << 63) - 1)


def _compare_sequences(first: list[str], second: list[str]) -> str:
    if len(first) != len(second):
        return f"lengths differ: {' and '.join(map(str, sorted((len(first), len(second)))))} elements"
    if sorted(first) == sorted(second):
        return "the same elements in another order"
    index = next(index for index, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
    why = find_cause(first[index], second[index])
    values = " and ".join(sorted((describe_value(first[index]), describe_value(second[index]))))
    return f"first difference at element {index}, {values}{': ' if why else ''}{why}"


def _compare_texts(a: str, b: str) -> str:
    if a.casefold() == b.casefold():
        return "equal except for upper and lower case"
    if a.split() == b.split():
        return "equal except for white space"
    return ""
