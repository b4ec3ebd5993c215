"""Does each pair of values that ought to be equal get the cause that a person would find?"""

from __future__ import annotations

import math
import struct

import pytest

from clamh.judging.causes import find_cause


def real(value: float) -> str:
    return f"i:{int(value)}" if value == int(value) else f"f:{struct.pack('>d', value).hex()}"


FACTORIAL_25 = math.factorial(25)  # as a language has it whose integers have no end
WRAPPED_25 = (FACTORIAL_25 + 2**63) % 2**64 - 2**63


@pytest.mark.parametrize(("one", "other", "why"), [
    (f"i:{WRAPPED_25}", f"i:{FACTORIAL_25}", "equal modulo 2^64: an integer overflow of 64 bits on one side"),
    ("i:7034535277573963776", real(1.5511210043330986e+25), "one side exceeds a 64-bit integer: an integer overflow on the other"),
    (f"i:{math.factorial(13) % 2**32}", f"i:{math.factorial(13)}", "equal modulo 2^32: an integer overflow of 32 bits on one side"),
    (f"i:{(math.factorial(30) + 2**63) % 2**64 - 2**63}", real(float(math.factorial(30))),
     "one side exceeds a 64-bit integer: an integer overflow on the other"),
    ("i:-1", f"i:{2**64 - 1}", "the same 64 bits, signed on one side and unsigned on the other"),
    ("i:-1", "i:4294967295", "the same 32 bits, signed on one side and unsigned on the other"),
    ("i:-56", "i:200", "the same 8 bits, signed on one side and unsigned on the other"),
    (f"i:{2**53 + 1}", f"i:{2**53}", "equal after rounding to a double, which cannot hold every integer above 2^53"),
    (real(0.1 + 0.2), real(0.3), "1 ulp apart: rounding of doubles, from another order of operations or another library function"),
    (real(math.pi), real(math.nextafter(math.pi, 4)),
     "1 ulp apart: rounding of doubles, from another order of operations or another library function"),
    (real(struct.unpack(">f", struct.pack(">f", 0.1))[0]), real(0.1),
     "equal after rounding to a 32-bit float: one side has less precision"),
    ("f:nan", "i:1", "not finite on one side"),
    ("f:inf", "f:-inf", ""),
    ("s:42", "i:42", "the same digits, a string on one side and a number on the other"),
    ("s:x", "i:42", "a number on one side, a string on the other"),
    ("b:true", "i:1", "a boolean on one side and a number on the other"),
    ("b:true", "i:0", "a boolean on one side and a number on the other"),
    ("null", "i:0", "a number on one side, null on the other"),
    ("s:Abc", "s:aBC", "equal except for upper and lower case"),
    ("s:a b\n", "s:a  b", "equal except for white space"),
    ("[i:1,i:2]", "[i:2,i:1]", "the same elements in another order"),
    ("[i:1]", "[i:2,i:1]", "lengths differ: 1 and 2 elements"),
    ("[i:1,i:2]", "[i:1,s:2]", 'first difference at element 1, "2" and 2: the same digits, a string on one side and a number on the other'),
    (f"sha256:{'a' * 64}:5000", f"sha256:{'b' * 64}:2000", "lengths differ: 2000 and 5000"),
    ("i:1", "i:2", ""),
    ("i:1", "i:-1", ""),
    (real(1.5), real(2.5), ""),
    ("i:5", "i:5", ""),
])
def test_a_difference_has_its_likely_cause(one: str, other: str, why: str) -> None:
    assert find_cause(one, other) == why
    assert find_cause(other, one) == why
