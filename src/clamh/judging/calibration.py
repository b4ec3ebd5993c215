"""A/A: each case compared with itself, in halves of its forks. The difference that remains is the machine's noise."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clamh.judging.count_forks import MIN_FORKS
from clamh.judging.statistics import noise
from clamh.judging.statistics.forks import log_mean, log_ratio_interval
from clamh.model.results import CalibrationRecord
from clamh.model.summary import Row


class Kind(NamedTuple):
    """What has a noise floor of its own: a platform in one mode, a number of threads, bound to CPUs or not, sides that
    took turns or not, a number of forks (in turns: sets) per side.
    """

    platform: str
    mode: str
    threads: int
    bound: bool
    in_turns: bool
    forks: int


class Null(NamedTuple):
    """One A/A comparison: its ln ratio, whose true value is 0, and whether its interval excluded 1."""

    kind: Kind
    log_ratio: float
    excluded: bool


def split_in_halves(row: Row, forks: int, seed: int) -> list[tuple[list[float], list[float]]]:
    """The row's fork means, split into comparisons of `forks` against `forks`.

    Of every two consecutive forks, a coin decides which goes to side A, so drift affects both sides. Halves are left
    out if failed forks leave them fewer than an interval needs.
    """
    scored = dict(zip((fork.fork for fork in row.fork_scores if fork.counts), row.fork_means, strict=True))
    coin = random.Random(f"{seed}/{row.case_id}")
    comparisons = []
    for begin in range(0, row.forks_planned, 2 * forks):
        sides: tuple[list[float], list[float]] = ([], [])
        for number in range(begin, begin + 2 * forks, 2):
            first = coin.getrandbits(1)
            for fork, side in ((number, sides[first]), (number + 1, sides[1 - first])):
                if scored.get(fork, 0.0) > 0:
                    side.append(scored[fork])
        if min(map(len, sides)) >= MIN_FORKS:
            comparisons.append(sides)
    return comparisons


def compare_halves(rows: Iterable[Row], forks: Mapping[str, int], seed: int, confidence: float) -> list[Null]:
    """All A/A comparisons of some rows; `forks` has the number of forks per side, by case_id."""
    comparisons = []
    for row in rows:
        kind = find_kind(row)._replace(forks=forks[row.case_id])
        for a, b in split_in_halves(row, kind.forks, seed) if row.comparable else ():
            low, high = log_ratio_interval(a, b, confidence)
            comparisons.append(Null(kind, math.log(log_mean(a) / log_mean(b)), not low <= 1 <= high))
    return comparisons


def calibrate(
    nulls: Sequence[Null], before: Sequence[CalibrationRecord], confidence: float, time: str
) -> list[CalibrationRecord]:
    """The calibration of each kind from its comparisons, shrunk towards what was stored of it before."""
    history = {Kind(*_kind_of_record(record), record.forks): record.floor for record in before}
    records = []
    for kind in dict.fromkeys(null.kind for null in nulls):
        of_kind = [null for null in nulls if null.kind == kind]
        logs = [null.log_ratio for null in of_kind]
        now = noise.floor(logs)
        records.append(
            CalibrationRecord(**kind._asdict(), comparisons=len(of_kind), excluded=sum(null.excluded
                                                                                       for null in of_kind),
                              confidence=confidence, latest=now, floor=noise.shrink_noise(
                                  now, len(of_kind), history.get(kind)), deviation=noise.deviation(logs), time=time))
    return records


def find_kind(row: Row) -> Kind:
    """The kind of a row's score."""
    return Kind(row.platform, row.mode, row.threads, row.binding is not None, bool(row.sets), len(row.fork_means))


def _kind_of_record(record: CalibrationRecord) -> tuple[str, str, int, bool, bool]:
    """The kind of the scores that a calibration applies to, without the number of forks."""
    return record.platform, record.mode, record.threads, record.bound, record.in_turns


def find_calibration(calibrations: Sequence[CalibrationRecord], kind: Kind) -> tuple[CalibrationRecord, float] | None:
    """The calibration that applies to a score of this kind, with its noise floor for the kind; None where there is
    none.

    It is the calibration with the most forks that are not more than the score has, else the one with the fewest.
    """
    matching = (record for record in calibrations if _kind_of_record(record) == kind[:5])
    known = sorted(matching, key=lambda record: record.forks)
    if not known or not kind.forks:
        return None
    nearest = max((record for record in known if record.forks <= kind.forks), key=lambda record: record.forks,
                  default=known[0])
    return nearest, noise.at_forks(nearest.floor, nearest.forks, kind.forks)


def find_used(calibrations: Sequence[CalibrationRecord], rows: Iterable[Row]) -> tuple[CalibrationRecord, ...]:
    """The calibrations that apply to some row, in the rows' order."""
    applied = [find_calibration(calibrations, find_kind(row)) for row in rows]
    return tuple(dict.fromkeys(pair[0] for pair in applied if pair))


def find_uncalibrated(calibrations: Sequence[CalibrationRecord],
                      rows: Iterable[Row]) -> tuple[tuple[int, bool, bool], ...]:
    """The kinds of rows without a calibration, on a machine that was calibrated for their platform and mode: threads,
    whether bound, and whether in turns.
    """
    known = {(record.platform, record.mode) for record in calibrations}
    kinds = {
        find_kind(row)[2:5] for row in rows
        if row.fork_means and row.noise_floor is None and (row.platform, row.mode) in known
    }
    return tuple(sorted(kinds))
