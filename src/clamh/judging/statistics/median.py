"""The median of a few numbers; a report needs it several hundred times per fork."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain


def median(values: Sequence[float]) -> float:
    """The same as statistics.median for at least one value, in half the time."""
    ordered, half = sorted(values), len(values) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def part_medians(series: Sequence[Sequence[int]], counts: Sequence[int], units: Sequence[int]) -> list[float]:
    """The medians, in `units`, of each series of at least one number, split into `counts` nearly equal parts of
    neighbours.

    All series are handled at once: a single series has too few values for numpy.
    """
    import numpy as np  # slow to import, so never before measuring

    sizes = np.fromiter(map(len, series), int, len(series))
    values = np.append(np.fromiter(chain.from_iterable(series), np.int64, sizes.sum()), np.inf)
    parts = np.array(counts, dtype=int)
    number = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)  # of each part in its series
    offset, size, count = np.repeat([np.cumsum(sizes) - sizes, sizes, parts], parts, axis=1)
    begins, ends = number * size // count, (number + 1) * size // count
    length = ends - begins
    place = np.arange(length.max(initial=0))
    # A row per part, filled up with the infinite value at the end of `values`, which is sorted to the end.
    rows = np.sort(values[np.where(place < length[:, None], (offset + begins)[:, None] + place,
                                   len(values) - 1)], axis=1)
    row = np.arange(len(rows))
    medians = (rows[row, (length - 1) // 2] + rows[row, length // 2]) / 2
    return (medians / np.repeat(np.array(units, dtype=float), parts)).tolist()
