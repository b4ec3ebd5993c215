"""A figure against its aim, which counts as missed only when all of the figure's own interval is beyond it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, log
from typing import NamedTuple

from clamh.judging.statistics.forks import log_mean_interval
from clamh.judging.statistics.stopping import CORRECTION

CONFIDENCE = 0.95
LEAST_NS = 0.01  # no processor does a hundred passes of a loop in one ns


class Finding(NamedTuple):
    """One line of a claim; `aim` is the most that `figure` may be (None: it is only told), `least` the least."""

    what: str
    figure: float
    low: float
    high: float
    unit: str = ""
    aim: float | None = None
    least: float = 0.0

    @property
    def missed(self) -> bool:
        """Whether the figure is beyond its aim by more than its own interval."""
        return self.aim is not None and (self.low > self.aim or self.high < self.least)


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two middle ones; at least one value."""
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The narrowest symmetric pair of order statistics that covers the median at `confidence`.

    It holds for every distribution: W. R. Thompson, "On confidence ranges for the median and other expectation
    distributions", Annals of Mathematical Statistics 7 (1936): x(k) and x(n+1−k) enclose it unless fewer than k values
    lie on one side, which is binomial. With fewer than 6 values no pair covers it at 95 %; then this is the whole
    range.
    """
    ordered = sorted(values)
    n = len(ordered)
    outside, rank = 0.0, 0
    while rank < (n - 1) // 2 and 2 * (outside + comb(n, rank) / 2**n) <= 1 - confidence:
        outside += comb(n, rank) / 2**n
        rank += 1
    rank = max(rank, 1)
    return ordered[rank - 1], ordered[n - rank]


def wide(ratios: Sequence[float], narrow: float) -> bool:
    """Whether the interval of the mean of at least two ratios is too wide to stop at ± `narrow` on logarithms.

    A rule without correction stops too often where a few ratios are close together by chance, and the interval then
    contains the mean too rarely. So the interval must be narrower than `narrow`, and the more so the fewer ratios there
    are, as with --precision (docs/concepts/precision.md).
    """
    low, high = log_mean_interval(ratios, CONFIDENCE)
    return log(high / low) / 2 > narrow * (1 - CORRECTION / len(ratios))


def line(finding: Finding, judged: bool = True) -> str:
    """A finding as one line of text; `judged` is false where too little was measured to say anything."""
    figure = f"{finding.figure:9.4g} {finding.unit:<3}"
    interval = f"[{finding.low:.4g}, {finding.high:.4g}]"
    if finding.aim is None:
        verdict = "only told"
    elif not judged:
        verdict = "not judged"
    elif finding.missed:
        verdict = "MISSED"
    else:
        within = finding.least <= finding.low and finding.high <= finding.aim
        verdict = "met" if within else "met within its interval"
    aim = "" if finding.aim is None else f"≤ {finding.aim:g}"
    if finding.least:
        aim = f"{finding.least:g}–{finding.aim:g}"
    return f"{finding.what:<52} {figure} {interval:>20} {aim:>10}  {verdict}"


def table(findings: Iterable[Finding], judged: bool = True) -> int:
    """Print the findings as they come; 1 when an aim is missed and `judged`, 0 otherwise."""
    print(f"{'':<52} {'figure':>9}     {'95 % interval':>20} {'aim':>10}  verdict", flush=True)
    missed = False
    for finding in findings:
        print(line(finding, judged), flush=True)
        missed = missed or finding.missed
    return int(judged and missed)
