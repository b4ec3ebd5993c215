"""The code of a benchmark on the page: what `clamh explain` listed of the measured artifacts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clamh.model.listing import KeptListing, Listing
from clamh.model.results import Run
from clamh.model.summary import Row
from clamh.report.page.data import Figures


class ShownCode(NamedTuple):
    """The listing of a function, and the side of the rows that ran it."""

    side: str
    place: int  # of the side, for its colour
    listing: Listing


def find_code(rows: Sequence[Row], run: Run, figures: Figures, kept: Sequence[KeptListing]) -> Iterator[ShownCode]:
    """The listings of the artifacts that these rows measured, once each, in the order of the rows."""
    artifacts = {(record.side, record.source): record.artifact_sha256 for record in run.platforms}
    shown: set[int] = set()
    for row in rows:
        for number, each in enumerate(kept):
            same = ((each.listing.platform, each.key, each.benchmark) == (row.platform, row.key, row.benchmark)
                    and each.artifact_sha256 == artifacts.get((row.side, row.source)))
            if same and number not in shown:
                shown.add(number)
                yield ShownCode(figures.row_names[row.case_id], figures.side_places[row.case_id], each.listing)
