"""Columns and paragraphs for a terminal of a given width, and their colours."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from rich.text import Text

GAP = "  "
KEPT_TOGETHER = re.compile(r"[\d.]+ (?:(?:±|\+/-) [\d.]+(?: %)?|\[[\d.]+, [\d.]+\]|(?:%|[nµum]?s|min)(?!\w))")
KEPT_SPACE = "\ue000"  # a private-use character: escape_unprintable() escapes it, so no text contains it


def measure_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column in cells of the terminal."""
    return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]


def fit_columns(names: Sequence[str], rows: Sequence[Sequence[str]], labels: Sequence[str],
                width: int) -> list[int] | None:
    """The columns' widths if rows are too wide with their names and each name needs a line above its row; else None.

    The first column then holds only the `labels` of secondary rows, so that each of these still fits on a line.
    """
    others = [max(map(cell_len, column)) for column in list(zip(*rows, strict=True))[1:]]
    gaps, label = len(GAP) * len(others), max(map(cell_len, labels), default=0)
    fits = max(map(cell_len, (*names, *labels)), default=0) + gaps + sum(others) <= width
    return [label, *others] if labels and not fits and label + gaps + sum(others) <= width else None


def align_row(cells: Sequence[str], spaces: Sequence[int], right: Sequence[bool], width: int, verdict: str = "",
            marks: str = "") -> str:
    """One row: on one line if it fits, else the first cell above the others. A verdict or marks that do not fit go
    below.

    `spaces` are the columns' widths; `right` holds whether each column is flush right.
    """
    padded = [
        " " * (space - cell_len(cell)) + cell if flush else cell + " " * (space - cell_len(cell))
        for cell, space, flush in zip(cells, spaces, right, strict=True)
    ]
    line, above = GAP.join(padded), ""
    if sum(spaces) + len(GAP) * (len(spaces) - 1) > width:
        line, above = "   " + GAP.join(padded[1:]), f"{cells[0]}\n" if cells[0] else ""
    line = line if verdict and cell_len(line) + len(GAP) + cell_len(verdict) <= width else line.rstrip()
    for text in filter(None, (verdict, marks)):
        last = line.rpartition("\n")[2]
        line += f"  {text}" if cell_len(last) + len(GAP) + cell_len(text) <= width else f"\n      {text}"
    return above + line


def wrap_text(text: str, width: int, first: str, rest: str) -> list[str]:
    """A paragraph's lines, indented by `first` and `rest`; one empty line for an empty text.

    A number stays on one line with its margin, interval or unit: `1.42 ± 0.03`, `1.4 [1.1, 1.8]`, `5 ms`.
    """
    joined = KEPT_TOGETHER.sub(lambda match: match[0].replace(" ", KEPT_SPACE), text)
    if not text.strip():
        return [""]
    lines, line = [], first
    for number, word in enumerate(joined.split(" ")):
        if number and line.strip() and cell_len(line) + 1 + cell_len(word) > max(width, 20):
            lines.append(line)
            line = rest + word
        else:
            line += f" {word}" if number and line != rest else word
    return [finished.replace(KEPT_SPACE, " ").rstrip() for finished in [*lines, line]]


def print_lines(lines: Sequence[Text], color: bool) -> str:
    """The lines as one text, with terminal colours if `color`. rich writes them; it neither wraps nor interprets
    markup.
    """
    if not color:
        return "".join(f"{line.plain}\n" for line in lines)
    from rich.console import Console  # takes 30 ms to import
    from rich.text import Text

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, no_color=False, color_system="standard", highlight=False,
                      soft_wrap=True, legacy_windows=False, width=80)  # $COLUMNS may be 0, and nothing is wrapped here
    console.print(Text("\n").join([*lines, Text("")]), end="")  # all at once: each call takes long
    return out.getvalue()
