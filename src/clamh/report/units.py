"""Durations as JMH prints them."""

from __future__ import annotations

# org.openjdk.jmh.runner.options.TimeValue spells its units so.
UNITS = (("day", 86_400_000_000_000), ("hr", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000),
         ("ms", 1_000_000), ("us", 1_000), ("ns", 1))


def duration(ns: int) -> str:
    """A duration in the largest unit in which it is whole: 300000000 is `300 ms`, 1000000000 is `1 s`; 0 is `0 ns`."""
    name, size = next(((name, size) for name, size in UNITS if ns and ns % size == 0), UNITS[-1])
    return f"{ns // size} {name}"
