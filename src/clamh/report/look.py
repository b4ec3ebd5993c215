"""How a report is to look; facts of where it is printed, which no report asks for itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Look(NamedTuple):
    """`titles` are the languages' names by id, for sentences. `width` (columns) and `color` concern tables only; without
    `unicode` tables and logs are plain ASCII. `by` (options.BY) divides or orders a table otherwise than by benchmark and params.

    Not `full` is the first screen. There `short_titles` are for a narrow table, `sort` is one of options.SORTS or "" (as in the sources), `time_unit` the
    unit of scores that was asked for, and `more` the command that shows everything.
    """

    titles: Mapping[str, str] = {}
    width: int = 80
    color: bool = False
    unicode: bool = True
    by: str = ""
    full: bool = True
    short_titles: Mapping[str, str] = {}
    sort: str = ""
    time_unit: str = ""
    more: str = "clamh report"
