"""What calibrations of a machine found: lines of the results files of later runs on it, and of what is stored of the machine."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

import msgspec

from clamh.model.noun import Noun

Confidence = Annotated[float, msgspec.Meta(ge=0.5, lt=1)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]  # more than 30 years
LogRatio = Annotated[float, msgspec.Meta(ge=0, le=50)]
VALID = timedelta(days=30)  # between a calibration between runs and a run that is compared
LEAST_SPREAD_S = 600  # from the first run of such a calibration to the last: in less, a machine does not change as it does from run to run
NO_MACHINE = "does not record the machine"  # the reason for a file that can have no such calibration


class CalibrationRecord(Noun, tag_field="event", tag="calibration"):
    """What `clamh calibrate` had found on this machine when the run began: A/A comparisons of one platform in one mode, with so many
    threads, which were `bound` to CPUs or not.

    `floor` is the |ln ratio| below which differences are noise (95 % quantile, drawn to earlier calibrations); `latest` is that
    of the last one alone. `deviation` is that of its ln ratios around 0. Of `comparisons` of `forks` a side `excluded` had an
    interval at `confidence` without 1.
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


class ShiftRecord(Noun, tag_field="event", tag="shift"):
    """What `clamh calibrate --between-runs` had found on `machine` when the run began: how far scores move from one run of the same code to another.

    Of one platform in one mode, with so many threads, which were `bound` to CPUs or not, and whose sides took turns or not (`in_turns`). In `runs`
    runs of `cases` cases, the first and the last of which began `spread_s` apart, the largest |ln ratio| of two runs was `largest`, and the
    standard deviation of a case's ln score `deviation`. `shift` is an upper bound of |ln ratio| (judging/statistics/shift.py).
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
