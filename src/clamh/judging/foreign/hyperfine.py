"""hyperfine's JSON (--export-json): a time of each run of a command, and each run is a process of its own.

Source: hyperfine's src/export/json.rs and src/benchmark/benchmark_result.rs, and files of 1.15 (tests/foreign). Times
are in seconds. `times` and `exit_codes` may be missing in files of older versions and in shortened files.
"""

from __future__ import annotations

from typing import Any

import msgspec

from clamh.judging.foreign.tool_results import (Fork, Measured, check_document, is_list_with, list_unknown_terms,
                                                make_fork, make_platform, make_run, readable)
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, Run

TOOL = "hyperfine"
NOT_PROCESSES = "the file has only the mean of this command's runs, not how much they differ"
ADVICE = "measure with `hyperfine --export-json FILE COMMAND …`, and name equal commands with -n NAME"
UNKNOWN = list_unknown_terms(
    TOOL, threads="hyperfine does not record how many threads a command had",
    opi="hyperfine does not record what an operation is", batch_size="hyperfine does not record what an operation is",
    warmup="hyperfine does not record --warmup", machine="hyperfine does not record the machine",
    boot="hyperfine does not record when the machine was started")


class Result(msgspec.Struct):
    """One command. An exit code is null where a signal ended the run."""

    command: str
    mean: float
    times: list[float] | None = None
    exit_codes: list[int | None] | None = None
    parameters: dict[str, str] | None = None
    parameter: str | None = None


class Document(msgspec.Struct):
    """The file."""

    results: list[Result]


def recognises(document: Any) -> bool:
    """Whether the document has the form of this tool's files."""
    return isinstance(document, dict) and is_list_with(document.get("results"), "command")


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for a file that hyperfine would not write."""
    file = check_document(document, Document, path, TOOL)
    measured = [_to_measured(result) for result in file.results]
    return make_run(path, Origin(tool=TOOL, unknown=UNKNOWN), measured, platforms=(make_platform(TOOL),), advice=ADVICE)


def _to_measured(result: Result) -> Measured:
    times = [result.mean] if result.times is None else result.times
    codes = result.exit_codes if result.times is not None and result.exit_codes is not None else []
    exit_codes = [*codes, *[0] * (len(times) - len(codes))]
    forks = [_to_fork(time, code) for time, code in zip(times, exit_codes)]
    params = result.parameters or ({"parameter": result.parameter} if result.parameter is not None else {})
    return Measured(name=result.command, key=result.command, platform=TOOL, mode="ss", params=params, forks=forks,
                    together=NOT_PROCESSES if result.times is None else "",
                    time_unit=readable([time * UNITS_NS["s"] for time in times]))


def _to_fork(time: float, code: int | None) -> Fork:
    if code == 0:
        return make_fork([time], lambda seconds: seconds * UNITS_NS["s"])
    end = "was ended by a signal" if code is None else f"ended with code {code}"
    return Fork((), failure=f"the command {end} (hyperfine -i ignores that): its time is not that of finished work")
