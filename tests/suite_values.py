"""What the benchmarks of the larger suites must return, computed in another way than they do it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

EVERY_LANGUAGE = ("cpp", "go", "java", "javascript", "python", "rust")


@dataclass(frozen=True)
class Suite:
    """Its values by the name that `clamh verify` prints, for the params that the options of the command choose."""

    values: Callable[[], dict[str, object]]
    options: tuple[str, ...] = ()
    languages: tuple[str, ...] = EVERY_LANGUAGE


def signed(number: int) -> int:
    """The number of 32 bits with a sign that has the same low bits."""
    return (number + 2**31) % 2**32 - 2**31


def draws(first: int, modulus: int) -> Iterator[int]:
    """The numbers after the first of the generator that memory_tests has."""
    while True:
        yield (first := (1664525 * first + 1013904223) % modulus)


def memory() -> dict[str, object]:
    """From the formula of what a line holds, without an array."""
    found: dict[str, object] = {}
    for size in (32768, 262144):
        lines = size // 64

        def held(line: int, lines: int = lines) -> int:
            return (1664525 * line + 1013904223) % lines * 16

        read = sum(held(line) + line * line % 1009 for line in range(512))
        drawn = list(islice(draws(size, 2**32), 4050))
        for suffix, steps in (f"(size={size})", 4050), (f"Flushed(size={size}, flush=65536)", 500):
            found[f"streamRead{suffix}"] = read
            found[f"randomWalk{suffix}"] = 16 * next(islice(draws(0, lines), steps - 1, None))
        found[f"streamWrite(size={size})"] = signed(drawn[0]) ^ 8191
        found[f"streamCopy(size={size})"] = signed(drawn[0])
        found[f"randomReads(size={size})"] = signed(sum(held((draw >> 8) % lines) for draw in drawn))
    return found


LARGER_SUITES = {
    "memory_tests": Suite(memory, ("-p", "size=32768,262144", "-p", "flush=65536")),
}
