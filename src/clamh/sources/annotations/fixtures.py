"""Setup and Teardown: whose they are, and which states come with them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from clamh.model.identity import parts
from clamh.model.sources import Benchmark, Declaration, Fixture
from clamh.sources.annotations.check import Checked, not_built
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.cycles import cycles
from clamh.sources.annotations.sources import Sources, where
from clamh.sources.annotations.states import drop_unused
from clamh.sources.annotations.taken import taken, with_takes


def bind_fixtures(sources: Sources, benchmarks: Sequence[Benchmark]) -> list[Fixture]:
    """Every setup and teardown with its states: its own class first where that is one, then those that it takes.

    States that nobody takes and that are some only by inheritance are dropped from `sources`, and theirs with them.
    """
    found: list[Fixture] = []
    with_benchmarks = {
        owner for one in sources.annotated
        if sources.has(one, "Benchmark") and "static" not in one.modifiers and (owner := sources.owner(one)) is not None
    }
    annotated = ((one, kind) for one in sources.annotated for kind in ("Setup", "Teardown"))
    for declaration, kind in annotated:
        if (one := sources.one(declaration, kind)) is not None:
            level = one.values.get("value", "Trial")
            if level not in sources.language.levels:
                sources.problems.append(not_built(f"Level.{level}", sources.language, where(one)))
            states = taken(sources, declaration)
            only = _only(sources, one, sources.said(declaration, kind).get("benchmarks"), benchmarks)
            for owner in _fixture_owners(sources, declaration, one, bool(states), with_benchmarks):
                used = [*([owner] if owner in sources.states else []), *states]
                found.append(Fixture(
                    name=sources.member_name(declaration, sources.owner(declaration)), kind=kind, level=level,
                    states=tuple(sources.states[path].name for path in dict.fromkeys(used)),
                    location=declaration.location, index=0, only=only,
                    home=sources.classes.declaration(owner) if owner else None, declaration=with_takes(sources, declaration),
                ))
    _check_cycles(sources, found)
    taken_states = {name for one in (*benchmarks, *found) for name in one.states if name != _home(sources, one)}
    drop_unused(sources, taken_states | {name for one in benchmarks for name in one.states})
    kept = {state.name for state in sources.states.values()}
    found = [one for one in found if kept.issuperset(one.states)]
    found.sort(key=lambda one: (_from_outside(sources, one), parts(one.name), one.name))
    return [msgspec.structs.replace(one, index=index) for index, one in enumerate(found)]


def _from_outside(sources: Sources, one: Fixture) -> bool:
    """Whether it is no method of the state with which it runs: those come after the state's own."""
    return one.home is None or bool(one.states) and _home(sources, one) != one.states[0]


def _home(sources: Sources, one: Fixture | Benchmark) -> str:
    return sources.classes.full_name(one.home) if one.home else ""


def _fixture_owners(
    sources: Sources, declaration: Declaration, one: Checked, takes_states: bool, with_benchmarks: set[Path]
) -> list[Path | None]:
    """The classes on whose instances the fixture runs; None for a free function."""
    owner = sources.owner(declaration)
    if owner is None:
        return [None]
    heirs = [heir for heir in (owner, *sources.classes.heirs(owner)) if heir in sources.states]
    if heirs or sources.may_be_state(owner):
        return [*heirs]
    if sources.language.claims_plain:  # it runs with the states that it takes, or with the object of a benchmark's class
        if "static" in declaration.modifiers or takes_states:
            return [owner]
        heirs = [one for one in sources.heirs(owner) if with_benchmarks.intersection((one, *sources.classes.bases(one)))]
    if not heirs and not sources.abstract(owner):
        sources.report("fixture-outside-state", f"{one.annotation.name} {declaration.name} is outside of a state",
                       one.annotation.location, "put @State on its class, or move it into a state",
                       declaration.conditional)
    return [*heirs]


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
        if one.home is not None and sources.classes.path(one.home) in sources.states:
            needs.setdefault(one.states[0], []).extend(one.states[1:])
    for cycle in cycles(needs):
        state = next(one for one in sources.states.values() if one.name == cycle[0])
        sources.report("state-cycle", f"states need each other before themselves: {' → '.join((*cycle, cycle[0]))}",
                       state.location, "let one of their fixtures do without the other state")
