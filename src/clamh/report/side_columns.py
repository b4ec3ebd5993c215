"""The columns of a table that has a line per contest: a column per side, or per source where a contest has several rows
of a side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clamh.model.results import Run
from clamh.model.summary import Row, Summary
from clamh.report.conclusion import name_rows
from clamh.report.look import Look


class SideColumns(NamedTuple):
    """The names of the columns in their order, long and short; `of_row` has the name of each row's column by case_id.
    """

    names: tuple[str, ...]
    short_names: tuple[str, ...]
    of_row: Mapping[str, str]

    def spread(self, rows: Sequence[Row]) -> list[Row | None]:
        """The row of a contest for each column; None where it has none."""
        by_name = {self.of_row[row.case_id]: row for row in rows}
        return [by_name.get(name) for name in self.names]


def build_side_columns(summary: Summary, run: Run, look: Look) -> SideColumns:
    """The columns for all contests of a summary, in the order of its rows."""
    names, short_names = (name_rows(summary, run, titles)
                          for titles in (look.titles, {**look.titles, **look.short_titles}))
    short_by_name = {names[row.case_id]: short_names[row.case_id] for row in reversed(summary.rows)}
    columns = tuple(dict.fromkeys(names[row.case_id] for row in summary.rows))
    return SideColumns(columns, tuple(short_by_name[name] for name in columns), names)
