"""Does a report say to which CPUs threads were bound, and whose were not?"""

from __future__ import annotations

from typing import Any

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.cases import Binding
from clamh.model.summary import Summary
from clamh.report.binding import describe_binding, describe_cpus

STEADY = [10.0, 10.1, 9.9]


def bound(case_id: str, binding: Binding | None, **fields: object) -> object:
    """A case whose forks the system has so, whatever was planned."""
    forks = [fork(number, STEADY) for number in range(3)]
    return case([replace(unbound, start=replace(unbound.start, binding=binding)) for unbound in forks], case_id, **fields)


def judged(*cases: object) -> Summary:
    return summarise(run(cases), 0.95)


def test_no_line_if_nothing_was_bound() -> None:
    assert describe_binding(judged(bound("a", None))) == ""


def test_bound_threads_are_listed_by_number_and_unbound_ones_by_platform() -> None:
    summary = judged(bound("a", Binding(cpus=(2,))), bound("b", None, platform="java/openjdk-17", source="F.java"))
    assert describe_binding(summary) == "Bound to CPUs: 1 thread to 2; not bound: java/openjdk-17."
    assert [row.binding for row in summary.rows] == [Binding(cpus=(2,)), None]


def test_memory_is_named_by_its_node() -> None:
    assert describe_binding(judged(bound("a", Binding(cpus=(2,), nodes=(1,))))) == "Bound to CPUs: 1 thread to 2, memory of node 1."


@pytest.mark.parametrize(("facts", "text"), [
    ({}, ""), ({"cpus": 56}, "56 CPUs"), ({"cpus": 1}, "1 CPU"), ({"cpus": 8, "cpus_allowed": 8, "cpu_list": "0-7", "cpu_quota": None}, "8 CPUs"),
    ({"cpus": 8, "cpus_allowed": 2, "cpu_list": "2,5"}, "8 CPUs (run on CPUs 2,5)"), ({"cpus": 8, "cpus_allowed": 2}, "8 CPUs (run on 2 of them)"),
    ({"cpus": 8, "cpus_allowed": 2, "cpu_list": "2-3", "cpu_quota": 1.5}, "8 CPUs (run on CPUs 2-3, quota 1.5)"),
    ({"cpus": 8, "cpu_quota": 3.0}, "8 CPUs (quota 3)"), ({"cpus": "8", "cpus_allowed": 2, "cpu_quota": "x"}, "8 CPUs"),
])
def test_the_runs_share_of_the_cpus_follows_their_number(facts: dict[str, Any], text: str) -> None:
    assert describe_cpus(facts) == text
