"""JMH's CSV, with commas or semicolons (-rf csv, -rf scsv): one metric a line, ended by CR LF."""

from __future__ import annotations

from collections.abc import Iterable

from clamh.report import jmh
from clamh.report.escape import escape_unprintable
from clamh.report.jmh import Result


def render(results: Iterable[Result], delimiter: str, iterations: bool = False) -> str:
    """The table. Control characters and line ends are escaped, so a row is always one line.

    With `iterations` it has a column that JMH lacks: the number of measured operations, empty if it is unknown.
    """
    results = list(results)
    names = jmh.list_param_names(results)
    heads = ["Benchmark", "Mode", "Threads", "Samples", "Score", "Score Error (99.9%)", "Unit"]
    heads += [*(f"Param: {name}" for name in names), *(["Iterations"] if iterations else [])]
    rows = [list(map(_quote, heads))]
    for name, result, metric in jmh.list_metrics(results):
        params = [_format_cell(result.params[param], delimiter) if param in result.params else "" for param in names]
        operations = f"{result.operations:.15g}" if result.operations else ""
        rows.append([
            _quote(name),
            _quote(result.mode),
            str(result.threads),
            str(metric.count),
            jmh.format_fixed(metric.score, 6),
            jmh.format_fixed(metric.error, 6),
            _quote(metric.unit), *params, *([operations] if iterations else [])
        ])
    return "".join(f"{delimiter.join(row)}\r\n" for row in rows)


def _format_cell(text: str, delimiter: str) -> str:
    """A value in quotes only if it needs them; JMH also quotes values with a space."""
    return _quote(text) if any(c in text for c in (delimiter, " ", '"')) else escape_unprintable(text)


def _quote(text: str) -> str:
    doubled = escape_unprintable(text).replace('"', '""')
    return f'"{doubled}"'
