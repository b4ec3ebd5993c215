"""Is each look at sides that take turns written down, the last one and those of a run that was gone on with too?"""

from __future__ import annotations

import pytest
from made_schedule import Simulated, made
from msgspec.structs import replace

from clamh.model.cases import Case
from clamh.running.planning.rounds import Rule
from clamh.running.planning.schedule import Schedule


def simulated(rule: Rule, spread: float) -> Simulated:
    """Two sides that take turns, whose sets take 2 s."""
    planned = made("a", platforms=2, precision=rule.precision)
    contest = tuple(case.case_id for case in planned.cases)

    def fork(case: Case, number: int) -> tuple[float, float]:
        return 10.0 * (1 + spread * (-1) ** number * (number % 5)), 1.0

    return Simulated(replace(planned, contests=(contest,)), rule, fork)


@pytest.mark.parametrize(("rule", "spread", "sets", "spent"), [
    (Rule(0.01, None, 0.95), 0.0, [5], [0.0124]),
    (Rule(0.01, None, 0.95), 0.2, [5, 8, 12, 16, 24, 32], [0.0124, 0.022, 0.0302, 0.0368, 0.044, 0.05]),
    (Rule(0.01, 20.5, 0.95), 0.2, [5, 8, 10], [0.0124, 0.022, 0.0261]),
    (Rule(None, 20.5, 0.95), 0.2, [10], [0.05])])
def test_looks_are_planned_ones_and_the_end(rule: Rule, spread: float, sets: list[int], spent: list[float]) -> None:
    run = simulated(rule, spread)
    run.all()
    assert [look.sets for look in run.looks] == sets
    assert [look.spent for look in run.looks] == pytest.approx(spent)


def test_a_run_that_is_gone_on_with_may_have_been_looked_at() -> None:
    run = simulated(Rule(0.01, None, 0.95), 0.2)
    for _ in range(6):
        next(run.rounds())
    rest = Schedule(run.plan, run.rule, run.left_s, {})
    for record in run.records:
        rest.hear(record)
    first = next(rest.rounds())
    assert (type(first).__name__, first.sets) == ("LookRecord", 6)
