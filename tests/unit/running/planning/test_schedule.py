"""Do rounds follow the facts of a run: the plan's first, then those that the rule asks for, and after a break too?"""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from made_plans import benchmark, catalog
from made_runs import case as result, fork as forked, run as results
from made_schedule import SHAPE, Simulated, made
from msgspec.structs import replace

from clamh.model.cases import Turn
from clamh.model.options import Options
from clamh.model.results import ForkEnd, ForkStart, IterationRecord, RoundRecord
from clamh.model.worker import ThreadIteration
from clamh.running.plan import plan as make_plan
from clamh.running.planning.rounds import EndOfRounds, Rule
from clamh.running.planning.schedule import Schedule

PERCENT = Rule(0.01, None, 0.95)


def noisy(spread: dict[str, float], seconds: float = 1.0):
    generator = random.Random(7)
    return lambda case, fork: (100 * (1 + spread.get(case.key, 0.0) * generator.gauss(0, 1)), seconds)


def test_first_come_the_rounds_of_the_plan_in_its_order() -> None:
    plan = made("a", "b", "c")
    run = Simulated(plan, PERCENT, noisy({}))
    assert [round_record.turns for round_record in run.all()] == list(plan.rounds)
    assert run.schedule.over == EndOfRounds("reached")


def test_only_imprecise_cases_and_references_get_more_forks() -> None:
    plan = made("a", "b", "c")
    names = {item.key: item.case_id for item in plan.cases}
    run = Simulated(plan, PERCENT, noisy({"b": 0.02}), {names["b"]: names["a"], names["c"]: names["a"]})
    later = run.all()[5:]
    assert later and all({turn.case_id for turn in round_record.turns} == {names["a"], names["b"]} for round_record in later)
    assert [round_record.block for round_record in later] == list(range(5, 5 + len(later)))
    assert all(turn.fork == round_record.block for round_record in later for turn in round_record.turns)
    assert {tuple(turn.case_id for turn in round_record.turns) for round_record in later} == {
        (names["a"], names["b"]), (names["b"], names["a"])}  # in random order
    assert all(round_record.undecided == 1 and round_record.outlook_s > 0 for round_record in later)
    facts = {fact.case_id: fact for fact in run.schedule.facts()}
    assert facts[names["c"]].forks == 5 < facts[names["b"]].forks


def test_the_same_seed_gives_the_same_run() -> None:
    rounds = [Simulated(made("a", "b"), PERCENT, noisy({"b": 0.02})).all() for _ in range(2)]
    assert rounds[0] == rounds[1]


def test_a_case_that_fails_is_left_out_from_then_on() -> None:
    run = Simulated(made("a", "b"), PERCENT, lambda case, fork: (0.0 if case.key == "a" and fork == 1 else 100.0, 1.0))
    run.all()
    assert Counter(run.cases[case_id].key for _, case_id, _ in run.begun) == {"a": 2, "b": 5}
    assert run.schedule.over == EndOfRounds("reached") and run.schedule.unmeasured() == []


def test_warmup_forks_come_before_the_first_fork_of_their_case() -> None:
    plan = made("a", "b", settings=replace(SHAPE, warmup_forks=2))
    run = Simulated(plan, PERCENT, noisy({}))
    assert [round_record.block for round_record in run.all()] == [-1, -2, 0, 1, 2, 3, 4]
    assert [fork for _, case_id, fork in run.begun if case_id == plan.cases[0].case_id] == [-1, -2, 0, 1, 2, 3, 4]


def test_a_budget_is_spent_and_kept_and_what_it_has_no_time_for_is_named() -> None:
    plan = made("a", "b", "c", precision=None)
    run = Simulated(plan, Rule(None, 2.5, 0.95), noisy({}))
    assert [case.key for case in run.schedule.left_out()] == ["c"]
    run.all()
    assert run.clock == 2.0 and [case.key for case in run.schedule.unmeasured()] == ["c"]
    assert run.schedule.over == EndOfRounds("budget")


def test_sides_that_take_turns_are_measured_together_or_not_at_all() -> None:
    whole = made("a", platforms=3, precision=None)
    contest = tuple(case.case_id for case in whole.cases)
    schedule = Schedule(replace(whole, contests=(contest,)), Rule(None, 2.5, 0.95), lambda: 2.5, {})
    assert len(schedule.left_out()) == 3
    assert [schedule.fits([Turn(case_id=text, fork=0) for text in contest[:count]]) for count in (1, 2, 3)] == [True, True, False]
    assert not list(schedule.rounds()) and schedule.over == EndOfRounds("budget")


@pytest.mark.parametrize(("platforms", "threads", "score_ns"), [(("c/1", "cpp/1"), 1, 10), (("c/1", "javascript/1"), 1, 15), (("c/1", "cpp/1"), 2, 15)])
def test_precision_in_turns_is_that_of_scores_as_the_report_has_them(platforms: tuple[str, str], threads: int, score_ns: float) -> None:
    """Where no side's runtime has threads of its own, they leave out waiting for a CPU: here a third of the time."""
    options = Options(seed=1, settings=replace(SHAPE, threads=(threads,)), precision=0.01, live=True)
    plan = make_plan([catalog(platform, benchmark("a")) for platform in platforms], options)
    schedule = Schedule(plan, PERCENT, lambda: math.inf, {})
    worked = ThreadIteration(operations=1e6, all_operations=1e6, elapsed_ns=15_000_000, waited_ns=5_000_000)
    for case in plan.cases:
        where = {"case_id": case.case_id, "fork": 0}
        schedule.hear(ForkStart(**where, block=0, position=0, time="", pid=1))
        schedule.hear(IterationRecord(**where, phase="measurement", index=0, threads=(worked,) * threads))
        schedule.hear(ForkEnd(**where, status="ok"))
    assert [fact.logs for fact in schedule.facts()] == [pytest.approx((math.log(score_ns),))] * 2


def test_looks_go_on_for_the_sides_that_are_left() -> None:
    """One side fails in its fourth set. The other two go on, and each look at them spends its share."""
    whole = made("a", platforms=3)
    contest = tuple(case.case_id for case in whole.cases)
    run = Simulated(replace(whole, contests=(contest,)), PERCENT,
                    lambda case, fork: (0.0 if case.case_id == contest[0] and fork == 3 else 100.0 * (1 + 0.05 * (-1) ** fork), 1.0))
    run.all()
    looks = [record.sets for record in run.looks]
    assert looks[:3] == [5, 8, 12] and looks == sorted(set(looks))


def test_with_a_budget_alone_the_noisier_case_gets_more_forks_until_its_end() -> None:
    run = Simulated(made("quiet", "loud", precision=None), Rule(None, 60.0, 0.95), noisy({"loud": 0.1, "quiet": 0.001}))
    run.all()
    forks = Counter(run.cases[case_id].key for _, case_id, _ in run.begun)
    assert run.clock == 60 and forks == {"quiet": 6, "loud": 54}


def test_forks_that_take_longer_than_planned_are_predicted_by_those_that_ran() -> None:
    run = Simulated(made("a", precision=None), Rule(None, 10.0, 0.95), noisy({}, seconds=3.0))
    run.all()
    assert run.clock == 9.0


def test_a_run_that_was_cut_off_goes_on_with_the_round_at_the_seam() -> None:
    plan = made("a", "b")
    first, second = (item.case_id for item in plan.cases)
    whole = tuple(Turn(case_id=text, fork=0) for text in (first, second))
    cut = tuple(Turn(case_id=text, fork=1) for text in (second, first))
    before = replace(results([result([forked(0, [100.0], case_id=first)], case_id=first),
                              result([forked(number, [100.0], case_id=second) for number in (0, 1)], case_id=second)],
                             status=None), rounds=(RoundRecord(block=0, turns=whole), RoundRecord(block=1, turns=cut)))
    run = Simulated(plan, PERCENT, noisy({}))
    run.schedule.go_on(before)
    assert [(round_record.block, round_record.turns) for round_record in run.all()][0] == (1, cut)
    assert [record.block for record in run.records if isinstance(record, RoundRecord)] == [1, 2, 3, 4]
    assert Counter(case_id for _, case_id, _ in run.begun) == {first: 4, second: 4}
