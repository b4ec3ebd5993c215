"""Setup and Teardown: whose they are, and which states come with them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clamh.annotations.check import Checked, not_built
from clamh.annotations.classes import Path
from clamh.annotations.cycles import cycles
from clamh.annotations.sources import Sources, where
from clamh.annotations.taken import taken, with_takes
from clamh.identity import parts
from clamh.model import Benchmark, Declaration, Fixture


def bind_fixtures(sources: Sources, benchmarks: Sequence[Benchmark]) -> list[Fixture]:
    """Every setup and teardown with its states: its own class first where that is one, then those that it takes."""
    found: list[Fixture] = []
    for declaration in sources.annotated:
        for kind in ("Setup", "Teardown"):
            one = sources.one(declaration, kind)
            if one is None:
                continue
            level = one.values.get("value", "Trial")
            if level not in sources.language.levels:
                sources.problems.append(not_built(f"Level.{level}", sources.language, where(one)))
            states = taken(sources, declaration)
            only = _only(sources, one, sources.said(declaration, kind).get("benchmarks"), benchmarks)
            for owner in _fixture_owners(sources, declaration, one):
                used = [*([owner] if owner in sources.states else []), *states]
                found.append(Fixture(
                    name=sources.member_name(declaration, owner), kind=kind, level=level,
                    states=tuple(sources.states[path].name for path in dict.fromkeys(used)),
                    location=declaration.location, index=len(found), only=only,
                    declaration=with_takes(sources, declaration),
                ))
    _check_cycles(sources, found)
    return found


def _fixture_owners(sources: Sources, declaration: Declaration, one: Checked) -> list[Path | None]:
    """The classes on whose instances the fixture runs; None for a free function."""
    owner = sources.owner(declaration)
    if owner is None:
        return [None]
    heirs = [heir for heir in sources.classes.heirs(owner) if heir in sources.states]
    if not sources.language.claims_plain:
        if not sources.may_be_state(owner) and "abstract" not in sources.modifiers(owner):
            sources.report("fixture-outside-state", f"{one.annotation.name} {declaration.name} is outside of a state",
                           one.annotation.location, "put @State on its class, or move it into a state")
        return [*([owner] if owner in sources.states else []), *heirs]
    if heirs:
        sources.problems.append(not_built(
            f"a {one.annotation.name} that {sources.states[heirs[0]].name} inherits", sources.language,
            one.annotation.location))
    return [owner]


def _only(
    sources: Sources, one: Checked, pattern: str | None, benchmarks: Sequence[Benchmark]
) -> tuple[str, ...] | None:
    """The benchmarks in whose short, class-qualified or full name, or key, the pattern is found; None without one."""
    if pattern is None:
        return None
    place = next(a.location for a in one.annotation.arguments if a.key == "benchmarks") or one.annotation.location
    try:
        found = re.compile(pattern)
    except re.error as error:
        sources.report("fixture-pattern", f"benchmarks = \"{pattern}\" is no regular expression: {error}", place,
                       "write one; a benchmark's name alone is one too")
        return ()
    only = tuple(dict.fromkeys(
        benchmark.name for benchmark in benchmarks
        if any(found.search(name) for name in (*_names(benchmark.name), benchmark.key))
    ))
    if not only:
        sources.report("fixture-of-none", f"benchmarks = \"{pattern}\" matches no benchmark of this source", place,
                       f"there are {', '.join(one.name for one in benchmarks) or 'none'}")
    return only


def _names(full_name: str) -> list[str]:
    """The short name, that with its class, and so on to the full one: a pattern may begin with ^ at each."""
    identifiers = parts(full_name)
    return [".".join(identifiers[at:]) for at in range(len(identifiers))] + [full_name]


def _check_cycles(sources: Sources, fixtures: list[Fixture]) -> None:
    """A state depends on the states that its own fixtures take: they are set up before it."""
    needs: dict[str, list[str]] = {}
    for one in fixtures:
        owner = sources.owner(one.declaration) if one.declaration else None
        if owner is not None and one.states and sources.may_be_state(owner):
            needs.setdefault(one.states[0], []).extend(one.states[1:])
    for cycle in cycles(needs):
        state = next(one for one in sources.states.values() if one.name == cycle[0])
        sources.report("state-cycle", f"states need each other before themselves: {' → '.join((*cycle, cycle[0]))}",
                       state.location, "let one of their fixtures do without the other state")
