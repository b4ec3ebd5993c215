"""Is each look at sides that take turns written down, the last one and those of a run that was gone on with too?"""

from __future__ import annotations

import pytest
from made_plans import benchmark, catalog
from made_runs import case as result, fork as forked, run as results
from made_schedule import SHAPE, Simulated, made
from msgspec.structs import replace

from clamh.model.cases import Case, Turn
from clamh.model.options import Options
from clamh.model.results import RoundRecord
from clamh.pipeline import _references
from clamh.running.plan import pair_catalogs, plan
from clamh.running.planning.rounds import Rule
from clamh.running.planning.schedule import Schedule


def simulated(rule: Rule, spread: float, forks: int = 5) -> Simulated:
    """Two sides that take turns, whose sets take 2 s."""
    planned = made("a", platforms=2, precision=rule.precision, settings=replace(SHAPE, forks=forks))
    contest = tuple(case.case_id for case in planned.cases)

    def fork(case: Case, number: int) -> tuple[float, float]:
        return 10.0 * (1 + spread * (-1) ** number * (number % 5)), 1.0

    return Simulated(replace(planned, contests=(contest,)), rule, fork)


@pytest.mark.parametrize(("rule", "spread", "sets", "spent"), [
    (Rule(0.01, None, 0.95), 0.0, [5], [0.0124]),
    (Rule(0.01, None, 0.95), 0.2, [5, 8, 12, 16, 24, 32], [0.0124, 0.022, 0.0302, 0.0368, 0.044, 0.05]),
    (Rule(0.01, 20.5, 0.95), 0.2, [5, 8, 10], [0.0124, 0.022, 0.0261]),
    (Rule(None, 20.5, 0.95), 0.2, [10], [0.05]),
    (Rule(None, 20.5, 0.95, fixed=True), 0.2, [5], [0.05])])
def test_looks_are_planned_ones_and_the_end(rule: Rule, spread: float, sets: list[int], spent: list[float]) -> None:
    run = simulated(rule, spread)
    run.all()
    assert [look.sets for look in run.looks] == sets
    assert [look.spent for look in run.looks] == pytest.approx(spent)


def test_no_look_is_taken_before_the_sets_that_are_measured_in_any_case() -> None:
    run = simulated(Rule(0.01, None, 0.95), 0.2, forks=8)
    run.all()
    assert [look.sets for look in run.looks] == [8, 12, 16, 24, 32]


def test_a_run_that_is_gone_on_with_may_have_been_looked_at() -> None:
    run = simulated(Rule(0.01, None, 0.95), 0.2)
    for _ in range(6):
        next(run.rounds())
    rest = Schedule(run.plan, run.rule, run.left_s, {})
    for record in run.records:
        rest.hear(record)
    first = next(rest.rounds())
    assert (type(first).__name__, first.sets) == ("LookRecord", 6)


def test_the_look_after_a_repeated_round_is_written_down() -> None:
    run = simulated(Rule(0.01, None, 0.95), 0.2)
    first, second = (case.case_id for case in run.plan.cases)
    rounds = [RoundRecord(block=block, turns=tuple(Turn(case_id=text, fork=block) for text in (first, second))) for block in range(5)]
    begun = [result([forked(number, [10.0], case_id=text) for number in range(sets)], case_id=text) for text, sets in ((first, 5), (second, 4))]
    run.schedule.go_on(replace(results(begun, status=None), rounds=tuple(rounds)))
    run.all()
    assert [look.sets for look in run.looks] == [4, 5, 8, 12, 16, 24, 32]


class Gate:
    """Decides of contests, each by its own number of sets, after which it is open no more; it remembers when it was asked."""

    def __init__(self, rule: Rule = Rule(None, None, 0.95), forks: int = 5, fails: str = "", slow: str = "", **decided_at: int):
        planned = made(*decided_at, platforms=2, precision=None, settings=replace(SHAPE, forks=forks))
        contests = {name: tuple(case.case_id for case in planned.cases if case.key == name) for name in decided_at}
        self.asked: list[dict[str, int]] = []

        def counts() -> dict[str, int]:
            return {name: min(sum(case_id == text for _, text, _ in self.run.begun) for case_id in contest) for name, contest in contests.items()}

        def find_open() -> set[str]:
            self.asked.append(counts())
            return {contests[name][0] for name, sets in decided_at.items() if sets > counts()[name]}  # of one side: the other goes with it

        def fork(case: Case, number: int) -> tuple[float, float]:
            return (-1.0 if (case.key, number) == (fails, 6) else 10.0), 20.0 if case.key == slow else 1.0

        self.run = Simulated(replace(planned, contests=tuple(contests.values())), rule, fork, {}, find_open)
        self.run.all()
        self.sets, self.keys = counts(), {contest: name for name, contest in contests.items()}
        self.looks = {name: [look.sets for look in self.run.looks if look.cases == contest] for name, contest in contests.items()}


def test_a_gate_adds_sets_where_more_could_change_its_decision() -> None:
    gate = Gate(clear=5, near=8, hard=99)
    assert gate.sets == {"clear": 5, "near": 8, "hard": 12}
    assert gate.looks == {"clear": [5], "near": [5, 8], "hard": [5, 8, 12]}
    assert gate.asked == [{"clear": 5, "near": 5, "hard": 5}, {"clear": 5, "near": 8, "hard": 8}, {"clear": 5, "near": 8, "hard": 12}]
    assert [look.spent for look in gate.run.looks if gate.keys[look.cases] == "hard"] == pytest.approx([0.0124, 0.022, 0.0302])
    assert gate.run.schedule.over.reason == "reached"


def test_within_a_budget_a_gate_adds_sets_up_to_the_last_look_or_the_end() -> None:
    assert Gate(Rule(None, 200.0, 0.95), hard=99).looks == {"hard": [5, 8, 12, 16, 24, 32]}
    short = Gate(Rule(None, 20.5, 0.95), hard=99)
    assert (short.sets, short.looks, short.run.schedule.over.reason) == ({"hard": 10}, {"hard": [5, 8, 10]}, "budget")


def test_a_benchmark_without_time_for_its_sets_does_not_block_others() -> None:
    gate = Gate(Rule(None, 100.5, 0.95), slow="b", b=99, hard=99)
    assert (gate.sets, gate.looks) == ({"b": 2, "hard": 10}, {"b": [2], "hard": [5, 8, 10]})


def test_contests_of_another_number_are_looked_at_once() -> None:
    gate = Gate(forks=10, hard=99)
    assert (gate.sets, gate.asked) == ({"hard": 10}, [])
    assert gate.looks["hard"][-1] == 10


def test_a_contest_that_failed_gets_no_more_sets() -> None:
    gate = Gate(fails="broken", broken=99, hard=99)
    assert gate.sets["hard"] == 12 and gate.sets["broken"] in (7, 8)


def test_a_decided_benchmark_gets_no_sets_for_another_platform() -> None:
    """A report compares the rows of the second platform with the first."""
    catalogs = pair_catalogs([catalog(f"p{number}/1", benchmark("a")) for number in range(2)])
    planned = plan(catalogs, Options(seed=1, settings=SHAPE, live=True), of_builds=True)
    kept = _references(planned, Options())
    platforms = {case.case_id: case.platform for case in planned.cases}
    run = Simulated(planned, Rule(None, None, 0.95), lambda case, number: (10.0, 1.0), kept,
                    lambda: {case.case_id for case in planned.cases if case.platform == "p1/1"})
    run.all()
    assert {(platforms[look.cases[0]], look.sets) for look in run.looks} == {("p0/1", 5), ("p1/1", 5), ("p1/1", 8), ("p1/1", 12)}
