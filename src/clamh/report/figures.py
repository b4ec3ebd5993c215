"""The numbers behind charts as plain records, for the HTML report (page/) and for `clamh plot`.

A record per row has its relative time and its score, a record per fork the values of its samples and iterations. Vega-Lite
unpacks the lists (charts.py), so that a page and a picture draw the same data.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from clamh.model.results import CaseResult, ForkResult, Run
from clamh.model.scores import cost_ns
from clamh.model.summary import Contest, ForkScores, Interval, Row, Summary
from clamh.report.conclusion import name_sides
from clamh.report.escape import escape_unprintable
from clamh.report.matrix import relate
from clamh.report.names import Subject, name_subjects
from clamh.report.scores import UNITS

MAX_NUMBERS = 250_000  # values of samples in all figures together: 2 MB of text
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


def list_side_names(summary: Summary, run: Run, titles: Mapping[str, str]) -> dict[str, str]:
    """The name of each side, in the order of the columns of the first screen."""
    return name_sides(list(dict.fromkeys(row.side for row in summary.rows)), run, titles)


def record_row(named: Named, row: Row, side_names: Mapping[str, str]) -> Record:
    """The figures of a row with a score: relative time, score and params. A missing figure is null."""
    relative = relate(named.contest, row) if row.comparable else None
    compared = relative and not (relative.ratio and relative.ratio.not_compared)
    return {
        "side": side_names[row.side], "benchmark": named.subject.name, "case": named.subject.whole, "unit": row.unit,
        **dict(zip(("value", "low", "high"), _round_ends(relative.value, relative.interval) if compared else (None,) * 3, strict=True)),
        **dict(zip(("score", "score_low", "score_high"), _round_ends(row.score, row.interval), strict=True)),
        "params": {escape_unprintable(name): read_number(value) for name, value in row.params.items()},
    }


def _round_ends(value: float | None, interval: Interval | None) -> tuple[float | None, ...]:
    return (round_digits(value), *((round_digits(interval.low), round_digits(interval.high)) if interval else (None, None)))


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
    """The forks of a row: `scores` of its iterations, of which the first `warmup` are warmup, and `samples` in ns per operation, ascending.

    Of more than `most` samples their quantiles are kept, and `all_samples` has the number of all.
    """
    raw = {fork.start.fork: fork for fork in result.forks} if result else {}
    costs = {total.number: total.costs for total in row.sets}
    records = []
    for fork in row.fork_scores:
        pairs = costs_of_fork(row, fork, raw.get(fork.fork), costs.get(fork.fork, ()))
        samples, count = take_quantiles(pairs, most)
        warmup = _shorten_series(fork.warmup, most)
        records.append({
            "fork": fork.fork, "counts": fork.counts, "warmup": len(warmup), "scores": [*warmup, *_shorten_series(fork.measurement, most)],
            "samples": samples, "all_samples": count,
            **({"failure": fork.failure} if fork.failure else {}),
        })
    return records


def costs_of_fork(row: Row, fork: ForkScores, raw: ForkResult | None, slices: Sequence[float]) -> list[tuple[float, int]]:
    """The times of a fork's samples in ns per operation, each with its number: slices of turns, samples, or else iterations."""
    if slices:
        return [(cost, 1) for cost in slices]
    if fork.samples:
        return [(cost_ns(value, row.unit), count) for histogram in fork.samples for value, count in histogram]
    return list(_list_samples(raw)) or [(cost_ns(score, row.unit), 1) for score in fork.measurement]


def _list_samples(raw: ForkResult | None) -> Iterator[tuple[float, int]]:
    for iteration in raw.measurement if raw else ():
        for thread in iteration.threads:
            if thread.sample_invocations and thread.sample_ns and thread.operations:
                # A sample may contain several operations per invocation.
                operations = thread.operations / len(thread.sample_ns)
                yield from ((ns / operations, 1) for ns in thread.sample_ns)


def take_quantiles(pairs: Sequence[tuple[float, int]], most: int) -> tuple[list[float], int]:
    """At most `most` values, ascending, evenly spaced among all (value, number), and the number of all."""
    ordered = sorted((value, number) for value, number in pairs if math.isfinite(value) and number > 0)
    count = sum(number for _, number in ordered)
    if count <= most:
        return [_short(value) for value, number in ordered for _ in range(number)], count
    wanted = [round(place * (count - 1) / (most - 1)) for place in range(most)]
    taken, below, places = [], 0, iter(wanted)
    place = next(places)
    for value, number in ordered:
        below += number
        while place is not None and place < below:
            taken.append(_short(value))
            place = next(places, None)
    return taken, count


def _shorten_series(values: Sequence[float], most: int) -> list[float | None]:
    """The series; of a longer series so many values, evenly spaced, with the first and the last."""
    if len(values) > most:
        values = [values[round(place * (len(values) - 1) / (most - 1))] for place in range(most)]
    return [round_digits(value, 5) for value in values]


def _short(value: float) -> float:
    return float(f"{value:.5g}")


def limit_samples(summary: Summary) -> int:
    """The number of samples to keep of each fork."""
    forks = sum(len(row.fork_scores) for row in summary.rows)
    return max(MIN_OF_FORK, min(MAX_OF_FORK, MAX_NUMBERS // max(1, forks)))


def find_axis(contests: Sequence[Contest]) -> str:
    """The param with the most different numbers, for the axis of a chart; "" if no param has two."""
    params = dict.fromkeys(name for contest in contests for name in contest.params)
    values = {name: [read_number(contest.params[name]) for contest in contests if name in contest.params] for name in params}
    numbers = {name: len(set(found)) for name, found in values.items() if all(isinstance(value, float) for value in found)}
    best = max(numbers, key=numbers.get, default="")
    return best if best and numbers[best] > 1 else ""


def choose_unit(costs: Sequence[float]) -> tuple[str, int]:
    """The largest unit of time in which the least of these ns is at least 1, and its length in ns."""
    least = min((cost for cost in costs if 0 < cost < math.inf), default=1.0)
    return [(name, size) for name, size in UNITS.items() if least >= size or size == 1][-1]


def needs_log(values: Sequence[float | None], factor: float = 20) -> bool:
    """Whether a linear axis would hide the differences of most of these values: they span a large factor, or grow by factors."""
    numbers = sorted({value for value in values if value is not None})
    if len(numbers) < 2 or numbers[0] <= 0:
        return False
    grows = len(numbers) > 2 and all(b / a >= 1.9 for a, b in pairwise(numbers))
    return numbers[-1] / numbers[0] >= factor or grows
