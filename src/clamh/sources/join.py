"""Suite + [same] of clamh.toml → Suite: benchmarks and params that are one, whatever each language calls them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple

import msgspec

from clamh.model.configuration import NAME, Configuration, Same, covers
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.identity import folded, param_key, param_parts, parts, without_language
from clamh.model.selection import states_of
from clamh.model.sources import Suite, Unit

LISTED = 5  # names in a message


class Thing(NamedTuple):
    """A benchmark or param: its full name, the key that joins it so far, and the parts of what it may be called."""

    kind: Literal["benchmark", "param"]
    source: str
    name: str
    key: str
    called: tuple[tuple[str, ...], ...]


Lines = dict[Thing, Same]  # the line of [same] that means a benchmark or param


def join(
    suite: Suite, told: Mapping[str, Configuration], paths: Sequence[str]
) -> tuple[Suite, list[Diagnostic]]:
    """The suite with the keys and names that [same] gives; `told` is by a unit's source. What is wrong has its line.

    A name is short, with its class, or in full, as for --only and -p; of several lines that mean one thing the longest
    name counts. A name that nothing has is an error where `paths` hold the folder of the file: one source has fewer.
    """
    problems: list[Diagnostic] = []
    units = list(suite.units)
    for file in dict.fromkeys(one.path for one in told.values() if one.same):
        at = [index for index, unit in enumerate(units) if told[unit.source.path].path == file]
        lines = told[units[at[0]].source.path].same
        things = [thing for index in at for thing in _things(units[index])]
        meant = dict(_meant(lines, things, problems))
        if covers(paths, file):
            problems += _unknown(lines, things, meant)
        keys = {thing: _key(thing, line, things, meant, problems) for thing, line in meant.items()}
        for index in at:
            problems += _shared(units[index], keys, meant)
            units[index] = _renamed(units[index], keys, meant)
    return Suite(units=tuple(units)), sorted(dict.fromkeys(problems), key=_place)


def _things(unit: Unit) -> Iterator[Thing]:
    for one in unit.benchmarks:
        own = parts(one.name)
        bare = (folded(without_language(part, unit.source.language)) for part in own)
        yield Thing("benchmark", unit.source.path, one.name, one.key, (tuple(map(folded, own)), tuple(bare)))
    for state in unit.states:
        for param in state.params:
            yield Thing("param", unit.source.path, param.name, param_key(param.name), (param_parts(param.name),))


def _folded(name: str, kind: str) -> tuple[str, ...]:
    return param_parts(name) if kind == "param" else tuple(map(folded, parts(name)))


def _says(written: str, thing: Thing) -> int:
    """How many identifiers of its name `written` says, compared as keys are; 0 where that is the name of another."""
    wanted = _folded(written, thing.kind)
    if any(called[-len(wanted):] == wanted for called in thing.called):
        return len(wanted)
    return int(folded(written) == thing.key)  # a name that its annotation gave it


def _meant(lines: Sequence[Same], things: Iterable[Thing], problems: list[Diagnostic]) -> Iterator[tuple[Thing, Same]]:
    """Each thing that a line means, with the line."""
    kinds: dict[Same, Thing] = {}
    for thing in things:
        said = {line: much for line in lines if (much := _says(line.name, thing))}
        found = [line for line, much in said.items() if much == max(said.values())]
        if not found:
            continue
        if len(found) > 1:
            problems.append(_problem(found[1], f"'{found[1].name}' is {thing.name}, as '{found[0].name}' in line "
                                     f"{found[0].location.line}", "delete one of the two lines"))
        other = kinds.setdefault(found[0], thing)
        if other.kind != thing.kind:
            both = f"the {other.kind} {other.name} and the {thing.kind} {thing.name}"
            problems.append(_problem(found[0], f"'{found[0].name}' is {both}", "write the full name of the one meant"))
        yield thing, found[0]


def _unknown(lines: Sequence[Same], things: Sequence[Thing], meant: Lines) -> Iterator[Diagnostic]:
    """Lines with a name that nothing has, or with one on the right that nothing else gets."""
    for line in lines:
        kind = next((thing.kind for thing, other in meant.items() if other == line), None)
        if kind is None:
            beaten = any(_says(line.name, thing) for thing in things)
            said = "means nothing that longer names do not mean" if beaten else "is no benchmark and no param"
            yield _problem(line, f"'{line.name}' {said}", _near(line.name, things))
            continue
        rest = [thing for thing in things if thing.kind == kind and thing not in meant]
        alike = any(_folded(one.other, kind) == _folded(line.other, kind) for one in lines if one != line)
        if not alike and not any(_says(line.other, thing) for thing in rest):
            yield _problem(line, f"no other {kind} is called '{line.other}'", _near(line.other, rest))


def _key(thing: Thing, line: Same, things: Iterable[Thing], meant: Lines, problems: list[Diagnostic]) -> str:
    """What joins a thing from now on: the key of those that have the other name already, else that name."""
    own = ".".join(_folded(line.other, thing.kind)) if thing.kind == "benchmark" else param_key(line.other)
    named = {one.key: one.name for one in things
             if one.kind == thing.kind and one not in meant and _says(line.other, one)}
    if own in named or not named:
        return own
    if len(named) > 1:
        problems.append(_problem(line, f"'{line.other}' can be {' or '.join(list(named.values())[:LISTED])}",
                                 "write it with its class, or in full"))
    return next(iter(named))


def _shared(unit: Unit, keys: Mapping[Thing, str], meant: Lines) -> Iterator[Diagnostic]:
    """Lines that would make one of two benchmarks of a source, or of two params of a benchmark."""
    things = {(thing.kind, thing.name): thing for thing in _things(unit)}
    together = [[things["benchmark", one.name] for one in unit.benchmarks]]
    together += [[things["param", param.name] for state in states_of(unit, one) for param in state.params]
                 for one in unit.benchmarks]
    for several in together:
        taken: dict[str, Thing] = {}
        for thing in sorted(several, key=lambda one: one in meant):  # those that keep their name first
            other = taken.setdefault(keys.get(thing, thing.key), thing)
            if other != thing and thing in meant:
                wanted = f"{thing.name} would be '{meant[thing].other}', which {other.name} of {shorten_path(unit.source.path)} is"
                yield _problem(meant[thing], wanted, "only one of them can be")


def _renamed(unit: Unit, keys: Mapping[Thing, str], meant: Lines) -> Unit:
    own = {(thing.kind, thing.name): (key, meant[thing].other) for thing, key in keys.items()
           if thing.source == unit.source.path}
    benchmarks = [msgspec.structs.replace(one, key=own.get(("benchmark", one.name), (one.key,))[0])
                  for one in unit.benchmarks]
    states = [msgspec.structs.replace(state, params=tuple(
        msgspec.structs.replace(param, same=own.get(("param", param.name), ("", ""))[1]) for param in state.params
    )) for state in unit.states]
    return msgspec.structs.replace(unit, benchmarks=tuple(benchmarks), states=tuple(states))


def _near(wanted: str, things: Iterable[Thing]) -> str:
    """The names that may have been meant, else some of those there are."""
    shorts = {folded(short): short for thing in things for short in [parts(thing.name)[-1]]}
    near = get_close_matches(folded(parts(wanted)[-1]), shorts, 2)
    if near:
        return f"did you mean {' or '.join(shorts[one] for one in near)}?"
    return f"there are: {', '.join(list(shorts.values())[:LISTED]) or 'none'}{' …' * (len(shorts) > LISTED)}"


def _problem(line: Same, message: str, mend: str) -> Diagnostic:
    return Diagnostic(code="same-names", message=f"[same] of {NAME}: {message}", mend=mend, location=line.location)


def _place(one: Diagnostic) -> tuple[str, int]:
    return (one.location.path, one.location.line) if one.location else ("", 0)
