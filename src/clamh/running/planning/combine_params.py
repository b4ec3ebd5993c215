"""Values of params: those of the source or of `-p`, checked, in all combinations or row by row."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from clamh.languages import languages
from clamh.model.cases import CatalogBenchmark, CatalogParam, Rows
from clamh.model.diagnostics import Diagnostic
from clamh.model.identity import ROW_NAME, is_param_name, param_key, param_parts, split_name
from clamh.model.numbers import is_rounded
from clamh.model.selection import describe_unknown_param
from clamh.running.planning.values import convert

LISTED = 5  # at most so many values are listed in a message


class Overrides:
    """The `-p` options. Remembers which of them a param has used."""

    def __init__(self, params: dict[str, tuple[str, ...]]):
        self.params = params
        self._used: set[str] = set()

    def of(self, param: CatalogParam, benchmark: CatalogBenchmark, problems: list[Diagnostic]) -> str | None:
        """The `-p` option that names this param: short, class-qualified or in full. Reports an ambiguous name."""
        options = [name for name in self.params if _names(name, param)]
        for name in options:
            self._used.add(name)
            others = [
                other_param.name for other_param in benchmark.params
                if other_param is not param and _names(name, other_param)
            ]
            if others:
                names = f"{param.name} and {', '.join(others)}"
                message = f"-p {name} is ambiguous: {benchmark.name} has the params {names}"
                hint = f"name the class too: -p {'.'.join(split_name(param.name)[-2:])}=…"
                problems.append(Diagnostic(code="param-ambiguous", message=message, hint=hint))
        return max(options, key=lambda name: len(split_name(name)), default=None)

    def of_names(self, benchmark: CatalogBenchmark) -> tuple[str, ...] | None:
        """The `-p name=…` option, which selects rows by their names; None without it, or if a param is called so."""
        option = next((name for name in self.params if name == ROW_NAME), None)
        if option is None or any(_names(option, param) for param in benchmark.params):
            return None
        self._used.add(option)
        return self.params[option]

    def unused(self, benchmarks: Iterable[CatalogBenchmark]) -> Iterator[Diagnostic]:
        """Errors of the options whose param no selected benchmark has."""
        available = [param.same or param.name for benchmark in benchmarks for param in benchmark.params]
        return (describe_unknown_param(name, available) for name in self.params if name not in self._used)


def _names(given: str, param: CatalogParam) -> bool:
    return any(is_param_name(given, name) for name in (param.name, param.same) if name)


def combinations(
    benchmark: CatalogBenchmark, language: str, overrides: Overrides, problems: list[Diagnostic]
) -> list[tuple[str, ...]]:
    """The values of all params of a benchmark: one tuple per case, in their order; the last param changes fastest.

    Params of a `Rows` take their values row by row. `-p` selects the rows that have its values. If `-p` names every
    param of the rows, its values replace the rows, in all combinations.
    """
    named = {param.name: overrides.of(param, benchmark, problems) for param in benchmark.params}
    values = {param.name: _values(param, benchmark, named[param.name], overrides, problems, language)
              for param in benchmark.params if not _in_rows(param, benchmark, named)}
    axes: list[tuple[tuple[str, ...], list[tuple[str, ...]]]] = []
    row_names: list[str] = []
    for param in benchmark.params:
        if param.name in values:
            axes.append(((param.name,), [(value,) for value in values[param.name]]))
        elif not any(param.name in names for names, _ in axes):
            rows = next(rows for rows in benchmark.rows if param.name in rows.params)
            axes.append((rows.params, _selected(rows, benchmark, named, overrides, problems, language)))
            row_names += rows.names
    _check_row_names(row_names, benchmark, overrides, problems)
    order = [name for names, _ in axes for name in names]
    places = [order.index(param.name) for param in benchmark.params]
    rows_of_cases = (tuple(itertools.chain(*row)) for row in itertools.product(*(choices for _, choices in axes)))
    return [tuple(row[place] for place in places) for row in rows_of_cases]


def name_rows(benchmark: CatalogBenchmark, values: Sequence[str], shown: Sequence[str]) -> dict[str, str]:
    """By shown name of a param, the name of the row of ParamRows that its value comes from; only rows with names."""
    params = {param.name: place for place, param in enumerate(benchmark.params)}
    names: dict[str, str] = {}
    for rows in (rows for rows in benchmark.rows if rows.names):
        places = [params[param] for param in rows.params]
        for name, texts in zip(rows.names, rows.values, strict=True):
            if all(convert(text, benchmark.params[place])[0] == values[place]
                   for text, place in zip(texts, places, strict=True)):
                names |= {shown[place]: name for place in places}
                break
    return names


def shown_names(full: Sequence[str], names: dict[str, str]) -> list[str]:
    """The names under which params or counters are shown and joined across platforms.

    It is the short name, with its class if two names are equal. `names` keeps the first platform's spelling.
    """
    shorts = [param_key(name) for name in full]
    shown = []
    for name, short in zip(full, shorts, strict=True):
        width = 2 if shorts.count(short) > 1 else 1
        shown.append(names.setdefault(".".join(param_parts(name)[-width:]), ".".join(split_name(name)[-width:])))
    return shown


def _in_rows(param: CatalogParam, benchmark: CatalogBenchmark, named: dict[str, str | None]) -> bool:
    """Whether the param takes its values from rows that `-p` does not replace."""
    rows = next((rows for rows in benchmark.rows if param.name in rows.params), None)
    return rows is not None and any(named[name] is None for name in rows.params)


def _check_row_names(
    existing: Sequence[str], benchmark: CatalogBenchmark, overrides: Overrides, problems: list[Diagnostic]
) -> None:
    """Reports the names of `-p name=…` that none of the benchmark's rows has."""
    wanted = overrides.of_names(benchmark) if existing else None
    few = ", ".join(existing[:LISTED]) + (" …" if len(existing) > LISTED else "")
    problems += [Diagnostic(code="param-row", message=f"-p {ROW_NAME}: no row of {benchmark.name} is called {name}",
                            hint=f"the rows are: {few}") for name in wanted or () if name not in existing]


def _selected(
    rows: Rows, benchmark: CatalogBenchmark, named: dict[str, str | None], overrides: Overrides,
    problems: list[Diagnostic], language: str
) -> list[tuple[str, ...]]:
    """The rows that `-p` selects, each value in its canonical spelling."""
    by_name = {param.name: param for param in benchmark.params}
    columns = []
    for index, name in enumerate(rows.params):
        texts = [row[index] for row in rows.values]
        columns.append(
            [_checked(text, by_name[name], f"Param {name}", benchmark, problems, language) for text in texts])
    left = [row for row in zip(*columns, strict=True) if all(value is not None for value in row)]
    wanted_names = overrides.of_names(benchmark) if rows.names else None
    if wanted_names is not None and len(left) == len(rows.names):
        chosen = [row for row, name in zip(left, rows.names, strict=True) if name in wanted_names]
        left = chosen or left  # the names may be those of another state's rows
    for index, name in enumerate(rows.params):
        option = named[name]
        if option is None:
            continue
        available = list(dict.fromkeys(row[index] for row in left))
        wanted = _values(by_name[name], benchmark, option, overrides, problems, language)
        for value in wanted:
            if value not in available:
                others = [split_name(other_param)[-1] for other_param in rows.params if other_param != name]
                few = ", ".join(available[:LISTED]) + (" …" if len(available) > LISTED else "")
                problems.append(
                    Diagnostic(
                        code="param-row",
                        message=f"-p {option}: no row of {benchmark.name} has {split_name(name)[-1]}={value}",
                        hint=f"the rows have: {few}; to replace the rows by combinations of your values, "
                        f"also give {' and '.join(f'-p {other}=…' for other in others)}"))
        left = [row for row in left if row[index] in wanted]
    return list(dict.fromkeys(left))


def _values(
    param: CatalogParam, benchmark: CatalogBenchmark, option: str | None, overrides: Overrides,
    problems: list[Diagnostic], language: str
) -> list[str]:
    """The values of a param, checked and in canonical spelling. An invalid value is reported and left out."""
    texts = overrides.params[option] if option is not None else param.values
    if not texts:
        message = f"Param {param.name} has no values"
        hint = f"give it values: -p {split_name(param.name)[-1]}=…"
        problems.append(Diagnostic(code="param-values", message=message, hint=hint, location=param.location))
    origin = f"-p {option}" if option is not None else f"Param {param.name}"
    values = [_checked(text, param, origin, benchmark, problems, language) for text in texts]
    return [value for value in dict.fromkeys(values) if value is not None]


def _checked(
    text: str, param: CatalogParam, origin: str, benchmark: CatalogBenchmark, problems: list[Diagnostic], language: str
) -> str | None:
    known = languages().get(language)
    value, wrong = convert(text, param)
    hint = f"give {wrong}"
    if not wrong and param.type == "float" and known and known.integer_hint and is_rounded(text):
        wrong = f"an integer that a double can hold, such as {value}"
        hint = known.integer_hint.format(name=split_name(param.name)[-1])
    if not wrong:
        return value
    message = (f"{origin}: '{text}' is not a value of {param.name} in {known.title if known else language}: "
               f"it must be {wrong}")
    location = None if origin.startswith("-p") else param.location or benchmark.location
    problems.append(Diagnostic(code="param-value", message=message, hint=hint, location=location))
    return None
