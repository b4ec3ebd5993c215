"""Is one row rightly so many times as fast as another?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace
from scipy import stats

from clamh.judging.speed import lead, times_as_fast
from clamh.judging.summarise import summarise
from clamh.model.summary import Row, SetTotal


def row(scores: list[float], case_id: str = "c", mode: str = "avgt", unit: str = "ns") -> Row:
    """A row with a fork for each score, in ns per operation or operations per ns."""
    made = run([case([fork(n, [score], mode=mode) for n, score in enumerate(scores)], case_id, mode=mode, unit=unit)])
    return summarise(made, 0.95).rows[0]


def test_the_interval_is_welchs_on_logarithms() -> None:
    import numpy

    one, other = [10.0, 10.1, 10.3, 9.9], [14.0, 14.9, 14.2]
    ratio = times_as_fast(row(one), row(other, "d"), 0.95, 0.01)
    theirs = stats.ttest_ind(numpy.log(other), numpy.log(one), equal_var=False).confidence_interval(0.95)
    assert ratio.reference == "d"
    assert (ratio.interval.low, ratio.interval.high) == pytest.approx((numpy.exp(theirs.low), numpy.exp(theirs.high)), rel=1e-9)
    assert ratio.value == pytest.approx(stats.gmean(other) / stats.gmean(one), rel=1e-12)


def test_more_per_time_is_faster() -> None:
    assert times_as_fast(row([2.0] * 3, mode="thrpt"), row([1.0] * 3, "d", "thrpt"), 0.95, 0.01).value == pytest.approx(2)


def test_units_do_not_matter() -> None:
    assert times_as_fast(row([10.0] * 3, unit="s"), row([20.0] * 3, "d", unit="us"), 0.95, 0.01).value == pytest.approx(2)
    assert times_as_fast(row([10.0] * 3, unit="m"), row([20.0] * 3, "d", unit="h"), 0.95, 0.01).value == pytest.approx(2)
    rates = row([1.0] * 3, mode="thrpt", unit="ms"), row([2.0] * 3, "d", "thrpt", "s")
    assert times_as_fast(*rates, 0.95, 0.01).value == pytest.approx(0.5)


def turns(each: list[tuple[float, float]], case_id: str = "c") -> Row:
    """A row that was in sets of 1,000 operations: time and waiting of each."""
    sets = tuple(SetTotal(number=n, time_ns=time_ns, operations=1000, waited_ns=waited_ns) for n, (time_ns, waited_ns) in enumerate(each))
    return replace(row([1.0] * len(each), case_id), sets=sets)


def test_waiting_makes_the_interval_of_sides_that_took_turns_as_wide_as_both_ratios_together() -> None:
    """One works 1 µs and waits longer than the other, which works as long: no verdict, whichever is the reference."""
    waits, other = turns([(1300, 300), (1310, 310), (1320, 320)]), turns([(1100, 100), (1110, 110), (1105, 105)], "d")
    for mine, its, value in ((waits, other, 3315 / 3930), (other, waits, 3930 / 3315)):
        ratio = times_as_fast(mine, its, 0.95, 0.01)
        assert (ratio.value, ratio.unwaited) == pytest.approx((value, 1.0))
        assert ratio.interval.low <= min(1, value) and max(1, value) <= ratio.interval.high and ratio.verdict == "undecided"


def test_little_waiting_changes_nothing_and_waiting_all_the_time_has_a_ratio() -> None:
    still, little = (turns([(1000, waited), (1010, waited), (1020, waited)]) for waited in (0, 19))
    other = turns([(2000, 0), (2010, 0), (2000, 0)], "d")
    assert times_as_fast(little, other, 0.95, 0.01) == times_as_fast(still, other, 0.95, 0.01)
    assert times_as_fast(turns([(1000, 5000)] * 3), other, 0.95, 0.01).interval.high > 10


@pytest.mark.parametrize(("later", "verdict", "drifts"), [(2.0, "faster", None), (2.02, "undecided", "c"), (1.98, "undecided", "c")])
def test_a_side_that_changes_meanwhile_has_no_verdict(later: float, verdict: str, drifts: str | None) -> None:
    costs = {"c": (2.0,) * 10 + (later,) * 10, "d": (3.0,) * 20}
    mine, its = (replace(turns([(1000 * sum(each), 0)] * 3, name), sets=tuple(
        SetTotal(number=n, time_ns=sum(each), operations=20, costs=each, own=(False,) * 20) for n in range(3))) for name, each in costs.items())
    ratio = times_as_fast(mine, its, 0.95, 0.01)
    assert (ratio.verdict, ratio.drift and ratio.drift.case_id) == (verdict, drifts)
    assert ratio.decided_at is None
    if drifts:
        assert ratio.drift.value == pytest.approx(later / 2)


def test_too_few_forks_on_either_side_have_no_interval() -> None:
    assert times_as_fast(row([1.0, 1.1]), row([2.0, 2.1, 2.2], "d"), 0.95, 0.01).interval is None
    assert times_as_fast(row([2.0, 2.1, 2.2]), row([1.0, 1.1], "d"), 0.95, 0.01).interval is None


def test_the_lead_is_that_of_the_fastest_over_the_others_by_speed() -> None:
    never = row([], "never")
    fastest, ahead = lead([row([30.0] * 3, "slow"), row([10.0] * 3, "fast"), never, row([20.0] * 3, "mid")], 0.95, 0.01)
    assert fastest == "fast"
    assert [(one.reference, one.value) for one in ahead] == [("mid", pytest.approx(2)), ("slow", pytest.approx(3))]
    rates = [row([score] * 3, name, "thrpt") for score, name in ((1.0, "slow"), (4.0, "fast"))]
    assert lead(rates, 0.95, 0.01)[0] == "fast"
    assert lead([never], 0.95, 0.01) == ("", ())
