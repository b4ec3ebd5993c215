"""The results of calibrating a machine. They are stored for the machine, and copied into results files of later runs on
it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

import msgspec

from clamh.model.noun import Noun

Confidence = Annotated[float, msgspec.Meta(ge=0.5, lt=1)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]  # more than 30 years
LogRatio = Annotated[float, msgspec.Meta(ge=0, le=50)]
VALID = timedelta(days=30)  # longest time between a calibration between runs and a compared run
# shortest time from its first run to its last: in less time a machine changes less than between runs
MIN_SPREAD_S = 600
NO_MACHINE = "does not record the machine"  # why a results file can have no such calibration


class CalibrationRecord(Noun, tag_field="event", tag="calibration"):
    """The result of `clamh calibrate` that this machine had when the run began: A/A comparisons of one platform, mode
    and thread count, with threads `bound` to CPUs or not, and with sides that took turns or not (`in_turns`).

    `floor` is the |ln ratio| below which differences are noise (95 % quantile, shrunk towards earlier calibrations);
    `latest` is that of the last calibration alone. `deviation` is the deviation of its ln ratios from 0. In `excluded`
    of the `comparisons`, each with `forks` per side (in turns: sets), the interval at `confidence` did not contain 1.
    """

    platform: str
    mode: str
    forks: Annotated[int, msgspec.Meta(ge=2)]
    comparisons: Annotated[int, msgspec.Meta(ge=1)]
    excluded: Annotated[int, msgspec.Meta(ge=0)]
    confidence: Confidence
    floor: LogRatio
    latest: LogRatio
    deviation: LogRatio
    time: str  # UTC, ISO 8601
    threads: Annotated[int, msgspec.Meta(ge=1)] = 1
    bound: bool = False
    in_turns: bool = False


class ShiftRecord(Noun, tag_field="event", tag="shift"):
    """The result of `clamh calibrate --between-runs` on `machine` when the run began: how much scores of the same code
    move between runs.

    It is for one platform, mode and thread count, with threads `bound` to CPUs or not, and with sides that took turns
    or not (`in_turns`). There were `runs` runs of `cases` cases; the first and the last began `spread_s` apart.
    `largest` is the largest |ln ratio| of two runs, `deviation` the standard deviation of a case's ln score. `shift` is
    an upper bound of |ln ratio| (judging/statistics/shift.py).
    """

    machine: str
    platform: str
    mode: str
    forks: Annotated[int, msgspec.Meta(ge=1)]
    runs: Annotated[int, msgspec.Meta(ge=2)]
    cases: Annotated[int, msgspec.Meta(ge=1)]
    shift: LogRatio
    largest: LogRatio
    deviation: LogRatio
    spread_s: Seconds
    time: str  # UTC, ISO 8601
    threads: Annotated[int, msgspec.Meta(ge=1)] = 1
    bound: bool = False
    in_turns: bool = False
