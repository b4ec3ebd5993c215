"""What a contest is called in a table with a column for its params."""

from __future__ import annotations

from typing import NamedTuple

from clamh.model.identity import as_spelled
from clamh.model.summary import Contest, Summary
from clamh.report import words
from clamh.report.units import threads


class Subject(NamedTuple):
    """A contest's benchmark, the values of its params, and both in one; `params` heads the column of values.

    `order` sorts by name, and by params as numbers where they are.
    """

    name: str
    values: str
    whole: str
    params: str
    order: tuple


def name_subjects(summary: Summary) -> list[Subject]:
    """The names of each contest, in their order.

    Values stand without the names of their params where all contests have the same params, which then head the column, or one each.
    """
    known = list(dict.fromkeys(tuple(contest.params) for contest in summary.contests if contest.params))
    bare = len(known) == 1 or all(len(names) == 1 for names in known)
    heading = ", ".join(known[0]) if len(known) == 1 else "param" if known and bare else ""
    return [_subject(contest, heading, bare) for contest in summary.contests]


def _subject(contest: Contest, heading: str, bare: bool) -> Subject:
    row = words.speller(contest)
    mode = row.mode if row.mode != words.USUAL_MODE else ""
    name = " ".join(filter(None, [as_spelled(row.key, row.benchmark, row.platform), mode, threads(row.threads, row.members)]))
    values = ", ".join(words.values(row)) if bare else words.params(row)
    return Subject(name, values, f"{name} {values}".strip(), heading, (name, [_sortable(value) for value in row.params.values()]))


def _sortable(value: str) -> tuple[float, str]:
    try:
        return float(value), ""
    except ValueError:
        return float("inf"), value
