"""The text about a machine's noise: a line beside scores, and the tables that `clamh calibrate` prints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from clamh.judging.statistics import noise
from clamh.judging.statistics.shift import CONFIDENCE, CONTENT
from clamh.model.calibrations import MIN_SPREAD_S, VALID, CalibrationRecord, ShiftRecord
from clamh.model.summary import Row, Summary
from clamh.report.columns import align_row, measure_columns
from clamh.report.ratios import format_exactly, format_noise
from clamh.report.units import format_count, format_minutes

HEAD = ("", "Mode", "Threads", "Forks", "A/A", "Excluded 1", "Floor", "Visible")
RIGHT = (False, False, True, True, True, True, True, True)
SHIFT_HEAD = ("", "Mode", "Threads", "Forks", "Cases", "Largest", "Shift")


def describe_noise(summary: Summary) -> str:
    """The machine's noise floor and the smallest visible difference, and the thread counts without a calibration.

    "" when the machine was not calibrated.
    """
    return " ".join(filter(None, [_describe_known_noise(summary), _describe_uncalibrated(summary.uncalibrated)]))


def _describe_known_noise(summary: Summary) -> str:
    noisy = _format_floors(summary.rows)
    if not noisy:
        return ""
    by_noise = sorted(summary.calibrations, key=lambda record: smallest_visible(record, summary.delta))
    noisiest_by_platform = {record.platform: record for record in by_noise}  # of all modes
    noisiest = [
        noisiest_by_platform[platform] for platform in dict.fromkeys(record.platform for record in summary.calibrations)
    ]
    seen = _join_platforms(
        {record.platform: format_noise(noise.share(smallest_visible(record, summary.delta))) for record in noisiest})
    forks = _join_platforms({record.platform: str(record.forks) for record in noisiest})
    count = sum(record.comparisons for record in summary.calibrations)
    days = list(
        dict.fromkeys(
            format_day(record.time) for record in sorted(summary.calibrations, key=lambda record: record.time)))
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return (
        f"This machine: differences below {noisy} are noise; with {forks} forks 9 in 10 differences of {seen} are "
        f"found (calibrated {when}, {count} A/A comparisons).")


def _describe_uncalibrated(kinds: Sequence[tuple[int, bool, bool]]) -> str:
    """The kinds without a calibration, and the command for each: a calibrated thread count says nothing about another,
    nor unbound threads about bound ones, nor forks one after the other about turns.
    """
    if not kinds:
        return ""
    text = ", ".join(f"{format_count(threads, 'bound thread' if bound else 'unbound thread')}{' in turns' * in_turns}"
                     for threads, bound, in_turns in kinds)
    threads_by_options: dict[str, list[int]] = {}
    for threads, bound, in_turns in kinds:
        # in turns, clamh calibrate binds threads where clamh run does
        options = " --bind none" * (not bound) if in_turns else f"{' --bind threads' * bound} --no-live"
        threads_by_options.setdefault(options, []).append(threads)
    commands = "; ".join(f"clamh calibrate -t {','.join(map(str, numbers))}{options}"
                         for options, numbers in threads_by_options.items())
    return f"This machine was not calibrated for {text} ({commands})."


def describe_limits(rows: Sequence[Row]) -> str:
    """The noise floors of two runs' rows, "" when neither machine was calibrated."""
    noisy = _format_floors(rows)
    return f"Differences below {noisy} are noise (clamh calibrate)." if noisy else ""


def _format_floors(rows: Sequence[Row]) -> str:
    """The largest noise floor of each platform, "" when there is none."""
    floors: dict[str, float] = {}
    for row in rows:
        if row.noise_floor is not None:
            floors[row.platform] = max(row.noise_floor, floors.get(row.platform, 0.0))
    return _join_platforms({platform: format_noise(noise.share(floor))
                            for platform, floor in floors.items()}) if floors else ""


def _join_platforms(by_platform: dict[str, str]) -> str:
    """The text of each platform, or one text when all are equal."""
    alike = len(set(by_platform.values())) == 1
    return next(iter(by_platform.values())) if alike else ", ".join(f"{text} on {platform}"
                                                                    for platform, text in by_platform.items())


def render_table(records: Sequence[CalibrationRecord], delta: float, width: int) -> list[str]:
    """A line per calibration record, with the smallest effect that a run of this kind can detect."""
    rows = [(record.platform, record.mode, _format_threads(record), str(record.forks),
             str(record.comparisons), _format_excluded(record), format_noise(noise.share(record.floor)),
             format_noise(noise.share(smallest_visible(record, delta)))) for record in records]
    spaces = measure_columns([HEAD, *rows])
    return [align_row(cells, spaces, RIGHT, width) for cells in (HEAD, *rows)]


def below(records: Sequence[CalibrationRecord], delta: float) -> list[str]:
    """The meaning of the columns, and how often the intervals of A/A comparisons were wrong."""
    count, excluded = sum(record.comparisons for record in records), sum(record.excluded for record in records)
    level = format_exactly(records[0].confidence)
    return [
        f"Excluded 1: {excluded} of {count} A/A comparisons, {100 * excluded / count:.1f} %; {level} intervals should "
        f"exclude it in {100 * (1 - records[0].confidence):.3g} %; exact upper bound "
        f"{100 * noise.at_most(excluded, count):.1f} % (one-sided, 95 %).",
        "Floor: 95 of 100 A/A differences are smaller; a smaller difference gets no verdict here.",
        f"Visible: with as many forks, 9 in 10 runs call it faster or slower, at Δ {format_exactly(delta)}.",
    ]


def render_shift_table(records: Sequence[ShiftRecord], width: int) -> list[str]:
    """A line per kind of case, with how far scores moved between runs."""
    rows = [(record.platform, record.mode, _format_threads(record), str(record.forks), str(record.cases),
             format_noise(noise.share(record.largest)), format_noise(noise.share(record.shift))) for record in records]
    spaces = measure_columns([SHIFT_HEAD, *rows])
    return [align_row(cells, spaces, RIGHT[:len(SHIFT_HEAD)], width) for cells in (SHIFT_HEAD, *rows)]


def below_shifts(records: Sequence[ShiftRecord]) -> list[str]:
    """The meaning of the columns, and how long the figures are valid."""
    until = datetime.fromisoformat(records[0].time) + VALID
    short = [
        f"These runs began within {format_minutes(records[0].spread_s)}: they do not show changes of the machine over "
        "longer times, and comparisons report that."
    ] if records[0].spread_s < MIN_SPREAD_S else []
    return [
        *short,
        "Largest: the largest difference of a case between two of the runs.",
        f"Shift: {100 * CONTENT:.0f} of 100 differences between two runs are smaller, with {100 * CONFIDENCE:.0f} % "
        "confidence (upper bound of that quantile of a normal distribution; at least Largest).",
        "Comparisons of two results files of this machine include it in their intervals, if both files were measured "
        f"within {VALID.days} days of now; valid until {format_day(until.isoformat())}.",
    ]


def smallest_visible(record: CalibrationRecord, delta: float) -> float:
    """The smallest visible effect, as |ln ratio|. Sets are compared in pairs, so they have half the degrees of freedom.
    """
    degrees = (record.forks - 1) * (1 if record.in_turns else 2)
    return noise.visible(record.deviation, degrees, max(record.floor, math.log1p(delta)), record.confidence)


def _format_threads(record: CalibrationRecord | ShiftRecord) -> str:
    return f"{record.threads}{' bound' * record.bound}{' in turns' * record.in_turns}"


def _format_excluded(record: CalibrationRecord) -> str:
    return f"{record.excluded} (≤ {100 * noise.at_most(record.excluded, record.comparisons):.0f} %)"


def format_day(time: str) -> str:
    """The day of a UTC time of the results file, `22 Nov 2026`; the text unchanged if it is not a time."""
    try:
        date = datetime.fromisoformat(time)
    except ValueError:
        return time
    return f"{date.day} {date:%b %Y}"
