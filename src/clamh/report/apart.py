"""The notes on two runs that were not measured together: whether it is known how far scores move between runs, and what to do about it."""

from __future__ import annotations

from clamh.judging.statistics.noise import share
from clamh.model.calibrations import LEAST_SPREAD_S, NO_MACHINE, ShiftRecord
from clamh.model.summary import Comparison
from clamh.report.calibration import day
from clamh.report.ratios import percent
from clamh.report.units import counted, minutes

TOGETHER = "measure both builds together (clamh gate --base REVISION)"
OVER_RUNS = "Intervals are over repetitions: what scores of the same code move from run to run is in them."
CALIBRATE = "or calibrate the machine (clamh calibrate --between-runs 10)"


def headline(comparison: Comparison) -> str:
    """The first line of a comparison of two runs whose shift is not known, of some rows or all; "" of any other."""
    if not comparison.unknown_shift:
        return ""
    some = " of some rows" if comparison.shifts else ""
    return f"not measured together: differences{some} below a factor of 2 are undecided, because {'; '.join(comparison.unknown_shift)}; {_hint(comparison)}"


def addition(comparison: Comparison) -> str:
    """The same for the end of a gate's headline."""
    return f"; not measured together: {_hint(comparison)}" if comparison.unknown_shift else ""


def widened(comparison: Comparison) -> str:
    """What of the intervals comes from measuring at two times."""
    if not comparison.shifts and not comparison.unknown_shift:
        return OVER_RUNS if any(pair.ratio for pair in comparison.pairs) else ""
    notes = []
    if comparison.shifts:
        largest = max(comparison.shifts, key=lambda one: one.shift)
        notes.append("The runs were not measured together: intervals are wider by what scores of the same code move between runs here, "
                    f"{'up to ' * (len(comparison.shifts) > 1)}{describe_shift(largest)}.")
    if comparison.unknown_shift:
        rows = "other rows" if comparison.shifts else "the runs, which were not measured together,"
        notes.append(f"How far scores of {rows} move from run to run is not known: their intervals are wider by a factor of 2.")
    return " ".join(notes)


def describe_shift(one: ShiftRecord) -> str:
    """A calibration in a few words: `3.2 % (10 runs over 12 min, 22 Nov 2026)`."""
    short = ", too short a time" * (one.spread_s < LEAST_SPREAD_S)
    return f"{percent(share(one.shift))} ({counted(one.runs, 'run')} over {minutes(one.spread_s)}{short}, {day(one.time)})"


def _hint(comparison: Comparison) -> str:
    """What to do; files of other tools, which do not name the machine, cannot have a calibration."""
    return TOGETHER if all(reason.endswith(NO_MACHINE) for reason in comparison.unknown_shift) else f"{TOGETHER}, {CALIBRATE}"
