"""One render() for every format; each format is a file of this folder with a render() of its own."""

from __future__ import annotations

from clamh.results import Run
from clamh.summary import Summary

FORMATS = ("terminal", "text", "json")


def render(summary: Summary, run: Run, format: str, *, width: int = 80, color: bool = False, unicode: bool = True) -> str:
    """The report of a judged run as text that ends in a newline.

    `terminal` is the table, `text` the per-iteration log with JMH's figures (-v EXTRA), `json` JMH's schema (-rf json).
    `width` (columns) and `color` concern the table only; without `unicode` table and log are plain ASCII.
    Raises ValueError for another format.
    """
    if format == "json":
        from clamh.report import jmh_json

        return jmh_json.render(summary, run)
    if format == "text":
        from clamh.report import text

        return text.render(summary, run, unicode=unicode)
    if format == "terminal":
        from clamh.report import terminal  # rich takes 60 ms to import

        return terminal.render(summary, run, width=width, color=color, unicode=unicode)
    raise ValueError(f"no report format '{format}'; there are {', '.join(FORMATS)}")
