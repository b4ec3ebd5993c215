"""Reading a results file: its lines back into one Run."""

from __future__ import annotations

import os
import re
from typing import Any

import msgspec

from clamh import __version__
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.results import (DECODER, SCHEMA_VERSION, BaselineRecord, CalibrationRecord, CaseRecord, CaseResult, DoublingRecord,
                           End, FloorRecord, ForkEnd, ForkResult, ForkStart, Header, IterationRecord, PlatformRecord, Record,
                           RoundRecord, Run, SkippedRecord, WarningRecord, WorkRecord)
from clamh.model.sources import Location
from clamh.model.worker import Said


class _Kind(msgspec.Struct):
    event: str
    schema_version: int | None = None
    clamh_version: str = ""


_KIND = msgspec.json.Decoder(_Kind)
_KINDS = {kind.__struct_config__.tag for kind in Record.__args__}


def read(path: str | os.PathLike[str]) -> Run:
    """A results file as a Run: cases in the order of the plan, forks in the order they ran.

    A last line that was cut off is left out, and kinds of lines that this version does not know; anything else that is
    not a record raises InputError with its line.
    """
    name = os.fspath(path)
    records: list[tuple[int, Record]] = []
    for number, line in _lines(name):
        try:
            kind = _KIND.decode(line)
            if number == 1 and kind.event == "header":
                _check_version(name, kind)
            if kind.event in _KINDS:
                records.append((number, _checked(DECODER.decode(line))))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise _refused(name, number, f"this line is not a record ({error})") from None
    if not records or not isinstance(records[0][1], Header):
        raise _refused(name, 1, "this is not a results file: its first line is no header")
    return _assemble(name, records)


def _check_version(name: str, header: _Kind) -> None:
    """Raises InputError for a header of a version that this program cannot read; a newer one names the program to install."""
    version = header.schema_version
    if version is None or version < 1:
        raise _refused(name, 1, f"no clamh wrote this file: its schema version is {version}")
    if version > SCHEMA_VERSION:
        writer = header.clamh_version if re.fullmatch(r"[0-9][0-9a-z.+!]*", header.clamh_version) else ""
        raise _refused(name, 1, f"clamh {writer or 'of a later version'} wrote this file with schema version {version}; "
                                f"this is clamh {__version__}, which reads versions 1 to {SCHEMA_VERSION}",
                       "install it with: pip install " + (f"'clamh>={writer}'" if writer else "--upgrade clamh"))


def _checked(record: Record) -> Record:
    """The record, when what a worker said of itself is what later stages take it for (msgspec.ValidationError)."""
    if isinstance(record, PlatformRecord):
        msgspec.convert(record.hello, Said)
    return record


def _lines(name: str) -> list[tuple[int, bytes]]:
    try:
        with open(name, "rb") as file:
            data = file.read()
    except OSError as error:
        raise InputError(
            [Diagnostic(code="results", message=f"{name} cannot be read: {error.strerror}", mend="give a results file")]
        ) from None
    lines = list(enumerate(data.split(b"\n"), start=1))
    number, last = lines.pop()
    try:
        if last:  # without its newline: whole only if it was the newline that was lost
            msgspec.json.decode(last)
            lines.append((number, last))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass  # the run was cut off here
    return lines


def _refused(
    name: str, line: int, message: str, mend: str = "give the .ndjson file of a run, as `clamh run` left it"
) -> InputError:
    where = Location(path=name, line=line)
    return InputError([Diagnostic(code="results", message=message, mend=mend, location=where)])


def _assemble(name: str, records: list[tuple[int, Record]]) -> Run:
    cases: dict[str, CaseRecord] = {}
    forks: dict[tuple[str, int], dict[str, Any]] = {}
    of: dict[type, list[Any]] = {kind: [] for kind in Record.__args__}
    for number, record in records:
        if isinstance(record, Header) and of[Header]:
            raise _refused(name, number, "a second header: two results files were joined into one")
        of[type(record)].append(record)
        if isinstance(record, CaseRecord):
            if record.case_id in cases:
                raise _refused(name, number, f"the case {record.case_id} is described a second time")
            cases[record.case_id] = record
        elif isinstance(record, ForkStart):
            if record.case_id not in cases:
                raise _refused(name, number, f"a fork of the case {record.case_id}, which no line before it describes")
            forks[record.case_id, record.fork] = {"start": record, "warmup": [], "measurement": [], "end": None, "doubling": None}
        elif isinstance(record, IterationRecord | DoublingRecord | ForkEnd):
            fork = forks.get((record.case_id, record.fork))
            if fork is None:
                raise _refused(name, number, f"fork {record.fork} of {record.case_id} was never started")
            if isinstance(record, ForkEnd):
                fork["end"] = record
            elif isinstance(record, DoublingRecord):
                fork["doubling"] = record
            elif record.phase in ("warmup", "measurement"):
                fork[record.phase].append(record)
            else:
                raise _refused(name, number, f"the phase {record.phase!r} is neither warmup nor measurement")
    results = {
        case_id: [
            ForkResult(
                start=fork["start"],
                warmup=tuple(fork["warmup"]),
                measurement=tuple(fork["measurement"]),
                end=fork["end"],
                doubling=fork["doubling"],
            )
            for (owner, _), fork in forks.items()
            if owner == case_id
        ]
        for case_id in cases
    }
    return Run(
        path=name,
        header=of[Header][0],
        platforms=tuple(of[PlatformRecord]),
        skipped=tuple(of[SkippedRecord]),
        floors=tuple(of[FloorRecord]),
        works=tuple(of[WorkRecord]),
        baselines=tuple(of[BaselineRecord]),
        rounds=tuple(of[RoundRecord]),
        calibrations=tuple(of[CalibrationRecord]),
        cases=tuple(
            CaseResult(
                case=case,
                forks=tuple(results[case_id]),
                warnings=tuple(w for w in of[WarningRecord] if w.case_id == case_id),
            )
            for case_id, case in cases.items()
        ),
        warnings=tuple(w for w in of[WarningRecord] if not w.case_id),
        end=last if isinstance(last := records[-1][1], End) else None,  # no other line follows the last one's
    )
