"""ParamRows: rows of values of several params, used instead of every combination."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from clamh.model.identity import param_key
from clamh.model.sources import Declaration, Location
from clamh.sources.annotations.sources import Sources, locate_argument

# One value of a row: text in single quotes, with '' for a quote in it, or any text without a comma.
VALUE = re.compile(r"\s*(?:'((?:[^']|'')*)'|([^,]*?))\s*(?:,|$)")


def split_row(row: str) -> tuple[str, ...] | None:
    """The comma-separated values of a row, without surrounding blanks; None if a quote is not closed.

    A value in single quotes keeps its commas and blanks.
    """
    values: list[str] = []
    position = 0
    while True:
        match = VALUE.match(row, position)
        if match is None or match[1] is None and match[2].startswith("'"):
            return None
        values.append(match[1].replace("''", "'") if match[1] is not None else match[2])
        if match.end() == len(row) and not match[0].endswith(","):
            return tuple(values)
        position = match.end()


def param_rows(
    sources: Sources, declaration: Declaration, fields: Sequence[Declaration]
) -> tuple[tuple[str, ...], ...]:
    """The rows of a state's ParamRows; the first has the names in `fields`. () if there are no rows or wrong ones."""
    checked = sources.annotation(declaration, "ParamRows")
    if checked is None or "value" not in checked.values:
        return ()
    before = len(sources.problems)
    place = locate_argument(checked)
    rows = []
    for row in checked.values["value"]:
        values = split_row(row)
        if values is None:
            sources.report("rows-quote", f"a quote is not closed in the row \"{row}\"", place,
                           "write 'text' around a value, and '' for a quote inside it")
        rows.append(values or ())
    header, *rest = rows
    if len(sources.problems) == before:
        names = _match_header(sources, header, fields, place)
        _check_rows(sources, header, rest, place)
        if len(sources.problems) == before:
            return (tuple(names), *rest)
    return ()


def _match_header(sources: Sources, header: Sequence[str], fields: Sequence[Declaration], place: Location) -> list[str]:
    """The field names for the names in the header, compared as params are between languages."""
    known = {param_key(field.name): field.name for field in fields}
    for name, count in Counter(map(param_key, filter(None, header))).items():
        if count > 1:
            sources.report("rows-repeated-name", f"the first row names {known.get(name, name)} {count} times", place,
                           "name each param once")
    for name in header:
        if not name or param_key(name) not in known:
            hint = f"params: {', '.join(known.values())}; for another one write @Param on its field" if known else (
                "annotate its fields with @Param")
            sources.report("rows-unknown-param", f"the first row names '{name}', which is not a param of the state",
                           place, hint)
    return [known.get(param_key(name), name) for name in header if name]


def _check_rows(sources: Sources, header: Sequence[str], rows: Sequence[Sequence[str]], place: Location) -> None:
    if not rows:
        sources.report("rows-empty", "ParamRows has names but no values", place,
                       'write rows of values after the names: @ParamRows({"n,a", "1,1.5", "8,2.5"})')
    for row, count in Counter(tuple(row) for row in rows).items():
        if len(row) != len(header):
            sources.report(
                "rows-width", f"the row \"{','.join(row)}\" has {len(row)} values for {len(header)} params", place,
                f"give each of {', '.join(header)} one value; put single quotes around a value with a comma")
        elif count > 1:
            sources.report("rows-repeated", f"the row \"{','.join(row)}\" occurs {count} times", place,
                           "delete the others")
