"""Counters of -prof: what is counted beside the time, and the raw numbers of an iteration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from clamh.model.noun import Noun

Number = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
# By the counter's name: its count; of an event also the time in which it was enabled and in which it was running. -1:
# unknown.
Counts = dict[str, Annotated[tuple[Number, ...], msgspec.Meta(min_length=1, max_length=3)]]
FIRST_DESCRIPTOR = 6  # of events in a worker (protocol/README.md, Channel)
PERF = "perf"  # the profiler whose counters are events; a worker knows the others by name
ENERGY = "energy"  # the profiler whose counters belong to the machine, so that the driver reads them for every worker
GC = "gc"  # the profiler whose counters a worker knows each by its own name, since few workers know all of them
EVENT_NUMBERS = 3  # of an event; other counters have a single number
DRIVEN = (PERF, "rusage")  # profilers that the driver can read for a worker which cannot


class SystemCounter(Noun):
    """A counter: its profiler and its unit.

    `peak`: it is no count but a largest value, such as of memory. An event whose name ends with `:u` is counted without
    the kernel.
    """

    name: str
    profiler: str
    unit: str = "#"
    peak: bool = False

    @property
    def source(self) -> str:
        """What a worker lists in `counts` if it can read this counter."""
        return self.name if self.profiler == GC else self.profiler


# What getrusage(2) counts of a process, in the order in which a worker sends it.
RUSAGE = (
    SystemCounter(name="rusage.user-time", profiler="rusage", unit="ns"),
    SystemCounter(name="rusage.system-time", profiler="rusage", unit="ns"),
    SystemCounter(name="rusage.minor-faults", profiler="rusage"),
    SystemCounter(name="rusage.major-faults", profiler="rusage"),
    SystemCounter(name="rusage.voluntary-switches", profiler="rusage"),
    SystemCounter(name="rusage.involuntary-switches", profiler="rusage"),
)
PEAK_MEMORY = SystemCounter(name="rusage.peak-memory", profiler="rusage", unit="B", peak=True)
# What the program allocates, and what its collector of garbage does; names of JMH's profiler where it has them.
ALLOCATIONS = (
    SystemCounter(name="gc.allocations", profiler=GC),
    SystemCounter(name="gc.alloc.rate.norm", profiler=GC, unit="B"),
    SystemCounter(name="gc.count", profiler=GC),
    SystemCounter(name="gc.time", profiler=GC, unit="ns"),
)


class Counting(Noun):
    """The counters of a run, in the order in which they are read. `events` says how the child process opens those of
    `perf`: LEADER:ATTRIBUTES in hex.

    `by_worker`: the worker reads all but energy around what it measures; otherwise the driver reads those of perf and
    rusage too, around each command.
    """

    counters: tuple[SystemCounter, ...] = ()
    events: tuple[str, ...] = ()
    by_worker: bool = True

    @property
    def counts_usage(self) -> bool:
        """Whether resource usage is counted."""
        return any(counter.profiler == "rusage" for counter in self.counters)

    @property
    def of_worker(self) -> tuple[SystemCounter, ...]:
        """The counters of which the worker sends numbers."""
        return tuple(counter for counter in self.counters
                     if not counter.peak and counter.profiler != ENERGY
                     and (self.by_worker or counter.profiler not in DRIVEN))

    @property
    def of_driver(self) -> tuple[SystemCounter, ...]:
        """The counters that the driver reads around a command."""
        return tuple(counter for counter in self.counters if not counter.peak and counter not in self.of_worker)

    @property
    def sources(self) -> str:
        """What the worker reads, as CLAMH_COUNTERS names it."""
        descriptors = map(str, range(FIRST_DESCRIPTOR, FIRST_DESCRIPTOR + len(self.events)))
        return ",".join(dict.fromkeys(next(descriptors) if counter.profiler == PERF else counter.source
                                      for counter in self.of_worker))


class InstructionsRecord(Noun, tag_field="event", tag="instructions"):
    """What valgrind counted in the measured loop of a process with n invocations, and in that of a process with 2n."""

    case_id: str
    invocations: Number
    once: Number
    twice: Number


class ProfileRecord(Noun, tag_field="event", tag="profile"):
    """What a profiler of the language's own harness printed about a case, in a process that was not measured."""

    case_id: str
    profiler: str
    text: str


def choose_reader(hello: Mapping[str, Any],
                  counters: Sequence[SystemCounter]) -> tuple[tuple[SystemCounter, ...], bool]:
    """The counters that can be read of a worker which describes itself so, and whether it reads all of them, around
    what it times.

    Otherwise counters belong to whole commands, and the driver reads those of perf and rusage.
    """
    able = hello.get("capabilities") or {}
    named = set(able.get("counts", ()))
    readable = tuple(counter for counter in counters
                     if counter.profiler in (*DRIVEN, ENERGY) or counter.source in named)
    own = {PERF, ENERGY, *named}
    return readable, bool(able.get("counters")) and all(counter.source in own for counter in readable)


def split_numbers(counters: Sequence[SystemCounter], numbers: Sequence[int]) -> Counts:
    """The numbers of these counters by name. Raises ValueError if there are too many or too few."""
    sizes = [EVENT_NUMBERS if counter.profiler == PERF else 1 for counter in counters]
    if len(numbers) != sum(sizes):
        raise ValueError(f"the answer has {len(numbers)} numbers of counters instead of {sum(sizes)}")
    counts: Counts = {}
    rest = list(numbers)
    for counter, size in zip(counters, sizes, strict=True):
        counts[counter.name], rest = tuple(rest[:size]), rest[size:]
    return counts


def add_counts(parts: Sequence[Mapping[str, tuple[int, ...]]]) -> Counts:
    """The sums of several parts of an iteration; -1 where a part is unknown."""
    names = dict.fromkeys(name for part in parts for name in part)
    return {
        name: tuple(-1 if min(numbers) < 0 else sum(numbers)
                    for numbers in zip(*(part.get(name, (-1, -1, -1)) for part in parts), strict=False))
        for name in names
    }
