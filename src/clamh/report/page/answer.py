"""The first screen as a table of links: each figure leads to its row below, where its source is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clamh.model.results import Run
from clamh.model.summary import Row, Summary
from clamh.report import matrix
from clamh.report.look import Look
from clamh.report.ordering import order_contests
from clamh.report.page.data import Figures
from clamh.report.screen import Cell, Screen
from clamh.report.screen_terminal import fill_names
from clamh.report.side_columns import build_side_columns


class Figure(NamedTuple):
    """A cell, and the number of the row that it comes from; None if it is no figure."""

    cell: Cell
    row: int | None


class Line(NamedTuple):
    """A line of the table, and the number of its contest."""

    contest: int
    figures: tuple[Figure, ...]


class Answer(NamedTuple):
    """The first screen with its links, and the number of its chart."""

    screen: Screen
    lines: tuple[Line, ...]
    chart: int | None


def build_answer(summary: Summary, run: Run, look: Look, screen: Screen, figures: Figures) -> Answer:
    """The links of a first screen; its lines are those of the table, in the same order."""
    places = {id(named.contest): named.place for named in figures.contests}
    shown = [figures.contests[places[id(contest)]] for contest, _ in order_contests(summary, look.sort)]
    chart = figures.add_overview(shown)
    if screen.table is None:
        return Answer(screen, (), chart)
    if screen.table.columns[2] == matrix.FASTEST:
        columns = build_side_columns(summary, run, look)
        targets = [(named.place, [
            None, None,
            find_fastest(named.contest.rows, named.contest.fastest), *columns.spread(named.contest.rows)
        ]) for named in shown]
    else:  # a table of scores has a line per row
        width = len(screen.table.columns)
        targets = [(named.place, [None, None, *[row] * (width - 2)]) for named in shown for row in named.contest.rows]
    lines = [
        Line(
            place,
            tuple(
                Figure(cell, figures.places[row.case_id] if row else None)
                for cell, row in zip(cells, rows, strict=False)))
        for cells, (place, rows) in zip(fill_names(screen.table.rows), targets, strict=True)
    ]
    return Answer(screen, tuple(lines), chart)


def find_fastest(rows: Sequence[Row], case_id: str) -> Row | None:
    """The fastest row of a contest, or its only row with a score."""
    scored = [row for row in rows if row.comparable]
    return next((row for row in scored if row.case_id == case_id), scored[0] if len(scored) == 1 else None)
