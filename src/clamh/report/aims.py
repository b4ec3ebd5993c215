"""The line about a requested precision and budget: how many rows reached them."""

from __future__ import annotations

from clamh.model.summary import Summary
from clamh.report.units import format_count


def describe_aims(summary: Summary) -> str:
    """One line for all rows, "" if neither was requested."""
    requested = summary.goal
    if requested is None:
        return ""
    within = f" within {_format_seconds(requested.budget_s)}" if requested.budget_s is not None else ""
    took = (" the run was interrupted" if requested.elapsed_s is None
            else f" measuring took {_format_seconds(requested.elapsed_s)}")
    unmeasured = sum(row.status == "not run" for row in summary.rows)
    left = f"; {format_count(unmeasured, 'row')} not measured" if unmeasured else ""
    if requested.precision is None:
        return f"Requested: as much as fits{within};{took}{left}."
    precise = sum(bool(row.aim and row.aim.reached) for row in summary.rows)
    rows = format_count(len(summary.rows), "row")
    what = f"reached in {precise} of {rows};{took}{left}"
    return f"Requested: ±{100 * requested.precision:.4g} %{within}; {what}."


def _format_seconds(seconds: float) -> str:
    """A time in seconds, the unit of a budget: `300 s`, `4.2 s`."""
    return f"{seconds:.0f} s" if seconds >= 100 or seconds == int(seconds) else f"{seconds:.1f} s"
