"""What a whole suite comes to, in words: a geometric mean with its interval over benchmarks, and verdicts counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clamh.judging.statistics.suite import LEAST
from clamh.model.summary import SuiteRatio
from clamh.report.ratios import bracketed, by

MANY = 12  # rows of one benchmark that are worth a mean


def sentences(
    suites: Sequence[SuiteRatio], names: Mapping[str, str], sides: tuple[str, str] | None = None
) -> list[str]:
    """A sentence per suite, mode and platform that has a mean to tell: of several benchmarks, or of many rows of one.

    `names` are those of platforms. `sides` are the two things compared where these are not platforms: B and A.
    """
    several = len({one.suite for one in suites}) > 1
    return [_sentence(one, names, sides, several) for one in suites if one.benchmarks > 1 or one.rows > MANY]


def counted(one: SuiteRatio) -> str:
    """The verdicts, counted: `3 faster, 1 same, 2 undecided`; then rows without any, and those on unequal terms."""
    silent = one.rows - sum(one.verdicts.values())
    return ", ".join([*(f"{count} {verdict}" for verdict, count in one.verdicts.items()),
                      *([f"{silent} without a verdict"] if silent else []),
                      *([f"{one.without} without a ratio"] if one.without else []),
                      *([f"{one.unequal} on unequal terms"] if one.unequal else [])])


def _sentence(one: SuiteRatio, names: Mapping[str, str], sides: tuple[str, str] | None, several: bool) -> str:
    of = f"{one.benchmarks} benchmarks" if one.benchmarks > 1 else f"{one.rows} rows of one benchmark"
    size = bracketed(one) if one.interval else f"{one.value:.3g}"
    here = f" in {names[one.platform]}"
    if sides:
        told = f"{sides[0]} is {size} times as fast as {sides[1]}"
        here = here if len(names) > 1 else ""
    elif one.against:
        there = f" in {names[one.reference]}" if one.reference != one.platform else ""
        told = f"{size} times as fast as the {'bound' if one.against.bound else 'baseline'} {one.against.name}{there}"
    else:
        told, here = f"{names[one.platform]} is {size} times as fast as {names[one.reference]}", ""
    mode = f", {one.mode}" if one.mode != "avgt" else ""
    few = f" (no interval with fewer than {LEAST} benchmarks)" if one.benchmarks < LEAST else ""
    folder = f"{one.suite or '.'}, " if several else ""
    return f"{folder}geometric mean of {of}{here}{mode}: {told}{by(one.estimator)}{few}; {counted(one)}"
