"""How a report tells what a precision and a budget came to, over all rows."""

from __future__ import annotations

from clamh.model.summary import Summary
from clamh.report.units import counted


def sentence(summary: Summary) -> str:
    """One line for all rows, "" where neither was asked for."""
    asked = summary.asked
    if asked is None:
        return ""
    within = f" within {_seconds(asked.budget_s)}" if asked.budget_s is not None else ""
    took = f" measuring took {_seconds(asked.elapsed_s)}" if asked.elapsed_s is not None else ""
    unmeasured = sum(row.status == "not run" for row in summary.rows)
    left = f"; {counted(unmeasured, 'row')} not measured" if unmeasured else ""
    if asked.precision is None:
        return f"Asked for: all that fits{within};{took}{left}."
    precise = sum(bool(row.aim and row.aim.reached) for row in summary.rows)
    rows = counted(len(summary.rows), "row")
    what = f"reached in {precise} of {rows};{took or ' the run was cut off'}{left}"
    return f"Asked for: ±{100 * asked.precision:.4g} %{within}; {what}."


def _seconds(seconds: float) -> str:
    """300 s, 4.2 s: in the unit in which a budget is held."""
    return f"{seconds:.0f} s" if seconds >= 100 or seconds == int(seconds) else f"{seconds:.1f} s"
