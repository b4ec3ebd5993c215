"""What the benchmarks of the larger suites must return, computed in another way than they do it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

EVERY_LANGUAGE = ("c", "cpp", "go", "java", "javascript", "python", "rust")


@dataclass(frozen=True)
class Suite:
    """Its values by the name that `clamh check --values` prints, for the params that the options of the command choose."""

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


def xml_transform() -> dict[str, object]:
    """The report of 20 orders, written from lists instead of a document."""
    customers = dict(enumerate("Ada Bela Chen Dora Emil Fumiko Gita Hugo".split()))
    goods = ("paper", "ink &amp; pens", "chairs", "lamps &lt;LED&gt;", "shelves")
    orders = {order: [(1 + (order + item) % 7 * (order % 5), (order * 13 + item * 7) % 400, goods[(order + item) % 5])
                      for item in range(order % 3 + 1)] for order in range(20)}
    document, report = ["<orders>"], ['<report orders="20">']
    for at in range(8):
        document.append(f'  <customer id="c{at * 3 % 8}" name="{customers[at * 3 % 8]}"/>')
    for order, items in orders.items():
        document.append(f'  <order customer="c{order * 5 % 8}" day="{order * 37 % 20}">')
        document += [f'    <item pieces="{pieces}" price="{price}">{what}</item>' for pieces, price, what in items]
        document.append("  </order>")
    text = "\n".join([*document, "</orders>"])
    for customer, name in customers.items():
        own = {order * 37 % 20: items for order, items in orders.items() if order * 5 % 8 == customer}
        report.append(f'<section name="{name}" pieces="{sum(pieces for items in own.values() for pieces, _, _ in items)}">')
        for day, items in sorted(own.items(), reverse=True):
            lines = [f"{pieces} {what}{' (large)' if pieces * price >= 1000 else ' (single)' if pieces == 1 else ''}"
                     for pieces, price, what in items]
            report.append(f'<line day="{day}">{", ".join(lines)}</line>')
        report.append("</section>")
    written = {"copyText": f"{text}\n", "copyNodes": text, "transform": "".join([*report, "</report>"])}
    canonical = {name: f"s:{text}".encode() for name, text in written.items()}
    return {f"{name}(orders=20)": f"{len(value)} bytes or values with SHA-256 {sha256(value).hexdigest()[:12]}…"
            for name, value in canonical.items()}


def rpc() -> dict[str, object]:
    """What a handler answers to 1000; the third benchmark is Java's alone, and compared with nothing."""
    return {f"{name}(pool={pool})": 1000 + pool for name in ("handlerAlone", "call") for pool in (4, 64)}


LARGER_SUITES = {
    "autobox_tests": Suite(autobox),
    "fibo_parallel_tests": Suite(fibo_parallel),
    "instrumented_call_tests": Suite(instrumented_call),
    "rpc_tests": Suite(rpc, languages=("go", "java")),
    "xml_transform_tests": Suite(xml_transform, ("-p", "orders=20")),
    "memory_tests": Suite(memory, ("-p", "size=32768,262144", "-p", "flush=65536")),
}
