"""Is a ratio printed with its verdict, and with no more digits than its interval allows?"""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis.strategies import floats
from msgspec.structs import replace

from clamh.judging.statistics.verdict import deciding_delta, verdict as judged
from clamh.model.summary import Interval, Ratio, Term
from clamh.report.ratios import describe_verdict, format_deciding_delta, format_ratio, format_verdict, format_with_interval, round_to_three


def ratio(low: float, high: float, delta: float = 0.01) -> Ratio:
    verdict = judged(low, high, delta)
    return Ratio(reference="", value=(low * high) ** 0.5, interval=Interval(low=low, high=high), verdict=verdict,
                 decided_at=deciding_delta(low, high) if verdict == "undecided" else None)


@pytest.mark.parametrize(("low", "high", "cell", "sentence"), [
    (1.39, 1.4506, "faster *", "B is 1.42 ± 0.03 times as fast as A"),
    (0.8, 0.81, "slower *", "B is 0.805 ± 0.005 times as fast as A"),
    (1.002, 1.006, "small difference", "B is 1.004 ± 0.002 times as fast as A, a small difference (less than 1 %)"),
    (0.996, 1.004, "same within 1 %", "B and A are the same within 1 % (ratio 1.000 [0.996, 1.004])"),
    (0.01, 90.0, "undecided", "B and A: undecided (ratio 0.95 [0.010, 90])"),
    (0.97, 1.0311, "undecided (Δ 3.2 %)", "B and A: undecided, decided at Δ 3.2 % (ratio 1.00 [0.97, 1.03])"),
    (1.005, 1.0301, "undecided (Δ 3.1 %)",
     "B is 1.017 ± 0.013 times as fast as A, undecided whether by more than 1 %, decided at Δ 3.1 %"),
    (0.25, 0.995, "undecided (Δ 300 %)",
     "B is 0.50 [0.25, 0.99] times as fast as A, undecided whether by more than 1 %, decided at Δ 300 %"),
])
def test_each_verdict_has_its_words(low: float, high: float, cell: str, sentence: str) -> None:
    decided = ratio(low, high)
    assert format_verdict(decided, 0.01) == cell
    assert describe_verdict("B", "A", decided, 0.01) == sentence


@pytest.mark.parametrize(("holds", "marked"), [(False, True), (None, False), (True, False)])
def test_a_ratio_of_different_work_is_marked_with_and_without_a_verdict(holds: bool | None, marked: bool) -> None:
    different = replace(ratio(1.39, 1.4506), terms=(Term(name="key", holds=False), Term(name="value", holds=holds)))
    assert format_verdict(different, 0.01) == "faster *" + ", DIFFERENT WORK" * marked
    assert format_verdict(replace(different, verdict=None, interval=None, reason="different work: 3, 4"), 0.01) == "not compared" + ", DIFFERENT WORK" * marked


def test_reasons_excuses_and_medians_are_mentioned() -> None:
    decided = ratio(1.39, 1.4506)
    assert describe_verdict("B", "A", replace(decided, verdict=None, interval=None, reason="B takes no time"), 0.01) == "B and A are not compared: B takes no time"
    few = replace(decided, verdict="undecided", interval=None, reason="too few sets")
    assert (format_verdict(few, 0.01), describe_verdict("B", "A", few, 0.01)) == ("undecided (too few sets)", "B and A: undecided, too few sets (ratio 1.42)")
    drifted = replace(decided, verdict="undecided", reason="not steady")
    assert describe_verdict("B", "A", drifted, 0.01) == "B and A: undecided, not steady (ratio 1.42 [1.39, 1.45])"
    excused = replace(decided, excused="different, as clamh.toml says: rounding")
    assert describe_verdict("B", "A", excused, 0.01) == "B is 1.42 ± 0.03 times as fast as A (different work, as clamh.toml says: rounding)"
    unknown = replace(decided, excused="not checked, as clamh.toml says: it returns nothing")
    assert describe_verdict("B", "A", unknown, 0.01) == "B is 1.42 ± 0.03 times as fast as A (work not checked, as clamh.toml says: it returns nothing)"
    for low, high in ((1.39, 1.4506), (0.996, 1.004), (0.97, 1.0311), (1.002, 1.008)):
        assert " by the median" in describe_verdict("B", "A", replace(ratio(low, high), estimator="median"), 0.01)


def test_delta_is_printed_as_given() -> None:
    assert format_verdict(ratio(0.99, 1.012, 0.015), 0.015) == "same within 1.5 %"
    assert format_verdict(ratio(1.0, 1.0, 0.0), 0.0) == "same within 0 %"


def test_without_an_interval_there_is_no_verdict() -> None:
    alone = Ratio(reference="", value=2.0, interval=None)
    assert format_verdict(alone, 0.01) == format_verdict(None, 0.01) == ""
    assert describe_verdict("B", "A", alone, 0.01) == "no verdict on B and A with fewer than 3 forks (ratio 2)"


@given(floats(1e-9, 1), floats(1, 1e9))
def test_the_printed_delta_decides(low: float, high: float) -> None:
    undecided = ratio(low, high)
    assume(undecided.verdict == "undecided")
    delta = float(format_deciding_delta(undecided).removesuffix(" %")) / 100
    assert judged(low, high, delta * (1 + 1e-12)) in ("same", "small difference")
    assert delta < undecided.decided_at * 1.1 + 0.011


@pytest.mark.parametrize(("value", "low", "high", "text"), [
    (1.42, 1.39, 1.4506, "1.42 ± 0.03"),
    (1.4, 1.3, 1.51, "1.40 ± 0.11"),
    (1.42, 1.1, 1.83, "1.4 [1.1, 1.8]"),  # the sides differ: ± would claim that they do not
    (23.5, 3.57, 154.6, "24 [3.6, 150]"),  # 3.57 is no 0, and not 4 either
    (9.81, 9.79, 9.83, "9.81 ± 0.02"),
    (123.4, 120.1, 126.8, "123 ± 3"),
    (12345.0, 12100.0, 12600.0, "12300 ± 300"),
    (1.5, 1.49999, 1.50001, "1.500 ± 0.001"),  # more digits than four mean nothing
    (2.0, 2.0, 2.0, "2.000 ± 0.001"),
    (0.5, 0.49, 0.51, "0.500 ± 0.010"),
    (2.148, 1.023, 4.509, "2.1 [1.02, 4.5]"),  # told apart: "[1.0, 4.5]" would say the opposite
    (1.034, 1.001, 1.068, "1.03 [1.001, 1.07]"),  # and so would 1.03 ± 0.03
    (0.967, 0.936, 0.9992, "0.97 [0.94, 0.999]"),
])
def test_a_ratio_has_the_digits_that_its_interval_allows(value: float, low: float, high: float, text: str) -> None:
    assert format_ratio(Ratio(reference="", value=value, interval=Interval(low=low, high=high))) == text


@pytest.mark.parametrize(("value", "text"), [
    (0.98765, "0.988"), (1, "1"), (12.34, "12.3"), (999.4, "999"), (999.6, "1000"), (3784, "3780"), (46651.2, "46700"), (3e9, "3e+09")])
def test_a_ratio_without_an_interval_has_three_digits(value: float, text: str) -> None:
    assert round_to_three(value) == text


def test_a_ratio_with_its_interval() -> None:
    assert format_with_interval(Ratio(reference="", value=1.6e308, interval=Interval(low=1e300, high=1.7e308))) == "1.6e+308 [1e+300, 1.7e+308]"
    assert format_with_interval(Ratio(reference="", value=1.0102, interval=Interval(low=0.9711, high=1.0509))) == "1.01 [0.97, 1.05]"
    assert format_with_interval(Ratio(reference="", value=0.9998, interval=Interval(low=0.9981, high=1.0014))) == "1.000 [0.998, 1.001]"
