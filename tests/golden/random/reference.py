"""The random numbers that every language must give, from nothing but protocol/README.md, in whole numbers.

`values.json` has the first 1,000 values of every method for one seed, each method on a generator of its own, and how the
generators of other seeds and threads begin. Whole numbers are texts, since not every language's numbers hold 64 bits.

    python tests/golden/random/reference.py            writes values.json
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

VALUES = Path(__file__).with_name("values.json")
SEED = 0x0123456789ABCDEF
COUNT = 1000
BEGINNING = 10
BYTES = 13  # not a multiple of 8: the rest of the last output is dropped
MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
# 1431655766 and 2**62 + 1 are the bounds that throw away most of what they draw: a third, and a half.
INT_BOUNDS = (1, 10, 1431655766, 2**31 - 1)
LONG_BOUNDS = (1, 1000, 2**62 + 1, 2**63 - 1)
# Seed and thread; a seed may be negative on the wire.
OTHERS = ((0, 0), (1, 0), (-1, 0), (2**63 - 1, 0), (SEED, 1), (SEED, 2), (2**63 - 1, 31))


def splitmix64(seed: int) -> Iterator[int]:
    """Steele, Lea and Flood 2014, with the constants of Vigna's splitmix64.c."""
    while True:
        seed = (seed + GOLDEN) & MASK
        yield mix64(seed)


def mix64(z: int) -> int:
    """What SplitMix64 makes of its counter; 0 stays 0."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def xoshiro256(words: list[int]) -> Iterator[int]:
    """xoshiro256** 1.0 of Blackman and Vigna 2018."""
    a, b, c, d = words
    while True:
        yield (_rotated((b * 5) & MASK, 7) * 9) & MASK
        a, b, c, d = a ^ d ^ b, b ^ c ^ a, c ^ a ^ ((b << 17) & MASK), _rotated(d ^ b, 45)


def outputs(seed: int, thread: int = 0) -> Iterator[int]:
    """The 64-bit outputs of one thread's generator; its seed is not a step of SplitMix64 away from its neighbour's."""
    return xoshiro256(list(islice(splitmix64((seed & MASK) ^ mix64(thread)), 4)))


def next_int(source: Iterator[int], bound: int) -> int:
    """A whole number from 0 to bound - 1."""
    while True:
        product = (next(source) >> 32) * bound
        if product & 0xFFFFFFFF >= (2**32 - bound) % bound:
            return product >> 32


def next_long(source: Iterator[int], bound: int) -> int:
    """The same for 64 bits."""
    while True:
        drawn = next(source) >> 1
        if drawn - drawn % bound <= 2**63 - bound:
            return drawn % bound


def next_bytes(source: Iterator[int], length: int) -> str:
    """An array of bytes, in hexadecimal digits."""
    return b"".join(next(source).to_bytes(8, "little") for _ in range(-(-length // 8)))[:length].hex()


def table() -> dict[str, object]:
    """All of values.json."""
    methods: dict[str, Callable[[Iterator[int]], object]] = {
        "nextLong()": lambda source: str(_signed(next(source), 64)),
        **{f"nextLong({bound})": lambda source, bound=bound: str(next_long(source, bound)) for bound in LONG_BOUNDS},
        "nextInt()": lambda source: str(_signed(next(source) >> 32, 32)),
        **{f"nextInt({bound})": lambda source, bound=bound: str(next_int(source, bound)) for bound in INT_BOUNDS},
        "nextDouble()": lambda source: (next(source) >> 11) * 2.0**-53,
        "nextFloat()": lambda source: (next(source) >> 40) * 2.0**-24,
        "nextBoolean()": lambda source: bool(next(source) >> 63),
        f"nextBytes({BYTES})": lambda source: next_bytes(source, BYTES),
    }
    values = {}
    for name, method in methods.items():
        source = outputs(SEED)
        values[name] = [method(source) for _ in range(COUNT)]
    beginnings = [
        {"seed": str(seed), "thread": thread, "nextLong()": [str(_signed(one, 64))
                                                             for one in islice(outputs(seed, thread), BEGINNING)]}
        for seed, thread in OTHERS
    ]
    return {"seed": str(SEED), "values": values, "beginnings": beginnings}


def text() -> str:
    """values.json, a list a line."""
    whole = table()
    values = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in whole["values"].items())
    beginnings = ",\n".join(f"  {json.dumps(one)}" for one in whole["beginnings"])
    return f'{{"seed": {json.dumps(whole["seed"])},\n "values": {{\n{values}}},\n "beginnings": [\n{beginnings}]}}\n'


def _rotated(value: int, places: int) -> int:
    return ((value << places) | (value >> (64 - places))) & MASK


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) else value


if __name__ == "__main__":
    VALUES.write_text(text(), encoding="utf-8")
