"""Which benchmarks the command line selects: PATH::REGEX, --only REGEX and -e REGEX (design section 3, Identity)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

from clamh.model.diagnostics import Diagnostic
from clamh.model.identity import camel_case, folded, parts, snake_case
from clamh.model.options import Options
from clamh.model.sources import Benchmark, State, Suite, Unit

LISTED = 5  # names in a message


def selects(options: Options, source: str, name: str, key: str) -> bool:
    """Whether the benchmark `name` of the file `source` is selected.

    A regular expression matches when it is found in the full name, the full name in dots, the name with its class, the
    short name, that in camelCase or in snake_case (one expression selects a benchmark in all languages), or the key. Of several --only one must match, of several -e none may; PATH::REGEX holds for that path.
    """
    within = _within(options, source)
    names = _names(name, key)
    return (
        (within is None or any(_found(regex, names) for regex in within))
        and (not options.only or any(_found(regex, names) for regex in options.only))
        and not any(_found(regex, names) for regex in options.exclude)
    )


def states_of(unit: Unit, benchmark: Benchmark) -> list[State]:
    """The states that a benchmark uses, those that its fixtures take (and theirs) included, as each worker's catalog does.

    A fixture belongs to the first state it takes, its own class before the others; one that takes none makes none used.
    """
    used = list(dict.fromkeys(benchmark.states))
    for name in used:  # which grows
        for fixture in unit.fixtures:
            if fixture.states[:1] == (name,) and (fixture.only is None or benchmark.name in fixture.only):
                used += [other for other in fixture.states if other not in used]
    known = {state.name: state for state in unit.states}
    return [known[name] for name in used if name in known]


def no_such_param(given: str, there: Iterable[str]) -> Diagnostic:
    """What is said of -p where no selected benchmark has the param; `there` are the names of those that they have."""
    names = sorted({parts(name)[-1] for name in there})
    return Diagnostic(code="no-such-param", message=f"-p {given}: no selected benchmark has a param of this name",
                      mend=f"there are: {', '.join(names)}" if names else "no selected benchmark has a param")


def found_in(regexes: Sequence[str], name: str, key: str) -> bool:
    """Whether one of the regular expressions is found in the benchmark's names or key."""
    names = _names(name, key)
    return any(_found(regex, names) for regex in regexes)


def selected(suite: Suite, options: Options) -> tuple[Suite, list[Diagnostic]]:
    """The units that have a selected benchmark, each whole, and what selects nothing."""
    units = [
        unit for unit in suite.units
        if any(selects(options, unit.source.path, one.name, one.key) for one in unit.benchmarks)
    ]
    problems = _useless(suite, options)
    if not units and not problems:
        problems.append(none_left(options, [one.name for one in _all(suite)]))
    return msgspec.structs.replace(suite, units=tuple(units)), problems


def none_left(options: Options, names: Sequence[str]) -> Diagnostic:
    """The problem that all selections together leave nothing of the benchmarks `names`."""
    regexes = [regex for several in options.within.values() for regex in several]
    message = f"the selection leaves none of {len(names)} benchmark{'s' * (len(names) != 1)}"
    return Diagnostic(code="none-selected", message=message, mend=_mend([*regexes, *options.only], names))


def _useless(suite: Suite, options: Options) -> list[Diagnostic]:
    """Every regular expression that matches nothing: a mistake where it selects, a doubt where it excludes."""
    problems = []
    for path, regexes in options.within.items():
        there = [one for unit in suite.units if _under(unit.source.path, path) for one in unit.benchmarks]
        for regex in regexes:
            if not any(_found(regex, _names(one.name, one.key)) for one in there):
                problems.append(_no_match(f"{path}::{regex}", regex, there))
    for option, regexes in (("--only", options.only), ("-e", options.exclude)):
        for regex in regexes:
            if not any(_found(regex, _names(one.name, one.key)) for one in _all(suite)):
                problems.append(_no_match(f"{option} '{regex}'", regex, _all(suite), excludes=option == "-e"))
    return problems


def _no_match(said: str, regex: str, there: Sequence[Benchmark], excludes: bool = False) -> Diagnostic:
    return Diagnostic(
        code="excludes-nothing" if excludes else "none-selected",
        message=f"{said} {'excludes' if excludes else 'selects'} no benchmark",
        mend=_mend([regex], [one.name for one in there]),
        severity="warning" if excludes else "error",
    )


def _mend(regexes: Iterable[str], names: Sequence[str]) -> str:
    """The names that may have been meant, else those there are."""
    shorts = {folded(parts(name)[-1]): parts(name)[-1] for name in names}
    near: dict[str, None] = {}
    for regex in regexes:
        wanted = folded(re.sub(r"\W", "", regex))
        found = [one for one in shorts if wanted and wanted in one] or get_close_matches(wanted, shorts, 3)
        near.update(dict.fromkeys(shorts[one] for one in found[:3]))
    if near:
        return f"did you mean {' or '.join(near)}?"
    more = f" and {len(shorts) - LISTED} more: see `clamh list`" if len(shorts) > LISTED else ""
    return f"there are: {', '.join(list(shorts.values())[:LISTED]) or 'none'}{more}"


def _all(suite: Suite) -> list[Benchmark]:
    return [one for unit in suite.units for one in unit.benchmarks]


def _names(name: str, key: str) -> tuple[str, ...]:
    own = parts(name)
    return (name, ".".join(own), ".".join(own[-2:]), own[-1], camel_case(own[-1]), snake_case(own[-1]), key)


def _found(regex: str, names: Iterable[str]) -> bool:
    return any(re.search(regex, name) for name in names)


def _within(options: Options, source: str) -> list[str] | None:
    """The expressions of the PATH::REGEX that hold for this file, None where a path without one covers it too."""
    if not options.within:
        return None
    if any(path not in options.within and _under(source, path) for path in options.paths):
        return None
    return [regex for path, regexes in options.within.items() if _under(source, path) for regex in regexes]


def _under(source: str, path: str) -> bool:
    file, folder = os.path.realpath(source), os.path.realpath(path)
    return file == folder or file.startswith(os.path.join(folder, ""))
