"""The first screen of a report as plain data: who is fastest at what, by how much, how certain that is, and what to do next.

`build_screen` makes it from a summary; terminal and Markdown print it (screen_terminal.py, screen_markdown.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from clamh.model.results import Run
from clamh.model.summary import Summary
from clamh.report.look import Look

Style = Literal["", "win", "loss", "unclear", "failed"]


class Cell(NamedTuple):
    """A figure with the mark behind it, which has a column of its own, so that figures stay aligned."""

    text: str
    mark: str = ""
    style: Style = ""


class Note(NamedTuple):
    """A paragraph below the table, with the word or sign that it begins with."""

    label: str
    text: str


class Table(NamedTuple):
    """Rows of cells under their headings. The first `names` columns are names, flush left; the others are figures.

    `short_columns` are headings for a narrow terminal. `title` says what the figures are, `precision` how certain they are.
    """

    title: str
    precision: str
    columns: tuple[str, ...]
    short_columns: tuple[str, ...]
    names: int
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[Note, ...] = ()


class Screen(NamedTuple):
    """What was compared, how much was measured, the table, what its marks mean, and what else the reader must know.

    `output` are lines that failed forks printed.
    """

    compared: str
    measured: str
    table: Table | None
    notes: tuple[Note, ...]
    output: tuple[str, ...] = ()


def build_screen(summary: Summary, run: Run, look: Look = Look()) -> Screen:
    """The first screen of a run."""
    from clamh.report import matrix, scores, trust
    from clamh.report.terminal import failure_output

    several = any(len([row for row in contest.rows if row.score is not None]) > 1 for contest in summary.contests)
    table = None
    if any(row.score is not None for row in summary.rows):
        table = (matrix if several else scores).build_table(summary, run, look)
    notes = [*trust.build_notes(summary, run, look.titles, several), Note("More", f"{look.more} --full  {trust.MORE}")]
    return Screen(compared=count_compared(summary), measured=count_measured(summary, run), table=table, notes=tuple(notes),
                  output=tuple(failure_output(summary)))


def count_compared(summary: Summary) -> str:
    """What was compared: `3 benchmarks in 6 variants, 6 languages`."""
    from clamh.report.units import counted

    benchmarks = len({contest.key for contest in summary.contests})
    variants = f" in {len(summary.contests)} variants" if len(summary.contests) > benchmarks else ""
    sides = list(dict.fromkeys(row.side for row in summary.rows))
    languages = {side.partition("/")[0] for side in sides}
    what = "language" if len(languages) == len(sides) else "build" if any(row.build for row in summary.rows) else "platform"
    alone = f", {sides[0]}" if len(sides) == 1 else f", {counted(len(sides), what)}" if sides else ""
    return f"{counted(benchmarks, 'benchmark')}{variants}{alone}"


def count_measured(summary: Summary, run: Run) -> str:
    """How much was measured: `12 sets, 15 min`."""
    in_sets = [len(row.sets) for row in summary.rows if row.sets]
    counts = in_sets or [len(row.fork_means) for row in summary.rows if row.score is not None]
    noun = "set" if in_sets else summary.unit
    amount = ""
    if counts and run.origin is None:
        least, most = min(counts), max(counts)
        amount = f"{least} to {most} {noun}s" if least < most else f"{most} {noun}{'s' * (most != 1)}"
    return ", ".join(filter(None, [amount, format_seconds(run.end.elapsed_s) if run.end and run.end.elapsed_s else ""]))


def format_seconds(seconds: float) -> str:
    """A time in the unit that a reader would choose: 48 s, 15 min, 2 h 5 min."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def shorten(text: str, width: int) -> str:
    """The text in at most so many columns: of a longer one its beginning and its end, which tell names apart."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= width:
        return text
    end = (width - 1) // 2
    tail = text[len(text) - end:] if end else ""
    while cell_len(tail) > end:
        tail = tail[1:]
    return f"{set_cell_size(text, width - 1 - cell_len(tail))}…{tail}"


def list_some(items: Sequence[str], most: int) -> str:
    """The first items, and how many more there are."""
    more = [f"and {len(items) - most} more"] if len(items) > most else []
    return ", ".join([*items[:most], *more])
