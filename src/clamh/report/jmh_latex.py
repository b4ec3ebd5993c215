"""JMH's LaTeX table (-rf latex)."""

from __future__ import annotations

from collections.abc import Iterable

from clamh.report import jmh
from clamh.report.escape import escape_unprintable
from clamh.report.jmh import Result

# JMH escapes only _ # { and } in names and values, and nothing in its heading, so its output may be invalid LaTeX.
SPECIAL = str.maketrans({
    **{sign: f"\\{sign}" for sign in "_#{}&%$"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
})


def render(results: Iterable[Result]) -> str:
    """The tabular, as in JMH without a newline at its end. A unit that all lines share stands in the heading."""
    results = list(results)
    names = jmh.list_param_names(results)
    lines = jmh.list_metrics(results)
    short = jmh.shorten_names([name for name, _, _ in lines])
    units = {metric.unit for _, _, metric in lines}
    single = len(units) == 1
    columns = f"{{r|{'l|' * len(names)}rl{'' if single else 'l'}}}"
    heads = "".join(f"{_format_code(name)} & " for name in names)
    head = f"Score, {_escape(*units)}" if single else "Score"
    text = (f"\\begin{{tabular}}{columns}\n \\multicolumn{{1}}{{c|}}{{\\texttt{{Benchmark}}}} & {heads}"
            f"\\multicolumn{{{2 if single else 3}}}{{c}}{{\\texttt{{{head}}}}} \\\\\n\\hline\n")
    for name, result, metric in lines:
        # JMH fails if a benchmark lacks a param that another has; its text table has N/A there.
        params = "".join(f"{_format_code(result.params.get(param, 'N/A'))} & " for param in names)
        error = f"\\scriptsize $\\pm$ \\texttt{{{jmh.format_error(metric.error)}}} " if jmh.has_error(metric) else ""
        unit = "" if single else f"& {_format_code(metric.unit)}"
        score = f"\\texttt{{{_format_score(metric.score)}}}"
        text += f"{_format_code(short[name])} & {params}{score} & {error}{unit} \\\\\n"
    return text + "\\end{tabular}"


def _format_code(text: str) -> str:
    return f"\\texttt{{{_escape(text)}}}"


def _escape(text: str) -> str:
    return escape_unprintable(text).translate(SPECIAL)


def _format_score(score: float) -> str:
    if not jmh.is_approximate(score):
        return jmh.format_score(score)
    return f"$\\approx 10^{{{jmh.find_power(score)}}}$" if jmh.find_power(score) else "$\\approx 0$"
