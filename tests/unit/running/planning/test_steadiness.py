"""When is a side still moving, and how much longer is its contest warmed up then?"""

from __future__ import annotations

import math
import random

import pytest
from msgspec.structs import replace
from scipy.stats import kendalltau

from clamh.judging.statistics.trend import trend_score
from clamh.model.results import SetRecord
from clamh.running.planning.steadiness import LONGEST, MAX_VALUES, SCORE, Warmth, after_set, moving, recall_warmth, relative

STEADY = [100.0, 101.0, 99.5, 100.5] * 10
FALLING = [110.0 - 0.25 * lap for lap in range(40)]


def test_what_disturbs_all_sides_alike_is_no_trend_of_theirs() -> None:
    drift = [1 + 0.01 * lap for lap in range(40)]
    sides = relative([[100 * value for value in drift], [50 * value for value in drift]])
    assert sides[0] == pytest.approx([math.log(2) / 2] * 40) and sides[1] == pytest.approx([-math.log(2) / 2] * 40)
    assert not moving([sides], 0.01)


def test_a_side_that_becomes_faster_is_moving() -> None:
    assert moving([relative([STEADY, FALLING])], 0.01)
    assert not moving([relative([STEADY, STEADY[1:] + STEADY[:1]])], 0.01)


def test_a_trend_within_a_third_of_delta_changes_nothing() -> None:
    slow = [100 + 0.004 * lap for lap in range(40)]  # 0.08 % from half to half
    assert not moving([relative([[100.0] * 40, slow])], 0.01)
    assert moving([relative([[100.0] * 40, slow])], 0.001)


def test_a_few_slow_slices_are_no_trend() -> None:
    assert not moving([relative([STEADY, [*STEADY[:36], *(900.0,) * 4]])], 0.01)


def test_series_without_a_trend_seldom_seem_to_move() -> None:
    draw = random.Random(1)
    runs = [moving([[[draw.gauss(0, 0.03) for _ in range(10)]]], 0.0) for _ in range(2000)]
    assert sum(runs) / len(runs) < 0.015


def test_the_score_is_that_of_kendalls_tau() -> None:
    values = [random.Random(2).gauss(-0.2 * lap, 1) for lap in range(10)]
    assert (abs(trend_score([values])) > SCORE) == (kendalltau(range(10), values, method="asymptotic").pvalue < 0.01)


def test_a_long_series_is_looked_at_in_means_of_neighbours() -> None:
    sides = relative([[100.0] * 1000, [100.0 + lap for lap in range(1000)]])
    assert [len(side) for side in sides] == [MAX_VALUES] * 2
    assert moving([sides], 0.01)


def test_unsteady_contest_warms_up_twice_as_long() -> None:
    warmth, factors = Warmth(), []
    for _ in range(4):
        warmth = after_set(warmth, [STEADY, FALLING], 0.01)
        factors.append(warmth.factor)
    assert factors == [2, 4, LONGEST, LONGEST]


def test_sets_before_a_longer_warmup_say_nothing_of_it() -> None:
    warmth = after_set(Warmth(), [STEADY, FALLING], 0.01)
    assert warmth.sets == ()
    assert after_set(warmth, [STEADY, STEADY], 0.01).factor == 2


def record_set(fork: int, cases: tuple[str, str], a: list[float], b: list[float], index: int = 0) -> SetRecord:
    """A set in which a invocation of case `a` and of case `b` takes these times, lap after lap, with the sides in the order of `cases`."""
    costs = {"a": a, "b": b}
    return SetRecord(cases=cases, forks=(fork, fork), index=index, order=(0, 1) * len(a), counts=(10, 10), warmin=(1, 1),
                     elapsed_ns=tuple(round(1000 * costs[side][lap]) for lap in range(len(a)) for side in cases), waited_ns=(0,) * 2 * len(a), idle_ns=(0, 0))


def test_a_resumed_run_remembers_how_long_its_contests_warm_up() -> None:
    sides = (("a", "b"), ("b", "a"), ("a", "b"))
    moved = [record_set(fork, cases, STEADY, FALLING) for fork, cases in enumerate(sides)]
    assert recall_warmth(moved, 0.01) ["a", "b"].factor == LONGEST
    steady = [record_set(fork, cases, STEADY, STEADY) for fork, cases in enumerate(sides)]
    assert recall_warmth(steady, 0.01)["a", "b"].factor == 1 and len(recall_warmth(steady, 0.01)["a", "b"].sets) == 3


def test_waiting_for_a_cpu_is_no_trend() -> None:
    """Another program takes the CPU from a side more and more."""
    moved = record_set(0, ("a", "b"), STEADY, FALLING)
    waited_ns = tuple(round(1000 * (cost - 80)) for lap in range(40) for cost in (STEADY[lap], FALLING[lap]))
    assert recall_warmth([moved], 0.01)["a", "b"].factor == 2
    assert recall_warmth([replace(moved, waited_ns=waited_ns)], 0.01)["a", "b"].factor == 1


def test_a_set_that_was_cut_off_is_not_remembered() -> None:
    whole = [record_set(0, ("a", "b"), STEADY, STEADY, index) for index in (0, 1)]
    assert recall_warmth([*whole, record_set(1, ("a", "b"), STEADY, FALLING)], 0.01) == recall_warmth(whole, 0.01)
