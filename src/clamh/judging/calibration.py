"""A/A: each case compared with itself, in halves of its forks. What differs nevertheless is the machine's noise."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clamh.judging.forks import LEAST_FORKS
from clamh.judging.statistics import noise
from clamh.judging.statistics.forks import log_mean, log_ratio_interval, mean
from clamh.model.results import CalibrationRecord
from clamh.model.summary import Row


class Kind(NamedTuple):
    """What has a noise floor of its own: a platform in one mode, so many threads, bound to CPUs or not, so many forks a side."""

    platform: str
    mode: str
    threads: int
    bound: bool
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
        kind = kind_of(row)._replace(forks=forks[row.case_id])
        for a, b in halves(row, kind.forks, seed) if row.comparable else ():
            low, high = log_ratio_interval(a, b, confidence)
            found.append(Null(kind, math.log(log_mean(a) / log_mean(b)), not low <= 1 <= high))
    return found


def calibrated(
    nulls: Sequence[Null], before: Sequence[CalibrationRecord], confidence: float, time: str
) -> list[CalibrationRecord]:
    """What the comparisons say of each kind, drawn to what was stored of it before."""
    history = {Kind(one.platform, one.mode, one.threads, one.bound, one.forks): one.floor for one in before}
    found = []
    for kind in dict.fromkeys(one.kind for one in nulls):
        several = [one for one in nulls if one.kind == kind]
        logs = [one.log_ratio for one in several]
        now = noise.floor(logs)
        found.append(CalibrationRecord(
            **kind._asdict(), comparisons=len(several), excluded=sum(one.excluded for one in several), confidence=confidence, latest=now,
            floor=noise.shrunk(now, len(several), history.get(kind)), deviation=noise.deviation(logs), time=time))
    return found


def kind_of(row: Row) -> Kind:
    """The kind that a row's score is of."""
    return Kind(row.platform, row.mode, row.threads, row.binding is not None, len(row.fork_means))


def of_kind(calibrations: Sequence[CalibrationRecord], kind: Kind) -> tuple[CalibrationRecord, float] | None:
    """The calibration that a score of that kind is held to, with the floor for it; None where there is none.

    That of the most forks that are not more than the score has, else that of the fewest.
    """
    same = (one for one in calibrations if (one.platform, one.mode, one.threads, one.bound) == kind[:4])
    known = sorted(same, key=lambda one: one.forks)
    if not known or not kind.forks:
        return None
    one = max((one for one in known if one.forks <= kind.forks), key=lambda one: one.forks, default=known[0])
    return one, noise.at_forks(one.floor, one.forks, kind.forks)


def used(calibrations: Sequence[CalibrationRecord], rows: Iterable[Row]) -> tuple[CalibrationRecord, ...]:
    """Those that some row is held to, in the rows' order."""
    held = [of_kind(calibrations, kind_of(row)) for row in rows]
    return tuple(dict.fromkeys(one[0] for one in held if one))


def lacking(calibrations: Sequence[CalibrationRecord], rows: Iterable[Row]) -> tuple[tuple[int, bool], ...]:
    """Of rows that are held to none, though the machine was calibrated for their platform and mode: threads, and whether bound."""
    known = {(one.platform, one.mode) for one in calibrations}
    found = {kind_of(row)[2:4] for row in rows if row.fork_means and row.noise_floor is None and (row.platform, row.mode) in known}
    return tuple(sorted(found))
