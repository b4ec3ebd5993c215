"""The first screen for a terminal: a table if it fits the width, with names above their rows if needed, else a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from clamh.report.columns import print_lines, wrap_text
from clamh.report.escape import choose_spelling
from clamh.report.look import Look
from clamh.report.screen import GAP, MIN_NAME, Cell, Note, Screen, Table, shorten

LABEL = 7  # width of a note's label; the longest is Skipped
STYLES = {"win": "bold green", "loss": "red", "unclear": "yellow", "failed": "bold red", "": ""}


def render(screen: Screen, look: Look) -> str:
    """The screen as text of at most `look.width` columns, unless a single word is longer."""
    spell = choose_spelling(look.unicode)
    lines = [Text(line) for line in at_both_ends(spell(screen.compared), spell(screen.measured), look.width)]
    for table in [spell_table(table, spell) for table in screen.tables]:
        if table.title:
            lines += [
                Text(""), *(Text(line, style="bold") for line in at_both_ends(table.title, table.precision, look.width))
            ]
        lines += [*print_table(table, look.width), Text("")] if table.rows else []
        lines += print_notes(table.notes, look.width, 1)
    lines += print_notes([Note(spell(note.label), spell(note.text)) for note in screen.notes], look.width, LABEL)
    lines += [Text(spell(line)) for line in screen.output]
    return print_lines(lines, look.color)


def spell_table(table: Table, spell: Callable[[str], str]) -> Table:
    """The table in characters that the terminal can show."""
    return table._replace(
        title=spell(table.title), precision=spell(table.precision), columns=tuple(map(spell, table.columns)),
        short_columns=tuple(map(spell, table.short_columns)),
        rows=tuple(tuple(cell._replace(text=spell(cell.text)) for cell in row) for row in table.rows),
        notes=tuple(Note(spell(note.label), spell(note.text)) for note in table.notes))


def at_both_ends(left: str, right: str, width: int) -> list[str]:
    """Two texts at both ends of a line, or below each other."""
    gap = width - cell_len(left) - cell_len(right)
    if right and gap >= GAP:
        return [left + " " * gap + right]
    return [line for text in (left, right) if text for line in wrap_text(text, width, "", "  ")]


def print_notes(notes: Sequence[Note], width: int, label: int) -> Iterator[Text]:
    """A paragraph per note, the label in front of it."""
    for note in notes:
        head = note.label + " " * max(1, label + 1 - cell_len(note.label))
        yield from (Text(line) for line in wrap_text(f"{head}{note.text}", width, "", " " * (label + 1)))


def print_table(table: Table, width: int) -> Iterator[Text]:
    """The table. Names that are too long are shortened or written above their rows; if that is not enough, each row
    becomes a list.
    """
    for columns, least in ((table.columns, None), (table.short_columns, None), (table.short_columns, MIN_NAME)):
        widths = fit_widths(columns, table.rows, table.names, width, least)
        if widths:
            yield stylize(print_row([Cell(text) for text in columns], widths, table.names))
            yield from (print_row(row, widths, table.names) for row in table.rows)
            return
    columns, rows, indent = table.short_columns[1:], [row[1:] for row in table.rows], " " * GAP
    widths = fit_widths(columns, rows, table.names - 1, width - GAP, MIN_NAME)
    if not widths:
        for row in fill_names(table.rows):
            yield from print_list(table, row, width)
        return
    yield stylize(Text(indent).append_text(print_row([Cell(text) for text in columns], widths, table.names - 1)))
    above = ""
    for row, figures in zip(table.rows, rows, strict=True):
        if row[0].text not in ("", above):
            above = row[0].text
            yield from (stylize(Text(line)) for line in wrap_text(row[0].text, width, "", indent))
        yield Text(indent).append_text(print_row(figures, widths, table.names - 1))


def stylize(line: Text) -> Text:
    """The line as a heading."""
    line.stylize("bold")
    return line


def fit_widths(columns: Sequence[str], rows: Sequence[Sequence[Cell]], names: int, width: int,
               least: int | None) -> list[int] | None:
    """The widths of the columns, of which the first `names` may be narrower than their texts; None if they do not fit.
    """
    widths = [max([cell_len(head), *(cell_len(row[place].text) for row in rows)]) for place, head in enumerate(columns)]
    last_mark = any(row[-1].mark for row in rows)
    figures = sum(widths[names:]) + (GAP + 1) * (len(columns) - names) - (not last_mark) - (0 if names else GAP)
    fitted = fit_names(widths[:names], width - figures, least)
    return None if fitted is None else [*fitted, *widths[names:]]


def fit_names(widths: Sequence[int], room: int, least: int | None) -> list[int] | None:
    """The widths of the name columns that fit into `room`: the widest is reduced, but not below `least`; None if they
    do not fit.
    """
    fitted = list(widths)
    while sum(fitted) + GAP * max(0, len(fitted) - 1) > room:
        if not fitted:
            return None
        widest = fitted.index(max(fitted))
        if least is None or fitted[widest] <= least:
            return None
        fitted[widest] -= 1
    return fitted


def print_row(row: Sequence[Cell], widths: Sequence[int], names: int) -> Text:
    """A row: names flush left, figures flush right, the mark of a figure in a column of its own."""
    line = Text()
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        line.append(" " * GAP if place else "")
        text = shorten(cell.text, width)
        padding = " " * (width - cell_len(text))
        if place < names:
            line.append(text, style_of(cell))
            line.append(padding)
        else:
            line.append(padding)
            line.append(text, style_of(cell))
            line.append(cell.mark or " ")
    line.rstrip()
    return line


def style_of(cell: Cell) -> Style:
    """The colour of a cell, and the link to its source."""
    return Style.parse(STYLES[cell.style]) + Style(link=cell.link or None)


def fill_names(rows: Sequence[Sequence[Cell]]) -> Iterator[Sequence[Cell]]:
    """The rows with their names; the table omits a name that repeats, a list needs it."""
    name = Cell("")
    for row in rows:
        name = row[0] if row[0].text else name
        yield (name, *row[1:])


def print_list(table: Table, row: Sequence[Cell], width: int) -> Iterator[Text]:
    """A row as a heading with its figures below it."""
    heading = " ".join(cell.text for cell in row[:table.names] if cell.text)
    yield from (Text(line, style="bold") for line in wrap_text(heading, width, "", "  "))
    line = Text("  ")
    for head, cell in zip(table.short_columns[table.names:], row[table.names:], strict=True):
        if not (cell.text or cell.mark):  # a failed row has its reason and no other figure
            continue
        part = Text.assemble(f"{head} ", (cell.text, style_of(cell)), cell.mark)
        if cell_len(part.plain) + GAP > width:  # a reason, which may be a sentence
            yield from ([line] if line.plain.strip() else [])
            yield from (Text(wrapped, style_of(cell)) for wrapped in wrap_text(part.plain, width, "  ", "    "))
            line = Text("  ")
            continue
        if len(line.plain.strip()) and cell_len(line.plain) + GAP + cell_len(part.plain) > width:
            yield line
            line = Text("  ")
        line.append(" " * GAP if line.plain.strip() else "").append_text(part)
    yield from ([line] if line.plain.strip() else [])
