"""Which states, fixtures and counters a benchmark needs, and in which order: the part of `open` that the catalog
decides.

Workers make and set up what these lists say, in this order; they decide nothing themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from clamh.model.catalog import BenchmarkEntry, Entries, FixtureEntry, FunctionEntry, StateEntry
from clamh.model.noun import Noun
from clamh.model.sources import Level

LEVELS: tuple[Level, ...] = ("Trial", "Iteration", "Invocation")
Value = TypeVar("Value")


class Step(Noun):
    """The fixtures of one state at one level; `state` is None for fixtures that take no state."""

    level: Level
    state: int | None
    setups: tuple[int, ...]
    teardowns: tuple[int, ...]


class WireParam(Noun):
    """A param in `open`: its number, and the type that decides the spelling of its value."""

    number: int
    type: str


class Opening(Noun):
    """What `open` says of a benchmark, by number; `states`, `params`, `checks` and `counters` join numbers with full
    names.

    `functions` are the names of a group's functions, () without a group; `uses` has the states of each of them, in the
    order of making, and `function_counters` the names of the counters of these states. With `redraws`, each iteration
    has other data: a fixture of its level takes Random, whose sequence goes on for the whole trial.
    """

    benchmark: int
    states: dict[int, str] = {}
    params: dict[str, WireParam] = {}
    steps: tuple[Step, ...] = ()
    checks: dict[int, str] = {}
    counters: dict[int, str] = {}
    injected: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    uses: tuple[tuple[int, ...], ...] = ()
    function_counters: tuple[tuple[str, ...], ...] = ()
    redraws: bool = False

    def fields(self) -> list[str]:
        """The fields of `open` that the catalog decides, without the values of params."""
        lists = {"states": self.states, "checks": self.checks, "counters": self.counters, "injected": self.injected}
        steps = [
            f"step={step.level.lower()}:{'' if step.state is None else step.state}:{_join(step.setups)}"
            f":{_join(step.teardowns)}"
            for step in self.steps
        ]
        uses = [f"uses={_join(states)}" for states in self.uses]
        return [
            f"benchmark={self.benchmark}", *(f"{name}={_join(values)}" for name, values in lists.items() if values),
            *uses, *steps
        ]


def find_opening(benchmark: BenchmarkEntry, catalog: Entries) -> Opening:
    """What the benchmark needs of the catalog."""
    fixtures, used = _find_fixtures(benchmark.functions, benchmark.number, catalog)
    named = {state.number: state for state in catalog.states}
    owners = {fixture.number: _owner(fixture, named) for fixture in fixtures}
    order = _setup_order(benchmark.functions, fixtures, owners)
    states = [named[number] for number in used]
    steps = []
    for level in LEVELS:
        for owner in (None, *order):
            own = [fixture for fixture in fixtures if fixture.level == level and owners[fixture.number] == owner]
            if own:
                steps.append(
                    Step(level=level, state=owner, setups=_numbers(own, "Setup"), teardowns=_numbers(own, "Teardown")))
    uses = tuple(_setup_order((function,), _find_fixtures((function,), benchmark.number, catalog)[0], owners)
                 for function in benchmark.functions) if benchmark.group else ()
    return Opening(
        benchmark=benchmark.number,
        states={number: named[number].name for number in order},
        params={
            param.name: WireParam(number=param.number, type=param.type) for state in states for param in state.params
        },
        steps=tuple(steps),
        checks={check.number: check.name for state in states for check in state.checks},
        counters={counter.number: counter.name for state in states for counter in state.counters},
        injected=_unique(name for called in (*benchmark.functions, *fixtures) for name in called.injected),
        functions=tuple(function.name for function in benchmark.functions) if benchmark.group else (),
        uses=uses,
        function_counters=tuple(
            tuple(counter.name for number in numbers for counter in named[number].counters) for numbers in uses),
        redraws=any(fixture.level == "Iteration" and "Random" in fixture.injected for fixture in fixtures),
    )


def _find_fixtures(functions: Sequence[FunctionEntry], benchmark: int,
                   catalog: Entries) -> tuple[list[FixtureEntry], tuple[int, ...]]:
    """The fixtures that run with these functions of a benchmark, by number, and all states that they use, those of the
    functions first.

    A fixture brings its other states along, and these bring their own fixtures.
    """
    possible = [
        fixture for fixture in catalog.fixtures
        if not isinstance(fixture.benchmarks, tuple) or benchmark in fixture.benchmarks
    ]
    named = {state.number: state for state in catalog.states}
    used = dict.fromkeys(number for function in functions for number in function.states)
    running: dict[int, FixtureEntry] = {}
    before = -1
    while before != len(running):
        before = len(running)
        for fixture in possible:
            owner = _owner(fixture, named)
            if fixture.number not in running and (owner is None or owner in used):
                used.update(dict.fromkeys(fixture.states))
                running[fixture.number] = fixture
    return [running[number] for number in sorted(running)], tuple(used)


def _owner(fixture: FixtureEntry, states: dict[int, StateEntry]) -> int | None:
    """The state with which a fixture runs: its first; its object if it takes no state; None if it takes nothing."""
    return next((number for number in fixture.states if states[number].name), next(iter(fixture.states), None))


def _setup_order(
    functions: Sequence[FunctionEntry], fixtures: Sequence[FixtureEntry], owners: dict[int, int | None]
) -> tuple[int, ...]:
    """The states in JMH's order of setting up: what a fixture takes comes before the state that has the fixture.

    Level by level: the parameters of the functions and their own objects, then what the fixtures of these take, and so
    on; from the back.
    """
    parameters = [number for function in functions for number in _parameters(function)]
    level = _unique((*parameters, *(number for function in functions for number in function.states)))
    found: list[int] = []
    for _ in range(len(fixtures) + 1):  # fixtures in a circle end too
        found += level
        level = _unique(state for number in level for fixture in fixtures if owners[fixture.number] == number
                        for state in fixture.states if state != number)
        if not level:
            break
    return _unique(reversed(found))


def _parameters(function: FunctionEntry) -> tuple[int, ...]:
    return function.states[function.method:]


def _numbers(fixtures: Iterable[FixtureEntry], kind: str) -> tuple[int, ...]:
    return tuple(fixture.number for fixture in fixtures if fixture.kind == kind)


def _unique(values: Iterable[Value]) -> tuple[Value, ...]:
    """Each value once, in the order of first occurrence."""
    return tuple(dict.fromkeys(values))


def _join(numbers: Iterable[object]) -> str:
    return ",".join(map(str, numbers))
