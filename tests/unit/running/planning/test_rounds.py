"""Does the pure decision add forks where they help, stop where enough is known, and keep a budget?"""

from __future__ import annotations

import math

import pytest

from clamh.running.planning.rounds import EndOfRounds, Facts, Round, Rule, find_unaffordable, next_round, outstanding_s, predict_fork

QUIET = (0.0, 1e-5, -1e-5, 2e-5, 0.0)
NOISY = (0.0, 0.03, -0.03, 0.05, -0.04)
NOISIER = tuple(3 * value for value in NOISY)
PERCENT = Rule(0.01, None, 0.95)
ALL = Rule(None, 60.0, 0.95)


def fact(name: str, logs: tuple[float, ...] = (), fork_s: float = 1.0, **more: object) -> Facts:
    return Facts(name, **{"least": 5, "forks": len(logs), "logs": logs, "fork_s": fork_s} | more)


def test_cases_with_the_fewest_forks_come_first() -> None:
    facts = [fact("a", QUIET[:3]), fact("b", QUIET[:2]), fact("c", QUIET[:2]), fact("d", NOISY)]
    assert next_round(facts, PERCENT, math.inf) == Round(("b", "c"))
    assert next_round([fact("a"), fact("b")], PERCENT, math.inf) == Round(("a", "b"))


def test_only_undecided_cases_and_references_get_more_forks() -> None:
    facts = [fact("a", QUIET), fact("b", NOISY, partners=("a",)), fact("c", QUIET, partners=("a",))]
    assert next_round(facts, PERCENT, math.inf) == Round(("b", "a"))
    assert next_round([facts[0], facts[2]], PERCENT, math.inf) == EndOfRounds("reached")


def test_who_takes_turns_with_an_undecided_case_goes_on_with_it() -> None:
    facts = [fact("a", NOISY, partners=("a", "b", "c")), fact("b", QUIET, partners=("a", "b", "c")),
             fact("c", QUIET, partners=("a", "b", "c")), fact("d", QUIET)]
    assert next_round(facts, PERCENT, math.inf) == Round(("a", "b", "c"))
    assert isinstance(next_round(facts, PERCENT, 2.5), EndOfRounds)  # all of them or none


def test_a_failed_case_is_not_run_again_and_not_as_a_reference() -> None:
    facts = [fact("a", QUIET, failed=True), fact("b", NOISY, partners=("a",))]
    assert next_round(facts, PERCENT, math.inf) == Round(("b",))
    assert next_round([fact("a", failed=True)], PERCENT, math.inf) == EndOfRounds("failed")
    assert next_round([fact("a", failed=True), fact("b", QUIET)], PERCENT, math.inf) == EndOfRounds("reached")


def test_case_of_zero_time_gets_only_the_fewest_forks() -> None:
    dead = fact("a", (), forks=5)
    assert next_round([dead], PERCENT, math.inf) == EndOfRounds("reached")
    assert next_round([dead, fact("b", NOISY)], ALL, 60) == Round(("b",))


def test_short_budget_goes_where_intervals_narrow_fastest() -> None:
    facts = [fact("quiet", QUIET), fact("noisy", NOISY), fact("noisier", NOISIER), fact("slow", NOISIER, fork_s=10.0)]
    assert next_round(facts, ALL, 60) == Round(("noisier",))
    assert next_round(facts, Rule(0.01, 60.0, 0.95), 60) == Round(("noisier",))
    alike = [fact("a", NOISY), fact("b", NOISY)]
    assert next_round(alike, ALL, 60) == Round(("a", "b"))


def test_ample_budget_measures_all_undecided_in_every_round() -> None:
    facts = [fact("noisy", NOISY), fact("noisier", NOISIER)]
    assert set(next_round(facts, Rule(0.05, 1e6, 0.95), 1e6).cases) == {"noisy", "noisier"}


def test_only_forks_that_fit_the_budget_begin() -> None:
    facts = [fact("slow", NOISIER, fork_s=10.0), fact("fast", NOISY, fork_s=2.0)]
    assert next_round(facts, ALL, 5.0) == Round(("fast",))
    assert next_round(facts, ALL, 1.9) == EndOfRounds("budget")
    first = [fact("a", fork_s=3.0), fact("b", fork_s=9.0), fact("c", fork_s=3.0)]
    assert next_round(first, ALL, 7.0) == Round(("a", "c"))
    assert find_unaffordable(first, 7.0) == ["b"]
    assert next_round([fact("late", fork_s=9.0), fact("d", NOISY)], ALL, 7.0) == Round(("d",))


def test_the_first_fork_costs_its_warmup_forks_too() -> None:
    facts = fact("a", fork_s=1.0, first_s=2.0)
    assert next_round([facts], ALL, 2.9) == EndOfRounds("budget")
    assert next_round([facts], ALL, 3.0) == Round(("a",))


def test_a_reference_that_does_not_fit_beside_its_case_keeps_it_out() -> None:
    facts = [fact("a", QUIET, fork_s=5.0), fact("b", NOISY, partners=("a",))]
    assert next_round(facts, Rule(0.01, 60.0, 0.95), 5.9) == EndOfRounds("budget")
    assert next_round(facts, Rule(0.01, 60.0, 0.95), 6.0) == Round(("b", "a"))


@pytest.mark.parametrize(("took", "planned", "more", "expected"), [
    ((), 2.0, 0.5, 2.5), ((1.0, 3.0, 2.0), 9.0, 9.0, 3.0), ((50.0, 1.0, 1.1, 1.0, 1.0, 1.2), 2.0, 0.0, 1.2)])
def test_a_fork_takes_as_long_as_the_longest_of_the_last_five(took, planned: float, more: float, expected: float) -> None:
    assert predict_fork(took, planned, more) == expected


def test_looks_happen_after_planned_numbers_of_sets() -> None:
    """6 sets are as good as 5 were, or better, but between two looks nobody stops, and after the last one nobody goes on."""
    def follows(logs: tuple[float, ...]) -> Round | EndOfRounds:
        return next_round([fact("a", logs, in_turns=True)], PERCENT, math.inf)

    assert follows(QUIET) == EndOfRounds("reached")
    assert follows(QUIET + QUIET[:1]) == follows(QUIET + QUIET[:2]) == Round(("a",))
    assert follows(QUIET + QUIET[:3]) == EndOfRounds("reached")
    assert follows(6 * NOISY) == Round(("a",)) and follows(6 * NOISY + NOISY[:2]) == EndOfRounds("reached")


def test_what_is_missing_reaches_to_the_next_planned_look() -> None:
    noisy = fact("a", NOISY, in_turns=True)
    assert outstanding_s([fact("a", QUIET + QUIET[:1], in_turns=True)], PERCENT) == 2
    assert outstanding_s([noisy], PERCENT) == 27
