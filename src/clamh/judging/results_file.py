"""Reads a results file: its lines become one Run."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shlex
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import msgspec
from msgspec.structs import replace

from clamh import __version__
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.counting import InstructionsRecord, ProfileRecord
from clamh.model.results import (DECODER, ENCODER, SCHEMA_VERSION, BaselineRecord, CalibrationRecord, CaseRecord,
                                 CaseResult, CountingRecord, DoublingRecord, End, FloorRecord, ForkEnd, ForkResult,
                                 ForkStart, Header, IterationRecord, LookRecord, Origin, PlatformRecord, Record,
                                 RoundRecord, Run, SetRecord, ShiftRecord, SkippedRecord, UsedRecord, WarmedRecord,
                                 WarningRecord, WorkRecord)
from clamh.model.sources import Location
from clamh.model.worker import HelloSummary


class _Kind(msgspec.Struct):
    event: str
    schema_version: int | None = None
    clamh_version: str = ""


_KIND = msgspec.json.Decoder(_Kind)
_KINDS = {kind.__struct_config__.tag for kind in Record.__args__}
_NO_RECORD = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # raised when a line cannot be decoded


class _Stretch(msgspec.Struct):
    """Consecutive lines of a fork: the offset and the number of the first line, and their size in bytes."""

    offset: int
    size: int
    line: int


class _OpenFile:
    """A results file that stays open, so that its forks can be read later even if the file is replaced."""

    def __init__(self, name: str, fd: int):
        self.name, self._fd = name, fd

    def __del__(self) -> None:
        os.close(self._fd)

    def records(self, stretch: _Stretch) -> list[Record]:
        """The records of these lines. Raises InputError with the line that is not a record."""
        data = os.pread(self._fd, stretch.size, stretch.offset)
        try:
            # All at once is quicker, but an error has no line number, and two records may share a line.
            records = DECODER.decode_lines(data)
            if len(records) == data.removesuffix(b"\n").count(b"\n") + 1:
                return records
        except _NO_RECORD:
            pass
        return [
            self._record(number, line)
            for number, line in enumerate(data.removesuffix(b"\n").split(b"\n"), stretch.line)
        ]

    def _record(self, number: int, line: bytes) -> Record:
        try:
            return DECODER.decode(line)
        except _NO_RECORD as error:
            raise _line_is_no_record(self.name, number, error) from None


class _Forks(Sequence[ForkResult]):
    """The forks of a case, read from the file on each access: the forks of all cases may take gigabytes."""

    def __init__(self, file: _OpenFile, stretches: Sequence[Sequence[_Stretch]]):
        self._file, self._stretches = file, stretches

    def __len__(self) -> int:
        return len(self._stretches)

    def __getitem__(self, index: int) -> ForkResult:  # type: ignore[override]
        fork: dict[str, Any] = {"warmup": [], "measurement": [], "end": None}
        for stretch in self._stretches[index]:
            for number, record in enumerate(self._file.records(stretch), stretch.line):
                if isinstance(record, IterationRecord):
                    if record.phase not in ("warmup", "measurement"):
                        raise _line_error(self._file.name, number,
                                          f"the phase {record.phase!r} is neither warmup nor measurement")
                    fork[record.phase].append(record)
                else:
                    fork[_PARTS[type(record)]] = record
        return ForkResult(**fork | {phase: tuple(fork[phase]) for phase in ("warmup", "measurement")})


_PARTS = {ForkStart: "start", WarmedRecord: "warmed", DoublingRecord: "doubling", ForkEnd: "end"}


def read_results(path: str | os.PathLike[str]) -> Run:
    """A results file as a Run: cases in the order of the plan, forks in the order in which they ran.

    An incomplete last line and unknown kinds of lines are left out. Any other line that is not a record raises
    InputError with its place.
    """
    run = read_lazily(path)
    return replace(run, cases=tuple(replace(result, forks=tuple(result.forks)) for result in run.cases))


def read_lazily(path: str | os.PathLike[str]) -> Run:
    """Like `read_results`, but forks are read from the file on each access, and errors in them are found only then."""
    name = os.fspath(path)
    try:
        fd = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
        opened = _OpenFile(name, fd)
        active = _is_locked(fd)  # before reading: a run that ends meanwhile has its end here
        with open(fd, "rb", closefd=False) as file:
            run = _assemble_run(opened, file)
        return replace(run, active=active and run.end is None)
    except OSError as error:
        raise input_error("results", f"cannot read {name}: {error.strerror}", "give a results file") from None


def _is_locked(fd: int) -> bool:
    """Whether a running command has claimed the file, as `running/recording.py` does."""
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:  # another error: a file system without locks
        return isinstance(error, BlockingIOError)
    fcntl.flock(fd, fcntl.LOCK_UN)
    return False


def _decode_line(name: str, number: int, line: bytes) -> Record | None:
    """The record of a line, None for a kind that this version does not know."""
    try:
        kind = _KIND.decode(line)
        if number == 1 and kind.event == "header":
            _check_version(name, kind)
        return _check_hello(DECODER.decode(line)) if kind.event in _KINDS else None
    except _NO_RECORD as error:
        raise _line_is_no_record(name, number, error) from None


def _line_is_no_record(name: str, number: int, error: Exception) -> InputError:
    return _line_error(name, number, f"this line is not a record ({error})")


def _check_version(name: str, header: _Kind) -> None:
    """Raises InputError for a header of a version that this program cannot read; a newer one names the program to
    install.
    """
    version = header.schema_version
    if version is None or version < 1:
        raise _line_error(name, 1, f"clamh did not write this file: its schema version is {version}")
    if version > SCHEMA_VERSION:
        writer = header.clamh_version if re.fullmatch(r"[0-9][0-9a-z.+!]*", header.clamh_version) else ""
        raise _line_error(
            name, 1,
            f"clamh {writer or 'of a later version'} wrote this file with schema version {version}, but this clamh "
            f"{__version__} reads versions 1 to {SCHEMA_VERSION}",
            "install it with: pip install " + (f"'clamh>={writer}'" if writer else "--upgrade clamh"))


def _check_hello(record: Record) -> Record:
    """The record, if the worker's description of itself has the types that later stages expect
    (msgspec.ValidationError).
    """
    if isinstance(record, PlatformRecord):
        msgspec.convert(record.hello, HelloSummary)
    return record


def _line_error(name: str, line: int, message: str, hint: str = "") -> InputError:
    where = Location(path=name, line=line)
    hint = hint or ("give a .ndjson file from `clamh run`" if line == 1 else
                    f"to keep what is before this line: head -n {line - 1} {shlex.quote(name)} > NEW.ndjson")
    return input_error("results", message, hint, location=where)


def _assemble_run(opened: _OpenFile, file: BinaryIO) -> Run:
    name, last = opened.name, None
    cases: dict[str, CaseRecord] = {}
    forks: dict[str, dict[int, list[_Stretch]]] = {}  # by case_id and number, in the order in which they began
    records: dict[type, list[Any]] = {kind: [] for kind in Record.__args__}
    offset, goes_on, whole = 0, b"", 0  # `whole` counts whole lines
    here: list[_Stretch] | None = None  # of the fork of the previous line; its iterations begin with `goes_on`
    for number, line in enumerate(file, start=1):
        start, offset = offset, offset + len(line)
        if not line.endswith(b"\n") and not _is_whole_line(line):
            break  # the run was interrupted here
        whole = number
        if here and line.startswith(goes_on):  # most lines: read later, with their fork
            here[-1].size += len(line)
            continue
        record = _decode_line(name, number, line.removesuffix(b"\n"))
        before, here = here, None
        if record is None:
            continue
        if last is None and not isinstance(record, Header):
            break
        last = record
        if isinstance(record, Header) and records[Header]:
            raise _line_error(name, number, "a second header: two results files were joined")
        if isinstance(record, CaseRecord):
            if record.case_id in cases:
                raise _line_error(name, number, f"the case {record.case_id} is described twice")
            cases[record.case_id], forks[record.case_id] = record, {}
        elif isinstance(record, ForkStart | IterationRecord | WarmedRecord | DoublingRecord | ForkEnd):
            if record.case_id not in cases:
                raise _line_error(name, number, f"a fork of case {record.case_id}, which no earlier line describes")
            if isinstance(record, ForkStart):
                forks[record.case_id][record.fork] = []
            elif record.fork not in forks[record.case_id]:
                raise _line_error(name, number, f"fork {record.fork} of {record.case_id} was never started")
            here = forks[record.case_id][record.fork]
            if here is before:
                here[-1].size += len(line)
            else:
                here.append(_Stretch(start, len(line), number))
            goes_on = b'{"event":"iteration","case_id":%b,"fork":%d,' % (ENCODER.encode(record.case_id), record.fork)
        else:
            records[type(record)].append(record)
    if not offset:
        raise input_error("results", f"{name} is empty", "give a results file with content, or measure again")
    if not records[Header]:
        raise _line_error(name, 1, "this is not a results file: its first line is not a header")
    end = last if isinstance(last, End) else None  # no line follows an End
    warnings: dict[str, list[WarningRecord]] = {}
    for warning in (*records[WarningRecord], *_find_gaps(name, file, end, whole - 1)):
        warnings.setdefault(warning.case_id, []).append(warning)
    return Run(
        path=name,
        lines=whole,
        header=records[Header][0],
        platforms=tuple(records[PlatformRecord]),
        skipped=tuple(records[SkippedRecord]),
        floors=tuple(records[FloorRecord]),
        works=tuple(records[WorkRecord]),
        used=tuple(records[UsedRecord]),
        baselines=tuple(records[BaselineRecord]),
        rounds=tuple(records[RoundRecord]),
        sets=tuple(_drop_repeated_sets(records[SetRecord])),
        looks=tuple(records[LookRecord]),
        calibrations=tuple(records[CalibrationRecord]),
        shifts=tuple(records[ShiftRecord]),
        origin=next(iter(records[Origin]), None),
        instructions=tuple(records[InstructionsRecord]),
        profiles=tuple(records[ProfileRecord]),
        counters=records[CountingRecord][0].counters if records[CountingRecord] else (),
        cases=tuple(
            CaseResult(case=case, forks=_Forks(opened, list(forks[case_id].values())), warnings=tuple(
                warnings.get(case_id, ()))) for case_id, case in cases.items()),
        warnings=tuple(warnings.get("", ())),
        end=end,
    )


def _drop_repeated_sets(sets: Iterable[SetRecord]) -> list[SetRecord]:
    """Of several records of an iteration of a set, only the last: an interrupted set is measured again."""
    last_records: dict[Hashable, SetRecord] = {}
    for record in sets:
        last_records.pop(key := (record.cases, record.forks, record.index), None)
        last_records[key] = record
    return list(last_records.values())


def _find_gaps(name: str, file: BinaryIO, end: End | None, before: int) -> Iterator[WarningRecord]:
    """A warning if the End of a run counts other lines than the `before` lines before it.

    Raises InputError for a line that is there twice.
    """
    if end is None or not end.lines or end.lines == before:
        return
    seen: dict[bytes, int] = {}
    file.seek(0)
    for number, line in enumerate(file, start=1):
        if (first := seen.setdefault(hashlib.blake2b(line, digest_size=16).digest(), number)) != number:
            raise _line_error(name, number, f"this line is a copy of line {first}: the file was edited or damaged")
    yield WarningRecord(
        code="incomplete-file",
        message=f"the run wrote {end.lines:,} lines, but the file has {before:,}: lines were lost or added later")


def _is_whole_line(line: bytes) -> bool:
    """Whether a last line lacks only its newline."""
    try:
        msgspec.json.decode(line)
        return True
    except _NO_RECORD:
        return False
