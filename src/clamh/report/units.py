"""Text for durations as JMH prints them, for counts with their noun, and for large numbers in thousands."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from clamh.model.options import PRINTED_NS
from clamh.model.sources import Member

PREFIXES = ("", "k", "M", "G", "T", "P", "E")
INTEGER = re.compile(r"-?[0-9]{1,100}")  # Python refuses to convert thousands of digits


def format_duration(ns: int) -> str:
    """A duration in the largest unit in which it is whole: 300000000 is `300 ms`, 1000000000 is `1 s`; 0 is `0 ns`."""
    name, size = next(((name, size) for name, size in reversed(PRINTED_NS.items()) if ns and ns % size == 0), ("ns", 1))
    return f"{ns // size} {name}"


def format_minutes(seconds: float) -> str:
    """A time in minutes, or in seconds below one minute: `11.5 min`, `45 s`."""
    return f"{seconds / 60:.3g} min" if seconds >= 60 else f"{seconds:.0f} s"


def format_count(count: int, noun: str) -> str:
    """1 fork, 2 forks."""
    return f"{count} {noun}{'s' * (count != 1)}"


def format_byte_size(count: int) -> str:
    """A number of bytes in the largest unit that leaves at least 1: 1536 is `1.5 KiB`."""
    power = magnitude(max(count, 1), 1024)
    return f"{count / 1024**power:.3g} {prefix(power, 1024)}B"


def format_short(text: str, base: int) -> str:
    """An integer in the largest power of `base` in which it is whole: 4096 is `4k` with 1024 and `4096` with 1000.

    So two different values never look alike. Other texts stay unchanged, and with base 0 or 1 all texts do.
    """
    if base < 2 or not INTEGER.fullmatch(text) or not int(text):
        return text
    value, power = int(text), 0
    while value % base == 0 and power < len(PREFIXES) - 1:
        value, power = value // base, power + 1
    return f"{value}{PREFIXES[power]}"


def magnitude(value: float, base: int) -> int:
    """The largest power of `base` that has a prefix and leaves at least 1 of the value."""
    return min(max(0, math.floor(math.log(value, base) + 1e-12)), len(PREFIXES) - 1)


def prefix(power: int, base: int) -> str:
    """The prefix of a unit for a power of 1000 (k, M) or of 1024 (Ki, Mi)."""
    return {1000: PREFIXES[power], 1024: f"{PREFIXES[power].upper()}i" if power else ""}[base]


def format_threads(count: int, members: Sequence[Member]) -> str:
    """The number of threads, "" for one: `4 threads`, `3 threads (1 put, 2 take)`, `6 threads (2 groups of 1 put, 2
    take)`.
    """
    if not members:
        return format_count(count, "thread") if count != 1 else ""
    groups = count // max(1, sum(member.threads for member in members))
    listed = ", ".join(f"{member.threads} {member.name}" for member in members)
    return f"{format_count(count, 'thread')} ({f'{groups} groups of ' if groups > 1 else ''}{listed})"
