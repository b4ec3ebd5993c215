"""How long a plan will take: its iterations, the starts of its processes, and the measuring of floors."""

from __future__ import annotations

from clamh.cases import Case, CaseOptions, Plan


def iterations_seconds(options: CaseOptions) -> float:
    """The time of one fork's iterations."""
    return (options.warmup_iterations * options.warmup_time_ns
            + options.measurement_iterations * options.measurement_time_ns) / 1e9


def start_seconds(plan: Plan, case: Case) -> float:
    """What starting and ending one process of the case costs: as much as the one that described its artifact took.

    Fixtures are not known beforehand and not in it.
    """
    return plan.catalogs[case.artifact].start_s


def case_seconds(plan: Plan, case: Case) -> float:
    """All forks of one case."""
    return case.options.forks * (start_seconds(plan, case) + iterations_seconds(case.options))


def floor_seconds(plan: Plan) -> float:
    """Measuring the floor of every platform, mode and thread count."""
    from clamh.execute import floor_cases

    return sum(case_seconds(plan, case) for case in floor_cases(plan))


def planned_seconds(plan: Plan) -> float:
    """The whole plan."""
    return floor_seconds(plan) + sum(case_seconds(plan, case) for case in plan.cases)
