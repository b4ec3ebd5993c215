"""How a table is divided: by benchmark with its params, or by what --by says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from clamh.model.identity import as_spelled
from clamh.model.summary import Comparison, Row, Summary
from clamh.report import words
from clamh.report.units import threads


class Section(NamedTuple):
    """A heading and what stands under it: each row's name there, and its place among all rows."""

    heading: str
    rows: list[tuple[str, int]]


def of_summary(summary: Summary, by: str = "") -> list[Section]:
    """The sections of a run's table; `by` is "" or one of options.BY. Places are those in `summary.rows`."""
    if by:
        return _regrouped(summary.rows, by)
    places = iter(range(len(summary.rows)))
    return [Section(words.heading(contest), [(row.side, next(places)) for row in contest.rows])
            for contest in summary.contests]


def of_comparison(comparison: Comparison, by: str = "") -> list[Section]:
    """The same of two runs' pairs."""
    rows = [pair.row for pair in comparison.pairs]
    if by:
        return _regrouped(rows, by)
    headings = [words.named(row, words.params(row), " ") for row in rows]
    return [Section(heading, [(rows[place].side, place) for place in places])
            for heading, places in groupby(range(len(rows)), key=lambda place: headings[place])]


def _regrouped(rows: Sequence[Row], by: str) -> list[Section]:
    """Rows with the same platform, key, params or mode together, in the order in which each first occurs."""
    found: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        found.setdefault(_same(row, by), []).append(place)
    return [Section(_heading(rows[places[0]], by), [(_label(rows[place], by), place) for place in places])
            for places in found.values()]


def _same(row: Row, by: str) -> str:
    return repr(sorted(row.params.items())) if by == "param" else getattr(row, by)


def _heading(row: Row, by: str) -> str:
    match by:
        case "key":
            return as_spelled(row.key, row.benchmark, row.platform)
        case "param":
            return words.params(row) or "no params"
    return getattr(row, by)


def _label(row: Row, by: str) -> str:
    """What the heading leaves to be said of a row."""
    params = words.params(row) if by != "param" else ""
    return " ".join(filter(None, [
        as_spelled(row.key, row.benchmark, row.platform) if by != "key" else "",
        f"({params})" if params else "",
        row.mode if by != "mode" and row.mode != words.USUAL_MODE else "",
        threads(row.threads, row.members),
        row.side if by != "platform" else row.build,
        words.MARKS.get(row.baseline, ""),
    ]))
