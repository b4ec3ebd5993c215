"""Version 1 of the worker protocol (protocol/version-1.md): its events and commands, for languages that still speak it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from clamh.model.cases import Case, warmup_iterations
from clamh.model.errors import WorkerError
from clamh.model.noun import Noun
from clamh.model.sources import BenchmarkForecast, Settings, StateForecast
from clamh.model.worker import Int64, MemberValue, ThreadIteration
from clamh.running.layouts import ForkLayout
from clamh.running.worker import messages
from clamh.running.worker.answers import Calls, CallValues, Command, Measured, OpenCase
from clamh.running.worker.messages import Bye, Closed, Failed, Hello, ThreadId, encode


class ParamEntry(Noun):
    """A param of a state; `type` is one of the protocol's param types."""

    name: str
    type: str
    values: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    constants: tuple[str, ...] = ()
    line: int = 0


class FixtureEntry(Noun):
    """A setup or teardown of a state."""

    kind: str
    level: str
    name: str


class StateEntry(Noun, tag_field="event", tag="state"):
    """One state of the catalog."""

    name: str
    scope: str
    params: tuple[ParamEntry, ...] = ()
    fixtures: tuple[FixtureEntry, ...] = ()
    forecast: StateForecast = StateForecast()


class MemberEntry(Noun):
    """A function of a group; `threads` is what its GroupThreads says."""

    name: str
    threads: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] = 1
    states: tuple[str, ...] = ()
    path: str = ""
    line: int = 0


class BenchmarkEntry(Noun, tag_field="event", tag="benchmark"):
    """One benchmark of the catalog; `settings` holds only what was said, `launch` is the language's own.

    A group is one benchmark with `members`, in the order of their names in camelCase.
    """

    name: str
    states: tuple[str, ...] = ()
    settings: Settings = Settings()
    baseline: str = ""
    path: str = ""
    line: int = 0
    launch: Any = None
    forecast: BenchmarkForecast = BenchmarkForecast()
    members: tuple[MemberEntry, ...] = ()


class Described(Noun, tag_field="event", tag="described"):
    """The catalog is complete."""

    benchmarks: int
    states: int


class Layout(Noun):
    """Where the states were placed: `offsets` in the memory that holds them, `addresses` (hexadecimal) of each instance.

    `stack` is how many bytes further down thread 0's stack begins than it would; `hash_seed` by what the language's own hashes
    of texts are seeded.
    """

    seed: Int64 = 0
    offsets: dict[str, Int64] = {}
    addresses: dict[str, tuple[str, ...]] = {}
    stack: Int64 = 0
    hash_seed: Int64 | None = None


class Opened(Noun, tag_field="event", tag="opened"):
    """The case was checked and is reserved."""

    case: str
    layout: Layout = Layout()
    warnings: tuple[str, ...] = ()
    unsliced: str = ""  # why `slice` would not measure what an iteration measures
    invoke: bool = False  # whether `invoke` may follow the last iteration: one thread, no group, no Control
    bare_calls: bool = False  # whether that runs no fixtures of Level.Iteration of its own
    samples: bool = False  # whether `samples` may follow the last iteration: no fixture but trial setup, no Control
    threads: tuple[ThreadId, ...] = ()  # as the system numbers them, of each measuring thread from 0
    collector: str = ""  # of garbage, which the runtime chose; "" where there is none to choose
    processors: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0  # that the runtime saw at its start; 0: it counts none


class Iteration(Noun, tag_field="event", tag="iteration"):
    """One iteration; `source` is "jmh" when its numbers were computed back from a score."""

    case: str
    phase: str
    threads: tuple[ThreadIteration, ...]
    speed_ns: tuple[Int64, ...] = ()
    source: str = "worker"
    collections: Annotated[int, msgspec.Meta(ge=-1, le=2**63 - 1)] = -1  # as in Slice


class Samples(Noun, tag_field="event", tag="samples"):
    """A part of the timed samples of exactly `invocations` invocations each."""

    case: str
    invocations: Int64
    sample_ns: tuple[Int64, ...]
    part: int
    last: bool


class Slice(Noun, tag_field="event", tag="slice"):
    """One timed slice of an iteration; its threads have no series."""

    case: str
    threads: tuple[ThreadIteration, ...]
    collections: Annotated[int, msgspec.Meta(ge=-1, le=2**63 - 1)] = -1  # of garbage since the process started; -1: not known


class Value(Noun, tag_field="event", tag="value"):
    """The same of the first call of an `invoke`; `more` are the calls after it on the same state.

    `unrecorded`: this process writes nothing down that Blackhole is given, so that `consumed` is empty whatever it was.
    """

    case: str
    returned: str | None = None
    consumed: tuple[str, ...] = ()
    checks: dict[str, str] = {}
    members: dict[str, MemberValue] = {}
    more: tuple[CallValues, ...] = ()
    unrecorded: bool = False


class Drained(Noun, tag_field="event", tag="drained"):
    """An adaptive case was ended."""

    case: str
    extra_operations: Int64 = 0


Event = (
    Hello | StateEntry | BenchmarkEntry | Described | Opened | Iteration | Slice | Samples | Value | Drained | Closed
    | Bye | Failed
)
EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def decode(line: bytes) -> Event:
    """One event, its newline left off. Raises WorkerError("protocol") for anything else."""
    return messages.decode(line, EVENTS)


def open_case(case: Case, seed: int, only_warm: bool, layout: ForkLayout | None) -> Command[OpenCase]:
    """The `open` of a case; `only_warm`: it is opened for its warmup alone."""
    options = case.options
    line = encode(
        "open",
        case.case_id,
        f"benchmark={case.benchmark}",
        f"mode={case.mode}",
        f"threads={case.threads}",
        *([f"tg={','.join(str(member.threads) for member in case.members)}"] if case.members else []),
        f"batch={options.measurement_batch_size}",
        f"wbatch={options.warmup_batch_size}",
        f"opi={options.operations_per_invocation}",
        f"seed={seed}",
        *((f"lseed={layout.seed}", f"layout={layout.kind}") if layout else ()),
        f"gc={options.gc}",
        f"forks={options.forks}",
        f"wforks={options.warmup_forks}",
        f"wi={options.warmup_iterations if only_warm else warmup_iterations(case)}",
        f"w={options.warmup_time_ns}",
        f"i={0 if only_warm else options.measurement_iterations}",
        f"r={options.measurement_time_ns}",
        f"to={options.timeout_ns}",
        f"tu={options.time_unit}",
        *(f"p:{name}={value}" for name, value in case.wire_params.items()),
    )

    def read(parts: Sequence[Any], opened: Opened) -> OpenCase:
        layout = opened.layout
        return OpenCase(
            threads=opened.threads, offsets=layout.offsets, addresses=layout.addresses, stack=layout.stack, hash_seed=layout.hash_seed,
            layout_seed=layout.seed, warnings=opened.warnings, unsliced=opened.unsliced, can_invoke=opened.invoke,
            can_sample=opened.samples, bare_calls=opened.bare_calls, collector=opened.collector, processors=opened.processors)

    return Command(line, decode, Opened, read)


def iterate(line: bytes, phase: str) -> Command[Measured]:
    """An `iterate` of that phase."""
    def read(parts: Sequence[Any], event: Iteration) -> Measured:
        if event.phase != phase:
            raise WorkerError("protocol", f"an iteration of {phase} was answered by one of {event.phase!r}")
        return Measured(threads=event.threads, speed_ns=event.speed_ns, source=event.source, collections=event.collections)

    return Command(line, decode, Iteration, read)


def take_slice(line: bytes) -> Command[Measured]:
    """A `slice`."""
    return Command(line, decode, Slice, lambda parts, event: Measured(threads=event.threads, collections=event.collections))


def take_samples(line: bytes, count: int, number: int) -> Command[tuple[int, ...]]:
    """A `samples` of so few that they are one part."""
    def read(parts: Sequence[Any], event: Samples) -> tuple[int, ...]:
        if not event.last or len(event.sample_ns) != number or event.invocations != count:
            raise WorkerError("protocol", f"`samples` of {number} samples of {count} invocations was answered with "
                              f"{len(event.sample_ns)} of {event.invocations}")
        return event.sample_ns

    return Command(line, decode, Samples, read)


def invoke(case: Case, count: int) -> Command[Calls]:
    """So many invocations on one state."""
    def read(parts: Sequence[Any], value: Value) -> Calls:
        if len(value.more) != count - 1:
            raise WorkerError("protocol", f"`invoke` of {count} calls was answered with {len(value.more) + 1}")
        first = CallValues(returned=value.returned, consumed=value.consumed, checks=value.checks, members=value.members)
        return Calls((first, *value.more), value.unrecorded)

    return Command(encode("invoke", case.case_id, *([count] if count > 1 else [])), decode, Value, read)
