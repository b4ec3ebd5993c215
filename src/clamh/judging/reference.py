"""Which row each row's ratio is relative to."""

from __future__ import annotations

import os
from collections.abc import Sequence

from clamh.summary import Group, Row


def suite(row: Row) -> str:
    """A suite is a folder of sources: the same benchmarks side by side in several languages."""
    return os.path.dirname(row.source)


def reference(row: Row, group: Sequence[Row], rows: Sequence[Row], platforms: Sequence[str]) -> Row | None:
    """The baseline of the row's suite when it has one, else the first platform of the row's group.

    A baseline's row fits when mode and threads are the row's, and so is the value of every param that the baseline has
    (it may have fewer). Among several, the one on the row's own platform is taken, then that of the first platform:
    marked in each language, a baseline compares within languages; marked in one, it is the reference of all. None when
    the suite has a baseline but no row of it fits. `group` and `platforms` are in the order of the table.
    """
    baselines = [one for one in rows if one.baseline == "reference" and suite(one) == suite(row)]
    if not baselines:
        return group[0]
    fitting = [
        one for one in baselines
        if (one.mode, one.threads) == (row.mode, row.threads) and one.params.items() <= row.params.items()
    ]
    if not fitting:
        return None
    return min(fitting, key=lambda one: (one.platform != row.platform, platforms.index(one.platform)))


def in_words(groups: Sequence[Group]) -> str:
    """What the ratios of a whole summary are relative to, "" when no row is compared with another."""
    rows = {row.case_id: row for group in groups for row in group.rows}
    others = [rows[row.ratio.reference] for row in rows.values()
              if row.ratio and row.ratio.reference != row.case_id]
    baselines = dict.fromkeys(f"the baseline {one.benchmark}" for one in others if one.baseline == "reference")
    firsts = dict.fromkeys(one.platform for one in others if one.baseline != "reference")
    return " or ".join([*baselines, *firsts])
