"""What JMH's formats are made of: its results as data, its way of writing numbers, its short names.

Source: org.openjdk.jmh.results.format and org.openjdk.jmh.util.{ScoreFormatter,ClassUtils} of JMH 1.37, read and then
compared byte by byte with what they write (tests/golden/jmh/formats).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from itertools import takewhile
from typing import NamedTuple

from clamh.judging.statistics import jmh
from clamh.model.summary import Row, Secondary, Summary

PLACES = 3
LEAST = 0.001  # no error is shown as 0.000
APPROXIMATE = 0.0005  # smaller scores are told by their power of ten
WIDE = Context(prec=400)  # enough for every double to three places
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Metric(NamedTuple):
    """One line of a result: `label` is "" for the primary one; `error` is NaN where there is none."""

    label: str
    count: int
    score: float
    error: float
    unit: str


class Result(NamedTuple):
    """One benchmark in one mode with one set of params; its primary metric comes first."""

    benchmark: str
    mode: str
    threads: int
    params: dict[str, str]
    metrics: tuple[Metric, ...]


def results(summary: Summary) -> list[Result]:
    """The rows in the order of the table; one without a score, which must not be missing, has count 0 and NaN."""
    made = []
    for row, params in zip(summary.rows, params_of(summary), strict=True):
        figures = row.pooled or jmh.pooled([])
        metric = Metric("", figures.count, figures.mean, figures.error, row.unit)
        others = (Metric(one.label, one.pooled.count, one.pooled.mean, one.pooled.error, one.unit)
                  for one in secondary(row))
        made.append(Result(row.benchmark, row.mode, row.threads, params, (metric, *others)))
    return made


def describe_difference(summary: Summary) -> str:
    """Where JMH's formats have another score than the report, and why; "" where they agree within Δ."""
    different = [_share(row) for row in summary.rows if differs(row, summary.delta)]
    if not different:
        return ""
    return (f"JMH's formats have another score in {len(different)} of {len(summary.rows)} rows, by up to {max(different) * 100:.2g} %: the mean of all "
            "iterations, with the time in which threads waited for a CPU.")


def differs(row: Row, delta: float) -> bool:
    """Whether JMH's score of the row, the mean of all iterations, is not the one over forks that the report has."""
    return _share(row) > delta


def _share(row: Row) -> float:
    if not row.score or not row.pooled or not 0 < row.score < math.inf or not math.isfinite(row.pooled.mean):
        return 0.0
    return abs(row.pooled.mean / row.score - 1)


def secondary(row: Row) -> list[Secondary]:
    """The row's secondary results in JMH's order, by name."""
    return sorted(row.secondary, key=lambda one: one.label)


def params_of(summary: Summary) -> list[dict[str, str]]:
    """Each row's params; what of platform and build differs between rows is one more, since JMH has no place for it."""
    rows: Sequence[Row] = summary.rows
    added = {}
    for field in ("platform", "build"):
        if len({getattr(row, field) for row in rows}) > 1:
            added[f"clamh.{field}" if any(field in row.params for row in rows) else field] = field
    return [{**row.params, **{name: getattr(row, field) for name, field in added.items()}} for row in rows]


def param_names(made: Iterable[Result]) -> list[str]:
    """Every param of any result, sorted, as JMH's columns are."""
    return sorted({name for one in made for name in one.params})


def lines(made: Iterable[Result]) -> list[tuple[str, Result, Metric]]:
    """A line per metric: the full name (with `:label` for a secondary one), its result, the metric."""
    return [
        (f"{one.benchmark}:{metric.label}" if metric.label else one.benchmark, one, metric)
        for one in made for metric in one.metrics
    ]


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name without the packages that all share, or with their first letters where some have further packages."""
    split = {name: _packages(name) for name in names}
    first, *others = split.values() or [[]]
    shared, cut = list(takewhile(lambda part: part == part.lower(), first)), False
    for parts in others:
        kept = [mine for mine, _ in takewhile(lambda pair: pair[0] == pair[1], zip(shared, parts))]
        shared, cut = kept, cut or len(kept) < len(shared)
    lead = [part[:1] if cut else "" for part in shared]
    # A function without a class may be all package to JMH's rule; its name stays.
    return {name: ".".join(filter(None, [*lead, *parts[len(lead):]])) or name for name, parts in split.items()}


def _packages(name: str) -> list[str]:
    """The name's parts as Java splits them: empty ones at the end do not count."""
    parts = name.split(".")
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts


def fixed(value: float, places: int) -> str:
    """The number as Java's %.<places>f writes it: half up from its shortest digits, where C rounds its exact value."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return f"{Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, WIDE):f}"


def shortest(value: float) -> str:
    """The number as Java's Double.toString has it: with a decimal point, and an exponent below 0.001 and from 10⁷."""
    exact = Decimal(repr(float(value)))
    sign, digits, exponent = exact.as_tuple()
    if not value or 1e-3 <= abs(value) < 1e7:
        plain = f"{exact:f}"
        return plain if "." in plain else f"{plain}.0"
    text = "".join(map(str, digits)).rstrip("0")
    return f"{'-' * sign}{text[0]}.{text[1:] or '0'}E{len(digits) + exponent - 1}"


def approximate(score: float) -> bool:
    """Whether JMH tells only the power of ten of this score, and no error."""
    return score < APPROXIMATE


def power(score: float) -> int:
    """The power of ten that an approximate score is told by; 0 where there is none."""
    return math.floor(math.log10(score) + 0.5) if score > 0 else 0


def score_text(score: float) -> str:
    """A score as JMH prints it: three places, or ≈ and a power of ten."""
    if not approximate(score):
        return fixed(score, PLACES)
    return f"≈ 10{str(power(score)).translate(SUPERSCRIPT)}" if power(score) else "≈ 0"


def error_text(error: float) -> str:
    """An error as JMH prints it, never below one unit of the last place."""
    return fixed(max(error, LEAST), PLACES)


def has_error(metric: Metric) -> bool:
    """Whether JMH prints the metric's error."""
    return not math.isnan(metric.error) and not approximate(metric.score)
