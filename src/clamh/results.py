"""The results file: its lines (raw facts, one event each), and what reading gives back.

One file per run, NDJSON, every line a tagged record below. Appended and flushed as it happens; never rewritten
(recording.py writes, `read` reads).
"""

from __future__ import annotations

import os
from typing import Annotated, Any

import msgspec

from clamh.diagnostics import Diagnostic
from clamh.errors import InputError
from clamh.cases import CaseOptions, CounterMeaning
from clamh.model import Location, Noun

SCHEMA_VERSION = 1
Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]  # what every reader of JSON can be trusted to hold
Confidence = Annotated[float, msgspec.Meta(ge=0.5, lt=1)]


class Header(Noun, tag_field="event", tag="header"):
    """The first line: what was asked, where, on what."""

    schema_version: int
    run_id: str
    clamh_version: str
    command: tuple[str, ...]
    started: str  # UTC, ISO 8601
    seed: int
    confidence: Confidence  # of the intervals that it was asked for
    environment: dict[str, Any]
    fingerprint: str  # of host and boot
    sources: dict[str, str]  # path → sha256


class Toolchain(Noun):
    """What built the worker."""

    name: str
    version: str
    flags: tuple[str, ...] = ()
    optimised: bool | None = None  # whether the benchmark is (or will be, by a JIT) compiled with optimisation


class Clock(Noun):
    """A clock that the worker tried; `step_ns` is the smallest step seen, `cost_ns` that of one reading."""

    name: str
    step_ns: float
    cost_ns: float
    taken: bool


class Said(Noun):
    """What is read of a worker's `hello` in a results file; the rest (worker/messages.py) is kept as it came."""

    toolchain: Toolchain | None = None
    runtime: str = ""
    clocks: tuple[Clock, ...] = ()


class PlatformRecord(Noun, tag_field="event", tag="platform"):
    """One artifact on one platform, with what its worker said in `hello`."""

    id: str
    language: str
    source: str
    version: str
    flags: tuple[str, ...]
    artifact_sha256: str
    build_s: float
    hello: dict[str, Any]
    optimisation: str = ""  # flags of the user's that change how much is optimised; "" is as by default
    target: str = ""  # flags of the user's that change for which machine it is compiled; "" is for this one


class SkippedRecord(Noun, tag_field="event", tag="skipped"):
    """A platform or benchmark left out, and why."""

    platform: str
    reason: str
    mend: str


class CaseRecord(Noun, tag_field="event", tag="case"):
    """One planned case; each of its forks warms up the cases `warm` first, and then itself only if `warms_itself`."""

    case_id: str
    key: str
    benchmark: str
    platform: str
    source: str
    mode: str
    threads: int
    params: dict[str, str]
    options: CaseOptions
    baseline: str = ""
    counters: dict[str, CounterMeaning] = {}
    units: dict[str, int] = {}
    operations: bool = False
    warm: tuple[str, ...] = ()
    warms_itself: bool = True


class FloorRecord(Noun, tag_field="event", tag="floor"):
    """The harness's own cost on one platform: an empty benchmark through the same stub.

    `batch_size` is more than 1 in modes that time one batch at once, for cases of that batch size.
    """

    platform: str
    mode: str
    threads: int
    operations: float
    elapsed_ns: int
    timings: int = 0
    clock_cost_ns: float = 0.0
    batch_size: int = 1


class ForkStart(Noun, tag_field="event", tag="fork_start"):
    """A fresh worker process begins a trial; `block` is the round, `position` its place there.

    A fork below 0 is a warmup fork: what it measures is kept and counts for nothing.
    """

    case_id: str
    fork: int
    block: int
    position: int
    time: str
    pid: int
    layout: dict[str, Any] = {}


class ThreadIteration(Noun):
    """What one thread did in one iteration; times in ns.

    A score is made of (elapsed_ns - timings × clock_cost_ns) ÷ operations. `timings` counts the timed stretches that are
    so short that the cost of the clock, which each contains once, must be taken off; `histogram` has those of sample mode,
    raw, as value and count in turn.
    """

    operations: float
    all_operations: float
    elapsed_ns: Int64
    sample_invocations: Int64 = 0
    sample_ns: tuple[Int64, ...] = ()
    voluntary_switches: Int64 = -1
    involuntary_switches: Int64 = -1
    counters: dict[str, float] = {}
    timings: Int64 = 0
    clock_cost_ns: float = 0.0
    histogram: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        """Refuses what no worker may say, on the pipe and in a file alike (msgspec makes a ValidationError of it)."""
        values, counts = self.histogram[::2], self.histogram[1::2]
        if len(values) != len(counts) or any(count < 1 or count % 1 for count in counts):
            raise ValueError("a histogram is value and count in turn, each count 1 or more")
        if any(a >= b for a, b in zip(values, values[1:])):
            raise ValueError("the values of a histogram are ascending")
        if self.timings < 0 or self.clock_cost_ns < 0:
            raise ValueError("timings and clock_cost_ns are not below 0")


class IterationRecord(Noun, tag_field="event", tag="iteration"):
    """One iteration as the worker reported it; `index` counts from 0 within its phase."""

    case_id: str
    fork: int
    phase: str  # warmup | measurement
    index: int
    threads: Annotated[tuple[ThreadIteration, ...], msgspec.Meta(min_length=1)]
    speed_ns: tuple[Int64, ...] = ()
    source: str = "worker"


class ForkEnd(Noun, tag_field="event", tag="fork_end"):
    """A trial's end; `status` is ok or failed. Partial iterations stay in the file and count for nothing."""

    case_id: str
    fork: int
    status: str
    reason: str = ""
    where: str = ""
    message: str = ""
    signal: int = 0
    exit_code: int | None = None
    output_tail: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""


class WarningRecord(Noun, tag_field="event", tag="warning"):
    """A fact about the run that the report must repeat; `code` is stable. `case_id` is empty for the whole run."""

    code: str
    message: str
    case_id: str = ""


class Resumed(Noun, tag_field="event", tag="resumed"):
    """From here on the run was gone on with, after it had been cut off; `environment` is the machine now."""

    time: str
    block: int  # the first that is run (again); what it had before counts no more
    environment: dict[str, Any]


class End(Noun, tag_field="event", tag="end"):
    """The last line of a run that came to its end; before a `resumed` it is that of its first part."""

    status: str  # complete | interrupted | stopped (at the first failure, -foe true) | failed
    time: str
    measuring_s: float
    driver_cpu_s: float


Record = (
    Header | PlatformRecord | SkippedRecord | CaseRecord | FloorRecord | ForkStart | IterationRecord | ForkEnd
    | WarningRecord | Resumed | End
)


class ForkResult(Noun):
    """One fork with its iterations in order; `end` is None when the run was cut off inside it."""

    start: ForkStart
    warmup: tuple[IterationRecord, ...]
    measurement: tuple[IterationRecord, ...]
    end: ForkEnd | None


class CaseResult(Noun):
    """One case and all of its forks, in the order they ran."""

    case: CaseRecord
    forks: tuple[ForkResult, ...]
    warnings: tuple[WarningRecord, ...] = ()


class Run(Noun):
    """A whole results file, read."""

    path: str
    header: Header
    platforms: tuple[PlatformRecord, ...]
    skipped: tuple[SkippedRecord, ...]
    floors: tuple[FloorRecord, ...]
    cases: tuple[CaseResult, ...]
    warnings: tuple[WarningRecord, ...]
    end: End | None


ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(Record)


class _Kind(msgspec.Struct):
    event: str
    schema_version: int | None = None


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
            if number == 1 and kind.event == "header" and kind.schema_version != SCHEMA_VERSION:
                versions = f"schema version {kind.schema_version}, this clamh reads {SCHEMA_VERSION}"
                raise _refused(name, 1, f"it was written with {versions}")
            if kind.event in _KINDS:
                records.append((number, _checked(DECODER.decode(line))))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise _refused(name, number, f"this line is not a record ({error})") from None
    if not records or not isinstance(records[0][1], Header):
        raise _refused(name, 1, "this is not a results file: its first line is no header")
    return _assemble(name, records)


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


def _refused(name: str, line: int, message: str) -> InputError:
    where = Location(path=name, line=line)
    mend = "give the .ndjson file of a run, as `clamh run` left it"
    return InputError([Diagnostic(code="results", message=message, mend=mend, location=where)])


def _assemble(name: str, records: list[tuple[int, Record]]) -> Run:
    cases: dict[str, CaseRecord] = {}
    forks: dict[tuple[str, int], dict[str, Any]] = {}
    of: dict[type, list[Any]] = {kind: [] for kind in Record.__args__}
    for number, record in records:
        of[type(record)].append(record)
        if isinstance(record, CaseRecord):
            cases[record.case_id] = record
        elif isinstance(record, ForkStart):
            if record.case_id not in cases:
                raise _refused(name, number, f"a fork of the case {record.case_id}, which no line before it describes")
            forks[record.case_id, record.fork] = {"start": record, "warmup": [], "measurement": [], "end": None}
        elif isinstance(record, IterationRecord | ForkEnd):
            fork = forks.get((record.case_id, record.fork))
            if fork is None:
                raise _refused(name, number, f"fork {record.fork} of {record.case_id} was never started")
            if isinstance(record, ForkEnd):
                fork["end"] = record
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
