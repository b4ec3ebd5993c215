"""Which row each row's ratio is relative to."""

from __future__ import annotations

import os
from collections.abc import Sequence

from clamh.summary import Group, Row


def suite(row: Row) -> str:
    """A suite is a folder of sources: the same benchmarks side by side in several languages."""
    return os.path.dirname(row.source)


def reference(row: Row, group: Sequence[Row], rows: Sequence[Row], platforms: Sequence[str]) -> Row | None:
    """What the row's ratio is relative to; `group` and `platforms` are in the order of the table.

    - In a suite without a baseline: the first platform of the row's group.
    - In a suite with one: the baseline whose mode and threads are the row's, and whose params all have the row's values
      (it may have fewer). On the row's own platform if it is marked there, else on the first platform that has it:
      marked in each language it compares within languages, marked in one it is the reference of all.
    - The baseline itself: its implementation on the first platform.

    None when the suite has a baseline but none fits the row.
    """
    baselines = [one for one in rows if one.baseline == "reference" and suite(one) == suite(row)]
    if not baselines:
        return group[0]
    if row.baseline == "reference":
        return next(one for one in group if one.baseline == "reference")
    fitting = [
        one for one in baselines
        if (one.mode, one.threads) == (row.mode, row.threads) and one.params.items() <= row.params.items()
    ]
    return min(fitting, key=lambda one: (one.platform != row.platform, platforms.index(one.platform)), default=None)


def in_words(groups: Sequence[Group]) -> str:
    """What the ratios of a whole summary are relative to, "" when no row is compared with another."""
    rows = {row.case_id: row for group in groups for row in group.rows}
    pairs = [(row, rows[row.ratio.reference]) for row in rows.values()
             if row.ratio and row.ratio.reference != row.case_id]
    words = {_words(row, other): row.baseline == "reference" for row, other in pairs}
    return "; ".join(sorted(words, key=lambda said: (words[said], not said.endswith("same platform"))))


def _words(row: Row, other: Row) -> str:
    if other.baseline != "reference":
        return other.platform
    if row.baseline == "reference":
        return f"of the baseline itself: {other.platform}"
    return f"the baseline on {'the same platform' if row.platform == other.platform else other.platform}"
