"""Setup and Teardown: whose they are, and which states come with them."""

from __future__ import annotations

from clamh.annotations.check import Checked, not_built
from clamh.annotations.classes import Path
from clamh.annotations.cycles import cycles
from clamh.annotations.sources import Sources, where
from clamh.annotations.taken import taken, with_takes
from clamh.model import Declaration, Fixture


def bind_fixtures(sources: Sources) -> list[Fixture]:
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
            for owner in _fixture_owners(sources, declaration, one):
                used = [*([owner] if owner in sources.states else []), *states]
                found.append(Fixture(
                    name=sources.member_name(declaration, owner), kind=kind, level=level,
                    states=tuple(sources.states[path].name for path in dict.fromkeys(used)),
                    location=declaration.location, index=len(found),
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
