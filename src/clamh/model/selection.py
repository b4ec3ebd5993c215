"""Select benchmarks by the command line: PATH::REGEX, --only REGEX and -e REGEX (design section 3, Identity)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Literal

import msgspec

from clamh.model.diagnostics import Diagnostic
from clamh.model.identity import camel_case, fold, snake_cases, split_name
from clamh.model.options import Options
from clamh.model.sources import Benchmark, Location, State, Suite, Unit

LISTED = 5  # names in a message
# An identifier with an acronym, but not of capitals alone.
ACRONYM = re.compile(r"\^?(?=\w*[A-Z]{2})(?=\w*[a-z0-9])\w+\$?")


def is_selected(options: Options, source: str, name: str, key: str) -> bool:
    """Whether the benchmark `name` of the file `source` is selected.

    A regular expression matches if it is found in the full name, the full name with dots, the name with its class, the
    short name, also in camelCase or snake_case, or the key. So one expression selects a benchmark in all languages. Of
    several --only at least one must match, of several -e none; PATH::REGEX applies to that path.
    """
    within = _within(options, source)
    names = _names(name, key)
    return (
        (within is None or any(_matches(regex, names) for regex in within))
        and (not options.only or any(_matches(regex, names) for regex in options.only))
        and not any(_matches(regex, names) for regex in options.exclude)
    )


def find_states(unit: Unit, benchmark: Benchmark) -> list[State]:
    """The states that a benchmark uses, directly or through fixtures, as in each worker's catalog.

    A fixture belongs to its first state, which is its own class if that is a state. A fixture without states adds none.
    """
    used = list(dict.fromkeys(benchmark.states))
    for name in used:  # the loop extends the list
        for fixture in unit.fixtures:
            if fixture.states[:1] == (name,) and (fixture.only is None or benchmark.name in fixture.only):
                used += [state for state in fixture.states if state not in used]
    known = {state.name: state for state in unit.states}
    return [known[name] for name in used if name in known]


def describe_unknown_param(param: str, existing: Iterable[str]) -> Diagnostic:
    """The problem of a -p whose param no selected benchmark has; `existing` are the names of their params."""
    names = sorted({split_name(name)[-1] for name in existing})
    return Diagnostic(code="no-such-param", message=f"-p {param}: no selected benchmark has a param of this name",
                      hint=f"params: {', '.join(names)}" if names else "no selected benchmark has a param")


def matches_any(regexes: Sequence[str], name: str, key: str) -> bool:
    """Whether one of the regular expressions matches the benchmark's names or key."""
    names = _names(name, key)
    return any(_matches(regex, names) for regex in regexes)


def select_units(suite: Suite, options: Options) -> tuple[Suite, list[Diagnostic]]:
    """The units with a selected benchmark, each complete, and the problems of the selection."""
    units = [
        unit for unit in suite.units
        if any(is_selected(options, unit.source.path, benchmark.name, benchmark.key) for benchmark in unit.benchmarks)
    ]
    problems = _find_useless_regexes(suite, options)
    if not units and not problems:
        problems.append(describe_empty_selection(options, [benchmark.name for benchmark in _all_benchmarks(suite)]))
    return msgspec.structs.replace(suite, units=tuple(units)), problems


def describe_empty_selection(options: Options, names: Sequence[str]) -> Diagnostic:
    """The problem that all selections together select none of the benchmarks `names`."""
    within = [regex for regexes in options.within.values() for regex in regexes]
    message = f"the selection leaves out all {len(names)} benchmark{'s' * (len(names) != 1)}"
    return Diagnostic(code="none-selected", message=message, hint=_suggest_names([*within, *options.only], names))


def describe_same_key(names: Sequence[str], key: str, on: str, mark: str, location: Location | None,
                      severity: Literal["error", "warning"] = "error") -> Diagnostic:
    """The problem of two benchmarks that would share a row; `on` is their platform or language, `mark` such as //@@."""
    return Diagnostic(code="same-key", message=f"{names[0]} and {names[1]} have the same key {key!r} on {on}",
                      hint=f'give one benchmark its own key, {mark}Benchmark(name = "…"), '
                           "or run them in two commands", location=location, severity=severity)


def _find_useless_regexes(suite: Suite, options: Options) -> list[Diagnostic]:
    """Report every regular expression that matches nothing: an error if it selects, a warning if it excludes."""
    problems = []
    for path, regexes in options.within.items():
        benchmarks = [
            benchmark for unit in suite.units if _contains(path, unit.source.path) for benchmark in unit.benchmarks
        ]
        for regex in regexes:
            if not any(_matches(regex, _names(benchmark.name, benchmark.key)) for benchmark in benchmarks):
                problems.append(_no_match(f"{path}::{regex}", regex, benchmarks))
    benchmarks = _all_benchmarks(suite)
    for option, regexes in (("--only", options.only), ("-e", options.exclude)):
        for regex in regexes:
            if not any(_matches(regex, _names(benchmark.name, benchmark.key)) for benchmark in benchmarks):
                problems.append(_no_match(f"{option} '{regex}'", regex, benchmarks, excludes=option == "-e"))
    return problems


def _no_match(argument: str, regex: str, benchmarks: Sequence[Benchmark], excludes: bool = False) -> Diagnostic:
    return Diagnostic(
        code="excludes-nothing" if excludes else "none-selected",
        message=f"{argument} {'excludes' if excludes else 'selects'} no benchmark",
        hint=_suggest_names([regex], [benchmark.name for benchmark in benchmarks]),
        severity="warning" if excludes else "error",
    )


def _suggest_names(regexes: Iterable[str], names: Sequence[str]) -> str:
    """A hint with similar names, or else with some of the existing names."""
    shorts = {fold(split_name(name)[-1]): split_name(name)[-1] for name in names}
    near: dict[str, None] = {}
    for regex in regexes:
        wanted = fold(re.sub(r"\W", "", regex))
        similar = [short for short in shorts if wanted and wanted in short] or get_close_matches(wanted, shorts, 3)
        near.update(dict.fromkeys(shorts[short] for short in similar[:3]))
    if near:
        return f"did you mean {' or '.join(near)}?"
    more = f" and {len(shorts) - LISTED} more: see `clamh list`" if len(shorts) > LISTED else ""
    return f"benchmarks: {', '.join(list(shorts.values())[:LISTED]) or 'none'}{more}"


def suggest_similar(wanted: str, names: Iterable[str], what: str) -> str:
    """A hint with the names closest to `wanted`, or else with some of the existing names, which are `what`."""
    shorts = {fold(split_name(name)[-1]): split_name(name)[-1] for name in names}
    near = get_close_matches(fold(split_name(wanted)[-1]), shorts, 2)
    if near:
        return f"did you mean {' or '.join(shorts[short] for short in near)}?"
    return f"{what}: {', '.join(list(shorts.values())[:LISTED]) or 'none'}{' …' * (len(shorts) > LISTED)}"


def _all_benchmarks(suite: Suite) -> list[Benchmark]:
    return [benchmark for unit in suite.units for benchmark in unit.benchmarks]


def _names(name: str, key: str) -> tuple[str, ...]:
    identifiers = split_name(name)
    short = identifiers[-1]
    return (name, ".".join(identifiers), ".".join(identifiers[-2:]), short, camel_case(short), *snake_cases(short), key)


def _matches(regex: str, names: Sequence[str]) -> bool:
    """Whether a name matches, or for an acronym such as `parseJSON` words of a name in snake_case."""
    if any(re.search(regex, name) for name in names):
        return True
    if not ACRONYM.fullmatch(regex):
        return False
    begin, end = "^" if regex.startswith("^") else "(?:^|_)", "$" if regex.endswith("$") else ""
    return any(re.search(f"{begin}{words}{end}", name) for words in snake_cases(regex.strip("^$")) for name in names)


def _within(options: Options, source: str) -> list[str] | None:
    """The expressions of PATH::REGEX for this file; None if a path without an expression contains it too."""
    if not options.within:
        return None
    if any(path not in options.within and _contains(path, source) for path in options.paths):
        return None
    return [regex for path, regexes in options.within.items() if _contains(path, source) for regex in regexes]


def _contains(path: str, source: str) -> bool:
    file, folder = os.path.realpath(source), os.path.realpath(path)
    return file == folder or file.startswith(os.path.join(folder, ""))
