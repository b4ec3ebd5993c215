"""The parts of JMH's formats: its results as data, its number formatting, its short names.

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
MIN_ERROR = 0.001  # smaller errors are printed as this
APPROXIMATE = 0.0005  # of smaller scores only the power of ten is printed
WIDE = Context(prec=400)  # enough for every double to three places
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Metric(NamedTuple):
    """One line of a result: `label` is "" for the primary metric; `error` is NaN if there is none."""

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
    operations: float = 0.0  # measured in all counted forks; 0 if unknown


def collect_results(summary: Summary) -> list[Result]:
    """The rows in the order of the table. A row without a score must not be missing: it has count 0 and score NaN."""
    collected = []
    for row, params in zip(summary.rows, collect_params(summary), strict=True):
        figures = row.pooled or jmh.pool_values([])
        metric = Metric("", figures.count, figures.mean, figures.error, row.unit)
        others = (Metric(result.label, result.pooled.count, result.pooled.mean, result.pooled.error, result.unit)
                  for result in sort_secondary(row))
        metrics = (metric, *others)
        collected.append(Result(row.benchmark, row.mode, row.threads, params, metrics, row.measured_operations))
    return collected


def describe_difference(summary: Summary) -> str:
    """In how many rows JMH's score differs from the report's, and why; "" if all agree within Δ."""
    different = [_relative_difference(row) for row in summary.rows if has_other_score(row, summary.delta)]
    if not different:
        return ""
    largest = float(f"{max(different) * 100:.2g}")
    return (
        f"JMH's formats have a different score in {len(different)} of {len(summary.rows)} rows, by up to "
        f"{largest:,g} %: the mean of all iterations, including time in which threads waited for a CPU.")


def has_other_score(row: Row, delta: float) -> bool:
    """Whether JMH's score of the row (the mean of all iterations) differs from the report's (over forks) by more than
    Δ.
    """
    return _relative_difference(row) > delta


def _relative_difference(row: Row) -> float:
    if not row.score or not row.pooled or not 0 < row.score < math.inf or not math.isfinite(row.pooled.mean):
        return 0.0
    return abs(row.pooled.mean / row.score - 1)


def sort_secondary(row: Row) -> list[Secondary]:
    """The row's secondary results sorted by name, as in JMH."""
    return sorted(row.secondary, key=lambda result: result.label)


def collect_params(summary: Summary) -> list[dict[str, str]]:
    """Each row's params. JMH has no field for platform and build, so each is added as a param if it differs between
    rows.
    """
    rows: Sequence[Row] = summary.rows
    added = {}
    for field in ("platform", "build"):
        if len({getattr(row, field) for row in rows}) > 1:
            added[f"clamh.{field}" if any(field in row.params for row in rows) else field] = field
    return [{**row.params, **{name: getattr(row, field) for name, field in added.items()}} for row in rows]


def list_param_names(results: Iterable[Result]) -> list[str]:
    """The names of all params of all results, sorted as JMH sorts its columns."""
    return sorted({name for result in results for name in result.params})


def list_metrics(results: Iterable[Result]) -> list[tuple[str, Result, Metric]]:
    """A line per metric: the full name (with `:label` for a secondary one), its result, the metric."""
    return [
        (f"{result.benchmark}:{metric.label}" if metric.label else result.benchmark, result, metric)
        for result in results for metric in result.metrics
    ]


def shorten_names(names: Sequence[str]) -> dict[str, str]:
    """Each name without the packages that all names share; with their first letters if some names have further
    packages.
    """
    split = {name: _split_packages(name) for name in names}
    first, *others = split.values() or [[]]
    shared, cut = list(takewhile(lambda part: part == part.lower(), first)), False
    for parts in others:
        common = [part for part, _ in takewhile(lambda pair: pair[0] == pair[1], zip(shared, parts))]
        shared, cut = common, cut or len(common) < len(shared)
    lead = [part[:1] if cut else "" for part in shared]
    # By JMH's rule the whole name of a function without a class may be a package; such a name stays unchanged.
    return {name: ".".join(filter(None, [*lead, *parts[len(lead):]])) or name for name, parts in split.items()}


def _split_packages(name: str) -> list[str]:
    """The parts of the name as Java's split() returns them: without empty parts at the end."""
    parts = name.split(".")
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts


def format_fixed(value: float, places: int) -> str:
    """The number as Java's %.<places>f writes it: its shortest digits rounded half up (C rounds the exact value)."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return f"{Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, WIDE):f}"


def format_shortest(value: float) -> str:
    """The number as Java's Double.toString writes it: with a decimal point, and with an exponent below 0.001 and from
    10⁷.
    """
    exact = Decimal(repr(float(value)))
    sign, digits, exponent = exact.as_tuple()
    if not value or 1e-3 <= abs(value) < 1e7:
        plain = f"{exact:f}"
        return plain if "." in plain else f"{plain}.0"
    text = "".join(map(str, digits)).rstrip("0")
    return f"{'-' * sign}{text[0]}.{text[1:] or '0'}E{len(digits) + exponent - 1}"


def is_approximate(score: float) -> bool:
    """Whether JMH prints only the power of ten of this score, and no error."""
    return score < APPROXIMATE


def find_power(score: float) -> int:
    """The power of ten of an approximate score; 0 for a score of 0 or less."""
    return math.floor(math.log10(score) + 0.5) if score > 0 else 0


def format_score(score: float) -> str:
    """A score as JMH prints it: with three places, or as ≈ and a power of ten."""
    if not is_approximate(score):
        return format_fixed(score, PLACES)
    return f"≈ 10{str(find_power(score)).translate(SUPERSCRIPT)}" if find_power(score) else "≈ 0"


def format_error(error: float) -> str:
    """An error as JMH prints it, never below one unit of the last place."""
    return format_fixed(max(error, MIN_ERROR), PLACES)


def has_error(metric: Metric) -> bool:
    """Whether JMH prints the metric's error."""
    return not math.isnan(metric.error) and not is_approximate(metric.score)
