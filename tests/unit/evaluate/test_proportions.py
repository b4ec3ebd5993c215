"""Are the bounds those of scipy's exact binomial test, and is a design effect that of trials that go together?"""

from __future__ import annotations

import math
import random

import pytest
from scipy import stats
from scipy.stats import binomtest

from evaluate.proportions import clustered_upper, design_effect, lower, upper


@pytest.mark.parametrize(("positives", "trials"), [(0, 1), (0, 100), (1, 7), (5, 100), (50, 1000), (62, 1020), (99, 100)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_the_bounds_are_those_of_the_exact_test(positives: int, trials: int, confidence: float) -> None:
    less = binomtest(positives, trials, alternative="less").proportion_ci(confidence, method="exact")
    greater = binomtest(positives, trials, alternative="greater").proportion_ci(confidence, method="exact")
    assert upper(positives, trials, confidence) == pytest.approx(less.high, rel=1e-9)
    assert lower(positives, trials, confidence) == pytest.approx(greater.low, abs=1e-12)


@pytest.mark.parametrize(("trials", "percent"), [(100, 10.2), (200, 8.3), (400, 7.2), (600, 6.7), (1000, 6.3), (2000, 5.9)])
def test_the_table_of_the_protocol_comes_out(trials: int, percent: float) -> None:
    assert round(100 * upper(trials // 20, trials), 1) == percent


def test_where_all_were_positive_or_none_was_done_nothing_is_known() -> None:
    assert upper(4, 4) == upper(0, 0) == 1.0
    assert lower(0, 4) == 0.0


def test_trials_that_say_the_same_in_a_session_are_worth_one() -> None:
    """Of 40 sessions of 25 the half wholly positive: each session is one fact."""
    together = [(25, 25) if at % 2 else (0, 25) for at in range(40)]
    assert design_effect(together) == pytest.approx(25 * 40 / 39)
    worth = 40 * 39 / 40 * (stats.t.ppf(0.95, 999) / stats.t.ppf(0.95, 39)) ** 2
    assert clustered_upper(together, 1000) == pytest.approx(upper(worth / 2, worth))


def test_independent_trials_have_a_design_effect_of_one() -> None:
    drawn = random.Random(1)
    effects = [design_effect([(sum(drawn.random() < 0.05 for _ in range(50)), 50) for _ in range(20)]) for _ in range(400)]
    assert sum(effects) / len(effects) == pytest.approx(1, abs=0.05)


def test_sessions_that_are_more_alike_than_chance_buy_nothing() -> None:
    even = [(1, 20)] * 20
    assert design_effect(even) == 0
    assert clustered_upper(even, 400) == upper(20, 400)


def test_few_sessions_give_a_wider_bound_because_their_design_effect_is_uncertain() -> None:
    few, many = [(1, 20), (3, 20), (0, 20), (0, 20)], [(1, 20), (3, 20), (0, 20), (0, 20)] * 20
    worth = 80 / design_effect(few) * (stats.t.ppf(0.95, 79) / stats.t.ppf(0.95, 3)) ** 2
    assert worth < 40 and clustered_upper(few, 80) == pytest.approx(upper(worth / 20, worth))
    assert clustered_upper(many, 1600) < upper(80, 1500)


@pytest.mark.parametrize("sessions", [[(3, 60)], [(0, 60), (0, 60)], [(60, 60), (60, 60)]])
def test_where_the_design_effect_is_unknown_trials_count_as_their_design_says(sessions: list[tuple[int, int]]) -> None:
    positives, trials = sum(number for number, _ in sessions), sum(number for _, number in sessions)
    assert math.isnan(design_effect(sessions))
    assert clustered_upper(sessions, 30) == upper(30 * positives / trials, 30)
    assert clustered_upper([], 0) == 1.0
