"""The results file: its lines (raw facts, one event each), and what reading gives back.

One file per run, NDJSON, every line a tagged record below. Appended and flushed as it happens; never rewritten
(recording.py writes, results_file.py reads).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from clamh.model.artifacts import skip_line
from clamh.model.calibrations import CalibrationRecord, Confidence, Seconds, ShiftRecord
from clamh.model.cases import Binding, CaseOptions, CounterMeaning
from clamh.model.counting import Counts, InstructionsRecord, ProfileRecord, SystemCounter
from clamh.model.identity import side_name
from clamh.model.noun import Noun
from clamh.model.options import DELTA, Estimator
from clamh.model.rounds import LookRecord, RoundRecord, SetRecord as SetRecord
from clamh.model.sources import Location, Member
from clamh.model.work_records import Given as Given, UsedRecord as UsedRecord, WorkRecord as WorkRecord
from clamh.model.worker import Count, Duration, Int64, ThreadIteration

SCHEMA_VERSION = 2  # 2: rows may be of several builds. Every version from 1 on is read: docs/reference/versions.md
Delta = Annotated[float, msgspec.Meta(ge=0, le=1000)]
Precision = Annotated[float, msgspec.Meta(gt=0, le=1)]


class Header(Noun, tag_field="event", tag="header"):
    """The first line: what was asked, where, on what."""

    schema_version: int
    run_id: str
    clamh_version: str
    command: tuple[str, ...]
    started: str  # UTC, ISO 8601
    seed: int
    confidence: Confidence  # of the intervals that it was requested
    environment: dict[str, Any]
    fingerprint: str  # of host and boot
    sources: dict[str, str]  # path → sha256; paths are relative to the project's root where they are in it
    root: str = ""  # the project's
    folder: str = ""  # in which the command was typed
    delta: Delta = DELTA  # the smallest difference that matters, as it was requested
    baseline: str = ""  # --baseline: a benchmark or a pattern of platforms, "" for the suites' own
    estimator: Estimator = "mean"  # --estimator: by what verdicts compare
    precision: Precision | None = None  # a share, such as 0.01: measured until each score is known as well as that
    budget_s: Seconds | None = None  # what measuring may take
    machine: str = ""  # of host, CPU and kernel, the same after each boot; "" in older files
    revision: str = ""  # the commit that git had checked out in the root; "": none, or an older file
    uncommitted: bool = False  # tracked files were not as in the revision


class PlatformRecord(Noun, tag_field="event", tag="platform"):
    """One artifact on one platform, with what its worker said in `hello`."""

    id: str
    language: str
    source: str
    version: str
    flags: tuple[str, ...]
    artifact_sha256: str
    build_s: Seconds
    hello: dict[str, Any]
    optimisation: str = ""  # flags of the user's that change how much is optimised; "" is as by default
    target: str = ""  # flags of the user's that change for which machine it is compiled; "" is for this one
    build: str = ""  # which of several builds of the source; "" where the run has one
    no_helpers: bool = False  # its runtime has no threads beside the benchmark's
    compiled: bool = False  # nothing compiles a benchmark while it runs
    count_costs_ns: dict[str, float] = {}  # by the counter's name: about how long the program needs for each count

    @property
    def side(self) -> str:
        """What it is called beside others: its platform, with its build where that has a name."""
        return side_name(self.id, self.build)


class SkippedRecord(Noun, tag_field="event", tag="skipped",
                    rename={"hint": "mend"}):  # as files of earlier versions have it
    """A platform or benchmark left out, and why."""

    platform: str
    reason: str
    hint: str
    failed: bool = False  # it was requested, and could not be built: --keep-going measured the others

    @property
    def line(self) -> str:
        """What to say about it."""
        return skip_line(self.platform, self.reason, self.hint, self.failed)


class Origin(Noun, tag_field="event", tag="origin"):
    """The other tool that measured an imported run, and which terms its file says nothing of.

    `unknown` has, by the name of a term (summary.Term), the sentence why it is unknown whether it holds; `options` are
    the CaseOptions that the file does say.
    """

    tool: str
    version: str = ""
    unknown: dict[str, str] = {}
    options: tuple[str, ...] = ("forks",)

    @property
    def named(self) -> str:
        """The tool with its version, as far as that is known."""
        return f"{self.tool} {self.version}".strip()


class BaselineRecord(Noun, tag_field="event", tag="baseline", rename={"name": "said"}):
    """What a suite (a folder of sources) names as baseline of its rows, measured or not: a benchmark or platforms."""

    suite: str
    name: str
    origin: Literal["annotation", "clamh.toml", "bound"]  # bound: annotated too, and counts after clamh.toml


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
    row_names: dict[str, str] = {}  # the names of rows of params, by param
    operations: bool = False
    warm: tuple[str, ...] = ()
    warms_itself: bool = True
    # As the platform's, where arguments of this case (of an annotation, of the command line) change them.
    optimisation: str | None = None
    target: str | None = None
    members: tuple[Member, ...] = ()
    binding: Binding | None = None  # as planned; what was done stands in each fork_start
    build: str = ""  # that of its platform record
    # of the benchmark's function; its path is relative to the project's root, if it is in it
    location: Location | None = None
    # its slices may be so long, because turn effects differed in an earlier run here; 0: as by default
    slice_ns: Int64 = 0

    @property
    def side(self) -> str:
        """What it is called beside others: its platform, with its build where that has a name."""
        return side_name(self.platform, self.build)


class CountingRecord(Noun, tag_field="event", tag="counting"):
    """What -prof counts in every iteration of the run."""

    counters: tuple[SystemCounter, ...]


class FloorRecord(Noun, tag_field="event", tag="floor"):
    """The harness's own cost on one platform: an empty benchmark through the same stub.

    `elapsed_ns` is without waiting for a CPU. `batch_size` is more than 1 in modes that time one batch at once, for
    cases of that batch size.
    """

    platform: str
    mode: str
    threads: int
    operations: Count
    elapsed_ns: Int64
    timings: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    clock_cost_ns: Duration = 0.0
    batch_size: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)] = 1
    build: str = ""


class ForkStart(Noun, tag_field="event", tag="fork_start"):
    """A fresh worker process begins a trial; `block` is the round, `position` its place there.

    A fork below 0 is a warmup fork: what it measures is kept and counts for nothing. `collector` (of garbage) and
    `processors` are what its runtime chose and saw at its start, "" and 0 where it does not say.
    """

    case_id: str
    fork: int
    block: int
    position: int
    time: str
    pid: int
    layout: dict[str, Any] = {}
    binding: Binding | None = None  # as read back from the system; None: not bound
    collector: str = ""
    processors: Int64 = 0


class IterationRecord(Noun, tag_field="event", tag="iteration"):
    """One iteration as the worker reported it; `index` counts from 0 within its phase.

    `others_ns` is the CPU time that other threads of the process used meanwhile; -1: not known (of slices, and in older
    files). An iteration of slices is their sum; in its `waited_ns`, each slice waited for at most its own time.
    """

    case_id: str
    fork: int
    phase: str  # warmup | measurement
    index: int
    threads: Annotated[tuple[ThreadIteration, ...], msgspec.Meta(min_length=1)]
    speed_ns: tuple[Int64, ...] = ()
    source: str = "worker"
    others_ns: Int64 = -1
    counts: Counts | msgspec.UnsetType = msgspec.UNSET  # of -prof; unset it is not written


class WarmedRecord(Noun, tag_field="event", tag="warmed"):
    """How the warmup of a fork under AutoWarmup ended: its iterations, and after how many of them it was found steady.

    `elapsed_ns` is the time of all of them; `steady_after` is 0 where it was not found steady within `max_ns`.
    """

    case_id: str
    fork: int
    iterations: Int64
    elapsed_ns: Int64
    max_ns: Int64
    steady_after: Int64 = 0


class DoublingRecord(Noun, tag_field="event", tag="doubling"):
    """Samples of n invocations, and of 2n, after all that a fork measured: in turn, a median of a block each; times in
    ns.
    """

    case_id: str
    fork: int
    invocations: Int64
    once_ns: tuple[Duration, ...]
    twice_ns: tuple[Duration, ...]


class MachineUse(Noun):
    """The machine while a fork's process lived, read before and after it; None where the system does not say.

    `stolen_s` is what the hypervisor gave to others, summed over CPUs (/proc/stat), `waited_s` the time in which at
    least one task of the machine waited for a CPU (/proc/pressure/cpu), `load` the load average of the last minute at
    its end.
    """

    elapsed_s: Seconds
    stolen_s: float | None = None
    waited_s: float | None = None
    load: float | None = None


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
    stdout_bytes: Int64 | None = None
    stderr_bytes: Int64 | None = None
    machine: MachineUse | None = None
    strays: tuple[str, ...] = ()  # names of processes that had left the worker's session, and were ended after it
    took_s: Seconds = 0.0  # from before the process was started to after it had ended; 0 where not written down


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
    measuring_s: Seconds
    driver_cpu_s: Seconds
    elapsed_s: Seconds = 0.0  # from the first process that was started to here, all parts of the run together
    # of the file before this line; 0 where an older version did not count
    lines: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    reason: str = ""  # under a precision or a budget: reached, budget, or failed, where no case was left


Record = (Header | Origin | CountingRecord | PlatformRecord | SkippedRecord | BaselineRecord | CaseRecord | WorkRecord
          | CalibrationRecord | ShiftRecord | FloorRecord | InstructionsRecord | ProfileRecord
          | RoundRecord | LookRecord | ForkStart | IterationRecord | WarmedRecord | SetRecord | DoublingRecord
          | UsedRecord | ForkEnd | WarningRecord | Resumed | End)


class ForkResult(Noun):
    """One fork with its iterations in order; `end` is None when the run was cut off inside it."""

    start: ForkStart
    warmup: tuple[IterationRecord, ...]
    measurement: tuple[IterationRecord, ...]
    end: ForkEnd | None
    doubling: DoublingRecord | None = None
    warmed: WarmedRecord | None = None


class CaseResult(Noun):
    """One case and all of its forks, in the order they ran."""

    case: CaseRecord
    forks: Sequence[ForkResult]
    warnings: tuple[WarningRecord, ...] = ()


class Run(Noun):
    """A results file, read; `origin` is None for a file of ours. `active`: a command still writes it."""

    path: str
    header: Header
    platforms: tuple[PlatformRecord, ...]
    skipped: tuple[SkippedRecord, ...]
    floors: tuple[FloorRecord, ...]
    cases: tuple[CaseResult, ...]
    warnings: tuple[WarningRecord, ...]
    end: End | None
    works: tuple[WorkRecord, ...] = ()
    used: tuple[UsedRecord, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    calibrations: tuple[CalibrationRecord, ...] = ()
    origin: Origin | None = None
    baselines: tuple[BaselineRecord, ...] = ()
    sets: tuple[SetRecord, ...] = ()
    looks: tuple[LookRecord, ...] = ()
    shifts: tuple[ShiftRecord, ...] = ()
    counters: tuple[SystemCounter, ...] = ()  # of -prof
    instructions: tuple[InstructionsRecord, ...] = ()  # of -prof callgrind
    profiles: tuple[ProfileRecord, ...] = ()  # of profilers of a language's own harness
    lines: int = 0  # whole lines of a file of ours
    active: bool = False


ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(Record)
LAST_LINE = 1 << 16  # bytes at the end of a results file that contain its last line


def read_last_record(path: Path) -> Record | None:
    """The record in the last line of a results file, None where the line is cut off. Raises OSError."""
    with path.open("rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - LAST_LINE))
        last = file.read().rstrip(b"\n").rpartition(b"\n")[2]
    try:
        return DECODER.decode(last)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
