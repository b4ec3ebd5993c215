"""JMH's CSV, with commas or semicolons (-rf csv, -rf scsv): one metric a line, ended by CR LF."""

from __future__ import annotations

from collections.abc import Iterable

from clamh.report import jmh
from clamh.report.escape import printable
from clamh.report.jmh import Result


def render(made: Iterable[Result], delimiter: str) -> str:
    """The table. Control characters are escaped, line ends too: a row is always one line."""
    made = list(made)
    names = jmh.param_names(made)
    heads = ["Benchmark", "Mode", "Threads", "Samples", "Score", "Score Error (99.9%)", "Unit"]
    rows = [[_quoted(head) for head in (*heads, *(f"Param: {name}" for name in names))]]
    for name, one, metric in jmh.lines(made):
        params = [_cell(one.params[param], delimiter) if param in one.params else "" for param in names]
        rows.append([_quoted(name), _quoted(one.mode), str(one.threads), str(metric.count), jmh.fixed(metric.score, 6),
                     jmh.fixed(metric.error, 6), _quoted(metric.unit), *params])
    return "".join(f"{delimiter.join(row)}\r\n" for row in rows)


def _cell(text: str, delimiter: str) -> str:
    """A value in quotes only where it needs them, which for JMH is at a space too."""
    return _quoted(text) if any(c in text for c in (delimiter, " ", '"')) else printable(text)


def _quoted(text: str) -> str:
    doubled = printable(text).replace('"', '""')
    return f'"{doubled}"'
