"""The first screen as Markdown for GitHub (-rf md)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clamh.report.escape import printable
from clamh.report.markdown import table as print_table
from clamh.report.markdown import text
from clamh.report.screen import Screen


def render(screen: Screen) -> str:
    """The page as text that ends in a newline."""
    lines = [text(", ".join(filter(None, [screen.compared, screen.measured]))), ""]
    if screen.table:
        heading = " ".join(filter(None, [screen.table.title, f"({screen.table.precision})" if screen.table.precision else ""]))
        lines += [f"**{text(heading)}**", ""] if heading else []
        rows = [[text(cell.text + cell.mark) for cell in row] for row in screen.table.rows]
        align = "l" * screen.table.names + "r" * (len(screen.table.columns) - screen.table.names)
        lines += [*print_table([list(map(text, screen.table.columns)), *rows], align), ""]
    notes = [*(screen.table.notes if screen.table else ()), *screen.notes]
    lines += [f"- {f'**{text(note.label)}** ' if note.label else ''}{text(note.text)}" for note in notes]
    lines += ["", *fence(screen.output)] if screen.output else []
    return "".join(f"{line}\n" for line in lines)


def fence(output: Sequence[str]) -> list[str]:
    """The lines between fences that are longer than any in them, so that none of them is read as Markdown."""
    longest = max((len(run) for line in output for run in re.findall("`+", line)), default=0)
    signs = "`" * max(3, longest + 1)
    return [signs, *map(printable, output), signs]
