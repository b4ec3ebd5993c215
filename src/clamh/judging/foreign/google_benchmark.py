"""Google Benchmark's JSON (--benchmark_out=FILE --benchmark_out_format=json): repetitions of a benchmark in one process.

Source: Google Benchmark's src/json_reporter.cc and files of 1.7.1 (tests/foreign). A repetition stands for a fork, which it
is not: all run in one process, and that is said of every row. A file that has aggregates only has one figure per benchmark.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import msgspec

from clamh.judging.foreign.measured import Figure, Fork, Measured, checked, fork, refused, run, time_unit, unknown
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, PlatformRecord, Run

TOOL = "Google Benchmark"
PLATFORM = "google-benchmark"
AGAIN = "measure with --benchmark_repetitions=10 --benchmark_out=FILE --benchmark_out_format=json"
REPETITIONS = ("its forks are repetitions in one process, which share its layout and its luck: how much processes differ is "
               "not in the interval")
UNKNOWN = unknown(
    TOOL, opi="Google Benchmark does not record how many operations an iteration does",
    batch_size="Google Benchmark does not record how many operations an iteration does",
    warmup="Google Benchmark does not record how it warmed up", boot="Google Benchmark does not record when the machine was started",
    forks="Google Benchmark's repetitions run in one process")
MACHINE = "the file does not say on which machine it was measured"
AGGREGATES = ("mean", "median", "stddev", "cv")


class Entry(msgspec.Struct):
    """One repetition, or an aggregate of several; of one that failed, times are missing or 0."""

    name: str
    run_name: str = ""
    run_type: str = ""  # missing before 1.5, where only a name's ending tells an aggregate
    aggregate_name: str = ""
    threads: Annotated[int, msgspec.Meta(ge=1, le=10**6)] = 1
    real_time: Figure | None = None
    time_unit: str = ""
    error_occurred: bool = False
    error_message: str = ""
    skipped: bool = False
    skip_message: str = ""


class Document(msgspec.Struct):
    """The file."""

    context: dict[str, Any]
    benchmarks: list[Entry]


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for what is not as Google Benchmark writes it."""
    found = checked(document, Document, path, TOOL)
    several: dict[tuple[str, int], list[Entry]] = {}
    names = {one.name for one in found.benchmarks}
    for one in found.benchmarks:
        if not one.run_type and _summary(one.name) in names:
            continue
        several.setdefault((one.run_name or one.name, one.threads), []).append(one)
    measured = [made for (name, threads), entries in several.items() if (made := _measured(name, threads, entries, path))]
    environment = _environment(found.context)
    library = str(found.context.get("library_build_type") or "")
    version = str(found.context.get("library_version") or "")
    platform = PlatformRecord(id=PLATFORM, language=PLATFORM, source="", version=version, artifact_sha256="", build_s=0.0,
                              flags=(f"library: {library}",) if library else (), hello={})
    known = UNKNOWN if environment.get("host") else UNKNOWN | {"machine": MACHINE}
    return run(path, Origin(tool=TOOL, version=version, unknown=known), measured, platforms=(platform,), advice=AGAIN,
               started=str(found.context.get("date") or ""), environment=environment, fingerprint=_fingerprint(environment))


def _summary(name: str) -> str:
    """What an aggregate summarises, by its name; "" for none."""
    base, _, kind = name.rpartition("_")
    return base if kind in AGGREGATES else ""


def _environment(context: dict[str, Any]) -> dict[str, Any]:
    """The machine, by the names that environment.py gives its facts."""
    named = {"host": "host_name", "cpus": "num_cpus", "caches": "caches", "mhz": "mhz_per_cpu", "load": "load_avg"}
    found = {ours: context[theirs] for ours, theirs in named.items() if context.get(theirs) is not None}
    if isinstance(scaling := context.get("cpu_scaling_enabled"), bool):
        found["cpu_scaling"] = scaling
    return found


def _fingerprint(environment: dict[str, Any]) -> str:
    """Equal where host and CPUs are; "" for an unknown host."""
    parts = [str(environment.get(name) or "") for name in ("host", "cpus", "caches")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16] if parts[0] else ""


def _measured(name: str, threads: int, entries: list[Entry], path: str) -> Measured | None:
    """One benchmark; None for what is only an aggregate of another kind (complexity), which is no time."""
    repetitions = [one for one in entries if one.run_type in ("", "iteration")]
    used = repetitions or [one for one in entries if one.aggregate_name == "mean"][:1]
    if not used:
        return None
    units = {one.time_unit or "ns" for one in used if not _failure(one)} or {"ns"}
    printed = time_unit(unit := units.pop())
    if units or printed is None:
        raise refused(path, TOOL, f"{name} has {'several time units' if units else f'the time unit {unit!r}'}", AGAIN)
    # What it calls real time is the time of all threads together ÷ all iterations.
    return Measured(name=name, key=name, platform=PLATFORM, mode="avgt" if threads == 1 else "wall", threads=threads,
                    time_unit=printed, forks=[_fork(one, UNITS_NS[printed], path) for one in used], together=REPETITIONS)


def _failure(one: Entry) -> str:
    if one.error_occurred:
        return one.error_message or "the benchmark failed"
    return f"skipped: {one.skip_message or 'the benchmark gave no reason'}" if one.skipped else ""


def _fork(one: Entry, unit_ns: int, path: str) -> Fork:
    if failure := _failure(one):
        return Fork((), failure=failure)
    if one.real_time is None:
        raise refused(path, TOOL, f"{one.name} has no real_time", AGAIN)
    return fork([one.real_time], lambda time: time * unit_ns)
