"""Whether two rows are to be compared at all: nothing is said about which is faster where it is not known that both do the same work."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.model.summary import Row, Term

FLOOR = "below-floor"


def obstacle(row: Row, name: str, other: Row, other_name: str, terms: Sequence[Term]) -> str:
    """Why nobody can say which of two named sides is faster, "" where that can be said; `terms` are those of their ratio.

    What the rows of one benchmark on several platforms compute has to be known. Two builds on one platform, and two runs, do what their source says
    where nothing else is known; two benchmarks are not meant to do the same work.
    """
    floored = [called for one, called in ((row, name), (other, other_name)) if one.warned(FLOOR)]
    if floored:
        takes = "take" if len(floored) > 1 else "takes"
        return f"{' and '.join(floored)} {takes} hardly longer than an empty benchmark"
    if row.key != other.key:
        return ""
    value = next((term for term in terms if term.name == "value"), None)
    if value is None or value.holds or value.holds is None and row.platform == other.platform:
        return ""
    return value.message


def excuse(row: Row, other: Row, terms: Sequence[Term]) -> str:
    """What clamh.toml says about different work of two rows of one benchmark, "" for nothing."""
    return next((term.message for term in terms if term.name == "value" and term.holds and row.key == other.key), "")
