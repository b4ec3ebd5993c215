"""The sections of a table: one per benchmark with its params, or as --by requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.model.identity import spell_key
from clamh.model.summary import Comparison, Row, Summary
from clamh.report import formatting
from clamh.report.conclusion import add_sources, name_pairs
from clamh.report.units import format_threads


class Section(NamedTuple):
    """A heading and the rows under it: each row's label and its index among all rows."""

    heading: str
    rows: list[tuple[str, int]]


def divide_summary(summary: Summary, by: str = "") -> list[Section]:
    """The sections of a run's table; `by` is "" or one of options.BY. Indexes are those of `summary.rows`."""
    if by:
        names = add_sources(summary, _name_sides(summary.rows, by))
        return _regroup(summary.rows, by, [names[row.case_id] for row in summary.rows])
    places, names = iter(range(len(summary.rows))), add_sources(summary)
    return [Section(formatting.build_heading(contest), [(names[row.case_id], next(places)) for row in contest.rows])
            for contest in summary.contests]


def divide_comparison(comparison: Comparison, by: str = "") -> list[Section]:
    """The sections of two runs' pairs."""
    rows = [pair.row for pair in comparison.pairs]
    if by:
        return _regroup(rows, by, name_pairs(comparison, _name_sides(rows, by)))
    firsts = {row.key: row for row in reversed(rows)}  # a benchmark has one spelling, also where runs share no row
    spelled = [replace(row, benchmark=firsts[row.key].benchmark, platform=firsts[row.key].platform) for row in rows]
    headings = [formatting.name_benchmark(row, formatting.format_params(row), " ") for row in spelled]
    names = name_pairs(comparison)
    sections: dict[str, list[tuple[str, int]]] = {}  # rows of a benchmark may be in several files
    for place, heading in enumerate(headings):
        sections.setdefault(heading, []).append((names[place], place))
    return [Section(heading, named) for heading, named in sections.items()]


def _name_sides(rows: Sequence[Row], by: str) -> dict[str, str]:
    """The name of each side in labels; a heading with the platform leaves only the build to name."""
    return {row.side: row.build if by == "platform" else row.side for row in rows}


def _regroup(rows: Sequence[Row], by: str, names: Sequence[str]) -> list[Section]:
    """A section for all rows with the same platform, key, params or mode, in order of first occurrence.

    `names` has the name of each row's side.
    """
    places_by_group: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        places_by_group.setdefault(_group_key(row, by), []).append(place)
    return [
        Section(_build_heading(rows[places[0]], by),
                [(_build_label(rows[place], by, names[place]), place) for place in places])
        for places in places_by_group.values()
    ]


def _group_key(row: Row, by: str) -> str:
    return repr(sorted(row.params.items())) if by == "param" else getattr(row, by)


def _build_heading(row: Row, by: str) -> str:
    match by:
        case "key":
            return spell_key(row.key, row.benchmark, row.platform)
        case "param":
            return formatting.format_params(row) or "no params"
    return getattr(row, by)


def _build_label(row: Row, by: str, name: str) -> str:
    """The facts about a row that its heading omits."""
    params = formatting.format_params(row) if by != "param" else ""
    return " ".join(filter(None, [
        spell_key(row.key, row.benchmark, row.platform) if by != "key" else "",
        f"({params})" if params else "",
        row.mode if by != "mode" and row.mode != formatting.USUAL_MODE else "",
        format_threads(row.threads, row.members),
        name.strip(),
        formatting.MARKS.get(row.baseline, ""),
    ]))
