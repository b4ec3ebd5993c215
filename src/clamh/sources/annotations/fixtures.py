"""Setup and Teardown: the class that each belongs to, and the states that each uses."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from clamh.model.folders import shorten_path
from clamh.model.identity import split_name
from clamh.model.sources import Benchmark, Declaration, Fixture
from clamh.sources.annotations.arguments import Checked, not_built
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.cycles import find_cycles
from clamh.sources.annotations.function_parameters import bind_parameters, state_parameters
from clamh.sources.annotations.sources import Sources, locate_argument
from clamh.sources.annotations.states import drop_unused


def bind_fixtures(sources: Sources, benchmarks: Sequence[Benchmark]) -> list[Fixture]:
    """Every setup and teardown with its states: first its own class if that is a state, then its parameters.

    Inherited states that no benchmark or fixture takes are removed from `sources`, and their fixtures too.
    """
    fixtures: list[Fixture] = []
    with_benchmarks = {
        owner for declaration in sources.annotated if sources.has(declaration, "Benchmark")
        and "static" not in declaration.modifiers and (owner := sources.owner(declaration)) is not None
    }
    annotated = ((declaration, kind) for declaration in sources.annotated for kind in ("Setup", "Teardown"))
    for declaration, kind in annotated:
        if (checked := sources.annotation(declaration, kind)) is not None:
            level = checked.values.get("value", "Trial")
            if level not in sources.language.levels:
                sources.problems.append(not_built(f"Level.{level}", sources.language, locate_argument(checked)))
            states = state_parameters(sources, declaration)
            only = _match_benchmarks(sources, checked,
                                     sources.arguments(declaration, kind).get("benchmarks"), benchmarks)
            for owner in _fixture_owners(sources, declaration, checked, bool(states), with_benchmarks):
                used = [*([owner] if owner in sources.states else []), *states]
                fixtures.append(
                    Fixture(
                        name=sources.member_name(declaration, sources.owner(declaration)),
                        kind=kind,
                        level=level,
                        states=tuple(sources.states[path].name for path in dict.fromkeys(used)),
                        location=declaration.location,
                        index=0,
                        only=only,
                        home=sources.classes.declaration(owner) if owner else None,
                        declaration=bind_parameters(sources, declaration),
                    ))
    _check_repeated(sources, fixtures)
    _check_cycles(sources, fixtures)
    states_of_others = {
        name for user in (*benchmarks, *fixtures) for name in user.states if name != _home(sources, user)
    }
    drop_unused(sources, states_of_others | {name for benchmark in benchmarks for name in benchmark.states})
    kept = {state.name for state in sources.states.values()}
    fixtures = [fixture for fixture in fixtures if kept.issuperset(fixture.states)]
    fixtures.sort(key=lambda fixture: (_is_outside_state(sources, fixture), split_name(fixture.name), fixture.name))
    return [msgspec.structs.replace(fixture, index=index) for index, fixture in enumerate(fixtures)]


def _is_outside_state(sources: Sources, fixture: Fixture) -> bool:
    """Whether the fixture is no method of its first state. Such fixtures come after the state's own methods."""
    return fixture.home is None or bool(fixture.states) and _home(sources, fixture) != fixture.states[0]


def _home(sources: Sources, user: Fixture | Benchmark) -> str:
    return sources.classes.full_name(user.home) if user.home else ""


def _fixture_owners(
    sources: Sources, declaration: Declaration, checked: Checked, takes_states: bool, with_benchmarks: set[Path]
) -> list[Path | None]:
    """The classes on whose instances the fixture runs; None for a free function."""
    owner = sources.owner(declaration)
    if owner is None:
        return [None]
    subclasses = [subclass for subclass in (owner, *sources.classes.subclasses(owner)) if subclass in sources.states]
    if not sources.language.claims_plain and (subclasses or sources.may_be_state(owner)):
        return [*subclasses]
    # it also runs with the states that it takes, or with the objects of benchmarks' classes
    if sources.language.claims_plain:
        if "static" in declaration.modifiers or takes_states:
            return [*subclasses] or [owner]
        subclasses = [subclass for subclass in sources.concrete_subclasses(owner) if subclass in sources.states
                      or with_benchmarks.intersection((subclass, *sources.classes.bases(subclass)))]
    if not subclasses and not sources.is_abstract(owner):
        sources.report("fixture-outside-state", f"{checked.annotation.name} {declaration.name} is outside of a state",
                       checked.annotation.location, "put @State on its class, or move it into a state",
                       declaration.conditional)
    return [*subclasses]


def _match_benchmarks(
    sources: Sources, checked: Checked, pattern: str | None, benchmarks: Sequence[Benchmark]
) -> tuple[str, ...] | None:
    """The benchmarks whose key or short, class-qualified or full name matches the pattern; None without a pattern."""
    if pattern is None:
        return None
    arguments = checked.annotation.arguments
    place = next(argument.location
                 for argument in arguments if argument.key == "benchmarks") or checked.annotation.location
    try:
        regex = re.compile(pattern)
    except re.error as error:
        sources.report("fixture-pattern", f'benchmarks = "{pattern}" is not a regular expression: {error}', place,
                       "write a regular expression, such as the name of a benchmark")
        return ()
    only = tuple(dict.fromkeys(
        benchmark.name for benchmark in benchmarks
        if any(regex.search(name) for name in (*_names(benchmark.name), benchmark.key))
    ))
    if not only:
        sources.report("fixture-of-none", f"benchmarks = \"{pattern}\" matches no benchmark of this source", place,
                       f"benchmarks: {', '.join(benchmark.name for benchmark in benchmarks) or 'none'}")
    return only


def _names(full_name: str) -> list[str]:
    """The short name, the name with its class, and so on to the full name: a pattern with ^ may match each."""
    identifiers = split_name(full_name)
    return [".".join(identifiers[start:]) for start in range(len(identifiers))] + [full_name]


def _check_repeated(sources: Sources, fixtures: Sequence[Fixture]) -> None:
    """Report a fixture that is annotated at its declaration and again at its definition: it would run twice."""
    first: dict[object, Declaration] = {}
    for fixture in fixtures:
        function = fixture.declaration
        assert function is not None
        signature = [(parameter.type, parameter.passing) for parameter in function.parameters]
        key = (fixture.kind, fixture.name, _home(sources, fixture), *signature, "const" in function.modifiers)
        other = first.setdefault(key, function)
        if other.location == function.location or other.body is not None and function.body is not None:
            continue
        if not (other.conditional and function.conditional):
            place = f"line {other.location.line} of '{shorten_path(other.location.path)}'"
            sources.report("annotated-twice", f"{fixture.kind} {fixture.name} is annotated twice, the first time in "
                           f"{place}: it would run twice", function.location, "annotate only its declaration")


def _check_cycles(sources: Sources, fixtures: list[Fixture]) -> None:
    """Report states that need each other: a state is set up after the states that its own fixtures take."""
    needs: dict[str, list[str]] = {}
    for fixture in fixtures:
        if fixture.home is not None and sources.classes.path(fixture.home) in sources.states:
            needs.setdefault(fixture.states[0], []).extend(fixture.states[1:])
    for cycle in find_cycles(needs):
        state = next(state for state in sources.states.values() if state.name == cycle[0])
        sources.report("state-cycle", f"each state needs the next: {' → '.join((*cycle, cycle[0]))}",
                       state.location, "remove one state from the parameters of a fixture")
