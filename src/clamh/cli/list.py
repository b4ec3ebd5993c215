"""clamh list PATH: the benchmarks by key and language, with full names and params; from the sources alone."""

from __future__ import annotations

import os
import re
import shlex
import sys

from msgspec.structs import replace
from rich.cells import cell_len

from clamh.cli import arguments, show
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.identity import spell_key
from clamh.model.options import Options
from clamh.model.selection import find_states, is_selected
from clamh.model.settings import THREADS
from clamh.model.sources import Benchmark, State, Suite

FORKS = "--forks"
WIDEST = 60  # cells of a column; a longer name moves only its own line
SENTENCE = "List benchmarks by key and language, from the sources (compiles nothing)."


def parser() -> arguments.Parser:
    """All options of the verb."""
    from clamh.cli import forks

    verb = forks.parser()
    verb.description = SENTENCE
    return verb


def sources_parser() -> arguments.Parser:
    """The options without --forks."""
    verb = arguments.make_verb_parser("list", SENTENCE)
    arguments.add_paths(verb)
    arguments.add_selection(verb)
    add_forks(verb)
    verb.brings = FORKS
    return verb


def add_forks(verb: arguments.Parser, more: str = ": see clamh list --forks -h") -> None:
    """Add --forks, which brings further options."""
    verb.add_argument(FORKS, action="store_true", help=f"what a run would measure, in which order{more}")


def main(argv: list[str]) -> int:
    """Print the matrix key × language of what is selected, or what a run would measure."""
    if arguments.has_option(argv, FORKS):
        from clamh.cli import forks

        return forks.main(argv)
    _, options = arguments.parse_command_line(sources_parser(), argv)

    from clamh import pipeline

    try:
        suite = pipeline.select_suite(options, show.warn)
    except InputError as error:
        raise InputError(map(_name_adopt, error.diagnostics)) from None
    print(format_matrix(suite, options, show.terminal_width()))
    return 0


def _name_adopt(problem: Diagnostic) -> Diagnostic:
    """The problem that a folder has no benchmarks, with `clamh adopt` as its hint if it has those of another tool."""
    from clamh.sources.adopt import find_tools

    match = re.search("in '(.*)'", problem.message, re.DOTALL) if problem.code == "no-benchmark" else None
    tools = find_tools([match[1]]) if match and os.path.exists(match[1]) else []
    if match is None or not tools:
        return problem
    return replace(problem, hint=f"it has benchmarks of {' and '.join(tools)}; to measure them with CLAMH: "
                   f"clamh adopt {shlex.quote(match[1])}")


def format_matrix(suite: Suite, options: Options, width: int) -> str:
    """One block per key: a line per selected implementation with language, full name, place, params and threads.

    Where a line would be wider than `width`, the params get lines of their own.
    """
    rows: dict[str, list[tuple[str, ...]]] = {}
    locations = {}
    for unit in suite.units:
        for benchmark in unit.benchmarks:
            if not is_selected(options, unit.source.path, benchmark.name, benchmark.key):
                continue
            texts = (text for state in find_states(unit, benchmark) for text in _describe_params(state))
            params = "; ".join((*texts, *_describe_threads(benchmark)))
            place = f"{shorten_path(benchmark.location.path)}:{benchmark.location.line}"
            heading = spell_key(benchmark.key, benchmark.name, unit.source.language)
            row = (unit.source.language, benchmark.name, place, params, heading)
            locations[show.fit_encoding(place, sys.stdout)] = benchmark.location
            rows.setdefault(benchmark.key, []).append(tuple(show.fit_encoding(cell, sys.stdout) for cell in row))
    columns = [list(map(cell_len, column)) for column in zip(*(row[:4] for group in rows.values() for row in group))]
    apart = sum(map(max, columns)) + 2 * len(columns) > width
    widths = [max((cells for cells in column if cells <= WIDEST), default=0) for column in columns]
    lines = []
    for key, group in rows.items():
        lines.append(next((row[4] for row in group if row[4] != key),
                          group[0][4]))  # under [same], some spell the key otherwise
        for row in group:
            cells = "  ".join(cell + " " * (size - cell_len(cell))
                              for cell, size in zip(row[: 3 if apart else 4], widths, strict=False))
            lines.append(show.link_place(f"  {cells}".rstrip(), row[2], locations[row[2]], sys.stdout))
            lines += [f"      {row[3]}"] if apart and row[3] else []
    return "\n".join(lines)


def _describe_threads(benchmark: Benchmark) -> list[str]:
    """The numbers of threads, if annotated, and the members of a group with theirs."""
    names = {number: name for name, number in reversed(THREADS.items())}
    counts = benchmark.settings.threads
    texts = [f"threads = {', '.join(names.get(count, str(count)) for count in counts)}"] if counts else []
    members = ", ".join(f"{member.threads} {member.name}" for member in benchmark.members)
    return [*texts, f"group of {members}"] if members else texts


def _describe_params(state: State) -> list[str]:
    """Each param with its values; params that vary together (ParamRows) as one, with each row's values in brackets."""
    names = {param.declaration.name: param.name for param in state.params if param.declaration}
    rowed, *rows = state.rows or ((),)
    texts = [f"{param.name} = {', '.join(param.values)}" for param in state.params
             if param.name not in [names.get(name) for name in rowed]]
    if rows:
        several = ", ".join(names.get(name, name) for name in rowed)
        names_of_rows = state.row_names or [""] * len(rows)
        texts.append(f"({several}) = " + ", ".join(
            f"{name} ({', '.join(row)})".lstrip() for name, row in zip(names_of_rows, rows, strict=True)))
    return texts
