"""The nouns of what `clamh explain` shows: facts about the loops of a function, and the code that is listed."""

from __future__ import annotations

from clamh.model.noun import Noun


class CountedLoop(Noun):
    """A line of the table of facts: the name of a loop or function, and a cell for each column."""

    name: str
    cells: tuple[str, ...]


class ListedLine(Noun):
    """A line of code: an instruction with its address, or without an address a line of the source."""

    text: str
    address: str = ""


class ListedPart(Noun):
    """Code that is listed together: a loop or a function. `left` is the number of instructions that are left out."""

    name: str
    lines: tuple[ListedLine, ...]
    left: int = 0


class Listing(Noun):
    """What explain shows of a function of a benchmark on a platform.

    `member` is the function of a group, else "". `kind` says what the instructions are, `place` where the function is.
    """

    platform: str
    member: str
    kind: str
    place: str
    loops: tuple[CountedLoop, ...]
    calls: tuple[str, ...]
    notes: tuple[str, ...]
    parts: tuple[ListedPart, ...]


class KeptListing(Noun):
    """A listing of a measured artifact, which the page of the run shows."""

    artifact_sha256: str
    key: str
    benchmark: str
    listing: Listing


class KeptListings(Noun):
    """The file with the listings of a run."""

    explain_version: int
    listings: tuple[KeptListing, ...]
