"""When does AutoWarmup find a warmup steady, and when does it give up?"""

from __future__ import annotations

from itertools import chain, repeat

import pytest

from clamh.model.cases import AutoWarmup
from clamh.running.planning.settling import LAST, MIN_ITERATIONS, Settling, least_ns


def warmed(costs: list[float], number: int = MIN_ITERATIONS, tolerance: float = 0.01, most: int = 40) -> Settling:
    """Iterations of 10 ns of these costs, the last of which goes on, with time for `most` of them."""
    settling = Settling(AutoWarmup(max_ns=10 * most, tolerance=tolerance), number)
    for cost in chain(costs, repeat(costs[-1])):
        if settling.iterations >= number and (settling.steady_after or not settling.has_time(10)):
            return settling
        settling.add(cost, 10)
    raise AssertionError


@pytest.mark.parametrize(("asked", "expected"), [(0, 5), (1, 5), (5, 5), (8, 8), (30, 30)])
def test_constant_series_stops_after_the_requested_warmup(asked: int, expected: int) -> None:
    settling = warmed([100.0], asked)
    assert (settling.iterations, settling.steady_after, settling.elapsed_ns) == (expected, expected, 10 * expected)


@pytest.mark.parametrize(("falling", "expected"), [
    # Of the last 10 iterations the first 5 have the steady level as their median when 3 of them are steady: 8 after the last that is not.
    ([150, 140, 130, 120, 110], 13),
    ([900, 400, 200, 150, 120], 13),
    ([150, 140, 130, 120, 110, 108, 106, 104, 102, 101.5], 18),
    ([150, 140, 130, 120, 110, 108, 106, 104, 102, 100.5], 17),  # a median of 100.5 is within 1 % too
    ([200], 6),  # of 5 the first half are 2, and half of these is no median
])
def test_a_falling_series_stops_where_its_last_iterations_are_steady(falling: list[float], expected: int) -> None:
    settling = warmed([*falling, 100.0])
    assert (settling.iterations, settling.steady_after) == (expected, expected)


def test_what_becomes_slower_is_no_more_steady_than_what_becomes_faster() -> None:
    assert warmed([100, 110, 120, 130, 140, 150]).steady_after == warmed([150, 140, 130, 120, 110, 100]).steady_after == 13


@pytest.mark.parametrize("factor", [0.95, 1.05])
def test_a_series_that_never_becomes_steady_ends_with_its_time(factor: float) -> None:
    settling = warmed([100 * factor**number for number in range(50)], most=33)
    assert (settling.iterations, settling.steady_after, settling.elapsed_ns) == (33, 0, 330)


def test_a_change_within_the_tolerance_is_steady() -> None:
    slow = [100 - 0.5 * number for number in range(50)]  # 2.5 % from half to half of ten
    assert warmed(slow, number=LAST, tolerance=0.03).iterations == LAST
    assert warmed(slow, number=LAST, tolerance=0.02).steady_after == 0


def test_scatter_without_a_trend_is_steady_once_there_are_ten() -> None:
    assert warmed([100, 120, 90, 115, 95, 118, 92, 110, 97, 121]).steady_after == LAST


def test_a_trend_in_scatter_is_seen() -> None:
    growing = [4680, 9728, 5152, 7935, 16603, 9100, 14200, 11800, 21000, 17500, 15900, 30100, 22200]  # the first 5 were measured on a busy machine
    assert warmed(growing, most=len(growing)).steady_after == 0


def test_times_that_say_nothing_count_as_iterations_but_not_as_costs() -> None:
    assert warmed([float("inf"), 0.0, 100.0]).iterations == 7


def test_steady_stays_steady_while_others_go_on() -> None:
    settling = warmed([100.0])
    for cost in (90.0, 80.0, 70.0, 60.0, 50.0):
        settling.add(cost, 10)
    assert (settling.iterations, settling.steady_after) == (10, 5)


def test_slightly_long_iterations_do_not_reduce_their_number() -> None:
    settling = Settling(AutoWarmup(max_ns=50, tolerance=0.01), 2)
    while settling.has_time(10):
        settling.add(100.0, 11)
    assert (settling.iterations, settling.steady_after) == (5, 5)


def test_at_least_five_iterations_are_needed() -> None:
    assert (least_ns(1, 300), least_ns(5, 300), least_ns(8, 300)) == (1500, 1500, 2400)
