"""Benchmarks of other tools' suites: what a file has, and what an annotated source beside it shall contain."""

from __future__ import annotations

from clamh.model.noun import Noun
from clamh.model.sources import Location


class AdoptedParam(Noun):
    """A field that takes values: its name, its type in the language ("" if the language needs none), its values."""

    name: str
    type: str
    values: tuple[str, ...]


class AdoptedLocal(Noun):
    """A variable of the code before the loop, which becomes a field: its name, and the field's type or text."""

    name: str
    type: str = ""
    text: str = ""


class AdoptedBenchmark(Noun):
    """A benchmark of another tool. `reason` says why it has no translation; "" if it has.

    `function` is its name in the source to write, `name` its shown name. `setup`, `body` and `teardown` are lines
    without indentation. `runs_as_is`: CLAMH measures the original. `blackhole`: the body takes a Blackhole.
    """

    name: str
    location: Location
    reason: str = ""
    runs_as_is: bool = False
    function: str = ""
    scope: str = ""  # the named scope around it, "" at the top of the file
    params: tuple[AdoptedParam, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()  # if the params vary together: their names, then their values
    locals: tuple[AdoptedLocal, ...] = ()
    setup: tuple[str, ...] = ()
    head: tuple[str, ...] = ()  # lines that the body needs before it
    body: tuple[str, ...] = ()
    teardown: tuple[str, ...] = ()
    parameter: str = ""  # the state as the body knows it
    result: str = ""  # the type of the result, where the language needs it
    blackhole: bool = False


class AdoptedPart(Noun):
    """A part of the original that the benchmarks use, as it is written, in the named scope around it."""

    text: str
    scope: str = ""


class ForeignSource(Noun):
    """A file with benchmarks of another tool; `parts` are what its adopted benchmarks use, in the order of the file."""

    path: str
    language: str
    tool: str
    benchmarks: tuple[AdoptedBenchmark, ...]
    imports: tuple[str, ...] = ()
    parts: tuple[AdoptedPart, ...] = ()
    package: str = ""
