"""Is one row rightly so many times as fast as another?"""

from __future__ import annotations

from typing import Any

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace
from scipy import stats

from clamh.judging.compute_ratios import compute_ratio, find_fastest, find_ratio_warnings, pair_rows, to_ratio
from clamh.judging.evidence import TOO_FEW, gather_evidence, scores_in_ns
from clamh.judging.summarise import summarise
from clamh.model.summary import ForkScores, Row, SetTotal, Suspended


def row(scores: list[float], case_id: str = "c", mode: str = "avgt", unit: str = "ns") -> Row:
    """A row with a fork for each score, in ns per operation or operations per ns."""
    result = run([case([fork(n, [score], mode=mode) for n, score in enumerate(scores)], case_id, mode=mode, unit=unit)])
    return summarise(result, 0.95).rows[0]


def test_the_interval_is_welchs_on_logarithms() -> None:
    import numpy

    item, other = [10.0, 10.1, 10.3, 9.9], [14.0, 14.9, 14.2]
    ratio = compute_ratio(row(item), row(other, "d"), 0.95, 0.01)
    theirs = stats.ttest_ind(numpy.log(other), numpy.log(item), equal_var=False).confidence_interval(0.95)
    assert ratio.reference == "d"
    assert (ratio.interval.low, ratio.interval.high) == pytest.approx((numpy.exp(theirs.low), numpy.exp(theirs.high)), rel=1e-9)
    assert ratio.value == pytest.approx(stats.gmean(other) / stats.gmean(item), rel=1e-12)


def test_more_per_time_is_faster() -> None:
    assert compute_ratio(row([2.0] * 3, mode="thrpt"), row([1.0] * 3, "d", "thrpt"), 0.95, 0.01).value == pytest.approx(2)


def test_units_do_not_matter() -> None:
    assert compute_ratio(row([10.0] * 3, unit="s"), row([20.0] * 3, "d", unit="us"), 0.95, 0.01).value == pytest.approx(2)
    assert compute_ratio(row([10.0] * 3, unit="m"), row([20.0] * 3, "d", unit="h"), 0.95, 0.01).value == pytest.approx(2)
    rates = row([1.0] * 3, mode="thrpt", unit="ms"), row([2.0] * 3, "d", "thrpt", "s")
    assert compute_ratio(*rates, 0.95, 0.01).value == pytest.approx(0.5)


def turns(each: list[tuple[float, float]], case_id: str = "c") -> Row:
    """A row that was in sets of 1,000 operations: time and waiting of each."""
    sets = tuple(SetTotal(number=n, time_ns=time_ns, operations=1000, waited_ns=waited_ns) for n, (time_ns, waited_ns) in enumerate(each))
    return replace(row([1.0] * len(each), case_id), sets=sets)


def test_waiting_widens_the_interval_to_both_ratios() -> None:
    """One works 1 µs and waits longer than the other, which works as long: no verdict, whichever is the reference."""
    waits, other_row = turns([(1300, 300), (1310, 310), (1320, 320)]), turns([(1100, 100), (1110, 110), (1105, 105)], "d")
    for mine, its, value in ((waits, other_row, 3315 / 3930), (other_row, waits, 3930 / 3315)):
        ratio = compute_ratio(mine, its, 0.95, 0.01)
        assert (ratio.value, ratio.unwaited) == pytest.approx((value, 1.0))
        assert ratio.interval.low <= min(1, value) and max(1, value) <= ratio.interval.high and ratio.verdict == "undecided"


@pytest.mark.parametrize(("mode", "scores"), [("avgt", [40.0, 41.0, 39.0]), ("thrpt", [1 / 40, 1 / 41, 1 / 39])])
@pytest.mark.parametrize("fields", [{"suspended": Suspended(share=0.1, cost_ns=30.0)}, {"clock_cost_ns": 20.0}])
def test_score_that_may_contain_waiting_is_not_slower_than_one_that_excludes_it(mode: str, scores: list[float], fields: dict[str, Any]) -> None:
    """Both work 10 ns and wait three quarters of the time; the clock of one stops, so its waiting is unknown."""
    known = replace(row([10.0, 10.1, 9.9] if mode == "avgt" else [1 / 10, 1 / 10.1, 1 / 9.9], "d", mode), waited=0.75)
    unknown = replace(row(scores, mode=mode), **fields)
    for mine, its, value in ((unknown, known, 0.25), (known, unknown, 4.0)):
        found = gather_evidence(mine, its, 0.95, 0.01)
        ratio = to_ratio(found, 0.95, 0.01)
        assert (ratio.value, ratio.unwaited) == pytest.approx((value, 1.0), rel=1e-3) and ratio.verdict == "undecided"
        assert ratio.interval.low < min(1, value) and max(1, value) < ratio.interval.high
        assert [(doubt.code, doubt.message) for doubt in find_ratio_warnings(found, ratio, 0.01, NAMES)] == [
            ("waited-unknown", "how long C++ waited for a CPU is unknown, since its clock stops, and the score of Go excludes waiting; "
             "the interval also covers the ratio if both waited for the same share")]
    in_turns = [replace(side, sets=tuple(SetTotal(number=first + n, time_ns=time_ns, operations=1) for n in range(3)))
                for side, first, time_ns in ((unknown, 0, 40), (known, 3, 10))]  # each took turns with other sides
    assert compute_ratio(*in_turns, 0.95, 0.01).unwaited == pytest.approx(1.0)
    assert not find_ratio_warnings(gather_evidence(replace(unknown, fork_means=unknown.fork_means[:2]), known, 0.95, 0.01), ratio, 0.01, NAMES)
    assert compute_ratio(replace(known, case_id="c"), replace(unknown, case_id="d", waited=0.1), 0.95, 0.01).verdict == "faster"
    assert compute_ratio(row(scores, mode=mode), known, 0.95, 0.01).verdict == "slower"


def test_little_waiting_changes_nothing_and_full_waiting_has_a_ratio() -> None:
    still, little = (turns([(1000, waited), (1010, waited), (1020, waited)]) for waited in (0, 19))
    other_row = turns([(2000, 0), (2010, 0), (2000, 0)], "d")
    assert compute_ratio(little, other_row, 0.95, 0.01) == compute_ratio(still, other_row, 0.95, 0.01)
    assert compute_ratio(turns([(1000, 5000)] * 3), other_row, 0.95, 0.01).interval.high > 10


@pytest.mark.parametrize(("later", "verdict", "drifts"), [(2.0, "faster", None), (2.02, "undecided", "c"), (1.98, "undecided", "c")])
def test_a_side_that_changes_meanwhile_has_no_verdict(later: float, verdict: str, drifts: str | None) -> None:
    costs = {"c": (2.0,) * 10 + (later,) * 10, "d": (3.0,) * 20}
    mine, its = (replace(turns([(1000 * sum(each), 0)] * 3, name), sets=tuple(
        SetTotal(number=n, time_ns=sum(each), operations=20, costs=each, own=(False,) * 20) for n in range(3))) for name, each in costs.items())
    ratio = compute_ratio(mine, its, 0.95, 0.01)
    assert (ratio.verdict, ratio.drift and ratio.drift.case_id) == (verdict, drifts)
    assert ratio.decided_at is None
    if drifts:
        assert ratio.drift.value == pytest.approx(later / 2)


def test_too_few_forks_on_either_side_have_no_interval() -> None:
    assert compute_ratio(row([1.0, 1.1]), row([2.0, 2.1, 2.2], "d"), 0.95, 0.01).interval is None
    assert compute_ratio(row([2.0, 2.1, 2.2]), row([1.0, 1.1], "d"), 0.95, 0.01).interval is None


def lead(rows: list[Row], apart: tuple[str, ...] = ()) -> tuple[str, list[tuple[str, float]]]:
    """The fastest and the others with how many times as fast it is; the rows `apart` are compared with none."""
    pairs = pair_rows(rows, lambda row, other_row: gather_evidence(row, other_row, 0.95, 0.01)._replace(
        not_compared="work" if {row.case_id, other_row.case_id} & set(apart) else ""))
    first, others = find_fastest(rows, pairs)
    return first, [(text, pairs[first, text].value) for text in others]


def test_the_lead_is_the_fastest_rows_over_the_others() -> None:
    never = row([], "never")
    assert lead([row([30.0] * 3, "slow"), row([10.0] * 3, "fast"), never, row([20.0] * 3, "mid")]) == (
        "fast", [("mid", pytest.approx(2)), ("slow", pytest.approx(3))])
    assert lead([row([score] * 3, name, "thrpt") for score, name in ((1.0, "slow"), (4.0, "fast"))])[0] == "fast"
    assert lead([never]) == ("", [])


def test_a_row_without_a_comparison_does_not_lead() -> None:
    rows = [row([1.0] * 3, "empty"), row([20.0] * 3, "slow"), row([10.0] * 3, "fast")]
    assert lead(rows, ("empty",))[0] == "fast"
    assert lead(rows[:2], ("empty",))[0] == "empty"  # none can be compared: the first


SIDE = (1.00, 1.03, 0.98, 1.01, 1.02)  # of five sets


def sliced(costs: list[list[float]], case_id: str = "c", own: list[bool] | None = None, **fields: int) -> Row:
    """A row in sets of slices with these costs."""
    return replace(row([sum(cost) / len(cost) for cost in costs], case_id), sets=tuple(
        SetTotal(number=n, time_ns=sum(each), operations=len(each), costs=tuple(each), own=tuple(own or [False] * len(each)), **fields)
        for n, each in enumerate(costs)))


def test_by_the_median_the_interval_is_students_t_over_sets() -> None:
    import numpy

    rng = numpy.random.default_rng(5)
    item, other = (rng.lognormal(level, 0.02, (5, 21)) for level in (0.0, 0.3))
    item[range(5), [3, 15, 4, 16, 20]] *= 50  # a rare cost
    ratio = compute_ratio(sliced(item.tolist()), sliced(other.tolist(), "d"), 0.95, 0.01, "median")
    logs = numpy.median(numpy.log(other / item), axis=1)
    theirs = stats.t.interval(0.95, 4, logs.mean(), stats.sem(logs))
    assert (ratio.value, ratio.interval.low, ratio.interval.high) == pytest.approx((numpy.exp(logs.mean()), *numpy.exp(theirs)))
    assert (ratio.verdict, ratio.estimator) == ("faster", "median")
    assert compute_ratio(sliced(item.tolist()), sliced(other.tolist(), "d"), 0.95, 0.01).verdict != "faster"


def test_by_the_median_separate_forks_use_median_iterations() -> None:
    item = summarise(run([case([fork(n, [1.0 + n / 100, 1.0 + n / 100, 90.0]) for n in range(3)])]), 0.95).rows[0]
    ratio = compute_ratio(item, row([2.0, 2.02, 2.04], "d"), 0.95, 0.01, "median")
    assert (ratio.value, ratio.estimator) == (pytest.approx(2.0), "median")
    assert ratio.interval.high < 2.1


def test_by_the_median_the_fastest_is_that_of_the_ratios() -> None:
    """Its rare costs make its score the worst, but the report called it faster than the row that it named the fastest."""
    rare = summarise(run([case([fork(n, [1.0 + n / 100, 1.0 + n / 100, 90.0]) for n in range(3)], "rare")]), 0.95).rows[0]
    rows = [row([4.0, 4.04, 4.08], "slow"), rare, row([2.0, 2.02, 2.04], "mid")]
    pairs = pair_rows(rows, lambda item, other: gather_evidence(item, other, 0.95, 0.01, "median"))
    assert find_fastest(rows, pairs) == ("rare", ["mid", "slow"])
    assert lead(rows)[0] == "mid"


def test_medians_leave_out_the_waiting_that_scores_leave_out() -> None:
    """Both sides work for 100 ns; one of them waits for as long on top."""
    forks = [ForkScores(fork=number, warmup=(), measurement=(200.0,) * 3, samples=(), counts=True) for number in range(3)]
    waiting = replace(row((100.0,) * 3), fork_scores=tuple(forks))
    assert scores_in_ns(waiting, "median") == [100.0] * 3
    short = replace(waiting, fork_scores=tuple(replace(each, measurement=(0.0, 0.0, 300.0)) for each in forks))
    assert scores_in_ns(short, "median") == [100.0] * 3  # more than half is the clock's own cost


def test_equal_set_numbers_of_two_runs_are_not_shared_sets() -> None:
    import numpy

    item, other = [1.0, 2.0, 3.0], [1.1, 2.2, 3.3]
    rows = turns([(1000 * each, 0) for each in item]), turns([(1000 * each, 0) for each in other], "d")
    rows = replace(rows[0], fork_means=tuple(item)), replace(rows[1], fork_means=tuple(other))
    apart, together = (compute_ratio(*rows, 0.95, 0.01, together=together).interval for together in (False, True))
    error = numpy.std([numpy.log((sum(item) - left_out) / 2) for left_out in item]) * numpy.sqrt(2)  # of the jackknife, for each side
    margin = stats.t.ppf(0.975, 4) * error * numpy.sqrt(2)  # Welch and Satterthwaite: with equal errors all four degrees of freedom
    assert apart.high == pytest.approx(1.1 * numpy.exp(margin)) and together.high == pytest.approx(1.1)


def test_sides_with_too_few_shared_sets_are_undecided() -> None:
    item, other_row = turns([(1000, 0)] * 3), turns([(3000, 0)] * 2, "d")
    ratio = compute_ratio(item, replace(other_row, fork_means=(3.0, 3.0, 3.0)), 0.95, 0.01)
    assert (ratio.interval, ratio.verdict, ratio.reason, ratio.value) == (None, "undecided", TOO_FEW, pytest.approx(3.0))
    assert not ratio.not_compared


@pytest.mark.parametrize("shared", [1, 2])
def test_sides_that_stopped_taking_turns_are_compared_by_forks(shared: int) -> None:
    """Their memory did not suffice for a further set, say."""
    item, other_row = [10.0, 10.1, 10.3, 9.9], [14.0, 14.9, 14.2, 14.4]
    apart = [row(item), row(other_row, "d")]
    in_turns = [replace(side, sets=tuple(SetTotal(number=n, time_ns=score, operations=1) for n, score in enumerate(scores[:shared])))
                for side, scores in zip(apart, (item, other_row), strict=True)]
    assert compute_ratio(*in_turns, 0.95, 0.01) == compute_ratio(*apart, 0.95, 0.01)
    assert compute_ratio(*in_turns, 0.95, 0.01).verdict == "faster"
    looked = [replace(side, looks=(4, 8)) for side in in_turns]
    assert compute_ratio(*looked, 0.95, 0.01).interval.high > compute_ratio(*apart, 0.95, 0.01).interval.high


OWN = [True, False] * 20


def effects(costs_more: float, spread: float = 0.0, sets: int = 5) -> tuple[Row, Row]:
    """Two sides, the first of which costs so much more after the other one; in each set `spread` more or less of that."""
    first = [[side * (1.0 if own else costs_more * (1 + spread * (-1) ** n)) for own in OWN] for n, side in enumerate(SIDE[:sets])]
    return sliced(first, own=OWN), sliced([[2.0 * side] * 40 for side in SIDE[:sets]], "d", own=OWN)


NAMES = {"c": "C++", "d": "Go"}


def test_uneven_turn_effects_widen_the_interval() -> None:
    found = gather_evidence(*effects(1.10), 0.95, 0.01)
    ratio = to_ratio(found, 0.95, 0.01)
    assert ratio.value == pytest.approx(2 / 1.05)
    assert (ratio.interval.low, ratio.interval.high) == pytest.approx((2 / 1.05, 2.0))
    (message,) = [ratio_warning.message for ratio_warning in find_ratio_warnings(found, ratio, 0.01, NAMES) if ratio_warning.code == "turn-effect"]
    assert "costs C++ 10 % [10, 10] more" in message
    turned = to_ratio(found.turned(), 0.95, 0.01)
    assert (turned.interval.low, turned.interval.high) == pytest.approx((0.5, 1.05 / 2))
    assert message in [ratio_warning.message for ratio_warning in find_ratio_warnings(found.turned(), turned, 0.01, NAMES)]


def test_turn_effects_below_a_third_of_delta_change_nothing() -> None:
    found = gather_evidence(*effects(1.003), 0.95, 0.01)
    assert found.moved == 0 and len(found.estimates) == 1
    assert gather_evidence(*effects(1.003), 0.95, 0.005).moved == pytest.approx(0.0015, rel=0.01)


def test_uncertain_turn_effects_widen_by_their_estimate_only() -> None:
    found = gather_evidence(*effects(1.002, spread=0.02), 0.95, 0.01)
    ratio = to_ratio(found, 0.95, 0.01)
    assert found.moved != 0 and len(found.estimates) == 2 and not find_ratio_warnings(found, ratio, 0.01, NAMES)


def test_by_the_median_a_turn_effect_brings_no_rare_cost_into_the_interval() -> None:
    rare = [[50.0 * cost if n == 7 else cost for n, cost in enumerate(set_total.costs)] for set_total in effects(1.10)[0].sets]
    found = [gather_evidence(side, effects(1.10)[1], 0.95, 0.01, "median").interval(0.95)
             for side in (effects(1.10)[0], sliced(rare, own=OWN))]
    assert found[1].low > 0.5 * found[0].low


@pytest.mark.parametrize(("planned_ns", "collections", "verdict"), [
    (200_000_000, 1, "undecided"), (200_000_000, 0, "faster"), (350_000_000, 1, "faster"), (0, 1, "faster")])
def test_a_collector_that_ran_in_short_sets_leaves_no_verdict(planned_ns: int, collections: int, verdict: str) -> None:
    item, other_row = sliced([[1.0] * 20] * 5, planned_ns=planned_ns, collections=collections), sliced([[2.0] * 20] * 5, "d", planned_ns=planned_ns)
    for mine, its in ((item, other_row), (other_row, item)):
        found = gather_evidence(mine, its, 0.95, 0.01)
        ratio = to_ratio(found, 0.95, 0.01)
        assert ratio.verdict == (verdict if mine is item or verdict == "undecided" else "slower")
        codes = [doubt.code for doubt in find_ratio_warnings(found, ratio, 0.01, NAMES)]
        assert ("collector-ran" in codes) is (verdict == "undecided")


@pytest.mark.parametrize(("estimator", "message"), [("mean", "in the median lap the ratio is 2"), ("median", "by the mean the ratio is 1")])
def test_a_mean_far_from_the_median_lap_is_uneven(estimator: str, message: str) -> None:
    item, other_row = sliced([[1.0 * side] * n + [20.0 * side] + [1.0 * side] * (19 - n) for n, side in zip((3, 17, 5, 15, 10), SIDE, strict=True)]), sliced([[2.0 * side] * 20 for side in SIDE], "d")
    found = gather_evidence(item, other_row, 0.95, 0.01, estimator)
    (doubt,) = find_ratio_warnings(found, to_ratio(found, 0.95, 0.01), 0.01, NAMES)
    assert doubt.code == "uneven-cost" and message in doubt.message


def test_after_several_looks_the_interval_has_the_last_looks_level() -> None:
    item, other_row = (replace(turns([(time * (1 + n / 100), 0) for n in range(8)], name), looks=(5, 8)) for time, name in ((1000, "c"), (2000.0, "d")))
    noisy = replace(other_row, sets=tuple(replace(set_total, time_ns=set_total.time_ns * (1 + n % 3 / 50)) for n, set_total in enumerate(other_row.sets)))
    looked, once = (gather_evidence(replace(item, looks=looks), noisy, 0.95, 0.01).interval(0.95) for looks in ((5, 8), ()))
    exact = gather_evidence(replace(item, looks=()), noisy, 0.95, 0.01).interval(1 - 0.0124)
    assert (looked.low, looked.high) == pytest.approx((exact.low, exact.high)) and looked.high > once.high
