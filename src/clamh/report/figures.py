"""The numbers behind charts as plain records, for the HTML report (page/) and for `clamh plot`.

A record per row has its relative time and its score, a record per fork the values of its samples and iterations.
Vega-Lite unpacks the lists (charts.py), so that a page and a picture draw the same data.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from clamh.model.results import CaseResult, ForkResult
from clamh.model.scores import cost_ns, of_cost_ns
from clamh.model.summary import Contest, ForkScores, Interval, Row, Summary
from clamh.report.escape import escape_for_xml
from clamh.report.matrix import relate
from clamh.report.names import Subject, name_subjects
from clamh.report.scores import UNITS

MAX_NUMBERS = 250_000  # values of samples in all figures together: 2 MB of text
LOG_FACTOR, DOUBLED = 20, 1.9  # quotients of values from which an axis is logarithmic
MAX_OF_FORK, MIN_OF_FORK = 200, 12  # values of a fork
Record = dict[str, Any]


class Named(NamedTuple):
    """A contest, its names, and its number in the summary."""

    place: int
    contest: Contest
    subject: Subject


def name_contests(summary: Summary) -> list[Named]:
    """Each contest with its names, in the order of the summary."""
    return [Named(place, contest, subject)
            for place, (contest, subject) in enumerate(zip(summary.contests, name_subjects(summary), strict=True))]


class Scale(NamedTuple):
    """The unit of a row's charts, and the factor from the row's own unit to it."""

    unit: str
    factor: float


def find_scales(contests: Sequence[Named]) -> dict[str, Scale]:
    """The scale of each row, by case_id: charts have the unit of the first row of a benchmark in a mode, since sides
    and params may have units of their own.
    """
    units: dict[tuple[str, str], str] = {}
    scales = {}
    for named in contests:
        for row in named.contest.rows:
            unit = units.setdefault((named.subject.name, row.mode), row.unit)
            scales[row.case_id] = Scale(unit, of_cost_ns(cost_ns(1.0, row.unit), unit))
    return scales


def record_row(named: Named, row: Row, row_names: Mapping[str, str], scale: Scale) -> Record:
    """The figures of a row with a score: relative time, score and params. A missing figure is null.

    The score is in the unit of the row; `scale` is the factor to that of charts. `row_names` has the name of each case.
    """
    relative = relate(named.contest, row) if row.comparable else None
    compared = relative and not (relative.ratio and relative.ratio.not_compared)
    return {
        "side": escape_label(row_names[row.case_id]),
        "case": escape_label(named.subject.whole),
        "unit": row.unit,
        **({"scale": scale.factor} if scale.factor != 1 else {}),
        **dict(
            zip(("value", "low", "high"),
                _round_ends(relative.value, relative.interval) if compared else (None,) * 3, strict=True)),
        **dict(zip(("score", "score_low", "score_high"), _round_ends(row.score, row.interval), strict=True)),
        "params": {escape_label(name): read_number(escape_label(value)) for name, value in row.params.items()},
    }


def escape_label(text: str) -> str:
    """A name for a chart: without control characters, and without those that XML forbids, at which the chart library
    aborts.
    """
    return escape_for_xml(text)


def _round_ends(value: float | None, interval: Interval | None) -> tuple[float | None, ...]:
    return (round_digits(value), *((round_digits(interval.low), round_digits(interval.high)) if interval else
                                   (None, None)))


def read_number(text: str) -> float | str:
    """The value of a param as a number if it is finite and numeric."""
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


def round_digits(value: float | None, digits: int = 6) -> float | None:
    """The value with so many significant digits; None for a value that JSON cannot express."""
    return None if value is None or not math.isfinite(value) else float(f"{value:.{digits}g}")


def record_forks(row: Row, result: CaseResult | None, most: int) -> list[Record]:
    """The forks of a row: `scores` of its iterations, of which the first `warmup` are warmup, and `samples` in ns per
    operation, ascending.

    Of more than `most` samples their quantiles are kept, and `all_samples` has the number of all.
    """
    raw = {fork.start.fork: fork for fork in result.forks} if result else {}
    counted = [fork.fork for fork in row.fork_scores if fork.counts]
    costs = dict(zip(counted, (total.costs for total in row.sets))) if len(row.sets) == len(counted) else {}
    records = []
    for fork in row.fork_scores:
        samples, count = take_quantiles(*costs_of_fork(row, fork, raw.get(fork.fork), costs.get(fork.fork, ())), most)
        warmup = _shorten_series(fork.warmup, most)
        records.append({
            "fork": fork.fork,
            "counts": fork.counts,
            "warmup": len(warmup),
            "scores": [*warmup, *_shorten_series(fork.measurement, most)],
            "samples": samples,
            "all_samples": count,
            **({"failure": fork.failure} if fork.failure else {}),
        })
    return records


def costs_of_fork(row: Row, fork: ForkScores, raw: ForkResult | None,
                  slices: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """The times of a fork's samples in ns per operation, and the number of each: slices of turns, samples, or else
    iterations.
    """
    if fork.samples and not slices:
        pairs = [pair for histogram in fork.samples for pair in histogram]
        return np.array([cost_ns(value, row.unit) for value, _ in pairs]), np.array([number for _, number in pairs])
    costs = np.array(slices) if slices else np.concatenate([[], *_list_samples(raw)])
    if not costs.size:
        costs = np.array([cost_ns(score, row.unit) for score in fork.measurement])
    return costs, np.ones(costs.size, dtype=int)


def _list_samples(raw: ForkResult | None) -> Iterator[np.ndarray]:
    """The samples of each iteration and thread. A sample has the same number of operations as the others of its thread.
    """
    for iteration in raw.measurement if raw else ():
        for thread in iteration.threads:
            if thread.sample_ns and thread.operations:
                yield np.array(thread.sample_ns) * (len(thread.sample_ns) / thread.operations)


def take_quantiles(values: np.ndarray, numbers: np.ndarray, most: int) -> tuple[list[float], int]:
    """At most `most` values, ascending, evenly spaced among all, and the number of all; each value occurs so many
    times.
    """
    finite = np.isfinite(values)
    order = np.argsort(values[finite], kind="stable")
    below = np.cumsum(numbers[finite][order])
    count = int(below[-1]) if below.size else 0
    wanted = np.arange(count) if count <= most else np.round(np.linspace(0, count - 1, most))
    return [float(f"{value:.5g}")
            for value in values[finite][order][np.searchsorted(below, wanted, side="right")]], count


def _shorten_series(values: Sequence[float], most: int) -> list[float | None]:
    """The series; of a longer series so many values, evenly spaced, with the first and the last."""
    if len(values) > most:
        values = [values[round(place * (len(values) - 1) / (most - 1))] for place in range(most)]
    return [round_digits(value, 5) for value in values]


def limit_samples(summary: Summary) -> int:
    """The number of samples to keep of each fork."""
    forks = sum(len(row.fork_scores) for row in summary.rows)
    return max(MIN_OF_FORK, min(MAX_OF_FORK, MAX_NUMBERS // max(1, forks)))


def find_axis(contests: Sequence[Contest]) -> str:
    """The param with the most different numbers, for the axis of a chart; "" if no param has two."""
    params = dict.fromkeys(name for contest in contests for name in contest.params)
    values = {
        name: [read_number(contest.params[name]) for contest in contests if name in contest.params] for name in params
    }
    numbers = {
        name: len(set(found)) for name, found in values.items() if all(isinstance(value, float) for value in found)
    }
    best = max(numbers, key=numbers.get, default="")
    return best if best and numbers[best] > 1 else ""


def choose_unit(costs: Sequence[float]) -> tuple[str, int]:
    """The largest unit of time in which the least of these ns is at least 1, and its length in ns."""
    least = min((cost for cost in costs if 0 < cost < math.inf), default=1.0)
    return [(name, size) for name, size in UNITS.items() if least >= size or size == 1][-1]


def needs_log(values: Sequence[float | None]) -> bool:
    """Whether a linear axis would hide the differences of most of these values, because they span a large factor."""
    numbers = [value for value in values if value is not None]
    return bool(numbers) and min(numbers) > 0 and max(numbers) / min(numbers) >= LOG_FACTOR


def grows_by_factors(values: Sequence[float | None]) -> bool:
    """Whether each of three or more different values is about twice its predecessor, or more: sizes that users double.
    """
    numbers = sorted({value for value in values if value is not None})
    return len(numbers) > 2 and numbers[0] > 0 and all(b / a >= DOUBLED for a, b in pairwise(numbers))
