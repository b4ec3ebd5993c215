"""The lines of the worker protocol: commands as bytes, events as typed records.

protocol/README.md is the contract.
"""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import quote

import msgspec

from clamh import __version__
from clamh.model.catalog import BenchmarkEntry, FixtureEntry, Number, StateEntry
from clamh.model.errors import WorkerError
from clamh.model.noun import Noun
from clamh.model.worker import Clock, Count, Int64, Toolchain

PROTOCOL = 2
LINE_BYTES = 1 << 20
ThreadId = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
# garbage collections since the process started; -1: unknown
Collections = Annotated[int, msgspec.Meta(ge=-1, le=2**63 - 1)]
UNRESERVED = "-_.~:=,/+"  # not encoded; `quote` never encodes letters and digits either


class Capabilities(Noun):
    """What the worker can do; `floor` names an empty benchmark that `open` takes and the catalog does not list: by
    number.

    With `thread_ids`, each `opened` has `threads`, so measuring threads can be bound to CPUs. For `settle_ns` after a
    command, threads of the runtime still take CPU time: the un-timed part before a slice lasts at least as long.
    `aside` has the names of threads that do none of the benchmark's work, as the system knows them.
    """

    cases: str
    modes: tuple[str, ...]
    commands: tuple[str, ...]
    max_threads: int
    floor: Number | None = None
    gc: tuple[str, ...] = ()
    thread_ids: bool = False
    slice_unit: str = "invocations"  # of `slice`; "ns" for a worker that can only run for a time
    settle_ns: int = 0
    aside: tuple[str, ...] = ()
    counters: bool = False
    counts: tuple[str, ...] = ()  # what the worker can count itself, by the names of CLAMH_COUNTERS


class Hello(Noun, tag_field="event", tag="hello"):
    """The first answer to `describe`."""

    protocol: int
    language: str
    platform: str
    toolchain: Toolchain
    capabilities: Capabilities
    runtime: str = ""
    clocks: tuple[Clock, ...] = ()
    sources: dict[str, str] = {}
    pid: int = 0


class Described(Noun, tag_field="event", tag="described"):
    """The end of the catalog, with its numbers of entries."""

    states: int
    benchmarks: int
    fixtures: int


class Layout(Noun):
    """Where the states lie: `offsets` in their memory and hexadecimal `addresses` of instances, in `open`'s order.

    `stack` is by how many bytes thread 0's stack begins lower. `hash_seed` seeds the language's own hashes of texts.
    """

    offsets: tuple[Int64, ...] = ()
    addresses: tuple[tuple[str, ...], ...] = ()
    stack: Int64 = 0
    hash_seed: Int64 | None = None


class Opened(Noun, tag_field="event", tag="opened"):
    """The case is open; `invoke` is only for the JMH launcher."""

    case: str
    clock_cost_ns: Annotated[float, msgspec.Meta(ge=0, le=1e18)]
    source: str
    threads: tuple[ThreadId, ...] = ()
    layout: Layout = Layout()
    unsliced: str = ""
    invoke: bool = False
    collector: str = ""
    processors: Number = 0
    warnings: tuple[str, ...] = ()
    not_counted: tuple[str, ...] = ()
    suspend_cost_ns: Annotated[float, msgspec.Meta(ge=0, le=1e18)] = 0.0


class ThreadPart(Noun):
    """What one thread did in an iteration or a slice; `function` is its place among a group's functions."""

    operations: Count
    all_operations: Count
    elapsed_ns: Int64
    timings: Int64 = 0
    sample_invocations: Int64 = 0
    first_ns: Int64 | None = None
    function: Number = 0
    waited_ns: Int64 = -1
    voluntary_switches: Int64 = -1
    involuntary_switches: Int64 = -1
    aux: tuple[Annotated[float, msgspec.Meta(ge=-1e100, le=1e100)] | None, ...] = ()
    suspended_ns: Int64 = 0
    suspensions: Int64 = 0


class Iteration(Noun, tag_field="event", tag="iteration"):
    """The end of the answer to `iterate`."""

    case: str
    threads: tuple[ThreadPart, ...]
    speed_ns: tuple[Int64, ...] = ()
    counters: tuple[Int64, ...] = ()
    collections: Collections = -1


class Slice(Noun, tag_field="event", tag="slice"):
    """One timed slice of an iteration. `heap_changed`: the heap became much larger or smaller in it, which shows that
    garbage is produced where `collections` has only full ones.
    """

    case: str
    threads: tuple[ThreadPart, ...]
    counters: tuple[Int64, ...] = ()
    collections: Collections = -1
    heap_changed: bool | None = None


class Samples(Noun, tag_field="event", tag="samples"):
    """The next times of a thread's series."""

    case: str
    thread: Number
    sample_ns: tuple[Int64, ...]
    last: bool


class Value(Noun, tag_field="event", tag="value"):
    """Values of one invocation. With `more`, the last text continues in the next event."""

    case: str
    call: Positive
    kind: str
    number: Number
    texts: tuple[str, ...]
    more: bool


class Invoked(Noun, tag_field="event", tag="invoked"):
    """The end of the answer to `invoke`."""

    case: str
    unrecorded: bool = False


class Closed(Noun, tag_field="event", tag="closed"):
    """The case is closed."""

    case: str


class Bye(Noun, tag_field="event", tag="bye"):
    """The process ends now."""


class Failed(Noun, tag_field="event", tag="failed"):
    """A command failed."""

    reason: str
    message: str
    where: str = ""
    case: str = ""
    thread: Number | None = None


Event = (Hello | StateEntry | FixtureEntry | BenchmarkEntry | Described | Opened | Iteration | Slice | Samples | Value
         | Invoked
         | Closed | Bye | Failed)


class _Version(msgspec.Struct):
    event: str
    protocol: int


EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_VERSION = msgspec.json.Decoder(_Version)
# One JSON escape: a surrogate pair; a lone low surrogate, which stands for a byte outside UTF-8; any other lone
# surrogate, which texts of some languages may contain; or any other escape.
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][cC]([89a-fA-F][0-9a-fA-F])"
    rb"|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL)


def encode(verb: str, *fields: str | int) -> bytes:
    """One command line with its newline. Bytes outside UTF-8 are Python's surrogate escapes in `fields`."""
    texts = [verb, *(str(field) for field in fields)]
    encoded = "\t".join(quote(text, safe=UNRESERVED, errors="surrogateescape") for text in texts)
    return encoded.encode("ascii") + b"\n"


def decode(line: bytes) -> Event:
    """One event, its newline left off. Raises WorkerError("protocol") for anything else, an unknown version included.

    A byte outside UTF-8 becomes the text `\\xff`, half of a surrogate pair `\\ud800`, so every text can be written.
    """
    try:
        event = _parse(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WorkerError("protocol", _explain(line, error)) from None
    if isinstance(event, Hello) and event.protocol != PROTOCOL:
        raise WorkerError("protocol", _other_version(event.protocol))
    return event


def _version_of(line: bytes) -> int:
    """The version that a `hello` names, PROTOCOL for anything else."""
    try:
        version = _VERSION.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return PROTOCOL
    return version.protocol if version.event == "hello" else PROTOCOL


def _parse(line: bytes) -> Event:
    try:
        return EVENTS.decode(line)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        return EVENTS.decode(_ESCAPE.sub(_without_surrogate, line))


def _without_surrogate(escape: re.Match[bytes]) -> bytes:
    byte, half = escape.groups()
    return b"\\\\x" + byte if byte else b"\\\\" + half.lower() if half else escape[0]


def _explain(line: bytes, error: Exception) -> str:
    version = _version_of(line)  # what another version says need not fit our types
    if version != PROTOCOL:
        return _other_version(version)
    return f"not an event of the protocol ({error}): {excerpt(line)}"


def _other_version(number: int) -> str:
    return (
        f"the artifact speaks protocol {number}, but clamh {__version__} speaks protocol {PROTOCOL}: "
        "build the artifact again with `clamh build SOURCE`"
    )


def excerpt(line: bytes) -> str:
    """The beginning of a line, for messages."""
    text = line[:120].decode("utf-8", "backslashreplace")
    return repr(text) + (f"… ({len(line)} bytes)" if len(line) > 120 else "")
