"""What `clamh run -l`, -lp, -lrf and -lprof print, in JMH's form: a line each, for scripts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from clamh.cases import Plan
from clamh.cli import show
from clamh.cli.spelling import RESULT_FORMATS
from clamh.identity import param_key, parts
from clamh.model import Suite
from clamh.options import Options
from clamh.selection import selects, states_of

Params = Sequence[tuple[str, Sequence[str]]]  # name, or names with commas, and values
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
                values: list[tuple[str, Sequence[str]]] = [
                    (",".join(state.rows[0]), [",".join(row) for row in state.rows[1:]]) for state in used if state.rows]
                values += [(parts(param.same or param.name)[-1], param.values) for state in used for param in state.params
                           if parts(param.name)[-1] not in rowed]
                found.append((one.name, values))
    return _text(found, options, params)


def of_plan(plan: Plan, options: Options, params: bool) -> str:
    """The same of an artifact that was started directly."""
    found = []
    for one in (one for catalog in plan.catalogs for one in catalog.benchmarks):
        rowed = {name for rows in one.rows for name in rows.params}
        values: list[tuple[str, Sequence[str]]] = [
            (",".join(parts(name)[-1] for name in rows.params), [",".join(row) for row in rows.values]) for rows in one.rows]
        values += [(parts(param.name)[-1], param.values) for param in one.params if param.name not in rowed]
        found.append((one.name, values))
    return _text(found, options, params)


def _text(found: Iterable[tuple[str, Params]], options: Options, params: bool) -> str:
    """JMH's lines; a name that several sources have stands there once."""
    said = {param_key(name): values for name, values in options.params.items()}
    lines: dict[str, list[str]] = {}
    for name, several in found:
        lines.setdefault(name, [f'  param "{one}" = {{{", ".join(said.get(param_key(one), values))}}}'
                                for one, values in several] if params else [])
    return show.printable("\n".join(["Benchmarks:", *(line for name in sorted(lines) for line in (name, *lines[name]))]))


def asked(given: argparse.Namespace) -> str:
    """What -lrf and -lprof print, "" when neither was given."""
    return "\n\n".join([*([formats()] if given.lrf else []), *([RECORDED] if given.lprof else [])])
