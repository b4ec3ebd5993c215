"""What `clamh run -l`, -lp, -lrf and -lprof print, in JMH's form: one item a line, for scripts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence

from clamh.cli import show
from clamh.cli.profilers import list_profilers
from clamh.cli.spelling import RESULT_FORMATS
from clamh.model.cases import CatalogParam, Plan, Rows
from clamh.model.errors import InputError
from clamh.model.identity import ROW_NAME, is_param_name, split_name
from clamh.model.options import Options
from clamh.model.selection import describe_unknown_param, find_states, is_selected
from clamh.model.sources import Param, Suite

Listed = tuple[str, Sequence[Param | CatalogParam], Sequence[Rows]]  # a benchmark with its params
# What the worker contributes to these is in protocol/README.md (Events, `iteration`).
RECORDED = """Every run records, without an option:
  cpu speed         a fixed chain of instructions, timed between samples:
                    a line in the report, a warning if it drifts,
                    a series in -trendfile
  context switches  voluntary and involuntary, of each measuring thread in each
                    iteration, where the system counts them"""


def list_formats() -> str:
    """The formats that -rf takes."""
    return f"Available formats: {', '.join(RESULT_FORMATS)}"


def list_suite(suite: Suite, options: Options, params: bool) -> str:
    """The selected benchmarks of the sources by full name; with `params`, also the values that a run would take.

    Raises InputError for a -p that names none of their params, as a run does.
    """
    listed: list[Listed] = []
    for unit in suite.units:
        for benchmark in unit.benchmarks:
            if is_selected(options, unit.source.path, benchmark.name, benchmark.key):
                used = find_states(unit, benchmark)
                listed.append((benchmark.name, [param for state in used for param in state.params],
                               [Rows(params=rows[0], values=rows[1:], names=state.row_names)
                                for state in used if (rows := state.forecast.rows)]))
    return _format_benchmarks(listed, options, params)


def list_plan(plan: Plan, options: Options, params: bool) -> str:
    """The same for an artifact that was started directly."""
    return _format_benchmarks([(benchmark.name, benchmark.params, benchmark.rows)
                               for catalog in plan.catalogs for benchmark in catalog.benchmarks], options, params)


def _format_benchmarks(listed: Sequence[Listed], options: Options, with_params: bool) -> str:
    """JMH's lines; a name that several sources have is printed once."""
    names = [name for _, params, _ in listed for param in params for name in (param.name, param.same) if name]
    named = any(rows_of_state.names for _, _, rows in listed for rows_of_state in rows)
    if wrong := [describe_unknown_param(option, names) for option in options.params
                 if not any(is_param_name(option, name) for name in names) and not (named and option == ROW_NAME)]:
        raise InputError(wrong)
    lines: dict[str, list[str]] = {}
    for benchmark, params, rows in listed:
        lines.setdefault(benchmark, list(_format_params(params, rows, options)) if with_params else [])
    return show.escape_lines("\n".join(
        ["Benchmarks:", *(line for name in sorted(lines) for line in (name, *lines[name]))]))


def _format_params(params: Sequence[Param | CatalogParam], rows: Sequence[Rows], options: Options) -> Iterator[str]:
    """The values that a run would take: those of -p, or the rows that agree with -p (see planning.combine_params)."""
    chosen = {
        param.name: options.params[option] for param in params if (option := _find_option(param, options)) is not None
    }
    spelled = {param.name: split_name(param.same or param.name)[-1] for param in params}
    alone = {param.name: chosen.get(param.name, param.values) for param in params}
    called = None if ROW_NAME in spelled.values() else options.params.get(ROW_NAME)
    for rows_of_state in rows:
        names = rows_of_state.params
        if all(name in chosen for name in names):
            continue
        remaining = [
            (*label, *row) for label, row in zip(_label(rows_of_state), rows_of_state.values, strict=True)
            if all(name not in chosen or value in chosen[name] for name, value in zip(names, row, strict=True))
            and (not label or called is None or label[0] in called)
        ]
        heading = [ROW_NAME] * bool(rows_of_state.names) + [spelled[name] for name in names]
        yield _format_param(",".join(heading), map(",".join, remaining))
        alone = {name: values for name, values in alone.items() if name not in names}
    yield from (_format_param(spelled[name], values) for name, values in alone.items())


def _label(rows: Rows) -> list[tuple[str, ...]]:
    """For each row its name, or nothing if rows have no names."""
    return [(name,) for name in rows.names] or [()] * len(rows.values)


def _find_option(param: Param | CatalogParam, options: Options) -> str | None:
    """The -p that names a param; if several do, the longest."""
    naming = [
        option for option in options.params for name in (param.name, param.same)
        if name and is_param_name(option, name)
    ]
    return max(naming, key=lambda option: len(split_name(option)), default=None)


def _format_param(name: str, values: Iterable[str]) -> str:
    return f'  param "{name}" = {{{", ".join(values)}}}'


def describe_lists(args: argparse.Namespace) -> str:
    """The text of -lrf and -lprof, "" when neither was given."""
    return "\n\n".join([*([list_formats()] if args.lrf else []), *([list_profilers(), RECORDED] if args.lprof else [])])
