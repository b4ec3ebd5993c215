"""The names of contests in a table that has a column for params."""

from __future__ import annotations

from typing import NamedTuple

from clamh.model.summary import Contest, Summary
from clamh.report import formatting


class Subject(NamedTuple):
    """A contest's benchmark, the values of its params, and both in one text; `params` is the heading of the column of
    values.

    `order` is a sort key: the name, then the params, compared as numbers if they are numbers. The name ends with
    `suite` (` in FOLDER`), which is "" unless several suites have the benchmark.
    """

    name: str
    values: str
    whole: str
    params: str
    order: tuple
    suite: str


def name_subjects(summary: Summary) -> list[Subject]:
    """The names of each contest, in the contests' order.

    Values stand without their params' names if all contests have the same params (these are then the heading) or one
    param each.
    """
    name_sets = list(dict.fromkeys(_name_values(contest) for contest in summary.contests if contest.params))
    bare = len(name_sets) == 1 or all(len(names) == 1 for names in name_sets)
    heading = ", ".join(name_sets[0]) if len(name_sets) == 1 else "param" if name_sets and bare else ""
    suites = formatting.name_suites(summary)
    return [_subject(contest, heading, bare, suites[contest.rows[0].case_id]) for contest in summary.contests]


def _name_values(contest: Contest) -> tuple[str, ...]:
    """The names of the contest's values: those of its params, and "row" for a named row of params."""
    return tuple(name or "row" for name, _ in formatting.list_values(formatting.find_speller(contest)))


def _subject(contest: Contest, heading: str, bare: bool, suite: str) -> Subject:
    row = formatting.find_speller(contest)
    name = formatting.name_benchmark(row, "", "") + suite
    values = ", ".join(formatting.format_values(row)) if bare else formatting.format_params(row)
    return Subject(name, values, f"{name} {values}".strip(), heading,
                   (name, [_sortable(value) for value in row.params.values()]), suite)


def _sortable(value: str) -> tuple[float, str]:
    try:
        return float(value), ""
    except ValueError:
        return float("inf"), value
