"""How long a plan will take: its iterations, the starts of its processes, and the measuring of floors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from clamh.model.cases import Case, Plan, auto_warmup, warmup_iterations
from clamh.running.planning import turns
from clamh.running.planning.contests import sliced
from clamh.running.planning.floors import floor_cases


def untimed(case: Case) -> bool:
    """Whether its iterations have no duration that could be known beforehand: single shots."""
    return not case.options.measurement_time_ns


def start_seconds(plan: Plan, case: Case) -> float:
    """What starting and ending one process of the case costs: as much as the one that described its artifact took.

    Fixtures are not known beforehand and not in it.
    """
    return plan.catalogs[case.artifact].start_s


def warming_seconds(plan: Plan) -> dict[int, float]:
    """What each fork of an artifact's cases spends on warming up others first, by artifact (bulk warmup)."""
    cases = {case.case_id: case for case in (*plan.cases, *plan.warmups)}
    warm = {case.artifact: case.warm for case in plan.cases}  # the same for all cases of an artifact
    return {artifact: _warmup_seconds(cases[one] for one in several) for artifact, several in warm.items()}


def turn_sides(plan: Plan) -> dict[str, tuple[int, bool]]:
    """By case_id how many sides take turns with it, itself included, and whether in slices; only those that do take turns."""
    cases = {case.case_id: case for case in plan.cases}
    return {case_id: (len(contest), in_slices) for contest in plan.contests
            for in_slices in [sliced((cases[one] for one in contest), plan.catalogs)] for case_id in contest}


class Parts(NamedTuple):
    """How long the parts of a fork take: its process to start, with what it warms up first; its warmup, and what it measures."""

    start_s: float
    warmup_s: float
    measuring_s: float


def fork_seconds(plan: Plan, case: Case, warming: dict[int, float], sides: dict[str, tuple[int, bool]]) -> float:
    """One fork of a case, as far as its duration is known; `warming` is warming_seconds(plan), `sides` turn_sides(plan)."""
    return math.fsum(fork_parts(plan, case, warming, sides))


def fork_parts(plan: Plan, case: Case, warming: dict[int, float], sides: dict[str, tuple[int, bool]]) -> Parts:
    """The same in parts."""
    options = case.options
    warming_s = warmup_iterations(case) * options.warmup_time_ns / 1e9
    measuring_s = options.measurement_iterations * options.measurement_time_ns / 1e9
    several, in_slices = sides.get(case.case_id, (1, False))
    if several > 1:
        warming_s *= (1 + turns.LONGER) / 2  # on average
    if rule := auto_warmup(case):
        warming_s = max(warming_s, rule.max_ns / 1e9)  # at most: when it is steady shows only then
    if in_slices:
        measuring_s = turns.measuring_seconds(several, case)
        if warmup_iterations(case):
            warming_s += turns.warming_seconds(several, case)
    return Parts(start_seconds(plan, case) + warming.get(case.artifact, 0.0), warming_s, measuring_s)


def floor_seconds(plan: Plan) -> float:
    """Measuring the floors (see floor_cases)."""
    return sum(fork_seconds(plan, case, {}, {}) for case in floor_cases(plan))


def planned_seconds(plan: Plan) -> float:
    """The whole plan, but for what single shots take."""
    warming, sides = warming_seconds(plan), turn_sides(plan)
    each = {case.case_id: fork_seconds(plan, case, warming, sides) for case in plan.cases}
    return floor_seconds(plan) + sum(each[turn.case_id] for turns in plan.rounds for turn in turns)


def shots(plan: Plan) -> int:
    """How many single shots the plan has, warmups too."""
    cases = {case.case_id: case for case in (*plan.cases, *plan.warmups)}
    warm = {artifact: sum(cases[one].options.warmup_iterations for one in several if untimed(cases[one]))
            for artifact, several in {case.artifact: case.warm for case in plan.cases}.items()}
    own = {case.case_id: warmup_iterations(case) + case.options.measurement_iterations if untimed(case) else 0
           for case in plan.cases}
    return sum(own[turn.case_id] + warm[cases[turn.case_id].artifact] for turns in plan.rounds for turn in turns)


def _warmup_seconds(cases: Iterable[Case]) -> float:
    return sum(case.options.warmup_iterations * case.options.warmup_time_ns for case in cases) / 1e9
