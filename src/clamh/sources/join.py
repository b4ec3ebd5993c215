"""Suite + [same] of clamh.toml → Suite: join benchmarks and params that have different names in different languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from clamh.model.configuration import NAME, Configuration, Same, covers
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.identity import fold, param_key, param_parts, remove_language, split_name
from clamh.model.selection import find_states, suggest_similar
from clamh.model.sources import Suite, Unit

LISTED = 5  # names in a message


class Thing(NamedTuple):
    """A benchmark or param: its full name, its key so far, and the identifiers of each name that a user may write for
    it.
    """

    kind: Literal["benchmark", "param"]
    source: str
    name: str
    key: str
    spellings: tuple[tuple[str, ...], ...]


Lines = dict[Thing, Same]  # each benchmark or param with the line of [same] that names it


def join(
    suite: Suite, configurations: Mapping[str, Configuration], paths: Sequence[str]
) -> tuple[Suite, list[Diagnostic]]:
    """The suite with the keys and names of [same], and each problem with its line in clamh.toml.

    `configurations` has one configuration per unit, by the path of its source. A name may be short, with its class, or
    full, as for --only and -p. If several lines name the same thing, the longest name wins. An unknown name is an error
    only if `paths` contain the whole folder of the file, because a part of it has fewer names.
    """
    problems: list[Diagnostic] = []
    units = list(suite.units)
    for file in dict.fromkeys(configuration.path for configuration in configurations.values() if configuration.same):
        indices = [index for index, unit in enumerate(units) if configurations[unit.source.path].path == file]
        lines = configurations[units[indices[0]].source.path].same
        things = [thing for index in indices for thing in _list_things(units[index])]
        named = dict(_match_lines(lines, things, problems))
        if covers(paths, file):
            problems += _find_unknown_names(lines, things, named)
        keys = {thing: _choose_key(thing, line, things, named, problems) for thing, line in named.items()}
        for index in indices:
            problems += _find_clashes(units[index], keys, named)
            units[index] = _rename(units[index], keys, named)
    return Suite(units=tuple(units)), sorted(dict.fromkeys(problems), key=lambda problem: problem.place)


def _list_things(unit: Unit) -> Iterator[Thing]:
    for benchmark in unit.benchmarks:
        identifiers = split_name(benchmark.name)
        bare = (fold(remove_language(identifier, unit.source.language)) for identifier in identifiers)
        spellings = (tuple(map(fold, identifiers)), tuple(bare))
        yield Thing("benchmark", unit.source.path, benchmark.name, benchmark.key, spellings)
    for state in unit.states:
        for param in state.params:
            yield Thing("param", unit.source.path, param.name, param_key(param.name), (param_parts(param.name),))


def _fold_identifiers(name: str, kind: str) -> tuple[str, ...]:
    return param_parts(name) if kind == "param" else tuple(map(fold, split_name(name)))


def _match_length(written: str, thing: Thing) -> int:
    """How many identifiers of the thing's name `written` matches, folded like keys; 0 if it names something else."""
    wanted = _fold_identifiers(written, thing.kind)
    if any(spelling[-len(wanted):] == wanted for spelling in thing.spellings):
        return len(wanted)
    return int(fold(written) == thing.key)  # the name that its annotation sets


def _match_lines(lines: Sequence[Same], things: Iterable[Thing],
                 problems: list[Diagnostic]) -> Iterator[tuple[Thing, Same]]:
    """Each thing that a line names, with that line."""
    first_named: dict[Same, Thing] = {}
    for thing in things:
        lengths = {line: length for line in lines if (length := _match_length(line.name, thing))}
        longest = [line for line, length in lengths.items() if length == max(lengths.values())]
        if not longest:
            continue
        if len(longest) > 1:
            problems.append(
                _problem(longest[1],
                         (f"'{longest[1].name}' and '{longest[0].name}' in line {longest[0].location.line} both "
                          f"mean {thing.name}"), "delete one of the two lines"))
        first = first_named.setdefault(longest[0], thing)
        if first.kind != thing.kind:
            both = f"the {first.kind} {first.name} and the {thing.kind} {thing.name}"
            problems.append(
                _problem(longest[0], f"'{longest[0].name}' means both {both}", "write the full name of one of them"))
        yield thing, longest[0]


def _find_unknown_names(lines: Sequence[Same], things: Sequence[Thing], named: Lines) -> Iterator[Diagnostic]:
    """Report lines whose left name matches nothing, or whose right name matches nothing else."""
    for line in lines:
        kind = next((thing.kind for thing, thing_line in named.items() if thing_line == line), None)
        if kind is None:
            shadowed = any(_match_length(line.name, thing) for thing in things)
            problem = "has no effect beside the longer names" if shadowed else "is neither a benchmark nor a param"
            yield _problem(line, f"'{line.name}' {problem}",
                           suggest_similar(line.name, (thing.name for thing in things), "names"))
            continue
        unnamed = [thing for thing in things if thing.kind == kind and thing not in named]
        right_name = _fold_identifiers(line.other_name, kind)
        repeated = any(_fold_identifiers(second.other_name, kind) == right_name for second in lines if second != line)
        if not repeated and not any(_match_length(line.other_name, thing) for thing in unnamed):
            yield _problem(line, f"no other {kind} has the name '{line.other_name}'",
                           suggest_similar(line.other_name, (thing.name for thing in unnamed), "names"))


def _choose_key(thing: Thing, line: Same, things: Iterable[Thing], named: Lines, problems: list[Diagnostic]) -> str:
    """The new key of a thing: the key of what already has the line's right name, else that name itself."""
    new_key = ".".join(_fold_identifiers(line.other_name, thing.kind)) if thing.kind == "benchmark" else param_key(
        line.other_name)
    targets = {target.key: target.name for target in things
               if target.kind == thing.kind and target not in named and _match_length(line.other_name, target)}
    if new_key in targets or not targets:
        return new_key
    if len(targets) > 1:
        problems.append(_problem(line, f"'{line.other_name}' can mean {' or '.join(list(targets.values())[:LISTED])}",
                                 "write it with its class, or as the full name"))
    return next(iter(targets))


def _find_clashes(unit: Unit, keys: Mapping[Thing, str], named: Lines) -> Iterator[Diagnostic]:
    """Report lines that would give one key to two benchmarks of a source, or to two params of a benchmark."""
    things = {(thing.kind, thing.name): thing for thing in _list_things(unit)}
    scopes = [[things["benchmark", benchmark.name] for benchmark in unit.benchmarks]]
    scopes += [[things["param", param.name] for state in find_states(unit, benchmark) for param in state.params]
               for benchmark in unit.benchmarks]
    for scope in scopes:
        owners: dict[str, Thing] = {}
        for thing in sorted(scope, key=lambda thing: thing in named):  # things that keep their name come first
            owner = owners.setdefault(keys.get(thing, thing.key), thing)
            if owner != thing and thing in named:
                clash = (f"{thing.name} would be '{named[thing].other_name}', which is already {owner.name} of "
                         f"{shorten_path(unit.source.path)}")
                yield _problem(named[thing], clash, "give only one of them that name")


def _rename(unit: Unit, keys: Mapping[Thing, str], named: Lines) -> Unit:
    renamed = {(thing.kind, thing.name): (key, named[thing].other_name) for thing, key in keys.items()
               if thing.source == unit.source.path}
    benchmarks = [
        msgspec.structs.replace(benchmark, key=renamed.get(("benchmark", benchmark.name), (benchmark.key,))[0])
        for benchmark in unit.benchmarks
    ]
    states = [msgspec.structs.replace(state, params=tuple(
        msgspec.structs.replace(param, same=renamed.get(("param", param.name), ("", ""))[1]) for param in state.params
    )) for state in unit.states]
    return msgspec.structs.replace(unit, benchmarks=tuple(benchmarks), states=tuple(states))


def _problem(line: Same, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code="same-names", message=f"[same] of {NAME}: {message}", hint=hint, location=line.location)
