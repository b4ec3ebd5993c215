"""What is compared between implementations: which cases do the same work, and what was found about each benchmark."""

from __future__ import annotations

from os.path import dirname
from typing import NamedTuple

from clamh.model.cases import Case, Plan
from clamh.model.results import Given, WorkRecord

BAD = ("different", "not repeatable", "failed")  # outcomes that a command fails for


class Compared(NamedTuple):
    """One benchmark with its params, as a case: what was found, why, and what each implementation gave, by its name.

    `doubts` are findings about single implementations: its name, the code and the sentence; `limits` say why the comparison
    proves less than it usually does.
    """

    case: Case
    outcome: str
    why: str
    gave: tuple[tuple[str, str], ...]
    doubts: tuple[tuple[str, str, str], ...] = ()
    limits: tuple[str, ...] = ()


def implementations(plan: Plan) -> list[list[Case]]:
    """What is compared with each other, a case of each: of one suite, key and params; one for all modes and thread counts.

    The same benchmark on the same platform is one implementation, whatever it is measured as.
    """
    alike: dict[tuple, dict[tuple, Case]] = {}
    for case in plan.cases:
        source = plan.catalogs[case.artifact].artifact.source
        what = (dirname(source), case.key, tuple(sorted(case.params.items())))
        alike.setdefault(what, {}).setdefault(implementation(case), case)
    return [list(cases.values()) for cases in alike.values() if len(cases) > 1]


def compared_cases(plan: Plan) -> frozenset[str]:
    """The case_ids of all cases whose work is compared, in each of their modes."""
    compared = {implementation(case) for cases in implementations(plan) for case in cases}
    return frozenset(case.case_id for case in plan.cases if implementation(case) in compared)


def calls(work: WorkRecord) -> dict[tuple[int, int], WorkRecord | Given]:
    """What each call gave, by its seed and its number on the state of that seed; nothing where it failed."""
    return {} if work.failure else {(1, 1): work, **{(one.seed, one.call): one for one in work.more}}


def implementation(case: Case) -> tuple:
    """What makes two cases the same implementation: artifact, benchmark, params."""
    return case.artifact, case.benchmark, tuple(sorted(case.wire_params.items()))
