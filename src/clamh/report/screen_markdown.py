"""The first screen as Markdown for GitHub (-rf md)."""

from __future__ import annotations

from clamh.report.markdown import build_table, escape_markdown, fence
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
