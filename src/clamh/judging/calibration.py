"""A/A: each case compared with itself, in halves of its forks. What differs nevertheless is the machine's noise."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clamh.judging.forks import LEAST_FORKS
from clamh.results import CalibrationRecord
from clamh.stats import noise
from clamh.stats.forks import log_mean, log_ratio_interval, mean
from clamh.summary import Row


class Kind(NamedTuple):
    """What has a noise floor of its own: a platform in one mode, with so many forks a side."""

    platform: str
    mode: str
    forks: int


class Null(NamedTuple):
    """One A/A comparison: its ln ratio, which is 0 in truth, and whether its interval excluded 1."""

    kind: Kind
    log_ratio: float
    excluded: bool


def halves(row: Row, forks: int, seed: int) -> list[tuple[list[float], list[float]]]:
    """The row's fork means in comparisons of `forks` against `forks`.

    Of two forks one after the other a coin says which is A's: what drifts does so in both. Halves with fewer forks than
    an interval needs, since some failed, are left out.
    """
    scored = {one.fork: mean(one.measurement) for one in row.fork_scores if one.counts}
    coin = random.Random(f"{seed}/{row.case_id}")
    found = []
    for begin in range(0, row.forks_planned, 2 * forks):
        sides: tuple[list[float], list[float]] = ([], [])
        for number in range(begin, begin + 2 * forks, 2):
            first = coin.getrandbits(1)
            for fork, side in ((number, sides[first]), (number + 1, sides[1 - first])):
                if scored.get(fork, 0.0) > 0:
                    side.append(scored[fork])
        if min(map(len, sides)) >= LEAST_FORKS:
            found.append(sides)
    return found


def nulls(rows: Iterable[Row], forks: Mapping[str, int], seed: int, confidence: float) -> list[Null]:
    """All A/A comparisons of some rows; `forks` is, by case_id, how many a side are to have."""
    found = []
    for row in rows:
        kind = Kind(row.platform, row.mode, forks[row.case_id])
        for a, b in halves(row, kind.forks, seed) if row.comparable else ():
            low, high = log_ratio_interval(a, b, confidence)
            found.append(Null(kind, math.log(log_mean(a) / log_mean(b)), not low <= 1 <= high))
    return found


def calibrated(
    nulls: Sequence[Null], before: Sequence[CalibrationRecord], confidence: float, time: str
) -> list[CalibrationRecord]:
    """What the comparisons say of each kind, drawn to what was stored of it before."""
    history = {Kind(one.platform, one.mode, one.forks): one.floor for one in before}
    found = []
    for kind in dict.fromkeys(one.kind for one in nulls):
        several = [one for one in nulls if one.kind == kind]
        logs = [one.log_ratio for one in several]
        now = noise.floor(logs)
        found.append(CalibrationRecord(
            platform=kind.platform, mode=kind.mode, forks=kind.forks, comparisons=len(several),
            excluded=sum(one.excluded for one in several), confidence=confidence, latest=now,
            floor=noise.shrunk(now, len(several), history.get(kind)), deviation=noise.deviation(logs), time=time))
    return found


def of_row(
    calibrations: Sequence[CalibrationRecord], platform: str, mode: str, forks: int
) -> tuple[CalibrationRecord, float] | None:
    """The calibration that a score of so many forks is held to, with the floor for it; None where there is none.

    That of the most forks that are not more than the score has, else that of the fewest.
    """
    same = (one for one in calibrations if (one.platform, one.mode) == (platform, mode))
    known = sorted(same, key=lambda one: one.forks)
    if not known or not forks:
        return None
    one = max((one for one in known if one.forks <= forks), key=lambda one: one.forks, default=known[0])
    return one, noise.at_forks(one.floor, one.forks, forks)


def used(calibrations: Sequence[CalibrationRecord], rows: Iterable[Row]) -> tuple[CalibrationRecord, ...]:
    """Those that some row is held to, in the rows' order."""
    held = [of_row(calibrations, row.platform, row.mode, len(row.fork_means)) for row in rows]
    return tuple(dict.fromkeys(one[0] for one in held if one))
