"""JMH's text format: a table with a column per param (-rf text)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clamh.report import jmh
from clamh.report.escape import printable
from clamh.report.jmh import Metric, Result

GAP = 2
SIGN = " ±"


def render(made: Iterable[Result]) -> str:
    """The table, aligned as JMH aligns it."""
    made = list(made)
    names = jmh.param_names(made)
    lines = jmh.lines(made)
    short = jmh.short_names([name for name, _, _ in lines])
    params = [f"({name})" for name in names]
    rows = [["Benchmark", *params, "Mode", "Cnt", "Score", "", "Error", "Units"]]
    rows += [[short[name], *(one.params.get(param, "N/A") for param in names), one.mode, *_figures(metric)]
             for name, one, metric in lines]
    rows = [list(map(printable, row)) for row in rows]
    widths = [max(map(len, column)) + GAP for column in zip(*rows, strict=True)]
    widths[0] -= GAP
    # JMH counts a missing param as nothing though it writes N/A, a count that it leaves out, and errors as scores.
    for column, param in enumerate(names, 1):
        values = (printable(one.params[param]) for one in made if param in one.params)
        widths[column] = max(map(len, (rows[0][column], *values))) + GAP
    told = ((str(metric.count), jmh.score_text(metric.error)) for _, _, metric in lines)
    counts, errors = zip(("Cnt", "Error"), *told)
    widths[-5], widths[-3:-1] = max(map(len, counts)) + GAP, [len(SIGN), max(map(len, errors)) + GAP - 1]
    return "".join(_aligned(row, widths) for row in rows)


def _figures(metric: Metric) -> Sequence[str]:
    error = (SIGN, jmh.error_text(metric.error)) if jmh.has_error(metric) else ("", "")
    return str(metric.count) if metric.count > 1 else "", jmh.score_text(metric.score), *error, metric.unit


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    others = "".join(f"{cell:>{width}}" for cell, width in zip(cells[1:], widths[1:], strict=True))
    return f"{cells[0]:<{widths[0]}}{others}\n"
