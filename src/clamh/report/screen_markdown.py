"""The first screen as Markdown for GitHub (-rf md)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clamh.report.escape import escape_unprintable
from clamh.report.markdown import build_table, escape_markdown
from clamh.report.screen import Screen


def render(screen: Screen) -> str:
    """The page as text that ends in a newline."""
    lines = [escape_markdown(", ".join(filter(None, [screen.compared, screen.measured]))), ""]
    tables = screen.tables
    for table in tables:
        heading = " ".join(filter(None, [table.title, f"({table.precision})" if table.precision else ""]))
        lines += [f"**{escape_markdown(heading)}**", ""] if heading else []
        rows = [[escape_markdown(cell.text + cell.mark) for cell in row] for row in table.rows]
        align = "l" * table.names + "r" * (len(table.columns) - table.names)
        lines += [*build_table([list(map(escape_markdown, table.columns)), *rows], align), ""] if rows else []
    notes = [*(note for table in tables for note in table.notes), *screen.notes]
    lines += [
        f"- {f'**{escape_markdown(note.label)}** ' if note.label else ''}{escape_markdown(note.text)}" for note in notes
    ]
    lines += ["", *fence(screen.output)] if screen.output else []
    return "".join(f"{line}\n" for line in lines)


def fence(output: Sequence[str]) -> list[str]:
    """The lines between fences longer than any fence in them, so that Markdown does not interpret them."""
    longest = max((len(run) for line in output for run in re.findall("`+", line)), default=0)
    signs = "`" * max(3, longest + 1)
    return [signs, *map(escape_unprintable, output), signs]
