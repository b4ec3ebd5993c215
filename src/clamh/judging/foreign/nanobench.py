"""nanobench's JSON (ankerl::nanobench::render with templates::json()): epochs of a benchmark in a process.

Source: templates::json() in nanobench.h of 4.3, and its function `Result::add`: `elapsed` is in seconds per iteration.
A batch is a number of operations per iteration, in `unit`s.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from clamh.judging.foreign.tool_results import (ONE_PROCESS, Figure, Measured, check_document, list_unknown_terms,
                                                make_fork, make_platform, make_run, number, readable, shorten_paths)
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, Run

TOOL = "nanobench"
ADVICE = "write the results with ankerl::nanobench::render(ankerl::nanobench::templates::json(), bench, file)"
EPOCHS = ONE_PROCESS.format(figures="the epochs")
UNKNOWN = list_unknown_terms(
    TOOL, threads="nanobench does not record how many threads a benchmark had",
    warmup="nanobench does not record how long it warmed up", opi="nanobench does not record what an operation is",
    machine="nanobench does not record the machine", boot="nanobench does not record when the machine was started",
    forks="nanobench's epochs share a process")


class Measurement(msgspec.Struct):
    """An epoch. Its other fields are counts of the processor per iteration."""

    elapsed: Figure


class Result(msgspec.Struct):
    """A benchmark. `batch` is its number of operations per iteration."""

    title: str
    name: str
    measurements: list[Measurement]
    batch: Annotated[float, msgspec.Meta(gt=0)] = 1.0


class Document(msgspec.Struct):
    """The file."""

    results: list[Result]


def recognises(document: Any) -> bool:
    """Whether the document has the form of this tool's files."""
    results = document.get("results") if isinstance(document, dict) else None
    first = results[0] if isinstance(results, list) and results else None
    return isinstance(first, dict) and {"title", "measurements"} <= first.keys()


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for a file that nanobench would not write."""
    file = check_document(document, Document, path, TOOL)
    keys = shorten_paths((result.title, result.name) for result in file.results)
    measured = [_to_measured(result, keys[result.title, result.name]) for result in file.results]
    return make_run(path, Origin(tool=TOOL, unknown=UNKNOWN), measured, platforms=(make_platform(TOOL),), advice=ADVICE)


def _to_measured(result: Result, key: str) -> Measured:
    factor = UNITS_NS["s"] / result.batch
    epochs = [measurement.elapsed for measurement in result.measurements]
    return Measured(name=f"{result.title}/{result.name}", key=key, platform=TOOL, mode="avgt", together=EPOCHS,
                    forks=[make_fork(epochs, lambda time: time * factor)],
                    time_unit=readable([number(time) * factor for time in epochs]))
