"""Columns and paragraphs for a terminal of a given width, and their colours."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

GAP = "  "
BELONGING = re.compile(r"[\d.]+ (?:(?:±|\+/-) [\d.]+|\[[\d.]+, [\d.]+\])")
HELD = "\ue000"  # of private use: printable() escapes it, so no text has it


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column in cells of the terminal."""
    return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]


def compact(names: Sequence[str], rows: Sequence[Sequence[str]], labels: Sequence[str], width: int) -> list[int] | None:
    """The columns' widths when rows are too wide to begin with their names, which then stand above them; None if not.

    What the first column holds then are the `labels` of rows that belong to a named one, so that these keep to a line.
    """
    others = [max(map(cell_len, column)) for column in list(zip(*rows, strict=True))[1:]]
    gaps, label = len(GAP) * len(others), max(map(cell_len, labels), default=0)
    fits = max(map(cell_len, (*names, *labels)), default=0) + gaps + sum(others) <= width
    return [label, *others] if labels and not fits and label + gaps + sum(others) <= width else None


def aligned(cells: Sequence[str], spaces: Sequence[int], right: Sequence[bool], width: int, told: str = "",
            noted: str = "") -> str:
    """One row: on one line when it fits, else the first cell above the others; what does not fit of a verdict and notes
    goes below.

    `spaces` are the columns' widths, `right` says which are flush right.
    """
    padded = [
        " " * (space - cell_len(cell)) + cell if flush else cell + " " * (space - cell_len(cell))
        for cell, space, flush in zip(cells, spaces, right, strict=True)
    ]
    line, above = GAP.join(padded), ""
    if sum(spaces) + len(GAP) * (len(spaces) - 1) > width:
        line, above = "   " + GAP.join(padded[1:]), f"{cells[0]}\n" if cells[0] else ""
    line = line if told and cell_len(line) + len(GAP) + cell_len(told) <= width else line.rstrip()
    for one in filter(None, (told, noted)):
        last = line.rpartition("\n")[2]
        line += f"  {one}" if cell_len(last) + len(GAP) + cell_len(one) <= width else f"\n      {one}"
    return above + line


def wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """A paragraph's lines, the first and the others indented; one empty line for an empty text.

    A number stays on one line with what belongs to it: `1.42 ± 0.03`, `1.4 [1.1, 1.8]`.
    """
    held = BELONGING.sub(lambda match: match[0].replace(" ", HELD), text)
    if not text.strip():
        return [""]
    lines, line = [], first
    for number, word in enumerate(held.split(" ")):
        if number and line.strip() and cell_len(line) + 1 + cell_len(word) > max(width, 20):
            lines.append(line)
            line = rest + word
        else:
            line += f" {word}" if number and line != rest else word
    return [one.replace(HELD, " ").rstrip() for one in [*lines, line]]


def printed(lines: Sequence[Text], color: bool) -> str:
    """The lines as one text, with terminal colours when asked: rich writes them, and never wraps or reads markup."""
    if not color:
        return "".join(f"{line.plain}\n" for line in lines)
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, no_color=False, color_system="standard",
                      highlight=False, soft_wrap=True, legacy_windows=False, width=80)  # $COLUMNS may be 0, and nothing is wrapped here
    console.print(Text("\n").join([*lines, Text("")]), end="")  # all at once: each call takes long
    return out.getvalue()
