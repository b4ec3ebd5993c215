"""How the noise of a machine is told: a line beside scores, and what `clamh calibrate` prints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from clamh.judging.statistics import noise
from clamh.judging.statistics.shift import CONFIDENCE, CONTENT
from clamh.model.calibrations import LEAST_SPREAD_S, VALID, CalibrationRecord, ShiftRecord
from clamh.model.summary import Row, Summary
from clamh.report.columns import aligned, widths
from clamh.report.ratios import percent, share
from clamh.report.units import counted, minutes

HEAD = ("", "Mode", "Threads", "Forks", "A/A", "Excluded 1", "Floor", "Visible")
RIGHT = (False, False, True, True, True, True, True, True)
SHIFT_HEAD = ("", "Mode", "Threads", "Forks", "Cases", "Largest", "Shift")


def sentence(summary: Summary) -> str:
    """What is noise on the machine of the run and what is seen above it, and for which threads that is not known; "" where it
    was not calibrated."""
    return " ".join(filter(None, [_known(summary), _unknown(summary.uncalibrated)]))


def _known(summary: Summary) -> str:
    noisy = _floors(summary.rows)
    if not noisy:
        return ""
    worst = {one.platform: one for one in sorted(summary.calibrations, key=lambda one: visible(one, summary.delta))}
    held = [worst[one] for one in dict.fromkeys(each.platform for each in summary.calibrations)]  # of several modes
    seen = _each({one.platform: percent(noise.share(visible(one, summary.delta))) for one in held})
    forks = _each({one.platform: str(one.forks) for one in held})
    count = sum(one.comparisons for one in summary.calibrations)
    days = list(dict.fromkeys(day(one.time) for one in sorted(summary.calibrations, key=lambda one: one.time)))
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return (f"This machine: differences below {noisy} are noise; with {forks} forks 9 in 10 of {seen} are seen "
            f"(calibrated {when}, {count} A/A comparisons).")


def _unknown(lacking: Sequence[tuple[int, bool]]) -> str:
    """Noise of one thread says nothing of that of four, nor noise of free threads of that of bound ones."""
    if not lacking:
        return ""
    told = ", ".join(counted(threads, "bound thread" if bound else "unbound thread") for threads, bound in lacking)
    numbers = ",".join(str(threads) for threads in dict.fromkeys(threads for threads, _ in lacking))
    return f"This machine was not calibrated for {told} (clamh calibrate -t {numbers}{' --bind threads' * any(bound for _, bound in lacking)})."


def limits(rows: Sequence[Row]) -> str:
    """The same of the rows of two runs, "" where neither machine was calibrated."""
    noisy = _floors(rows)
    return f"Differences below {noisy} are noise (clamh calibrate)." if noisy else ""


def _floors(rows: Sequence[Row]) -> str:
    """The largest noise floor of each platform, "" for none."""
    floors: dict[str, float] = {}
    for row in rows:
        if row.noise_floor is not None:
            floors[row.platform] = max(row.noise_floor, floors.get(row.platform, 0.0))
    return _each({platform: percent(noise.share(floor)) for platform, floor in floors.items()}) if floors else ""


def _each(told: dict[str, str]) -> str:
    """What is told of each platform, once where it is the same of all."""
    alike = len(set(told.values())) == 1
    return next(iter(told.values())) if alike else ", ".join(f"{one} on {on}" for on, one in told.items())


def table(records: Sequence[CalibrationRecord], delta: float, width: int) -> list[str]:
    """A line for each kind, with the smallest effect that a run like this would see."""
    rows = [(one.platform, one.mode, f"{one.threads}{' bound' * one.bound}", str(one.forks), str(one.comparisons), _excluded(one),
             percent(noise.share(one.floor)), percent(noise.share(visible(one, delta)))) for one in records]
    spaces = widths([HEAD, *rows])
    return [aligned(cells, spaces, RIGHT, width) for cells in (HEAD, *rows)]


def below(records: Sequence[CalibrationRecord], delta: float) -> list[str]:
    """What the columns mean, and how far the intervals of A/A comparisons can be trusted."""
    count, excluded = sum(one.comparisons for one in records), sum(one.excluded for one in records)
    level = f"{100 * records[0].confidence:.12g} %"
    return [
        f"Excluded 1: {excluded} of {count} A/A comparisons, {100 * excluded / count:.1f} %, where {level} intervals "
        f"should exclude it in {100 * (1 - records[0].confidence):.3g} %; exact upper bound "
        f"{100 * noise.at_most(excluded, count):.1f} % (one-sided, 95 %).",
        "Floor: 95 of 100 A/A differences are smaller; a smaller one is never called faster or slower here.",
        f"Visible: called faster or slower in 9 of 10 runs with as many forks, at Δ {share(delta)}.",
    ]


def shift_table(records: Sequence[ShiftRecord], width: int) -> list[str]:
    """A line for each kind of cases, with how far their scores moved between runs."""
    rows = [(one.platform, one.mode, f"{one.threads}{' bound' * one.bound}{' in turns' * one.in_turns}", str(one.forks), str(one.cases),
             percent(noise.share(one.largest)), percent(noise.share(one.shift))) for one in records]
    spaces = widths([SHIFT_HEAD, *rows])
    return [aligned(cells, spaces, RIGHT[:len(SHIFT_HEAD)], width) for cells in (SHIFT_HEAD, *rows)]


def below_shifts(records: Sequence[ShiftRecord]) -> list[str]:
    """What the columns mean, and for how long they hold."""
    until = datetime.fromisoformat(records[0].time) + VALID
    short = [f"These runs began within {minutes(records[0].spread_s)}: what changes a machine from one quarter of an hour to the next is not in the shift, and "
             "comparisons say so."] if records[0].spread_s < LEAST_SPREAD_S else []
    return [
        *short,
        "Largest: the largest difference of a case between two of the runs.",
        f"Shift: {100 * CONTENT:.0f} of 100 differences between two runs are smaller, with {100 * CONFIDENCE:.0f} % confidence (an upper bound of that "
        "quantile of a normal distribution; never less than Largest).",
        f"Comparisons of two results files of this machine have it in their intervals, if both were measured within {VALID.days} days of now, until {day(until.isoformat())}.",
    ]


def visible(one: CalibrationRecord, delta: float) -> float:
    """The smallest visible effect, as |ln ratio|."""
    return noise.visible(one.deviation, one.forks, max(one.floor, math.log1p(delta)), one.confidence)


def _excluded(one: CalibrationRecord) -> str:
    return f"{one.excluded} (≤ {100 * noise.at_most(one.excluded, one.comparisons):.0f} %)"


def day(time: str) -> str:
    """22 Nov 2026, of a UTC time as the results file has it; the text itself where it is none."""
    try:
        found = datetime.fromisoformat(time)
    except ValueError:
        return time
    return f"{found.day} {found:%b %Y}"
