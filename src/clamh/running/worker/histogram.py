"""Counts times in the buckets of HDR histograms: exact below 2,048 ns, then 1,024 buckets per power of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

EXACT_BITS = 11


def count_times(times: Iterable[int]) -> tuple[int, ...]:
    """Values and counts in turn, by ascending value. A bucket's value is its smallest time, as in JMH."""
    counts = Counter(_least_of(time) for time in times)
    return tuple(number for pair in sorted(counts.items()) for number in pair)


def _least_of(time: int) -> int:
    halvings = max(time.bit_length() - EXACT_BITS, 0)
    return time >> halvings << halvings
