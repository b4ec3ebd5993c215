"""Does the driver find what a benchmark needs, in JMH's order? Conformance scenarios compare the order with JMH's own."""

from __future__ import annotations

from typing import Any

import pytest

from clamh.model.catalog import BenchmarkEntry, CheckEntry, CounterEntry, Entries, FixtureEntry, FunctionEntry, ParamEntry, StateEntry
from clamh.model.opening import Opening, Step, find_opening
from clamh.model.sources import Settings


def state(number: int, name: str, **fields: Any) -> StateEntry:
    return StateEntry(number=number, name=name, scope="Benchmark", **fields)


def fixture(number: int, *states: int, kind: str = "Setup", level: str = "Trial", **fields: Any) -> FixtureEntry:
    return FixtureEntry(number=number, name=f"f{number}", kind=kind, level=level, states=states, injected=fields.pop("injected", ()), **fields)


def function(*states: int, method: bool = False, injected: tuple[str, ...] = (), name: str = "work") -> FunctionEntry:
    return FunctionEntry(name=name, threads=1, states=states, method=method, injected=injected, path="x", line=1)


def opening(*functions: FunctionEntry, states: tuple[StateEntry, ...], fixtures: tuple[FixtureEntry, ...] = (), number: int = 0) -> Opening:
    entry = BenchmarkEntry(number=number, name="work", group=len(functions) > 1, functions=functions, settings=Settings(), path="x", line=1)
    return find_opening(entry, Entries(states=states, fixtures=fixtures, benchmarks=(entry,)))


A, B, C = state(0, "A"), state(1, "B"), state(2, "C")


def test_parameters_are_made_from_the_last_to_the_first() -> None:
    assert list(opening(function(0, 1), states=(A, B, C)).states) == [1, 0]


def test_what_a_fixture_takes_is_made_and_set_up_before_its_own_state() -> None:
    found = opening(function(0), states=(A, B, C), fixtures=(fixture(0, 0, 2), fixture(1, 2)))
    assert list(found.states) == [2, 0]
    assert found.steps == (Step(level="Trial", state=2, setups=(1,), teardowns=()), Step(level="Trial", state=0, setups=(0,), teardowns=()))


def test_fixtures_of_states_that_are_not_used_do_not_run() -> None:
    assert opening(function(0), states=(A, B), fixtures=(fixture(0, 1),)).steps == ()


def test_a_fixture_without_a_state_runs_with_every_benchmark_and_first() -> None:
    found = opening(function(0), states=(A,), fixtures=(fixture(0, 0), fixture(1, injected=("Control",))))
    assert [step.state for step in found.steps] == [None, 0]
    assert found.injected == ("Control",)


def test_a_fixture_limited_to_other_benchmarks_does_not_run() -> None:
    fixtures = (fixture(0, 0, benchmarks=(1,)), fixture(1, 0, benchmarks=(0,)), fixture(2, 0, benchmarks=()))
    assert opening(function(0), states=(A,), fixtures=fixtures).steps == (Step(level="Trial", state=0, setups=(1,), teardowns=()),)


def test_steps_go_level_by_level_with_setups_and_teardowns_by_number() -> None:
    fixtures = (fixture(0, 0, level="Invocation"), fixture(1, 0, kind="Teardown"), fixture(2, 0), fixture(3, 0, kind="Teardown"), fixture(4, 0))
    assert opening(function(0), states=(A,), fixtures=fixtures).steps == (
        Step(level="Trial", state=0, setups=(2, 4), teardowns=(1, 3)), Step(level="Invocation", state=0, setups=(0,), teardowns=()))


def test_states_whose_fixtures_take_each_other_are_each_made_once() -> None:
    assert sorted(opening(function(0), states=(A, B), fixtures=(fixture(0, 0, 1), fixture(1, 1, 0))).states) == [0, 1]


def test_the_object_of_a_method_is_made_before_its_parameters_states() -> None:
    """JMH lists the parameters first and the own object last, and sets up from the back."""
    assert list(opening(function(0, 1, 2, method=True), states=(A, B, C)).states) == [0, 2, 1]


def test_a_class_that_is_no_state_is_made_and_has_fixtures_of_its_own() -> None:
    found = opening(function(1, 0, method=True), states=(A, state(1, "")), fixtures=(fixture(0, 1), fixture(1, 1, 0)))
    assert (list(found.states.items()), [(step.state, step.setups) for step in found.steps]) == ([(1, ""), (0, "A")], [(1, (0,)), (0, (1,))])


def test_params_checks_and_counters_are_those_of_the_states_used() -> None:
    def full(number: int, name: str) -> StateEntry:
        return state(number, name, params=(ParamEntry(number=number, name=f"{name}.n", type="integer", values=("1",), line=1),),
                     counters=(CounterEntry(number=number, name=f"{name}.hits", type="EVENTS"),), checks=(CheckEntry(number=number, name=f"{name}.sum"),))

    found = opening(function(2, 0), states=(full(0, "A"), full(1, "B"), full(2, "C")))
    assert {name: param.number for name, param in found.params.items()} == {"C.n": 2, "A.n": 0}
    assert (found.checks, found.counters) == ({2: "C.sum", 0: "A.sum"}, {2: "C.hits", 0: "A.hits"})


def test_a_group_needs_what_all_its_functions_need() -> None:
    found = opening(function(0, name="put"), function(1, injected=("Random",), name="take"), states=(A, B))
    assert (sorted(found.states), found.functions, found.injected) == ([0, 1], ("put", "take"), ("Random",))


def test_each_function_of_a_group_uses_its_own_states() -> None:
    """A state of scope Thread, with its counters, exists only in the threads whose function or fixtures take it (JMH)."""
    counting = state(2, "C", counters=(CounterEntry(number=0, name="C.hits", type="OPERATIONS"), CounterEntry(number=1, name="C.misses", type="EVENTS")))
    found = opening(function(0, 1, name="put"), function(1, name="take"), function(name="watch"), states=(A, B, counting), fixtures=(fixture(0, 1, 2),))
    assert found.uses == ((2, 1, 0), (2, 1), ())
    assert found.function_counters == (("C.hits", "C.misses"), ("C.hits", "C.misses"), ())
    assert [field for field in found.fields() if field.startswith("uses")] == ["uses=2,1,0", "uses=2,1", "uses="]


@pytest.mark.parametrize(("level", "injected", "expected"), [
    ("Iteration", ("Blackhole", "Random"), True), ("Iteration", ("Blackhole",), False), ("Trial", ("Random",), False),
    ("Invocation", ("Random",), False)])
def test_a_fixture_of_each_iteration_that_takes_random_draws_other_data(level: str, injected: tuple[str, ...], expected: bool) -> None:
    assert opening(function(0, injected=("Random",)), states=(A,), fixtures=(fixture(0, 0, level=level, injected=injected),)).redraws == expected


def test_the_fields_of_open_are_numbers_in_lists() -> None:
    fixtures = (fixture(3, injected=("Blackhole",)), fixture(4, 0, kind="Teardown", level="Iteration"))
    assert opening(function(0), states=(A,), fixtures=fixtures).fields() == [
        "benchmark=0", "states=0", "injected=Blackhole", "step=trial::3:", "step=iteration:0::4"]
