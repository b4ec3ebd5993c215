"""The file of a tier: a line for every start of the command, for what it found first, for each trial begun, and for each done."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from clamh.model.noun import Noun

VERSION = 1


class Start(Noun, tag_field="event", tag="start"):
    """One start of the command: on what, when, and how busy the machine was. Trials belong to the last one before them."""

    version: int
    tier: str
    schedule: str  # its SHA-256
    time: str  # UTC, ISO 8601
    command: tuple[str, ...]
    clamh_version: str
    commit: str
    fingerprint: str
    environment: dict[str, Any]
    tools: dict[str, str]  # each with its version


class Checked(Noun, tag_field="event", tag="checked"):
    """One line of the injection self-test: what was found and what must be."""

    language: str
    kernel: str
    what: str
    found: float
    right: float
    passed: bool


class Calibrated(Noun, tag_field="event", tag="calibrated"):
    """What a kernel costs, measured in the way of one tool; in ns."""

    tool: str
    language: str
    kernel: str
    fixed_ns: float
    step_ns: float


class Begun(Noun, tag_field="event", tag="begun"):
    """A trial begins; when none of its index is done after it, it was cut off."""

    index: int


class Outcome(Noun):
    """What one decision rule says: whether the sides differ, and ln(time of B ÷ time of A) with the interval that it prints.

    `low` and `high` are None where the tool prints none for a ratio; `verdict` is ours.
    """

    tool: str
    positive: bool
    estimate: float
    low: float | None = None
    high: float | None = None
    verdict: str = ""


class Done(Noun, tag_field="event", tag="done"):
    """A trial that came to its end, with what each rule made of it and what was measured, in ns; `failure` says why nothing."""

    index: int
    start: int  # which start of the command, from 0
    time: str
    seconds: float
    steps: tuple[int, int]  # of A and of B
    outcomes: tuple[Outcome, ...] = ()
    a: tuple[float, ...] = ()
    b: tuple[float, ...] = ()
    failure: str = ""


Record = Start | Checked | Calibrated | Begun | Done
DECODER = msgspec.json.Decoder(Record)


class Refused(Exception):
    """A file that cannot be read or gone on with; the message says why and what to do."""


def read(path: Path) -> list[Record]:
    """The records of a file; a last line that was cut off is left out. Raises Refused with the line of what is none."""
    records: list[Record] = []
    lines = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines[:-1], 1):
        try:
            records.append(DECODER.decode(line))
        except msgspec.DecodeError as error:
            raise Refused(f"{path}:{number}: this line is not a record ({error}); hint it, or give another file") from None
    if not records or not isinstance(records[0], Start):
        raise Refused(f"{path}: its first line is no start of an evaluation; give another file")
    for record in records:
        if isinstance(record, Start) and record.version != VERSION:
            raise Refused(f"{path}: written with version {record.version} of this file, this one reads {VERSION}")
    return records


def done(records: list[Record]) -> dict[int, Done]:
    """The trials that came to their end, by index. Raises Refused when one was done twice: there is no second try."""
    found: dict[int, Done] = {}
    for record in records:
        if isinstance(record, Done):
            if record.index in found:
                raise Refused(f"trial {record.index} was done twice: the file was edited, and says nothing any more")
            found[record.index] = record
    return found


def cut_off(records: list[Record]) -> int:
    """How many trials were begun and cut off, each counted as often as it was."""
    return sum(isinstance(record, Begun) for record in records) - sum(isinstance(record, Done) for record in records)


class Writer:
    """An open file: `append` gives back when the line is on the disk."""

    def __init__(self, fd: int):
        self._fd = fd

    def append(self, record: Record) -> None:
        """One line, whole."""
        line = msgspec.json.encode(record) + b"\n"
        while line:
            line = line[os.write(self._fd, line):]
        os.fdatasync(self._fd)


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """Opens or creates the file and takes a cut-off line out. Raises Refused while another command writes it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(f"{path}: another evaluation is writing it; wait for its end, or give another file") from None
        data = path.read_bytes()
        os.ftruncate(fd, data.rfind(b"\n") + 1)
        yield Writer(fd)
    finally:
        os.close(fd)
