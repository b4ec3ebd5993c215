"""The appearance of a report. The command line determines it; reports never query the terminal themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Look(NamedTuple):
    """`titles` are the languages' names by id, for sentences. `width` (in columns) and `color` apply to tables only.

    Without `unicode`, tables and logs are plain ASCII. `by` (options.BY) divides or orders a table other than by
    benchmark and params.

    If `full` is false, the report is the first screen. For that one, `short_titles` are names for a narrow table,
    `sort` is one of options.SORTS or "" (the order of the sources), `time_unit` is the requested unit of scores, and
    `more` is the command that shows everything, and `rest` the word for where the rest of a note is. With `plot`, bars
    follow in a terminal. With `iterations`, tables also have the number of measured operations. `links` are URLs of
    sources by case_id, for a terminal with colours.
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
    rest: str = "--full"
    plot: bool = False
    iterations: bool = False
    links: Mapping[str, str] = {}
