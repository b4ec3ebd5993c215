"""How the noise of a machine is told: a line beside scores, and what `clamh calibrate` prints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from clamh.report.layout import aligned, widths
from clamh.report.ratios import percent, share
from clamh.results import CalibrationRecord
from clamh.stats import noise
from clamh.summary import Summary

HEAD = ("", "Mode", "Forks", "A/A", "Excluded 1", "Floor", "Visible")
RIGHT = (False, False, True, True, True, True, True)


def sentence(summary: Summary) -> str:
    """What is noise on the machine of the run, "" where it was not calibrated."""
    floors = {row.platform: row.noise_floor for row in summary.rows if row.noise_floor is not None}
    if not floors:
        return ""
    told = {platform: percent(math.expm1(floor)) for platform, floor in floors.items()}
    count = sum(one.comparisons for one in summary.calibrations)
    when = sorted({one.time[:10]: _day(one.time) for one in summary.calibrations}.items())
    days = when[0][1] if len(when) == 1 else f"{when[0][1]} to {when[-1][1]}"
    limits = next(iter(told.values())) if len(set(told.values())) == 1 else ", ".join(f"{one} on {on}" for on, one in told.items())
    return f"This machine: differences below {limits} are noise (calibrated {days}, {count} A/A comparisons)."


def table(records: Sequence[CalibrationRecord], delta: float, width: int) -> list[str]:
    """A line for each platform and mode, with the smallest effect that a run like this would see."""
    rows = [(one.platform, one.mode, str(one.forks), str(one.comparisons), _excluded(one), percent(math.expm1(one.floor)),
             percent(math.expm1(visible(one, delta)))) for one in records]
    spaces = widths([HEAD, *rows])
    return [aligned(cells, spaces, RIGHT, width) for cells in (HEAD, *rows)]


def below(records: Sequence[CalibrationRecord], delta: float) -> list[str]:
    """What the columns mean, and how far the intervals of A/A comparisons can be trusted."""
    count, excluded = sum(one.comparisons for one in records), sum(one.excluded for one in records)
    level = f"{100 * records[0].confidence:.12g} %"
    return [
        f"Excluded 1: {excluded} of {count} A/A comparisons, {100 * excluded / count:.1f} %, where {level} intervals should exclude "
        f"it in {100 * (1 - records[0].confidence):.3g} %; exact upper bound {100 * noise.at_most(excluded, count):.1f} % "
        "(one-sided, 95 %).",
        "Floor: 95 of 100 A/A differences are smaller; a smaller one is never called faster or slower here.",
        f"Visible: called faster or slower in 9 of 10 runs with as many forks, at Δ {share(delta)}.",
    ]


def visible(one: CalibrationRecord, delta: float) -> float:
    """The smallest visible effect, as |ln ratio|."""
    return noise.visible(one.deviation, one.forks, max(one.floor, math.log1p(delta)), one.confidence)


def _excluded(one: CalibrationRecord) -> str:
    return f"{one.excluded} (≤ {100 * noise.at_most(one.excluded, one.comparisons):.0f} %)"


def _day(time: str) -> str:
    """22 Nov 2026, of a UTC time as the results file has it; the text itself where it is none."""
    try:
        found = datetime.fromisoformat(time)
    except ValueError:
        return time
    return f"{found.day} {found:%b %Y}"
