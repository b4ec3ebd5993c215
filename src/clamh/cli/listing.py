"""What `clamh run -l`, -lp, -lrf and -lprof print, in JMH's form: a line each, for scripts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence

from clamh.cases import Plan
from clamh.cli import show
from clamh.cli.spelling import RESULT_FORMATS
from clamh.identity import param_key, parts
from clamh.model import Suite
from clamh.options import Options
from clamh.selection import selects, states_of

Params = list[tuple[Sequence[str], Sequence[Sequence[str]]]]  # names, and rows of values: of a param alone of one each
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
    """The selected benchmarks of the sources, by full name, with the values that a run would take where asked."""
    found = []
    for unit in suite.units:
        for one in unit.benchmarks:
            if selects(options, unit.source.path, one.name, one.key):
                used = states_of(unit, one)
                rowed = {name for state in used if state.rows for name in state.rows[0]}
                values: Params = [(state.rows[0], state.rows[1:]) for state in used if state.rows]
                values += [_alone(param.same or param.name, param.values) for state in used for param in state.params
                           if parts(param.name)[-1] not in rowed]
                found.append((one.name, values))
    return _text(found, options, params)


def of_plan(plan: Plan, options: Options, params: bool) -> str:
    """The same of an artifact that was started directly."""
    found = []
    for one in (one for catalog in plan.catalogs for one in catalog.benchmarks):
        rowed = {name for rows in one.rows for name in rows.params}
        values: Params = [([parts(name)[-1] for name in rows.params], rows.values) for rows in one.rows]
        values += [_alone(param.name, param.values) for param in one.params if param.name not in rowed]
        found.append((one.name, values))
    return _text(found, options, params)


def _alone(name: str, values: Sequence[str]) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    return [parts(name)[-1]], [[value] for value in values]


def _text(found: Iterable[tuple[str, Params]], options: Options, params: bool) -> str:
    """JMH's lines; a name that several sources have stands there once."""
    said = {param_key(name): values for name, values in options.params.items()}
    lines: dict[str, list[str]] = {}
    for name, several in found:
        lines.setdefault(name, [line for names, rows in several for line in _values(names, rows, said)] if params else [])
    return show.printable("\n".join(["Benchmarks:", *(line for name in sorted(lines) for line in (name, *lines[name]))]))


def _values(names: Sequence[str], rows: Sequence[Sequence[str]], said: Mapping[str, Sequence[str]]) -> list[str]:
    """What a run would take: the values of -p, or the rows that have those of it that it says (see planning.params)."""
    wanted = [said.get(param_key(name)) for name in names]
    if all(wanted):
        return [f'  param "{name}" = {{{", ".join(values)}}}' for name, values in zip(names, wanted, strict=True)]
    left = [row for row in rows
            if all(values is None or value in values for value, values in zip(row, wanted, strict=True))]
    return [f'  param "{",".join(names)}" = {{{", ".join(map(",".join, left))}}}']


def asked(given: argparse.Namespace) -> str:
    """What -lrf and -lprof print, "" when neither was given."""
    return "\n\n".join([*([formats()] if given.lrf else []), *([RECORDED] if given.lprof else [])])
