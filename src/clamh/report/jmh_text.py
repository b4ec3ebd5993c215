"""JMH's text format: a table with a column per param (-rf text)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clamh.report import jmh
from clamh.report.escape import escape_unprintable
from clamh.report.jmh import Metric, Result

GAP = 2
SIGN = " ±"


def render(results: Iterable[Result]) -> str:
    """The table, aligned as JMH aligns it."""
    results = list(results)
    names = jmh.list_param_names(results)
    lines = jmh.list_metrics(results)
    short = jmh.shorten_names([name for name, _, _ in lines])
    params = [f"({name})" for name in names]
    rows = [["Benchmark", *params, "Mode", "Cnt", "Score", "", "Error", "Units"]]
    rows += [[short[name], *(result.params.get(param, "N/A") for param in names), result.mode, *_format_figures(metric)]
             for name, result, metric in lines]
    rows = [list(map(escape_unprintable, row)) for row in rows]
    widths = [max(map(len, column)) + GAP for column in zip(*rows, strict=True)]
    widths[0] -= GAP
    # JMH's widths ignore the N/A of a missing param, include counts that it omits, and format errors as scores.
    for column, param in enumerate(names, 1):
        values = (escape_unprintable(result.params[param]) for result in results if param in result.params)
        widths[column] = max(map(len, (rows[0][column], *values))) + GAP
    texts = ((str(metric.count), jmh.format_score(metric.error)) for _, _, metric in lines)
    counts, errors = zip(("Cnt", "Error"), *texts)
    widths[-5], widths[-3:-1] = max(map(len, counts)) + GAP, [len(SIGN), max(map(len, errors)) + GAP - 1]
    return "".join(_align(row, widths) for row in rows)


def _format_figures(metric: Metric) -> Sequence[str]:
    error = (SIGN, jmh.format_error(metric.error)) if jmh.has_error(metric) else ("", "")
    return str(metric.count) if metric.count > 1 else "", jmh.format_score(metric.score), *error, metric.unit


def _align(cells: Sequence[str], widths: Sequence[int]) -> str:
    others = "".join(f"{cell:>{width}}" for cell, width in zip(cells[1:], widths[1:], strict=True))
    return f"{cells[0]:<{widths[0]}}{others}\n"
