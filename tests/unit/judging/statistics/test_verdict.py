"""Does each interval get the verdict that it deserves, and is the Δ that is told one that decides?"""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis.strategies import floats

from clamh.judging.statistics.verdict import above_noise, deciding_delta, verdict


@pytest.mark.parametrize(("low", "high", "expected"), [
    (1.02, 1.05, "faster"), (0.90, 0.95, "slower"), (1.002, 1.008, "small difference"), (0.993, 0.999, "small difference"),
    (0.995, 1.006, "same"), (1.0, 1.0, "same"), (0.95, 1.02, "undecided"), (1.005, 1.03, "undecided"), (0.97, 0.995, "undecided"),
    (1.0101, 1.02, "faster"), (1.0099, 1.02, "undecided"), (1 / 1.02, 1 / 1.0101, "slower"), (0.5, 1.005, "undecided"),
])
def test_an_interval_has_one_verdict(low: float, high: float, expected: str) -> None:
    assert verdict(low, high, 0.01) == expected


RATIOS = floats(1e-3, 1e3)


@given(RATIOS, RATIOS, floats(0, 0.5))
def test_the_inverse_ratio_has_the_opposite_verdict(one: float, other: float, delta: float) -> None:
    low, high = sorted((one, other))
    assume(all(abs(abs(math.log(end)) - math.log1p(delta)) > 1e-9 and abs(math.log(end)) > 1e-9 for end in (low, high)))
    opposite = {"faster": "slower", "slower": "faster"}
    text = verdict(low, high, delta)
    assert verdict(1 / high, 1 / low, delta) == opposite.get(text, text)


@given(floats(0.5, 1), floats(1, 2))
def test_the_verdict_is_decided_from_the_stated_delta_on(low: float, high: float) -> None:
    at = deciding_delta(low, high)
    assume(at > 1e-9)
    assert verdict(low, high, at * 1.000001) in ("same", "small difference")
    assert verdict(low, high, at * 0.999) == "undecided"


@pytest.mark.parametrize(("low", "high", "floor", "expected", "held"), [
    (1.02, 1.05, 0.0, "faster", False), (1.02, 1.05, 0.015, "faster", False), (1.02, 1.05, 0.03, "undecided", True),
    (1.02, 1.05, 0.06, "small difference", True), (0.90, 0.95, 0.2, "small difference", True), (0.90, 0.95, 0.08, "undecided", True),
    (0.995, 1.006, 0.5, "same", False), (1.002, 1.008, 0.5, "small difference", False), (0.95, 1.02, 0.5, "undecided", False)])
def test_below_the_noise_nothing_is_faster_or_slower(low: float, high: float, floor: float, expected: str, held: bool) -> None:
    assert above_noise(low, high, 0.01, floor) == (expected, held)


@given(RATIOS, RATIOS, floats(0, 0.5), floats(0, 0.5))
def test_noise_only_removes_faster_and_slower(one: float, other: float, delta: float, floor: float) -> None:
    low, high = sorted((one, other))
    text, held = above_noise(low, high, delta, floor)
    assert held == (text != verdict(low, high, delta))
    assert text not in ("faster", "slower") or min(abs(math.log(low)), abs(math.log(high))) > math.log1p(max(delta, floor))
