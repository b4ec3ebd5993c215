"""The first screen of a report as plain data: which side is fastest, by how much, how certain that is, and what to do
next.

first_screen.py builds it from a summary; terminal and Markdown print it (screen_terminal.py, screen_markdown.py).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from rich.cells import cell_len, set_cell_size

GAP = 2  # between columns
MIN_NAME = 16  # columns for a name; with fewer a list is easier to read than a table
Style = Literal["", "win", "loss", "unclear", "failed"]


class Cell(NamedTuple):
    """A figure and its mark. The mark has a column of its own so that figures stay aligned. `link` is the URL of its
    source.
    """

    text: str
    mark: str = ""
    style: Style = ""
    link: str = ""


class Note(NamedTuple):
    """A paragraph below the table, with the word or sign in front of it."""

    label: str
    text: str


class Table(NamedTuple):
    """Rows of cells under their headings. The first `names` columns are names, flush left; the others are figures.

    `short_columns` are headings for a narrow terminal. `title` describes the figures, `precision` their certainty.
    """

    title: str
    precision: str
    columns: tuple[str, ...]
    short_columns: tuple[str, ...]
    names: int
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[Note, ...] = ()


class Screen(NamedTuple):
    """What was compared, how much was measured, the table, and notes for the reader.

    `output` holds lines that failed forks printed. `counters` is a second table, of a run with -prof. `iterations` is
    the table of measured operations, if several sides were measured and it was requested.
    """

    compared: str
    measured: str
    table: Table | None
    notes: tuple[Note, ...]
    output: tuple[str, ...] = ()
    counters: Table | None = None
    iterations: Table | None = None

    @property
    def tables(self) -> list[Table]:
        """All tables, in their order."""
        return [table for table in (self.table, self.iterations, self.counters) if table]


def shorten(text: str, width: int) -> str:
    """The text in at most `width` columns, "" without any. A longer text keeps its beginning and its end, which
    distinguish names.
    """
    if cell_len(text) <= width:
        return text
    if width < 1:
        return ""
    end = (width - 1) // 2
    tail = text[len(text) - end:] if end else ""
    while cell_len(tail) > end:
        tail = tail[1:]
    return f"{set_cell_size(text, width - 1 - cell_len(tail))}…{tail}"
