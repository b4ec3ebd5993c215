"""JMH's LaTeX table (-rf latex)."""

from __future__ import annotations

from collections.abc import Iterable

from clamh.report import jmh
from clamh.report.escape import printable
from clamh.report.jmh import Result

# JMH escapes _ # { and } in names and values; with the others, and in its heading, what it writes is not valid LaTeX.
SPECIAL = str.maketrans({
    **{sign: f"\\{sign}" for sign in "_#{}&%$"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
})


def render(made: Iterable[Result]) -> str:
    """The tabular; like JMH's it has no newline at its end. One unit of all lines stands in the heading."""
    made = list(made)
    names = jmh.param_names(made)
    lines = jmh.lines(made)
    short = jmh.short_names([name for name, _, _ in lines])
    units = {metric.unit for _, _, metric in lines}
    single = len(units) == 1
    columns = f"{{r|{'l|' * len(names)}rl{'' if single else 'l'}}}"
    heads = "".join(f"{_code(name)} & " for name in names)
    head = f"Score, {_escaped(*units)}" if single else "Score"
    text = (f"\\begin{{tabular}}{columns}\n \\multicolumn{{1}}{{c|}}{{\\texttt{{Benchmark}}}} & {heads}"
            f"\\multicolumn{{{2 if single else 3}}}{{c}}{{\\texttt{{{head}}}}} \\\\\n\\hline\n")
    for name, one, metric in lines:
        # JMH fails where a benchmark lacks a param of another; N/A is what its text table has there.
        params = "".join(f"{_code(one.params.get(param, 'N/A'))} & " for param in names)
        error = f"\\scriptsize $\\pm$ \\texttt{{{jmh.error_text(metric.error)}}} " if jmh.has_error(metric) else ""
        unit = "" if single else f"& {_code(metric.unit)}"
        text += f"{_code(short[name])} & {params}\\texttt{{{_score(metric.score)}}} & {error}{unit} \\\\\n"
    return text + "\\end{tabular}"


def _code(text: str) -> str:
    return f"\\texttt{{{_escaped(text)}}}"


def _escaped(text: str) -> str:
    return printable(text).translate(SPECIAL)


def _score(score: float) -> str:
    if not jmh.approximate(score):
        return jmh.score_text(score)
    return f"$\\approx 10^{{{jmh.power(score)}}}$" if jmh.power(score) else "$\\approx 0$"
