"""The names of contests in a table that has a column for params."""

from __future__ import annotations

from typing import NamedTuple

from clamh.model.identity import spell_key
from clamh.model.summary import Contest, Summary
from clamh.report import formatting
from clamh.report.units import format_threads


class Subject(NamedTuple):
    """A contest's benchmark, the values of its params, and both in one text; `params` is the heading of the column of
    values.

    `order` is a sort key: the name, then the params, compared as numbers if they are numbers.
    """

    name: str
    values: str
    whole: str
    params: str
    order: tuple


def name_subjects(summary: Summary) -> list[Subject]:
    """The names of each contest, in the contests' order.

    Values stand without their params' names if all contests have the same params (these are then the heading) or one
    param each.
    """
    name_sets = list(dict.fromkeys(_name_values(contest) for contest in summary.contests if contest.params))
    bare = len(name_sets) == 1 or all(len(names) == 1 for names in name_sets)
    heading = ", ".join(name_sets[0]) if len(name_sets) == 1 else "param" if name_sets and bare else ""
    return [_subject(contest, heading, bare) for contest in summary.contests]


def _name_values(contest: Contest) -> tuple[str, ...]:
    """The names of the contest's values: those of its params, and "row" for a named row of params."""
    return tuple(name or "row" for name, _ in formatting.list_values(formatting.find_speller(contest)))


def _subject(contest: Contest, heading: str, bare: bool) -> Subject:
    row = formatting.find_speller(contest)
    mode = row.mode if row.mode != formatting.USUAL_MODE else ""
    name = " ".join(
        filter(None, [spell_key(row.key, row.benchmark, row.platform), mode,
                      format_threads(row.threads, row.members)]))
    values = ", ".join(formatting.format_values(row)) if bare else formatting.format_params(row)
    return Subject(name, values, f"{name} {values}".strip(), heading,
                   (name, [_sortable(value) for value in row.params.values()]))


def _sortable(value: str) -> tuple[float, str]:
    try:
        return float(value), ""
    except ValueError:
        return float("inf"), value
