"""The catalog of an artifact, as protocol 2 sends it and as generators write it: states, fixtures, benchmarks, by
number.

protocol/README.md explains each field. A generator numbers each kind from 0; what is not compiled in leaves a gap.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import msgspec

from clamh.model.noun import Noun
from clamh.model.sources import Level, Settings

Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Line = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class ParamEntry(Noun, omit_defaults=True):
    """A field of a state with several values; `type` is one of the protocol's param types."""

    number: Number
    name: str
    type: Literal["integer", "float", "boolean", "character", "string", "enum"]
    values: tuple[str, ...]
    line: Line
    minimum: int | None = None
    maximum: int | None = None
    constants: tuple[str, ...] = ()
    units: int = 0
    same: str = ""


class CounterEntry(Noun, omit_defaults=True):
    """A field or method of a state with AuxCounters."""

    number: Number
    name: str
    type: Literal["OPERATIONS", "EVENTS", "PER_OPERATION"]
    unit: str = ""
    scale: int = 0


class CheckEntry(Noun):
    """A method with Check."""

    number: Number
    name: str


class StateEntry(Noun, tag_field="event", tag="state", omit_defaults=True):
    """A class whose instances the worker makes; `name` is empty if it is no state, and only its methods are called."""

    number: Number
    name: str
    scope: Literal["Benchmark", "Group", "Thread"]
    params: tuple[ParamEntry, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    row_names: tuple[str, ...] = ()
    counters: tuple[CounterEntry, ...] = ()
    checks: tuple[CheckEntry, ...] = ()


class FixtureEntry(Noun, tag_field="event", tag="fixture"):
    """A setup or teardown; `states` are the numbers of the states that it takes, the class whose method it is first.

    `benchmarks` are the numbers of the benchmarks with which it runs, None for all.
    """

    number: Number
    name: str
    kind: Literal["Setup", "Teardown"]
    level: Level
    states: tuple[Number, ...]
    injected: tuple[str, ...]
    benchmarks: tuple[Number, ...] | None | msgspec.UnsetType = msgspec.UNSET


class FunctionEntry(Noun):
    """A function of a benchmark. `method`: the first of `states` is the class whose method it is, static or not."""

    name: str
    threads: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    states: tuple[Number, ...]
    method: bool
    injected: tuple[str, ...]
    path: str
    line: Line


class BenchmarkEntry(Noun, tag_field="event", tag="benchmark", omit_defaults=True):
    """A benchmark or a group; `settings` has only what annotations say, `launch` belongs to the language."""

    number: Number
    name: str
    group: bool
    functions: tuple[FunctionEntry, ...]
    settings: Settings
    path: str
    line: Line
    key: str = ""
    baseline: Literal["", "reference", "bound"] = ""
    launch: Any = None


class Entries(Noun):
    """A whole catalog."""

    states: tuple[StateEntry, ...]
    fixtures: tuple[FixtureEntry, ...]
    benchmarks: tuple[BenchmarkEntry, ...]

    def lines(self) -> tuple[str, ...]:
        """The events of the catalog in the order in which `describe` is answered, in ASCII."""
        entries = (*self.states, *self.fixtures, *self.benchmarks)
        return tuple(json.dumps(msgspec.to_builtins(entry), separators=(",", ":"))
                     for entry in entries)  # also half surrogate pairs
