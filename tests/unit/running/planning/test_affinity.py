"""Which CPU is each measuring thread bound to, and when is nothing bound?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_plans import benchmark, catalog

from clamh.machine.cpus import Cpu, Machine
from clamh.model.cases import Plan
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.plan import plan
from clamh.running.planning.affinity import binding
from clamh.running.planning.floors import floor_cases


def made(*cores: Sequence[int], nodes: dict[int, int] = {}, isolated: Sequence[int] = (), fast: Sequence[int] = (),
         memory: dict[int, tuple[int, ...]] = {}) -> Machine:
    """A machine of these cores, each with its CPUs; `nodes` are those of CPUs that are not on node 0."""
    cpus = [Cpu(cpu, min(core), nodes.get(cpu, 0), 100 * (cpu in fast), cpu in isolated) for core in cores for cpu in core]
    return Machine(tuple(sorted(cpus)), memory)


SMT = made((0, 4), (1, 5), (2, 6), (3, 7))
SOCKETS = made((0,), (1,), (2,), (3,), nodes={2: 1, 3: 1}, memory={0: (0,), 1: (1,)})
WIDER = made((0,), (1,), (2,), (3,), (4,), nodes={2: 1, 3: 1, 4: 1}, memory={0: (0,), 1: (1,)})


@pytest.mark.parametrize(("machine", "threads", "cpus", "nodes"), [
    (SMT, 1, (1,), ()), (SMT, 3, (1, 2, 3), ()),  # CPU 0's core last
    (SMT, 4, (1, 2, 3, 0), ()), (SMT, 6, (1, 2, 3, 0, 5, 6), ()),  # then the second CPUs of the cores
    (SMT, 9, (1, 2, 3, 0, 5, 6, 7, 4, 1), ()),  # then all again
    (SOCKETS, 2, (2, 3), (1,)),  # one node, and not that of CPU 0
    (SOCKETS, 1, (1,), (0,)),
    (SOCKETS, 3, (2, 3, 1), ()),  # no node has three cores: memory comes from where it is used
    (WIDER, 3, (2, 3, 4), (1,)), (WIDER, 4, (2, 3, 4, 1), ()),
    (made((0, 1), (2, 3), nodes={2: 1, 3: 1}), 2, (2, 0), ()),  # a core each comes before one node
    (made((0,), (1,), (2,), isolated=(0, 2)), 2, (2, 0), ()), (made((0,), (1,), (2,), isolated=(2,)), 2, (2, 1), ()),
    (made((0, 4), (1, 5), isolated=(4, 5)), 2, (5, 4), ()), (made((0, 4), (1, 5), isolated=(4, 5)), 3, (5, 4, 1), ()),
    (made((0,), (1,), (2,), (3,), fast=(0, 1)), 2, (1, 0), ()), (made((0,), (1,), (2,), (3,), fast=(0, 1)), 3, (1, 0, 2), ()),
    (made((0,), (1,), (2,), (3,), nodes={2: 1, 3: 1}, isolated=(0, 2, 3)), 2, (2, 3), ()),
    (made((7,)), 3, (7, 7, 7), ()),
    (made((0,), (1,), nodes={0: 4, 1: 4}, memory={4: (2,)}), 2, (1, 0), (2,)),  # its node has no memory of its own
])
def test_threads_get_cores_of_one_node_first(machine: Machine, threads: int, cpus: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    found = binding(machine, threads)
    assert (found.cpus, found.nodes) == (cpus, nodes)


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 2), st.booleans()), min_size=1, max_size=6), st.integers(1, 30))
def test_cpus_and_cores_are_spread_evenly(shape: list[tuple[int, int, bool]], threads: int) -> None:
    """Each core has 1 to 3 CPUs on a node, isolated or not."""
    cpus, first = [], 0
    for width, node, apart in shape:
        cpus += [Cpu(number, first, node, 0, apart) for number in range(first, first + width)]
        first += width
    found = binding(Machine(tuple(cpus), {}), threads).cpus
    assert len(found) == threads
    counts = [found.count(cpu.number) for cpu in cpus]
    assert max(counts) - min(counts) <= 1 or len(set(found)) < len(cpus)
    assert len(set(found)) >= min(threads, len({cpu.core for cpu in cpus}))
    used = [next(item.core for item in cpus if item.number == cpu) for cpu in found]
    if threads <= len(shape):
        assert len(set(used)) == threads


def bound(policy: str, *platforms: tuple[str, bool], threads: tuple[int, ...] = (1, 2), machine: Machine = SMT) -> Plan:
    """A plan on platforms that can be bound or not."""
    catalogs = []
    for name, able in platforms or (("a/1", True),):
        item = catalog(name, benchmark("work", Settings(threads=threads)), max_threads=64)
        hello = {"capabilities": {**item.hello["capabilities"], "thread_ids": able, "floor": "empty"}}
        catalogs.append(msgspec.structs.replace(item, hello=hello))
    return plan(catalogs, Options(bind=policy, seed=1), on=machine)


def cpus(of: Plan) -> list[Any]:
    return [case.binding and case.binding.cpus for case in of.cases]


def test_nothing_is_bound_by_default() -> None:
    for policy in ("none", ""):
        assert (cpus(bound(policy)), bound(policy).binding) == ([None, None], "")


@pytest.mark.parametrize("policy", ["threads", "auto"])
def test_every_case_and_its_floor_is_bound_by_its_threads(policy: str) -> None:
    found = bound(policy, ("a/1", True), ("b/1", True))
    assert cpus(found) == [(1,), (1, 2)] * 2
    assert found.binding == "bound to CPUs: 1 thread to 1; 2 threads to 1-2"
    assert {floor_case.binding for floor_case in floor_cases(found)} == {case.binding for case in found.cases}
    assert found.doubts == ()


def test_a_binding_makes_no_other_case() -> None:
    assert [case.case_id for case in bound("threads").cases] == [case.case_id for case in bound("none").cases]


@pytest.mark.parametrize(("platforms", "threads", "why"), [
    ((("a/1", True), ("b/1", False)), (1,), "b/1 cannot be bound: the worker reports no thread ids"),
    ((("a/1", True),), (1, 9), "9 threads do not fit on 8 CPUs"),
])
def test_auto_binds_all_or_none(platforms: tuple[tuple[str, bool], ...], threads: tuple[int, ...], why: str) -> None:
    found = bound("auto", *platforms, threads=threads)
    assert set(cpus(found)) == {None}
    assert found.binding == f"not bound (--bind auto): {why}"
    assert found.doubts == ()


def test_threads_leaves_a_platform_free_that_cannot_be_bound_and_says_so() -> None:
    found = bound("threads", ("a/1", True), ("b/1", False), threads=(9,))
    assert cpus(found) == [(1, 2, 3, 0, 5, 6, 7, 4, 1), None]
    assert found.binding == "bound to CPUs: 9 threads to 1,2,3,0,5,6,7,4 in turn; not b/1, which cannot be bound"
    (doubt,) = found.doubts
    assert (doubt.platform, doubt.warning.code, doubt.warning.message) == ("b/1", "not-bound", "--bind threads: b/1 cannot be bound")


@pytest.mark.parametrize(("able", "machine", "expected"), [
    (False, SMT, "--bind threads: a/1 cannot be bound: the worker reports no thread ids"),
    (True, Machine((), {}), "--bind threads: this system cannot bind threads to CPUs"),
])
def test_threads_that_can_bind_nothing_is_an_error(able: bool, machine: Machine, expected: str) -> None:
    with pytest.raises(InputError) as error:
        bound("threads", ("a/1", able), machine=machine)
    assert [diagnostic.message for diagnostic in error.value.diagnostics] == [expected]
    assert bound("auto", ("a/1", able), machine=machine).binding.startswith("not bound (--bind auto): ")


def contest(policy: str, *able: bool, machine: Machine = SMT) -> list[Any]:
    """The CPUs of sides that take turns, and can be bound or not."""
    catalogs = []
    for number, thread_ids in enumerate(able):
        item = catalog(f"{'abc'[number]}/1", benchmark("work"))
        hello = {"capabilities": {**item.hello["capabilities"], "thread_ids": thread_ids, "commands": ["slice"]}}
        catalogs.append(msgspec.structs.replace(item, hello=hello, artifact=msgspec.structs.replace(item.artifact, source="suite/x", sources={})))
    return cpus(plan(catalogs, Options(live=True, bind=policy, seed=1), on=machine))


def test_sides_that_take_turns_are_bound_to_the_same_cpu_or_none_of_them() -> None:
    assert contest("", True, True, True) == [(1,)] * 3
    assert contest("", True, False, True) == [None] * 3
    assert contest("none", True, True) == [None, None]
    assert contest("", True, True, machine=made((0,))) == [None, None]  # the driver has no other CPU


def test_memory_of_the_node_is_reported() -> None:
    assert bound("threads", threads=(2,), machine=SOCKETS).binding == "bound to CPUs: 2 threads to 2-3, memory of node 1"
