"""The file of the campaign: what each run came to, one line a run, small enough to be committed; any machine goes on with it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from clamh.model.noun import Noun

from evaluate.records import Refused

FILE = Path(__file__).parent.parent / "measured" / "live.ndjson"
UNIT = 1e-5  # of logarithms in the file
LETTERS = {"faster": "f", "slower": "s", "same": "=", "small difference": "~", "undecided": "?", "": ""}


class Pair(msgspec.Struct, frozen=True, array_like=True):
    """ln(time of side `second` ÷ time of side `first`) with its interval, in UNIT, and the verdict on the first by its letter."""

    first: int
    second: int
    estimate: int
    low: int
    high: int
    verdict: str

    @property
    def starred(self) -> bool:
        """Whether a report has a star here: a difference that matters."""
        return self.verdict in ("f", "s")

    @property
    def excludes_equal(self) -> bool:
        """Whether the interval does not have 1 in it."""
        return not self.low <= 0 <= self.high


class Group(msgspec.Struct, frozen=True, array_like=True):
    """What so many sets of the run say of each pair of sides."""

    sets: int
    pairs: tuple[Pair, ...]


class Bias(msgspec.Struct, frozen=True, array_like=True):
    """ln(time in turns ÷ time uninterrupted) of a side with its interval, in UNIT."""

    estimate: int
    low: int
    high: int


class Measured(Noun, omit_defaults=True):
    """One run. `groups` has all its sets first, then each GROUP of them; `printed` are the claims of the report: sides and the verdict's letter.

    `waited` is the part of the time, in per mille, in which the side that waited most for a CPU did; -1: not known. `warnings` count the report's.
    """

    cell: str
    number: int
    host: str
    time: str  # UTC, ISO 8601
    commit: str  # of what measures
    load: float  # when it began
    seconds: float
    groups: tuple[Group, ...] = ()
    printed: tuple[tuple[int, int, str], ...] = ()
    bias: tuple[Bias, ...] = ()
    waited: int = -1
    warnings: dict[str, int] = {}
    failure: str = ""


class Passed(Noun, omit_defaults=True):
    """The self-test passed for sources of this SHA-256, on this host with these compilers and runtimes."""

    sources: str
    host: str
    platforms: dict[str, str]
    checks: int


DECODER = msgspec.json.Decoder(dict)


def read(path: Path, cells: Collection[str]) -> tuple[list[Measured], list[Passed]]:
    """Runs and self-tests of the file. Raises Refused with the line of what is none, of a cell that is not planned, or of a run done twice."""
    runs: dict[tuple[str, int], Measured] = {}
    tested = []
    lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
    for number, line in enumerate(lines[:-1], 1):  # the last is empty, or cut off
        try:
            record = msgspec.convert(DECODER.decode(line), Passed if b'"sources"' in line else Measured)
        except msgspec.DecodeError as error:
            raise Refused(f"{path}:{number}: this line is not a run ({error}); take it out, or give another file") from None
        if isinstance(record, Passed):
            tested.append(record)
            continue
        if record.cell not in cells:
            raise Refused(f"{path}:{number}: the schedule has no cell '{record.cell}'; give another file, or undo the change of evaluate/live/schedule.py")
        if (record.cell, record.number) in runs:
            raise Refused(f"{path}:{number}: run {record.number} of '{record.cell}' was done before: there is no second try")
        runs[record.cell, record.number] = record
    return list(runs.values()), tested


