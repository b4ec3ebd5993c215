"""JMH's text format: a table with a column per param (-rf text)."""

from __future__ import annotations

from collections.abc import Iterable

from clamh.report import jmh
from clamh.report.escape import printable
from clamh.report.jmh import Result

GAP = 2


def render(made: Iterable[Result]) -> str:
    """The table, aligned as JMH aligns it."""
    made = list(made)
    names = jmh.param_names(made)
    lines = jmh.lines(made)
    short = {name: printable(text) for name, text in jmh.short_names([name for name, _, _ in lines]).items()}
    heads = ["Mode", "Cnt", "Score", "Error", "Units"]
    # JMH measures the error's column by its score format, though it writes errors in another.
    wide = [(one.mode, str(metric.count), jmh.score_text(metric.score), jmh.score_text(metric.error), printable(metric.unit))
            for _, one, metric in lines]
    mode, count, score, error, unit = (max(map(len, column)) + GAP for column in zip(heads, *wide, strict=True))
    first = max(map(len, ("Benchmark", *short.values())))
    params = [max(len(cell) for cell in (f"({printable(name)})", *(printable(one.params.get(name, "")) for one in made))) + GAP
              for name in names]

    def line(name: str, values: Iterable[str], mode_: str, count_: str, score_: str, sign: str, error_: str, unit_: str) -> str:
        cells = "".join(f"{value:>{width}}" for value, width in zip(values, params, strict=True))
        return (f"{name:<{first}}{cells}{mode_:>{mode}}{count_:>{count}}{score_:>{score}}{sign:>2}{error_:>{error - 1}}"
                f"{unit_:>{unit}}\n")

    text = line("Benchmark", [f"({printable(name)})" for name in names], heads[0], heads[1], heads[2], "", heads[3], heads[4])
    for name, one, metric in lines:
        sign, error_ = ("±", jmh.error_text(metric.error)) if jmh.has_error(metric) else ("", "")
        text += line(short[name], [printable(one.params.get(param, "N/A")) for param in names], one.mode,
                     str(metric.count) if metric.count > 1 else "", jmh.score_text(metric.score), sign, error_,
                     printable(metric.unit))
    return text
