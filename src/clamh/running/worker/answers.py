"""What a worker's answers say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from clamh.model.noun import Noun
from clamh.model.worker import MemberValue, ThreadIteration

Answer = TypeVar("Answer")


class Command(NamedTuple, Generic[Answer]):
    """A command line, and how to read its answer: any number of events of the types `parts`, then one of type `last`.

    `read` makes the answer of the parts and the last event.
    """

    line: bytes
    last: type
    read: Callable[[Sequence[Any], Any], Answer]
    parts: tuple[type, ...] = ()

    @property
    def verb(self) -> str:
        """The name of the command."""
        return self.line.split(b"\t")[0].decode().strip()


class OpenCase(Noun):
    """An open case. `offsets` and `addresses` are by names of states; the other fields are those of the event `opened`.

    `can_invoke` and `can_sample` tell what may follow the last iteration. With `bare_calls`, such calls run no
    iteration fixtures.
    """

    threads: tuple[int, ...] = ()
    offsets: dict[str, int] = {}
    addresses: dict[str, tuple[str, ...]] = {}
    stack: int = 0
    hash_seed: int | None = None
    warnings: tuple[str, ...] = ()
    not_counted: tuple[str, ...] = ()
    unsliced: str = ""
    can_invoke: bool = False
    can_sample: bool = False
    bare_calls: bool = False
    collector: str = ""
    processors: int = 0
    clock_cost_ns: float = 0.0
    suspend_cost_ns: float = 0.0
    source: str = "worker"


class Measured(Noun):
    """An iteration or a slice; `collections` is the number of garbage collections since the process started, -1 if
    unknown. `heap_changed` says that the heap became much larger or smaller, where `collections` has only full ones.

    `counters` are the numbers of -prof, as the worker sends them.
    """

    threads: tuple[ThreadIteration, ...]
    speed_ns: tuple[int, ...] = ()
    source: str = "worker"
    collections: int = -1
    heap_changed: bool | None = None
    counters: tuple[int, ...] = ()


class CallValues(Noun):
    """What one call returned and consumed, and the values of its Check methods after it, in canonical form."""

    returned: str | None = None
    consumed: tuple[str, ...] = ()
    checks: dict[str, str] = {}
    members: dict[str, MemberValue] = {}


class Calls(NamedTuple):
    """The calls of one `invoke`. With `unrecorded`, `consumed` is empty, because Blackhole's arguments are unknown."""

    calls: tuple[CallValues, ...]
    unrecorded: bool = False
