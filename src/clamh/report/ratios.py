"""The text of a ratio: its verdict in a word or two, its verdict in a sentence, and its digits."""

from __future__ import annotations

import math

from clamh.model.options import Estimator
from clamh.model.summary import Interval, Ratio, SuiteRatio

DIFFERENT = "different work"
CLEAR = ("faster", "slower")  # the verdicts with a star: a certain difference that matters
WIDE = 0.1  # a margin above this share of the ratio is visibly asymmetric


def format_verdict(ratio: Ratio | None, delta: float) -> str:
    """The verdict for a table, "" if there is none: `faster *`, `same within 1 %`, `undecided (Δ 3.2 %)`.

    A ratio of different work is marked: `not compared, DIFFERENT WORK`.
    """
    if ratio is None:
        return ""
    return ", ".join(filter(None, [_name_verdict(ratio, delta), DIFFERENT.upper() if is_different_work(ratio) else ""]))


def name_estimator(estimator: Estimator) -> str:
    """The addition to a claim that is not based on the mean: ` by the median`."""
    return "" if estimator == "mean" else f" by the {estimator}"


def is_different_work(ratio: Ratio) -> bool:
    """Whether the two sides are known to compute different values, so that the ratio compares different work."""
    return any(term.name == "value" and term.holds is False for term in ratio.terms)


def _name_verdict(ratio: Ratio, delta: float) -> str:
    if ratio.verdict is None:
        return "not compared" if ratio.not_compared else ""
    match ratio.verdict:
        case "same":
            return f"same within {format_exactly(delta)}"
        case "undecided":
            if ratio.reason:
                return f"undecided ({ratio.reason})"
            if ratio.noise_floor is not None:
                return f"undecided (noise {format_noise(ratio.noise_floor)})"
            return f"undecided (Δ {format_deciding_delta(ratio)})" if _is_decidable(ratio) else "undecided"
    return f"{ratio.verdict} *" if ratio.verdict in CLEAR else ratio.verdict


def describe_verdict(first: str, second: str, ratio: Ratio, delta: float) -> str:
    """The verdict on two named sides in a sentence, with the estimator, and with the excuse if they do different work.
    """
    if ratio.not_compared:
        return f"{first} and {second} are not compared: {ratio.reason}"
    return _compare_pair(first, second, ratio, delta) + name_estimator(ratio.estimator) + describe_excuse(ratio)


def describe_excuse(ratio: Ratio) -> str:
    """The addition to a claim about excused different or unknown work, "" for the same work."""
    outcome, _, reason = ratio.excused.partition(", ")
    known = "work not checked" if outcome == "not checked" else DIFFERENT
    return f" ({known}, {reason or ratio.excused})" if ratio.excused else ""


def _compare_pair(first: str, second: str, ratio: Ratio, delta: float) -> str:
    match ratio.verdict:
        case None:
            return f"no verdict on {first} and {second} with fewer than 3 forks (ratio {round_to_three(ratio.value)})"
        case "faster" | "slower":
            return f"{first} is {format_ratio(ratio)} times as fast as {second}"
        case "same":
            return (f"{first} and {second} are the same within {format_exactly(delta)} (ratio "
                    f"{format_with_interval(ratio)})")
        case "small difference":
            limit = _format_limit(ratio, delta)
            return f"{first} is {format_ratio(ratio)} times as fast as {second}, a small difference (less than {limit})"
    if ratio.reason:
        figures = format_with_interval(ratio) if ratio.interval else round_to_three(ratio.value)
        return f"{first} and {second}: undecided, {ratio.reason} (ratio {figures})"
    at = f", decided at Δ {format_deciding_delta(ratio)}" if _is_decidable(ratio) else ""
    if ratio.interval.low <= 1 <= ratio.interval.high:
        return f"{first} and {second}: undecided{at} (ratio {format_with_interval(ratio)})"
    return (f"{first} is {format_ratio(ratio)} times as fast as {second}, undecided whether by more than "
            f"{_format_limit(ratio, delta)}{at}")


def _format_limit(ratio: Ratio, delta: float) -> str:
    """The limit that the difference must exceed: Δ, or the machine's noise if that is larger."""
    return (format_exactly(delta) if ratio.noise_floor is None
            else f"this machine's noise, {format_noise(ratio.noise_floor)}")


def format_noise(part: float) -> str:
    """A noise floor as percent with two digits."""
    return f"{part * 100:.2g} %" if part < 0.995 else f"{part * 100:.0f} %"


def format_exactly(share: float) -> str:
    """Δ or a confidence level as percent with all its digits: 0.015 is 1.5 %, and 0.9999999 not 100 %."""
    return f"{share * 100:.12g} %"


def _is_decidable(ratio: Ratio) -> bool:
    """Whether a Δ below 1000 % would decide it; larger values are of no use."""
    return ratio.decided_at is not None and ratio.decided_at < 10


def format_deciding_delta(ratio: Ratio) -> str:
    """The Δ at which an undecided ratio is decided: two or three digits, rounded up so that it is large enough."""
    value = ratio.decided_at * 100
    step = 10.0 ** (math.floor(math.log10(value)) - (1 if value < 100 else 2))
    rounded = math.ceil(value / step) * step
    return f"{rounded:.12g} %" if rounded < 1e5 else f"{rounded:.3g} %"


def format_ratio(ratio: Ratio) -> str:
    """The ratio with ± the upper half of its interval, or with the interval itself if its two halves visibly differ.

    The digits end with the margin's first digit, or its second if the first is 1; the ratio has at most four.
    The interval is also shown when ± would include a 1 that the interval excludes.
    """
    margin = ratio.interval.high - ratio.value
    places = _count_places(ratio.value, margin)
    value, around = _round(ratio.value, places), _round(max(margin, 10.0 ** -places), places)
    excluded = not ratio.interval.low <= 1 <= ratio.interval.high
    if margin > WIDE * ratio.value or excluded and abs(float(value) - 1) < float(around) + 10.0 ** -places / 2:
        return format_with_interval(ratio)
    return f"{value} ± {around}"


def format_with_interval(ratio: Ratio | SuiteRatio) -> str:
    """The ratio with its interval in brackets, to the digits that the interval makes significant, at least two."""
    interval: Interval = ratio.interval
    places = _count_places(ratio.value, (interval.high - interval.low) / 2)
    value, low, high = (max(places, 1 - math.floor(math.log10(number)))
                        for number in (ratio.value, interval.low, interval.high))
    return f"{_round(ratio.value, value)} [{_round_bound(interval.low, low)}, {_round_bound(interval.high, high)}]"


def round_to_three(value: float) -> str:
    """A value without an interval, to three significant digits: 3780, not 3.78e+03."""
    return f"{float(f'{value:.3g}'):.0f}" if 999.5 <= value < 1e7 else f"{value:.3g}"


def round_to_margin(value: float, margin: float) -> str:
    """A value to the digits that its margin makes significant, at least two."""
    return _round(value, max(_count_places(value, margin), 1 - math.floor(math.log10(value))))


def _round_bound(bound: float, places: int) -> str:
    """An end of an interval. It is never rounded to 1, because 1 decides the verdict: 1.02 is not 1.0."""
    while bound != 1 and float(_round(bound, places)) == 1:
        places += 1
    return _round(bound, places)


def _count_places(value: float, margin: float) -> int:
    """The number of decimal places; a negative number counts places before the decimal point."""
    most = 3 - math.floor(math.log10(value) + 0.04)  # 0.04 gives 0.998 as many places as 1.002
    if margin <= 0:
        return most
    magnitude = math.floor(math.log10(margin))
    return min(most, -magnitude + (margin < 2 * 10.0 ** magnitude))


def _round(value: float, places: int) -> str:
    if abs(value) >= 1e15:  # round() fails for numbers of hundreds of digits, which are unreadable too
        return f"{value:.3g}"
    return f"{round(value, places):.{max(places, 0)}f}"
