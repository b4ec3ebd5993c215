"""Is what runs came to counted as it is meant, and judged by bounds?"""

from __future__ import annotations

import math

import pytest

from evaluate.live import findings
from evaluate.live.findings import NO, OPEN, YES, Entry, Error, Mean, Share
from evaluate.live.measured import UNIT, Bias, Group, Measured, Pair
from evaluate.live.schedule import Cell, cells

CELLS = {cell.name: cell for cell in cells()}
STEADY, ALL, QUICK = CELLS["cpp steady"], CELLS["languages steady"], CELLS["languages steady, quick"]
TRUE = round(math.log(1.03) / UNIT)


def run(cell: Cell, *pairs: Pair, sets: int = 12, number: int = 0, time: str = "2026-11-25T07:00:00+00:00", host: str = "h",
        **more: object) -> Entry:
    return Entry(cell, Measured(cell=cell.name, number=number, host=host, time=time, commit="c", load=0.0, seconds=1.0,
                          groups=(Group(sets=sets, pairs=pairs),), **more))


def test_a_star_is_false_where_sides_do_the_same() -> None:
    pairs = (Pair(0, 1, 2000, 1500, 2500, "s"), Pair(0, 2, 10, -20, 40, "="), Pair(0, 4, TRUE, TRUE - 9, TRUE + 9, "f"))
    share = findings.share([run(STEADY, *pairs)], findings.of_size(0.0), findings.is_starred)
    assert (share.found, share.of) == (1, 2)


@pytest.mark.parametrize(("estimate", "half", "found", "covered"), [
    (TRUE, 100, True, True), (TRUE, 3500, False, True), (-TRUE, 100, False, False), (TRUE + 500, 400, True, False)])
def test_a_difference_is_found_with_its_sign_and_covered_apart_from_that(estimate: int, half: int, found: bool, covered: bool) -> None:
    pair = Pair(0, 4, estimate, estimate - half, estimate + half, "")
    assert findings.of_size(0.03)(STEADY, Group(12, ()), pair)
    assert findings.is_found(STEADY, pair) is found
    assert findings.is_covered(STEADY, pair) is covered


def test_groups_of_five_are_counted_apart_from_the_whole_run() -> None:
    pair = Pair(0, 1, 0, -5, 5, "=")
    by_five = findings.share([run(STEADY, pair, sets=5)], findings.of_size(0.0, 5), findings.is_starred)
    whole = findings.share([run(STEADY, pair, sets=5)], findings.of_size(0.0), findings.is_starred)
    assert (by_five.of, whole.of) == (1, 0)


def test_one_false_star_spoils_the_family_of_a_report() -> None:
    noisy = CELLS["cpp steady, one side noisy"]
    right = run(noisy, printed=((1, 0, "="), (5, 0, "s")))
    wrong = run(noisy, printed=((1, 0, "="), (2, 0, "s"), (3, 2, "f")))
    assert findings.false_family([right, wrong]).runs == ((0, 1), (1, 1))


def test_runs_agree_where_their_difference_is_within_its_interval() -> None:
    first = run(ALL, Pair(0, 1, 0, -30, 30, "="), Pair(0, 2, 0, -30, 30, "="), Pair(1, 2, 0, -30, 30, "="))
    second = run(QUICK, Pair(0, 1, 49, 9, 89, "~"), Pair(0, 2, 55, 15, 95, "~"), Pair(1, 2, 0, -30, 30, "="), sets=5)
    pairs = list(findings.beside_each_other([first, second], lambda cell: cell.quick, lambda cell: not cell.quick))
    assert findings.agreements(pairs).runs == ((1, 2),), "√(30² + 40²) is 50; the third pair follows from the others"


def test_runs_of_two_cells_are_compared_on_their_own_host() -> None:
    first = [run(ALL, number=number, host=host) for number, host in enumerate("aabb")]
    second = [run(QUICK, number=number, host=host) for number, host in enumerate("baac")]
    pairs = findings.beside_each_other([*first, *second], lambda cell: cell.quick, lambda cell: not cell.quick)
    assert {(quick.number, default.number) for (_, quick), (_, default) in pairs} == {(1, 0), (2, 1), (0, 2)}


def test_runs_an_hour_apart_are_used_once() -> None:
    runs = [run(ALL, number=hour, time=f"2026-11-25T0{hour // 2}:{30 * (hour % 2):02}:00+00:00") for hour in range(6)]
    assert [(before[1].number, after[1].number) for before, after in findings.an_hour_apart(runs)] == [(0, 2), (3, 5)]


def bias_of(*runs: tuple[str, int, int]) -> Mean:
    """Of Go, from runs on a host with an estimate and half an interval."""
    cell, others = CELLS["turn bias garbage"], (Bias(0, -1, 1),) * 3
    return findings.biases([run(cell, number=number, host=host, bias=(Bias(estimate, estimate - half, estimate + half), *others))
                            for number, (host, estimate, half) in enumerate(runs)])["go", "garbage"]


def margin(mean: Mean) -> float:
    return (mean.interval()[1] - mean.middle) / UNIT


def test_a_bias_has_its_interval_over_runs() -> None:
    mean = bias_of(("a", 100, 1), ("a", 300, 1))
    assert mean.middle == pytest.approx(200 * UNIT)
    assert margin(mean) == pytest.approx(12.706 * 100, rel=1e-4), "t with one degree of freedom"
    assert margin(bias_of(("a", 100, 70))) == pytest.approx(70)


def test_runs_that_agree_by_chance_are_no_surer_than_their_own_sets() -> None:
    """With half-widths of 2450 and 870, estimates of 1150 and 1170 have 3 degrees of freedom each, 3.7 together."""
    mean = bias_of(("a", 1150, 2450), ("b", 1170, 870))
    assert margin(mean) == pytest.approx(math.hypot(2450, 870) / 2 / 3.1824 * 2.86, rel=0.01)
    assert margin(bias_of(("a", 1150, 2450), ("a", 1170, 870))) == pytest.approx(margin(mean))


def test_machines_that_truly_differ_do_not_widen_a_bias() -> None:
    mean = bias_of(("a", 3000, 90), ("a", 3100, 90), ("b", 90_000, 90), ("b", 90_100, 90))
    assert mean.middle == pytest.approx(46_550 * UNIT)
    assert margin(mean) == pytest.approx(4.3027 * math.sqrt(5000 / 4), rel=1e-3), "t with two degrees of freedom"


def test_shares_are_judged_by_clopper_and_pearson() -> None:
    nothing, some = Share(((0, 6),) * 67), Share(((5, 6),) * 67)
    assert nothing.bounds == pytest.approx((0.0, 1 - 0.05 ** (1 / 402)))
    assert findings.at_most(nothing, 0.01, 0.025) == YES
    assert findings.at_most(Share(((0, 6),)), 0.01, 0.025) == OPEN
    assert findings.at_most(some, 0.01, 0.025) == NO
    assert (findings.at_least(some, 0.79), findings.at_least(some, 0.95), findings.at_least(Share(()), 0.95)) == (YES, NO, OPEN)
    assert findings.between(Share(((19, 20),) * 100), 0.93, 0.97) == YES
    assert findings.between(Share(((20, 20),) * 100), 0.93, 0.97) == NO
    assert findings.between(Share(((19, 20),)), 0.93, 0.97) == OPEN


def test_six_pairs_of_four_equal_sides_are_worth_three_comparisons() -> None:
    equal = [Pair(first, second, 0, -5, 5, "=") for first in range(4) for second in range(first + 1, 4)]
    slower = [Pair(first, 4, TRUE, TRUE - 9, TRUE + 9, "f") for first in range(4)]
    runs = [run(STEADY, *equal, *slower, number=number) for number in range(2)]
    stars = findings.share(runs, findings.of_size(0.0), findings.is_starred)
    assert (stars.of, stars.bounds[1]) == (12, pytest.approx(1 - 0.05 ** (1 / 6)))
    assert findings.share(runs, findings.of_size(0.03), findings.is_found).dependent == 0


def test_runs_that_are_done_count_only_the_pairs_that_they_have() -> None:
    two = CELLS["cpp steady, two sides"]
    pair = Pair(0, 1, TRUE, TRUE - 9, TRUE + 9, "f")
    old, new, failed = run(two, pair, sets=5), run(two, pair, sets=8, number=1), run(two, sets=8, number=2, failure="died")
    chosen = findings.of_size(0.03, 8)
    assert findings.reachable_pairs([two], chosen) == two.runs
    assert findings.reachable_pairs([two], chosen, [old, new, failed]) == two.runs - 2


def test_runs_whose_comparisons_go_together_are_worth_fewer() -> None:
    apart, together = Share(((1, 6),) * 12), Share(((6, 6), (6, 6), *((0, 6),) * 10))
    assert apart.found == together.found
    assert together.bounds[1] > apart.bounds[1]


@pytest.mark.parametrize(("low", "high", "met"), [(-0.002, 0.003, YES), (0.001, 0.004, OPEN), (0.004, 0.005, NO)])
def test_a_bias_is_judged_by_its_whole_interval(low: float, high: float, met: str) -> None:
    assert findings.within([mean_with(low, high)], 0.003) == met


def test_one_of_many_sides_beyond_the_aim_by_chance_proves_nothing() -> None:
    inside, barely = mean_with(-0.001, 0.001), mean_with(0.0031, 0.0051)
    assert findings.within([barely], 0.003) == NO
    assert findings.within([barely, *[inside] * 11], 0.003) == OPEN
    assert findings.within([mean_with(0.006, 0.008), *[inside] * 11], 0.003) == NO


def mean_with(low: float, high: float) -> Mean:
    return Mean((low + high) / 2, (Error((high - low) / 2 / 1.959964, 1e9),), 4)
