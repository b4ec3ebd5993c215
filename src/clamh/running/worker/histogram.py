"""Times in buckets as HDR histograms have them: exact below 2,048 ns, from there on 1,024 buckets to each power of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

EXACT_BITS = 11


def count_times(times: Iterable[int]) -> tuple[int, ...]:
    """Values and counts in turn, by ascending value; a bucket's value is its least time, as in JMH."""
    counts = Counter(_least_of(time) for time in times)
    return tuple(number for pair in sorted(counts.items()) for number in pair)


def _least_of(time: int) -> int:
    halvings = max(time.bit_length() - EXACT_BITS, 0)
    return time >> halvings << halvings
