"""The lines of the worker protocol: commands as bytes, events as typed records.

protocol/version-1.md is the contract; its JSON Schema is generated from the events here.
"""

from __future__ import annotations

import re
from typing import Annotated, Any
from urllib.parse import quote, unquote_to_bytes

import msgspec

from clamh import __version__
from clamh.model.errors import WorkerError
from clamh.model.noun import Noun
from clamh.model.sources import BenchmarkForecast, Settings, StateForecast
from clamh.model.worker import Clock, Int64, MemberValue, ThreadIteration, Toolchain

PROTOCOL = 1
LINE_BYTES = 1 << 20
ThreadId = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
UNRESERVED = "-_.~:=,/+"  # beside letters and digits, which `quote` never encodes


class Capabilities(Noun):
    """What the worker can do; `floor` names an empty benchmark that `open` takes and the catalog does not list.

    `thread_ids` says that each `opened` has `threads`, so that measuring threads can be bound to CPUs. `settle_ns` is for how long, after
    a command, threads of the runtime still take the CPU from the measuring one: what precedes a slice, un-timed, lasts at least so long.
    """

    cases: str
    modes: tuple[str, ...]
    commands: tuple[str, ...]
    max_threads: int
    floor: str = ""
    gc: tuple[str, ...] = ()
    thread_ids: bool = False
    slice_unit: str = "invocations"  # of `slice`; ns where a worker can only run for a time
    settle_ns: int = 0


class Hello(Noun, tag_field="event", tag="hello"):
    """First answer to `describe`."""

    protocol: int
    language: str
    platform: str
    toolchain: Toolchain
    capabilities: Capabilities
    runtime: str = ""
    clocks: tuple[Clock, ...] = ()
    sources: dict[str, str] = {}
    pid: int = 0


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


class CallValue(Noun):
    """What one call returned and consumed, and what the Check methods gave after it, in canonical form."""

    returned: str | None = None
    consumed: tuple[str, ...] = ()
    checks: dict[str, str] = {}
    members: dict[str, MemberValue] = {}


class Value(Noun, tag_field="event", tag="value"):
    """The same of the first call of an `invoke`; `more` are the calls after it on the same state.

    `unrecorded`: this process writes nothing down that Blackhole is given, so that `consumed` is empty whatever it was.
    """

    case: str
    returned: str | None = None
    consumed: tuple[str, ...] = ()
    checks: dict[str, str] = {}
    members: dict[str, MemberValue] = {}
    more: tuple[CallValue, ...] = ()
    unrecorded: bool = False


class Drained(Noun, tag_field="event", tag="drained"):
    """An adaptive case was ended."""

    case: str
    extra_operations: Int64 = 0


class Closed(Noun, tag_field="event", tag="closed"):
    """The case is gone."""

    case: str


class Bye(Noun, tag_field="event", tag="bye"):
    """The process ends now."""


class Failed(Noun, tag_field="event", tag="failed"):
    """A command could not be done."""

    reason: str
    message: str
    where: str = ""
    case: str = ""


Event = (
    Hello | StateEntry | BenchmarkEntry | Described | Opened | Iteration | Slice | Samples | Value | Drained | Closed
    | Bye | Failed
)


class _Version(msgspec.Struct):
    event: str
    protocol: int


_EVENTS = msgspec.json.Decoder(Event)
_VERSION = msgspec.json.Decoder(_Version)
# One JSON escape: a surrogate pair, a lone low surrogate that stands for a byte which is not UTF-8, any other lone surrogate
# (texts of some languages may hold one), or any other.
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][cC]([89a-fA-F][0-9a-fA-F])|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)


def encode(verb: str, *fields: str | int) -> bytes:
    """One command line, its newline included; bytes that are not UTF-8 come as Python's surrogate escapes."""
    texts = [verb, *(str(field) for field in fields)]
    encoded = "\t".join(quote(text, safe=UNRESERVED, errors="surrogateescape") for text in texts)
    return encoded.encode("ascii") + b"\n"


def decode_command(line: bytes) -> list[str]:
    """The fields of a command line, its newline left off: the inverse of `encode`."""
    return [unquote_to_bytes(field).decode("utf-8", "surrogateescape") for field in line.split(b"\t")]


def decode(line: bytes) -> Event:
    """One event, its newline left off. Raises WorkerError("protocol") for anything else, an unknown version included.

    A byte that is not UTF-8 comes as the text `\\xff`, half of a surrogate pair as `\\ud800`: what was read can always be
    written again.
    """
    try:
        event = _parse(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WorkerError("protocol", _explain(line, error)) from None
    if isinstance(event, Hello) and event.protocol != PROTOCOL:
        raise WorkerError("protocol", _other_version(event.protocol))
    return event


def _parse(line: bytes) -> Event:
    try:
        return _EVENTS.decode(line)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        return _EVENTS.decode(_ESCAPE.sub(_without_surrogate, line))


def _without_surrogate(escape: re.Match[bytes]) -> bytes:
    byte, half = escape.groups()
    return b"\\\\x" + byte if byte else b"\\\\" + half.lower() if half else escape[0]


def _explain(line: bytes, error: Exception) -> str:
    try:  # what another version says need not fit our types, so its number is looked at first
        version = _VERSION.decode(line)
        if version.event == "hello" and version.protocol != PROTOCOL:
            return _other_version(version.protocol)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    return f"not an event of the protocol ({error}): {excerpt(line)}"


def _other_version(number: int) -> str:
    return (
        f"the artifact speaks protocol {number}, and clamh {__version__} speaks protocol {PROTOCOL}: "
        "build it again with `clamh build SOURCE`"
    )


def excerpt(line: bytes) -> str:
    """The beginning of a line, for a message."""
    text = line[:120].decode("utf-8", "backslashreplace")
    return repr(text) + (f"… ({len(line)} bytes)" if len(line) > 120 else "")
