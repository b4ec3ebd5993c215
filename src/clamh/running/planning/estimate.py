"""How long a plan will take: its iterations, the starts of its processes, and its floors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from clamh.model.cases import Case, Plan, count_warmup_iterations, find_auto_warmup
from clamh.running.planning import call_counts, turns
from clamh.running.planning.contests import find_sliced
from clamh.running.planning.floors import floor_cases


def untimed(case: Case) -> bool:
    """Whether its iterations have no known duration: single shots."""
    return not case.options.measurement_time_ns


def start_seconds(plan: Plan, case: Case) -> float:
    """The time to start and end one process of the case: as long as the `describe` of its artifact took.

    The durations of fixtures are unknown and not included.
    """
    return plan.catalogs[case.artifact].start_s


def warming_seconds(plan: Plan) -> dict[int, float]:
    """By artifact, the time that each fork first spends on warming up other cases (bulk warmup)."""
    cases = {case.case_id: case for case in (*plan.cases, *plan.warmups)}
    warm = {case.artifact: case.warm for case in plan.cases}  # the same for all cases of an artifact
    return {artifact: _warmup_seconds(cases[case_id] for case_id in case_ids) for artifact, case_ids in warm.items()}


def turn_sides(plan: Plan) -> dict[str, tuple[int, bool]]:
    """By case_id, the number of sides that take turns, and whether in slices. Has only cases that take turns."""
    cases = {case.case_id: case for case in plan.cases}
    return {case_id: (len(contest), in_slices) for contest in plan.contests
            for in_slices in [find_sliced((cases[rival] for rival in contest), plan.catalogs)] for case_id in contest}


class Parts(NamedTuple):
    """The durations of a fork's parts: the start with bulk warmup, the warmup, the measurement."""

    start_s: float
    warmup_s: float
    measuring_s: float


def fork_seconds(plan: Plan, case: Case, warming: dict[int, float], sides: dict[str, tuple[int, bool]]) -> float:
    """The known duration of a fork. `warming` is warming_seconds(plan), `sides` is turn_sides(plan)."""
    return math.fsum(fork_parts(plan, case, warming, sides))


def fork_parts(plan: Plan, case: Case, warming: dict[int, float], sides: dict[str, tuple[int, bool]]) -> Parts:
    """The same as `fork_seconds`, in parts."""
    options = case.options
    warming_s = count_warmup_iterations(case) * options.warmup_time_ns / 1e9
    measuring_s = options.measurement_iterations * options.measurement_time_ns / 1e9
    side_count, in_slices = sides.get(case.case_id, (1, False))
    if side_count > 1:
        warming_s *= (1 + turns.LONGER) / 2  # on average
    if rule := find_auto_warmup(case):
        warming_s = max(warming_s, rule.max_ns / 1e9)  # an upper limit: the actual duration shows only while warming up
    if options.bounds:
        warming_s += call_counts.GROWING * options.measurement_time_ns / 1e9
    if in_slices:
        measuring_s = turns.measuring_seconds(side_count, case)
        if count_warmup_iterations(case):
            tried_s = turns.trying_seconds(side_count, case)  # in the first fork only
            warming_s += turns.warming_seconds(side_count, case) + tried_s / options.forks
    return Parts(start_seconds(plan, case) + warming.get(case.artifact, 0.0), warming_s, measuring_s)


def floor_seconds(plan: Plan) -> float:
    """The time to measure the floors (see floor_cases)."""
    return sum(fork_seconds(plan, case, {}, {}) for case in floor_cases(plan))


def planned_seconds(plan: Plan) -> float:
    """The duration of the whole plan, without single shots."""
    warming, sides = warming_seconds(plan), turn_sides(plan)
    fork_s = {case.case_id: fork_seconds(plan, case, warming, sides) for case in plan.cases}
    return floor_seconds(plan) + sum(fork_s[turn.case_id] for turns in plan.rounds for turn in turns)


def shots(plan: Plan) -> int:
    """The number of single shots in the plan, including warmups."""
    cases = {case.case_id: case for case in (*plan.cases, *plan.warmups)}
    warm = {artifact: sum(cases[case_id].options.warmup_iterations for case_id in case_ids if untimed(cases[case_id]))
            for artifact, case_ids in {case.artifact: case.warm for case in plan.cases}.items()}
    own = {case.case_id: count_warmup_iterations(case) + case.options.measurement_iterations if untimed(case) else 0
           for case in plan.cases}
    return sum(own[turn.case_id] + warm[cases[turn.case_id].artifact] for turns in plan.rounds for turn in turns)


def _warmup_seconds(cases: Iterable[Case]) -> float:
    return sum(case.options.warmup_iterations * case.options.warmup_time_ns for case in cases) / 1e9
