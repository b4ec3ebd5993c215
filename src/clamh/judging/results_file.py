"""Reading a results file: its lines back into one Run."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import msgspec
from msgspec.structs import replace

from clamh import __version__
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.results import (DECODER, ENCODER, SCHEMA_VERSION, BaselineRecord, CalibrationRecord, CaseRecord, CaseResult, DoublingRecord,
                           End, FloorRecord, ForkEnd, ForkResult, ForkStart, Header, IterationRecord, PlatformRecord, Record,
                           LookRecord, RoundRecord, Run, SetRecord, ShiftRecord, SkippedRecord, UsedRecord, WarmedRecord, WarningRecord,
                           WorkRecord)
from clamh.model.sources import Location
from clamh.model.worker import Said


class _Kind(msgspec.Struct):
    event: str
    schema_version: int | None = None
    clamh_version: str = ""


_KIND = msgspec.json.Decoder(_Kind)
_KINDS = {kind.__struct_config__.tag for kind in Record.__args__}
_NO_RECORD = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what decoding raises


class _Stretch(msgspec.Struct):
    """Lines of one fork without others between: where they begin, their bytes, and the number of the first."""

    offset: int
    size: int
    line: int


class _Opened:
    """A results file that stays open, and so the same, as long as somebody may read forks of it."""

    def __init__(self, name: str, fd: int):
        self.name, self._fd = name, fd

    def __del__(self) -> None:
        os.close(self._fd)

    def records(self, stretch: _Stretch) -> list[Record]:
        """The records of these lines. Raises InputError with the line that is none."""
        data = os.pread(self._fd, stretch.size, stretch.offset)
        try:
            records = DECODER.decode_lines(data)  # all at once is quicker, but a mistake has no line, and two records may share one
            if len(records) == data.removesuffix(b"\n").count(b"\n") + 1:
                return records
        except _NO_RECORD:
            pass
        return [self._record(number, line) for number, line in enumerate(data.removesuffix(b"\n").split(b"\n"), stretch.line)]

    def _record(self, number: int, line: bytes) -> Record:
        try:
            return DECODER.decode(line)
        except _NO_RECORD as error:
            raise _no_record(self.name, number, error) from None


class _Forks(Sequence[ForkResult]):
    """The forks of one case, read from the file each time they are asked for: those of all cases may be gigabytes."""

    def __init__(self, file: _Opened, stretches: Sequence[Sequence[_Stretch]]):
        self._file, self._stretches = file, stretches

    def __len__(self) -> int:
        return len(self._stretches)

    def __getitem__(self, at: int) -> ForkResult:  # type: ignore[override]
        fork: dict[str, Any] = {"warmup": [], "measurement": [], "end": None}
        for stretch in self._stretches[at]:
            for number, record in enumerate(self._file.records(stretch), stretch.line):
                if isinstance(record, IterationRecord):
                    if record.phase not in ("warmup", "measurement"):
                        raise _refused(self._file.name, number, f"the phase {record.phase!r} is neither warmup nor measurement")
                    fork[record.phase].append(record)
                else:
                    fork[_PARTS[type(record)]] = record
        return ForkResult(**fork | {phase: tuple(fork[phase]) for phase in ("warmup", "measurement")})


_PARTS = {ForkStart: "start", WarmedRecord: "warmed", DoublingRecord: "doubling", ForkEnd: "end"}


def read(path: str | os.PathLike[str]) -> Run:
    """A results file as a Run: cases in the order of the plan, forks in the order they ran.

    A last line that was cut off is left out, and kinds of lines that this version does not know; anything else that is
    not a record raises InputError with its line.
    """
    run = outline(path)
    return replace(run, cases=tuple(replace(one, forks=tuple(one.forks)) for one in run.cases))


def outline(path: str | os.PathLike[str]) -> Run:
    """The same, but forks are read from the file each time they are asked for, and what is wrong in them is found then."""
    name = os.fspath(path)
    try:
        fd = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
        opened = _Opened(name, fd)
        with open(fd, "rb", closefd=False) as file:
            return _assembled(opened, file)
    except OSError as error:
        raise InputError(
            [Diagnostic(code="results", message=f"{name} cannot be read: {error.strerror}", mend="give a results file")]
        ) from None


def _decoded(name: str, number: int, line: bytes) -> Record | None:
    """The record of a line, None for a kind that this version does not know."""
    try:
        kind = _KIND.decode(line)
        if number == 1 and kind.event == "header":
            _check_version(name, kind)
        return _checked(DECODER.decode(line)) if kind.event in _KINDS else None
    except _NO_RECORD as error:
        raise _no_record(name, number, error) from None


def _no_record(name: str, number: int, error: Exception) -> InputError:
    return _refused(name, number, f"this line is not a record ({error})")


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


def _refused(
    name: str, line: int, message: str, mend: str = "give the .ndjson file of a run, as `clamh run` left it"
) -> InputError:
    where = Location(path=name, line=line)
    return InputError([Diagnostic(code="results", message=message, mend=mend, location=where)])


def _assembled(opened: _Opened, file: BinaryIO) -> Run:
    name, last = opened.name, None
    cases: dict[str, CaseRecord] = {}
    forks: dict[str, dict[int, list[_Stretch]]] = {}  # by case_id and number, in the order they began
    of: dict[type, list[Any]] = {kind: [] for kind in Record.__args__}
    offset, goes_on, whole = 0, b"", 0  # whole lines
    here: list[_Stretch] | None = None  # of the fork that the line before was of; its iterations begin with `goes_on`
    for number, line in enumerate(file, start=1):
        begin, offset = offset, offset + len(line)
        if not line.endswith(b"\n") and not _whole(line):
            break  # the run was cut off here
        whole = number
        if here and line.startswith(goes_on):  # most lines by far: read with their fork
            here[-1].size += len(line)
            continue
        record = _decoded(name, number, line.removesuffix(b"\n"))
        before, here = here, None
        if record is None:
            continue
        if last is None and not isinstance(record, Header):
            break
        last = record
        if isinstance(record, Header) and of[Header]:
            raise _refused(name, number, "a second header: two results files were joined into one")
        if isinstance(record, CaseRecord):
            if record.case_id in cases:
                raise _refused(name, number, f"the case {record.case_id} is described a second time")
            cases[record.case_id], forks[record.case_id] = record, {}
        elif isinstance(record, ForkStart | IterationRecord | WarmedRecord | DoublingRecord | ForkEnd):
            if record.case_id not in cases:
                raise _refused(name, number, f"a fork of the case {record.case_id}, which no line before it describes")
            if isinstance(record, ForkStart):
                forks[record.case_id][record.fork] = []
            elif record.fork not in forks[record.case_id]:
                raise _refused(name, number, f"fork {record.fork} of {record.case_id} was never started")
            here = forks[record.case_id][record.fork]
            if here is before:
                here[-1].size += len(line)
            else:
                here.append(_Stretch(begin, len(line), number))
            goes_on = b'{"event":"iteration","case_id":%b,"fork":%d,' % (ENCODER.encode(record.case_id), record.fork)
        else:
            of[type(record)].append(record)
    if not of[Header]:
        raise _refused(name, 1, "this is not a results file: its first line is no header")
    end = last if isinstance(last, End) else None  # no other line follows the last one's
    told: dict[str, list[WarningRecord]] = {}
    for warning in (*of[WarningRecord], *_gaps(name, file, end, whole - 1)):
        told.setdefault(warning.case_id, []).append(warning)
    return Run(
        path=name,
        header=of[Header][0],
        platforms=tuple(of[PlatformRecord]),
        skipped=tuple(of[SkippedRecord]),
        floors=tuple(of[FloorRecord]),
        works=tuple(of[WorkRecord]),
        used=tuple(of[UsedRecord]),
        baselines=tuple(of[BaselineRecord]),
        rounds=tuple(of[RoundRecord]),
        sets=tuple(_last(of[SetRecord])),
        looks=tuple(of[LookRecord]),
        calibrations=tuple(of[CalibrationRecord]),
        shifts=tuple(of[ShiftRecord]),
        cases=tuple(
            CaseResult(case=case, forks=_Forks(opened, list(forks[case_id].values())), warnings=tuple(told.get(case_id, ())))
            for case_id, case in cases.items()
        ),
        warnings=tuple(told.get("", ())),
        end=end,
    )


def _last(sets: Iterable[SetRecord]) -> list[SetRecord]:
    """Of several records of one iteration of a set the last: a set that was interrupted is measured again."""
    found: dict[Hashable, SetRecord] = {}
    for one in sets:
        found.pop(key := (one.cases, one.forks, one.index), None)
        found[key] = one
    return list(found.values())


def _gaps(name: str, file: BinaryIO, end: End | None, before: int) -> Iterator[WarningRecord]:
    """What there is to say where the end of a run counts other lines than the `before` that stand before it.

    Raises InputError where a line stands there twice.
    """
    if end is None or not end.lines or end.lines == before:
        return
    seen: dict[bytes, int] = {}
    file.seek(0)
    for number, line in enumerate(file, start=1):
        if (first := seen.setdefault(hashlib.blake2b(line, digest_size=16).digest(), number)) != number:
            raise _refused(name, number, f"this line is a copy of line {first}: the file was edited or damaged")
    many = f"{end.lines:,} lines before its end, and there {'is' if before == 1 else 'are'} {before:,}"
    yield WarningRecord(code="incomplete-file", message=f"the run wrote {many}: lines were lost or added since")


def _whole(line: bytes) -> bool:
    """Whether of a last line only the newline was lost."""
    try:
        msgspec.json.decode(line)
        return True
    except _NO_RECORD:
        return False
