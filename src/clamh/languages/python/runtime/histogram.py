"""Times in buckets as HDR histograms have them: exact below 2,048 ns, from there on 1,024 buckets to each power of two."""

from __future__ import annotations

EXACT = 2048
MOST_PAIRS = 20_000  # of 40 digits each, they are still one line


def least_of(ns):
    """The least time of the bucket of `ns`, which stands for all of it, as in JMH."""
    halvings = max(ns.bit_length() - 11, 0)
    return ns >> halvings << halvings


class Histogram:
    """Counts by bucket."""

    def __init__(self):
        self.counts = {}

    def add(self, ns):
        """One time more."""
        least = least_of(ns)
        self.counts[least] = self.counts.get(least, 0) + 1

    def pairs(self):
        """[value, count, value, count, …], ascending; where that is more than a line holds, neighbours are joined."""
        found = sorted(self.counts.items())
        while len(found) > MOST_PAIRS:
            found = [(one[0], one[1] + (other[1] if other else 0))
                     for one, other in zip(found[::2], [*found[1::2], *([None] * (len(found) % 2))])]
        return [number for pair in found for number in pair]
