"""Which cases must do the same work, and the result of comparing their values."""

from __future__ import annotations

from os.path import dirname
from typing import NamedTuple

from clamh.model.cases import Case, Plan
from clamh.model.results import Given, WorkRecord

BAD = ("different", "not repeatable", "failed")  # outcomes that make a command fail


class WorkComparison(NamedTuple):
    """The comparison of one benchmark with its params, as a case: the outcome, its reason, and the values of each
    implementation.

    `doubts` are findings about single implementations: name, code and sentence. `limits` are reasons why the comparison
    proves less than usual.
    """

    case: Case
    outcome: str
    reason: str
    values: tuple[tuple[str, str], ...]
    doubts: tuple[tuple[str, str, str], ...] = ()
    limits: tuple[str, ...] = ()


def group_implementations(plan: Plan) -> list[list[Case]]:
    """The cases to compare: for each suite, key and params one case per implementation.

    The same benchmark on the same platform is one implementation, in all modes and thread counts.
    """
    implementations_by_work: dict[tuple, dict[tuple, Case]] = {}
    for case in plan.cases:
        source = plan.catalogs[case.artifact].artifact.source
        work = (dirname(source), case.key, tuple(sorted(case.params.items())))
        implementations_by_work.setdefault(work, {}).setdefault(identify_implementation(case), case)
    return [list(cases.values()) for cases in implementations_by_work.values() if len(cases) > 1]


def find_compared_cases(plan: Plan) -> frozenset[str]:
    """The case_ids of all cases whose work is compared, in all their modes."""
    compared = {identify_implementation(case) for cases in group_implementations(plan) for case in cases}
    return frozenset(case.case_id for case in plan.cases if identify_implementation(case) in compared)


def list_calls(work: WorkRecord) -> dict[tuple[int, int], WorkRecord | Given]:
    """The values of each call, by its seed and its number on the state of that seed; empty if the work failed."""
    return {} if work.failure else {(1, 1): work, **{(call.seed, call.call): call for call in work.other_calls}}


def identify_implementation(case: Case) -> tuple:
    """The identity of an implementation: artifact, benchmark, params."""
    return case.artifact, case.benchmark, tuple(sorted(case.wire_params.items()))
