"""What `clamh run -l`, -lp, -lrf and -lprof print, in JMH's form: a line each, for scripts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence

from clamh.cli import show
from clamh.cli.spelling import RESULT_FORMATS
from clamh.model.cases import CatalogParam, Plan
from clamh.model.errors import InputError
from clamh.model.identity import names_param, parts
from clamh.model.options import Options
from clamh.model.selection import no_such_param, selects, states_of
from clamh.model.sources import Param, Suite

Rows = Sequence[Sequence[str]]  # the names of params by full name, then values that they take together
Listed = tuple[str, Sequence[Param | CatalogParam], Sequence[Rows]]  # a benchmark with its params
# The worker's part of these is in protocol/README.md (Events, `iteration`).
RECORDED = """Recorded in every run, without an option:
  cpu speed         a fixed chain of instructions, timed between samples:
                    a line in the report, a warning where it drifts,
                    series in -trendfile
  context switches  voluntary and involuntary, of each measuring thread in each
                    iteration, where the system counts them

There are no others to choose. A published jar is a whole JMH of its own, and
has JMH's: java -jar run_NAME.jar -lprof"""


def formats() -> str:
    """What -rf takes."""
    return f"Available formats: {', '.join(RESULT_FORMATS)}"


def of_suite(suite: Suite, options: Options, params: bool) -> str:
    """The selected benchmarks of the sources, by full name, with the values that a run would take where asked.

    Raises InputError for a -p that names no param of theirs, as a run does.
    """
    found: list[Listed] = []
    for unit in suite.units:
        for one in unit.benchmarks:
            if selects(options, unit.source.path, one.name, one.key):
                used = states_of(unit, one)
                found.append((one.name, [param for state in used for param in state.params],
                              [rows for state in used if (rows := state.forecast.rows)]))
    return _text(found, options, params)


def of_plan(plan: Plan, options: Options, params: bool) -> str:
    """The same of an artifact that was started directly."""
    return _text([(one.name, one.params, [(rows.params, *rows.values) for rows in one.rows])
                  for catalog in plan.catalogs for one in catalog.benchmarks], options, params)


def _text(found: Sequence[Listed], options: Options, with_params: bool) -> str:
    """JMH's lines; a name that several sources have stands there once."""
    there = [name for _, params, _ in found for one in params for name in (one.name, one.same) if name]
    if wrong := [no_such_param(given, there) for given in options.params
                 if not any(names_param(given, name) for name in there)]:
        raise InputError(wrong)
    lines: dict[str, list[str]] = {}
    for benchmark, params, rows in found:
        lines.setdefault(benchmark, list(_values(params, rows, options)) if with_params else [])
    return show.printable_lines("\n".join(["Benchmarks:", *(line for name in sorted(lines) for line in (name, *lines[name]))]))


def _values(params: Sequence[Param | CatalogParam], rows: Sequence[Rows], options: Options) -> Iterator[str]:
    """What a run would take: the values of -p, or the rows that have those of it that it says (see planning.params)."""
    said = {one.name: options.params[given] for one in params if (given := _given(one, options)) is not None}
    called = {one.name: parts(one.same or one.name)[-1] for one in params}
    alone = {one.name: said.get(one.name, one.values) for one in params}
    for names, *choices in rows:
        if all(name in said for name in names):
            continue
        left = [row for row in choices
                if all(name not in said or value in said[name] for name, value in zip(names, row, strict=True))]
        yield _line(",".join(called[name] for name in names), map(",".join, left))
        alone = {name: values for name, values in alone.items() if name not in names}
    yield from (_line(called[name], values) for name, values in alone.items())


def _given(param: Param | CatalogParam, options: Options) -> str | None:
    """The -p that names a param, of several the longest."""
    found = [given for given in options.params for name in (param.name, param.same) if name and names_param(given, name)]
    return max(found, key=lambda given: len(parts(given)), default=None)


def _line(name: str, values: Iterable[str]) -> str:
    return f'  param "{name}" = {{{", ".join(values)}}}'


def asked(given: argparse.Namespace) -> str:
    """What -lrf and -lprof print, "" when neither was given."""
    return "\n\n".join([*([formats()] if given.lrf else []), *([RECORDED] if given.lprof else [])])
