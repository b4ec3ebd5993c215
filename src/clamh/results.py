"""The results file: its lines (raw facts, one event each), and what reading gives back.

One file per run, NDJSON, every line a tagged record below. Appended and flushed as it happens; never rewritten.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from clamh.model import CaseOptions, Noun

SCHEMA_VERSION = 1
Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]  # what every reader of JSON can be trusted to hold


class Header(Noun, tag_field="event", tag="header"):
    """The first line: what was asked, where, on what."""

    schema_version: int
    run_id: str
    clamh_version: str
    command: tuple[str, ...]
    started: str  # UTC, ISO 8601
    seed: int
    confidence: float
    environment: dict[str, Any]
    fingerprint: str  # of host and boot
    sources: dict[str, str]  # path → sha256


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


class SkippedRecord(Noun, tag_field="event", tag="skipped"):
    """A platform or benchmark left out, and why."""

    platform: str
    reason: str
    mend: str


class CaseRecord(Noun, tag_field="event", tag="case"):
    """One planned case."""

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


class FloorRecord(Noun, tag_field="event", tag="floor"):
    """The harness's own cost on one platform: an empty benchmark through the same stub."""

    platform: str
    mode: str
    threads: int
    operations: float
    elapsed_ns: int


class ForkStart(Noun, tag_field="event", tag="fork_start"):
    """A fresh worker process begins a trial; `block` is the round, `position` its place there."""

    case_id: str
    fork: int
    block: int
    position: int
    time: str
    pid: int
    layout: dict[str, Any] = {}


class ThreadIteration(Noun):
    """What one thread did in one iteration; times in ns."""

    operations: float
    all_operations: float
    elapsed_ns: Int64
    sample_invocations: Int64 = 0
    sample_ns: tuple[Int64, ...] = ()
    voluntary_switches: Int64 = -1
    involuntary_switches: Int64 = -1
    counters: dict[str, float] = {}


class IterationRecord(Noun, tag_field="event", tag="iteration"):
    """One iteration as the worker reported it; `index` counts from 0 within its phase."""

    case_id: str
    fork: int
    phase: str  # warmup | measurement
    index: int
    threads: tuple[ThreadIteration, ...]
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


class End(Noun, tag_field="event", tag="end"):
    """The last line of a run that came to its end."""

    status: str  # complete | interrupted | failed
    time: str
    measuring_s: float
    driver_cpu_s: float


Record = (
    Header | PlatformRecord | SkippedRecord | CaseRecord | FloorRecord | ForkStart | IterationRecord | ForkEnd
    | WarningRecord | End
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
