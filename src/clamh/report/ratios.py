"""How a ratio is told: its verdict in a word or two, in a sentence, and its digits."""

from __future__ import annotations

import math

from clamh.model.options import Estimator
from clamh.model.summary import Interval, Ratio, SuiteRatio

DIFFERENT = "different work"
CLEAR = ("faster", "slower")  # the verdicts that have a star: a difference that matters, and is there
WIDE = 0.1  # a margin beyond this share of the ratio is visibly not the same on both sides


def word(ratio: Ratio | None, delta: float) -> str:
    """The verdict for a table, "" where there is none: `faster *`, `same within 1 %`, `undecided (Δ 3.2 %)`.

    One of works that are known to differ is marked: `not compared, DIFFERENT WORK`.
    """
    if ratio is None:
        return ""
    return ", ".join(filter(None, [_word(ratio, delta), DIFFERENT.upper() if differs(ratio) else ""]))


def by(estimator: Estimator) -> str:
    """What is added to each claim that is not made by the mean."""
    return "" if estimator == "mean" else f" by the {estimator}"


def differs(ratio: Ratio) -> bool:
    """Whether the two are known to compute different values, so that the ratio compares different work."""
    return any(term.name == "value" and term.holds is False for term in ratio.terms)


def _word(ratio: Ratio, delta: float) -> str:
    if ratio.verdict is None:
        return "not compared" if ratio.not_compared else ""
    match ratio.verdict:
        case "same":
            return f"same within {share(delta)}"
        case "undecided":
            if ratio.reason:
                return f"undecided ({ratio.reason})"
            if ratio.noise_floor is not None:
                return f"undecided (noise {percent(ratio.noise_floor)})"
            return "undecided" if ratio.decided_at is None else f"undecided (Δ {enough(ratio)})"
    return f"{ratio.verdict} *" if ratio.verdict in CLEAR else ratio.verdict


def verdict(one: str, other: str, ratio: Ratio, delta: float) -> str:
    """What the ratio says of two things, named, and by which estimator; where they do different work, why that is excused."""
    if ratio.not_compared:
        return f"{one} and {other} are not compared: {ratio.reason}"
    return _verdict(one, other, ratio, delta) + by(ratio.estimator) + excused(ratio)


def excused(ratio: Ratio) -> str:
    """What is added to a claim about different work, "" where it is the same."""
    return f" ({DIFFERENT}, {ratio.excused.partition(', ')[2] or ratio.excused})" if ratio.excused else ""


def _verdict(one: str, other: str, ratio: Ratio, delta: float) -> str:
    match ratio.verdict:
        case None:
            return f"no verdict on {one} and {other} with fewer than 3 forks (ratio {ratio.value:.3g})"
        case "faster" | "slower":
            return f"{one} is {size(ratio)} times as fast as {other}"
        case "same":
            return f"{one} and {other} are the same within {share(delta)} (ratio {bracketed(ratio)})"
        case "small difference":
            limit = _limit(ratio, delta)
            return f"{one} is {size(ratio)} times as fast as {other}, a small difference (less than {limit})"
    if ratio.reason:
        known = bracketed(ratio) if ratio.interval else f"{ratio.value:.3g}"
        return f"{one} and {other}: undecided, {ratio.reason} (ratio {known})"
    at = "" if ratio.decided_at is None else f", decided at Δ {enough(ratio)}"
    if ratio.interval.low <= 1 <= ratio.interval.high:
        return f"{one} and {other}: undecided{at} (ratio {bracketed(ratio)})"
    return f"{one} is {size(ratio)} times as fast as {other}, undecided whether by more than {_limit(ratio, delta)}{at}"


def _limit(ratio: Ratio, delta: float) -> str:
    """What the ratio would have to be beyond: Δ, or the machine's noise where that is more."""
    return share(delta) if ratio.noise_floor is None else f"this machine's noise, {percent(ratio.noise_floor)}"


def percent(part: float) -> str:
    """A noise floor as percent, to two digits."""
    return f"{part * 100:.2g} %" if part < 0.995 else f"{part * 100:.0f} %"


def share(part: float) -> str:
    """A share of Δ as percent, in all of its digits: 0.015 is 1.5 %."""
    return f"{part * 100:.12g} %"


def enough(ratio: Ratio) -> str:
    """The Δ at which an undecided ratio is decided, to two or three digits and rounded up, so that it is enough."""
    value = ratio.decided_at * 100
    step = 10.0 ** (math.floor(math.log10(value)) - (1 if value < 100 else 2))
    told = math.ceil(value / step) * step
    return f"{told:.12g} %" if told < 1e5 else f"{told:.3g} %"


def size(ratio: Ratio) -> str:
    """The ratio with ± its interval's larger side, or with the interval itself where its sides visibly differ.

    As many digits as the interval leaves meaning to: one of the margin, two where that begins with 1; at most four.
    Where ± would show a 1 that the interval has not, the interval stands too.
    """
    margin = ratio.interval.high - ratio.value
    places = _places(ratio.value, margin)
    value, around = _rounded(ratio.value, places), _rounded(max(margin, 10.0 ** -places), places)
    excluded = not ratio.interval.low <= 1 <= ratio.interval.high
    if margin > WIDE * ratio.value or excluded and abs(float(value) - 1) < float(around) + 10.0 ** -places / 2:
        return bracketed(ratio)
    return f"{value} ± {around}"


def bracketed(ratio: Ratio | SuiteRatio) -> str:
    """The ratio with its interval in brackets, to the digits that the interval leaves meaning to, but two at least."""
    interval: Interval = ratio.interval
    places = _places(ratio.value, (interval.high - interval.low) / 2)
    value, low, high = (max(places, 1 - math.floor(math.log10(one)))
                        for one in (ratio.value, interval.low, interval.high))
    return f"{_rounded(ratio.value, value)} [{_bound(interval.low, low)}, {_bound(interval.high, high)}]"


def round_to_margin(value: float, margin: float) -> str:
    """A value to the digits that its margin leaves meaning to, but two at least."""
    return _rounded(value, max(_places(value, margin), 1 - math.floor(math.log10(value))))


def _bound(bound: float, places: int) -> str:
    """An end of an interval, never rounded to the 1 that decides the verdict: 1.02 is not 1.0."""
    while bound != 1 and float(_rounded(bound, places)) == 1:
        places += 1
    return _rounded(bound, places)


def _places(value: float, margin: float) -> int:
    """Decimal places; negative ones stand before the decimal point."""
    most = 3 - math.floor(math.log10(value) + 0.04)  # so that 0.998 has the places of 1.002
    if margin <= 0:
        return most
    magnitude = math.floor(math.log10(margin))
    return min(most, -magnitude + (margin < 2 * 10.0 ** magnitude))


def _rounded(value: float, places: int) -> str:
    if abs(value) >= 1e15:  # round() knows no number of hundreds of digits, nor does anybody read one
        return f"{value:.3g}"
    return f"{round(value, places):.{max(places, 0)}f}"
