"""Notes on two runs that were not measured together: how far scores move between runs, if that is known, and what to
do.
"""

from __future__ import annotations

from clamh.judging.statistics.noise import share
from clamh.model.calibrations import MIN_SPREAD_S, NO_MACHINE, ShiftRecord
from clamh.model.summary import Comparison
from clamh.report.calibration import format_day
from clamh.report.ratios import format_noise
from clamh.report.units import format_count, format_minutes

TOGETHER = "measure both builds together (clamh gate --base REVISION)"
OVER_RUNS = "Intervals are over repetitions, so they include how far scores of the same code move from run to run."
CALIBRATE = "or calibrate the machine (clamh calibrate --between-runs 10)"


def build_headline(comparison: Comparison) -> str:
    """The first line of a comparison in which the shift of some or all rows is unknown; "" if every shift is known."""
    if not comparison.unknown_shift:
        return ""
    some = " of some rows" if comparison.shifts else ""
    return (f"not measured together: differences{some} below a factor of 2 are undecided, "
            f"because {'; '.join(comparison.unknown_shift)}; {_hint(comparison)}")


def build_addition(comparison: Comparison) -> str:
    """The same note for the end of a gate's headline."""
    return f"; not measured together: {_hint(comparison)}" if comparison.unknown_shift else ""


def describe_widening(comparison: Comparison) -> str:
    """How much wider the intervals are because the runs were measured at two times."""
    if not comparison.shifts and not comparison.unknown_shift:
        return OVER_RUNS if any(pair.ratio for pair in comparison.pairs) else ""
    notes = []
    if comparison.shifts:
        largest = max(comparison.shifts, key=lambda record: record.shift)
        notes.append(
            "The runs were not measured together: intervals are wider by how far scores of the same code move between "
            f"runs here, {'up to ' * (len(comparison.shifts) > 1)}{describe_shift(largest)}.")
    if comparison.unknown_shift:
        rows = "other rows" if comparison.shifts else "the runs, which were not measured together,"
        notes.append(
            f"It is unknown how far scores of {rows} move between runs: their intervals are wider by a factor of 2.")
    return " ".join(notes)


def describe_shift(record: ShiftRecord) -> str:
    """A calibration in a few words: `3.2 % (10 runs over 12 min, 22 Nov 2026)`."""
    short = ", too short" * (record.spread_s < MIN_SPREAD_S)
    facts = (f"{format_count(record.runs, 'run')} over {format_minutes(record.spread_s)}{short}, "
             f"{format_day(record.time)}")
    return f"{format_noise(share(record.shift))} ({facts})"


def _hint(comparison: Comparison) -> str:
    """What to do. Other tools' files do not name the machine, so no calibration applies to them."""
    without_machine = all(reason.endswith(NO_MACHINE) for reason in comparison.unknown_shift)
    return TOGETHER if without_machine else f"{TOGETHER}, {CALIBRATE}"
