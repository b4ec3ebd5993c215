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


def autobox() -> dict[str, object]:
    """By the sum of what is added to the smallest, which is 0 to 99 ten times."""
    found: dict[str, object] = {}
    for smallest in (0, 1_000_000, 2**40):
        for name in ("sumPlain", "sumBoxed", "accumulateBoxed"):
            found[f"{name}(smallest={smallest})"] = 1000 * smallest + 10 * sum(range(100))
        found[f"boxAll(smallest={smallest})"] = 2 * smallest + 999 * 7 % 100
    return found


def fibonacci(number: int) -> int:
    """By doubling, with integers of any length, then cut to 32 bits."""
    def pair(number: int) -> tuple[int, int]:
        if number == 0:
            return 0, 1
        half, after = pair(number // 2)
        even, odd = half * (2 * after - half), half * half + after * after
        return (odd, even + odd) if number % 2 else (even, odd)

    return signed(pair(number)[0])


def fibo_parallel() -> dict[str, object]:
    calls = {f"{name}(number={number}, forks={forks})": fibonacci(number)
             for name in ("fiboCalls", "fiboCallsForked") for number in (20, 27) for forks in (1, 3)}
    return calls | {f"{name}(number={number})": fibonacci(number) for name in ("fiboChain", "fiboChainHalved") for number in (10000, 1000000)}


def instrumented_call() -> dict[str, object]:
    """The tokens, and how many of the two counters the benchmark reaches."""
    counters = {"delayOnly": "", "callAndReturn": ", Check counted = 1", "callAndReturnCounted": ", Check counted = 2"}
    return {f"{name}(tokens={tokens})": f"{tokens}{counted}" for name, counted in counters.items() for tokens in (500, 4000, 16000)}


LARGER_SUITES = {
    "autobox_tests": Suite(autobox),
    "fibo_parallel_tests": Suite(fibo_parallel),
    "instrumented_call_tests": Suite(instrumented_call),
    "memory_tests": Suite(memory, ("-p", "size=32768,262144", "-p", "flush=65536")),
}
