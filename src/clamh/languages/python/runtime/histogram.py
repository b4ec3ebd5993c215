"""Times in buckets as HDR histograms have them: exact below 2,048 ns, from there on 1,024 buckets to each power of two."""

from __future__ import annotations

PRECISION = 10
MOST_PAIRS = 20_000  # of all threads together: of 40 digits each, they are still one line


def least_of(ns):
    """The least time of the bucket of `ns`, which stands for all of it, as in JMH."""
    halvings = max(ns.bit_length() - 11, 0)
    return ns >> halvings << halvings


def cell(ns, halved):
    """Where the cell of a time begins when 2^halved buckets to each power of two are one; beyond that powers of two are joined."""
    if ns < 2:
        return ns
    octave, kept = ns.bit_length() - 1, PRECISION - halved
    if kept < 0:
        return 1 << octave - octave % (1 - kept)
    shift = max(octave - kept, 0)
    return ns >> shift << shift


class Histogram:
    """Counts by bucket."""

    def __init__(self):
        self.counts = {}

    def add(self, ns):
        """One time more."""
        least = least_of(ns)
        self.counts[least] = self.counts.get(least, 0) + 1

    def pairs(self, threads=1):
        """[value, count, value, count, …], ascending, of one of so many threads.

        Where they are too many, buckets are made wider, all of them by the same share of a time, so that the last one, the longest
        time, is as exact as the others. A wide one has the mean of what is in it.
        """
        used, most, halved = sorted(self.counts.items()), MOST_PAIRS // threads, 0
        while halved < 64 and len({cell(least, halved) for least, _ in used}) > most:
            halved += 1
        joined = {}
        for least, count in used:
            total, number = joined.get(cell(least, halved), (0, 0))
            joined[cell(least, halved)] = total + least * count, number + count
        return [told for total, number in joined.values() for told in (total // number, number)]
