"""Whether two rows can be compared at all: there is no statement about speed where the work is not known to be the
same.
"""

from __future__ import annotations

from collections.abc import Sequence

from clamh.model.summary import Row, Term

BELOW_FLOOR = "below-floor"


def describe_obstacle(row: Row, name: str, other_row: Row, other_name: str, terms: Sequence[Term]) -> str:
    """Why two named sides cannot be compared, "" where they can; `terms` are those of their ratio.

    On several platforms, the values of a benchmark have to be known. Two builds on one platform, and two runs, are
    trusted where nothing else is known. Two benchmarks need not do the same work.
    """
    names = [side_name for side, side_name in ((row, name), (other_row, other_name)) if side.has_warning(BELOW_FLOOR)]
    if names:
        verb = "take" if len(names) > 1 else "takes"
        return f"{' and '.join(names)} {verb} hardly longer than an empty benchmark"
    if row.key != other_row.key:
        return ""
    value = next((term for term in terms if term.name == "value"), None)
    if value is None or value.holds or value.holds is None and row.platform == other_row.platform:
        return ""
    return value.message


def find_excuse(row: Row, other_row: Row, terms: Sequence[Term]) -> str:
    """The reason in clamh.toml for different work of two rows of a benchmark, "" without one."""
    return next((term.message for term in terms if term.name == "value" and term.holds and row.key == other_row.key),
                "")
