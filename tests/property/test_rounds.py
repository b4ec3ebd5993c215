"""Is every budget kept, every case measured or named, and no precise case measured further, however long forks take?"""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis.strategies import booleans, floats, integers, lists, none, one_of, tuples
from made_schedule import SHAPE, Simulated, made
from msgspec.structs import replace

from clamh.running.planning.rounds import Rule, is_precise

CASES = lists(tuples(floats(0, 0.2), floats(0.05, 20), floats(0, 0.9), booleans()), min_size=1, max_size=4)


@settings(max_examples=60)
@given(CASES, one_of(none(), floats(0.02, 0.5)), floats(0.1, 200), integers(0, 2), integers(0, 2**32))
def test_budget_holds_within_a_second_and_omissions_are_reported(
    cases: list, precision: float | None, budget_s: float, warmups: int, seed: int
) -> None:
    """Each case: how much its scores spread, how long a fork takes and how much that varies, whether its 4th fork fails."""
    generator = random.Random(seed)

    def fork(case, number: int) -> tuple[float, float]:
        spread, seconds, varies, fails = cases[int(case.key[1:])]
        took = seconds * (1 + varies * generator.uniform(-1, 1))
        return (0.0 if fails and number == 3 else max(1.0, 100 * (1 + spread * generator.gauss(0, 1)))), took

    plan = made(*(f"n{number}" for number in range(len(cases))), settings=replace(SHAPE, warmup_forks=warmups), precision=precision)
    first = plan.cases[0].case_id
    rule = Rule(precision, budget_s, 0.95)
    run = Simulated(plan, rule, fork, {case.case_id: first for case in plan.cases})
    seen = 0
    for round_record in run.rounds():
        begun, seen = run.begun[seen:], len(run.begun)
        assert len({case_id for _, case_id, _ in begun}) == len(begun)
    assert run.clock <= budget_s + 1
    measured = {case_id for _, case_id, number in run.begun if number >= 0}
    facts = {fact.case_id: fact for fact in run.schedule.facts()}
    named = {case.case_id for case in run.schedule.unmeasured()}
    for case_id, fact in facts.items():
        assert fact.failed or (fact.forks == 0) == (case_id in named)
        assert fact.forks == 0 or case_id in measured
    if run.schedule.over.reason == "reached":
        assert all(fact.failed or is_precise(fact, rule) and fact.forks >= fact.least for fact in facts.values())


@settings(max_examples=40)
@given(lists(floats(0, 0.05), min_size=1, max_size=4), floats(0.02, 0.2), integers(0, 2**32))
def test_what_is_precise_gets_no_more_forks(spreads: list[float], precision: float, seed: int) -> None:
    generator = random.Random(seed)
    plan = made(*(f"n{number}" for number in range(len(spreads))), precision=precision)
    rule = Rule(precision, None, 0.95)
    run = Simulated(plan, rule, lambda case, _: (100 * (1 + spreads[int(case.key[1:])] * generator.uniform(-1, 1)), 1.0))
    case_ids: set[str] = set()
    for round_record in run.rounds():
        assert not case_ids & {turn.case_id for turn in round_record.turns}
        case_ids = {fact.case_id for fact in run.schedule.facts() if fact.forks >= fact.least and is_precise(fact, rule)}
    assert case_ids == set(run.cases) and run.schedule.over.reason == "reached"
