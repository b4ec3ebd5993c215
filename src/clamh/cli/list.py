"""clamh list PATH: the benchmarks, key by language, with their full names and params; from the sources alone."""

from __future__ import annotations

from clamh.cli import arguments, show
from clamh.identity import shown
from clamh.model import Suite
from clamh.options import Options
from clamh.selection import selects


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("list", "List benchmarks, key by language, from the sources (nothing is compiled).")
    arguments.add_paths(one)
    arguments.add_selection(one)
    return one


def main(argv: list[str]) -> int:
    """Print the matrix key × language of what is selected."""
    _, options = arguments.read(parser(), argv)

    from clamh import pipeline

    print(matrix(pipeline.chosen(options, show.warn), options))
    return 0


def matrix(suite: Suite, options: Options) -> str:
    """One block per key: a line per selected implementation with language, full name, place and params."""
    rows: dict[str, list[tuple[str, str, str, str]]] = {}
    for unit in suite.units:
        states = {state.name: state for state in unit.states}
        for one in unit.benchmarks:
            if not selects(options, unit.source.path, one.name, one.key):
                continue
            params = "; ".join(
                f"{param.name} = {', '.join(param.values)}" for name in one.states if name in states
                for param in states[name].params)
            place = f"{one.location.path}:{one.location.line}"
            rows.setdefault(one.key, []).append((unit.source.language, one.name, place, params))
    widths = [max((len(row[i]) for found in rows.values() for row in found), default=0) for i in range(3)]
    lines = []
    for key, found in rows.items():
        lines.append(shown(key, found[0][1], found[0][0]))
        for row in found:
            cells = (f"{cell:<{width}}" for cell, width in zip(row, [*widths, 0], strict=True))
            lines.append(("  " + "  ".join(cells)).rstrip())
    return show.printable("\n".join(lines))
