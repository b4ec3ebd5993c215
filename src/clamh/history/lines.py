"""A history as JSON lines: a head, then a line for each run with its results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.history import StoredRun
from clamh.model.noun import Noun
from clamh.model.sources import Location

VERSION = 1


class Head(Noun):
    """The first line."""

    clamh_history: int


def write_lines(runs: Iterable[StoredRun]) -> Iterator[bytes]:
    """The lines of these runs."""
    yield msgspec.json.encode(Head(clamh_history=VERSION)) + b"\n"
    for run in runs:
        yield msgspec.json.encode(run) + b"\n"


def read_lines(lines: Iterable[bytes], path: str) -> Iterator[StoredRun]:
    """The runs of these lines. Raises InputError with the line that cannot be read."""
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            if number > 1:
                yield msgspec.json.decode(line, type=StoredRun)
                continue
            version = msgspec.json.decode(line, type=Head).clamh_history
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            what = "this line is not a run" if number > 1 else "this is no export of a history"
            raise _refuse(f"{what} ({error})", path, number,
                          "give a file of `clamh history export`, unchanged") from None
        if version != VERSION:
            raise _refuse(f"the export has version {version}, but this clamh reads version {VERSION}", path, 1,
                          "pip install --upgrade clamh")
    if number == 0:
        raise _refuse("the file is empty", path, 1, "give a file of `clamh history export`")


def _refuse(message: str, path: str, line: int, hint: str) -> InputError:
    return input_error("history", message, hint, location=Location(path=path, line=line))
