"""Sentences about a whole suite: the geometric mean with its interval over benchmarks, and the number of rows per
verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clamh.judging.statistics.suite import MIN_BENCHMARKS
from clamh.model.summary import SuiteRatio
from clamh.report.ratios import format_with_interval, name_estimator, round_to_three

MANY_ROWS = 12  # a single benchmark gets a mean only with more rows than this


def describe_suites(
    suites: Sequence[SuiteRatio], names: Mapping[str, str], sides: tuple[str, str] | None = None
) -> list[str]:
    """A sentence per suite, mode and platform with a mean of several benchmarks, or of many rows of one.

    `names` are the platforms' names. `sides` are B and A if two runs or builds are compared and not platforms.
    """
    several = len({suite.suite for suite in suites}) > 1
    return [
        _describe_suite(suite, names, sides, several) for suite in suites
        if suite.benchmarks > 1 or suite.rows > MANY_ROWS
    ]


def count_verdicts(suite: SuiteRatio) -> str:
    """The number of rows per verdict, `3 faster, 1 same, 2 undecided`, then rows without a verdict and rows on unequal
    terms.
    """
    without_verdict = suite.rows - sum(suite.verdicts.values())
    return ", ".join([*(f"{count} {verdict}" for verdict, count in suite.verdicts.items()),
                      *([f"{without_verdict} without a verdict"] if without_verdict else []),
                      *([f"{suite.without} without a ratio"] if suite.without else []),
                      *([f"{suite.unequal} on unequal terms"] if suite.unequal else [])])


def _describe_suite(suite: SuiteRatio, names: Mapping[str, str], sides: tuple[str, str] | None, several: bool) -> str:
    scope = f"{suite.benchmarks} benchmarks" if suite.benchmarks > 1 else f"{suite.rows} rows of one benchmark"
    size = format_with_interval(suite) if suite.interval else round_to_three(suite.value)
    here = f" in {names[suite.platform]}"
    if sides:
        claim = f"{sides[0]} is {size} times as fast as {sides[1]}"
        here = here if len(names) > 1 else ""
    elif suite.against:
        there = f" in {names[suite.reference]}" if suite.reference != suite.platform else ""
        claim = (f"{size} times as fast as the {'bound' if suite.against.bound else 'baseline'} "
                 f"{suite.against.name}{there}")
    else:
        claim, here = f"{names[suite.platform]} is {size} times as fast as {names[suite.reference]}", ""
    mode = f", {suite.mode}" if suite.mode != "avgt" else ""
    note = f" (no interval with fewer than {MIN_BENCHMARKS} benchmarks)" if suite.benchmarks < MIN_BENCHMARKS else ""
    folder = f"{suite.suite or '.'}, " if several else ""
    return (f"{folder}geometric mean of {scope}{here}{mode}: {claim}{name_estimator(suite.estimator)}{note}; "
            f"{count_verdicts(suite)}")
