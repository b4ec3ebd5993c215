"""ParamRows: rows of values of several params, used instead of every combination."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from clamh.model.identity import ROW_NAME, param_key
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
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The rows of a state's ParamRows, of which the first has the names in `fields`, and the names of the others.

    () if there are no rows or wrong ones, and if they have no names.
    """
    checked = sources.annotation(declaration, "ParamRows")
    if checked is None or "value" not in checked.values:
        return (), ()
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
        column = _find_names(header, fields)
        _check_rows(sources, header, rest, place)
        row_names = [row[column] for row in rest if column is not None and len(row) > column]
        _check_names(sources, row_names, place)
        if column is not None:
            header, *rest = (row[:column] + row[column + 1:] for row in (header, *rest))
            _check_unnamed(sources, header, rest if len(sources.problems) == before else (), place)
        names = _match_header(sources, header, fields, place)
        if len(sources.problems) == before:
            return (tuple(names), *rest), tuple(row_names)
    return (), ()


def _find_names(header: Sequence[str], fields: Sequence[Declaration]) -> int | None:
    """The place of the column with the names of rows; None without such a column."""
    taken = any(param_key(field.name) == ROW_NAME for field in fields)
    return next((place for place, name in enumerate(header) if name == ROW_NAME), None) if not taken else None


def _check_names(sources: Sources, names: Sequence[str], place: Location) -> None:
    """Report rows without a name, and names that several rows have."""
    for name, count in Counter(names).items():
        if not name:
            sources.report("rows-name", "a row of ParamRows has no name, but the first row has a column name", place,
                           "give every row a name, or delete the column")
        elif count > 1:
            sources.report("rows-name", f"{count} rows of ParamRows have the name '{name}'", place,
                           "give each row a name of its own")


def _check_unnamed(sources: Sources, header: Sequence[str], rows: Sequence[Sequence[str]], place: Location) -> None:
    """Report rows that differ in nothing but their names."""
    if not header:
        sources.report("rows-empty", "ParamRows names rows, but no params", place,
                       'write the params after the name: @ParamRows({"name,n", "small,1", "large,8"})')
        return
    for row, count in Counter(tuple(row) for row in rows).items():
        if count > 1:
            sources.report("rows-repeated", f"the values \"{','.join(row)}\" have {count} names", place,
                           "delete the others")


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
                "rows-width", f"the row \"{','.join(row)}\" has {len(row)} value{'s' * (len(row) != 1)} for "
                f"{len(header)} param{'s' * (len(header) != 1)}", place,
                f"give each of {', '.join(header)} one value; put single quotes around a value with a comma")
        elif count > 1:
            sources.report("rows-repeated", f"the row \"{','.join(row)}\" occurs {count} times", place,
                           "delete the others")
