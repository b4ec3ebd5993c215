"""hyperfine's JSON (--export-json): a time of each run of a command, and each run is a process of its own.

Source: hyperfine's src/export/json.rs and src/benchmark/benchmark_result.rs, and files of 1.15 (tests/foreign). Times are
in seconds; `times` and `exit_codes` may be missing in files of older versions or shortened ones.
"""

from __future__ import annotations

from typing import Any

import msgspec

from clamh.judging.foreign.measured import Fork, Measured, checked, fork, readable, run, unknown
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, PlatformRecord, Run

TOOL = "hyperfine"
NOT_PROCESSES = "the file has only the mean of this command's runs: nobody can tell from it how much they differ"
ADVICE = "measure with `hyperfine --export-json FILE COMMAND …`, and tell equal commands apart with -n NAME"
UNKNOWN = unknown(
    TOOL, threads="hyperfine does not record how many threads a command had", opi="hyperfine does not know what an operation is",
    batch_size="hyperfine does not know what an operation is", warmup="hyperfine does not record --warmup",
    machine="hyperfine does not record the machine", boot="hyperfine does not record when the machine was started")


class Result(msgspec.Struct):
    """One command; an exit code is null where a signal ended it."""

    command: str
    mean: float
    times: list[float] | None = None
    exit_codes: list[int | None] | None = None
    parameters: dict[str, str] | None = None
    parameter: str | None = None


class Document(msgspec.Struct):
    """The file."""

    results: list[Result]


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for what is not as hyperfine writes it."""
    found = checked(document, Document, path, TOOL)
    measured = [_measured(one) for one in found.results]
    platform = PlatformRecord(id=TOOL, language=TOOL, source="", version="", flags=(), artifact_sha256="", build_s=0.0, hello={})
    return run(path, Origin(tool=TOOL, unknown=UNKNOWN), measured, platforms=(platform,), advice=ADVICE)


def _measured(one: Result) -> Measured:
    times = [one.mean] if one.times is None else one.times
    codes = one.exit_codes if one.times is not None and one.exit_codes is not None else []
    ended = [*codes, *[0] * (len(times) - len(codes))]
    forks = [_fork(time, code) for time, code in zip(times, ended)]
    params = one.parameters or ({"parameter": one.parameter} if one.parameter is not None else {})
    return Measured(name=one.command, key=one.command, platform=TOOL, mode="ss", params=params, forks=forks,
                    time_unit=readable([time * UNITS_NS["s"] for time in times]))


def _fork(time: float, code: int | None) -> Fork:
    if code == 0:
        return fork([time], lambda seconds: seconds * UNITS_NS["s"])
    ended = "was ended by a signal" if code is None else f"ended with code {code}"
    return Fork((), failure=f"the command {ended} (hyperfine -i goes on all the same): its time is not that of its work")
