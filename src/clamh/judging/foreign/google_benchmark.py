"""Google Benchmark's JSON (--benchmark_out=FILE --benchmark_out_format=json): repetitions of a benchmark in one
process.

Source: Google Benchmark's src/json_reporter.cc and files of 1.7.1 (tests/foreign). A repetition is read as a fork,
although all run in one process; every row has a warning about that. A file with aggregates only has one figure per
benchmark.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from clamh.judging.foreign.tool_results import (Figure, Fork, Measured, check_document, hash_facts, list_unknown_terms,
                                                make_fork, make_platform, make_read_error, make_run, time_unit)
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, Run

TOOL = "Google Benchmark"
PLATFORM = "google-benchmark"
MEASURE_AGAIN = "measure with --benchmark_repetitions=10 --benchmark_out=FILE --benchmark_out_format=json"
REPETITIONS = (
    "its forks are repetitions in one process with one layout: the interval does not include differences between "
    "processes"
)
UNKNOWN = list_unknown_terms(TOOL, opi="Google Benchmark does not record how many operations an iteration does",
                             batch_size="Google Benchmark does not record how many operations an iteration does",
                             warmup="Google Benchmark does not record how it warmed up",
                             boot="Google Benchmark does not record when the machine was started",
                             forks="Google Benchmark's repetitions run in one process")
MACHINE = "the file does not name the machine"
COMPLEXITY = ("BigO", "RMS")  # of ->Complexity(): no times
AGGREGATES = ("mean", "median", "stddev", "cv", *COMPLEXITY)


class Entry(msgspec.Struct):
    """One repetition, or an aggregate of several. The times of a failed repetition are missing or 0."""

    name: str
    run_name: str = ""
    run_type: str = ""  # missing before 1.5, where only the end of a name shows an aggregate
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


def recognises(document: Any) -> bool:
    """Whether the document has the form of this tool's files."""
    return isinstance(document, dict) and "context" in document and "benchmarks" in document


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for a file that Google Benchmark would not write."""
    file = check_document(document, Document, path, TOOL)
    by_benchmark: dict[tuple[str, int], list[Entry]] = {}
    names = {entry.name for entry in file.benchmarks}
    for entry in file.benchmarks:
        if not entry.run_type and (_summarised_name(entry.name) in names or _is_complexity(entry)):
            continue
        by_benchmark.setdefault((entry.run_name or entry.name, entry.threads), []).append(entry)
    measured = [
        benchmark for (name, threads), entries in by_benchmark.items()
        if (benchmark := _to_measured(name, threads, entries, path))
    ]
    environment = _find_environment(file.context)
    library = str(file.context.get("library_build_type") or "")
    version = str(file.context.get("library_version") or "")
    platform = make_platform(PLATFORM, version=version, flags=(f"library: {library}",) if library else ())
    known = UNKNOWN if environment.get("host") else UNKNOWN | {"machine": MACHINE}
    return make_run(path, Origin(tool=TOOL, version=version, unknown=known), measured, platforms=(platform,),
                    advice=MEASURE_AGAIN, started=str(file.context.get("date") or ""), environment=environment,
                    fingerprint=hash_facts(environment, ("host", "cpus", "caches"), needed=1))


def _summarised_name(name: str) -> str:
    """The name of what an aggregate summarises, from its own name; "" where it is no aggregate."""
    base, _, kind = name.rpartition("_")
    return base if kind in AGGREGATES else ""


def _is_complexity(entry: Entry) -> bool:
    """Whether an entry without a type is a fit of ->Complexity(), whose benchmark has other names in the file."""
    return entry.name.rpartition("_")[2] in COMPLEXITY and entry.real_time is None and not entry.error_occurred


def _find_environment(context: dict[str, Any]) -> dict[str, Any]:
    """The facts of the machine, by the names that environment.py gives them."""
    named = {"host": "host_name", "cpus": "num_cpus", "caches": "caches", "mhz": "mhz_per_cpu", "load": "load_avg"}
    facts = {ours: context[theirs] for ours, theirs in named.items() if context.get(theirs) is not None}
    if isinstance(scaling := context.get("cpu_scaling_enabled"), bool):
        facts["cpu_scaling"] = scaling
    return facts


def _to_measured(name: str, threads: int, entries: list[Entry], path: str) -> Measured | None:
    """One benchmark; None for an aggregate of another kind (complexity), which is no time."""
    repetitions = [entry for entry in entries if entry.run_type in ("", "iteration")]
    used = repetitions or [entry for entry in entries if entry.aggregate_name == "mean"][:1]
    if not used:
        return None
    units = {entry.time_unit or "ns" for entry in used if not _describe_failure(entry)} or {"ns"}
    printed = time_unit(unit := units.pop())
    if units or printed is None:
        raise make_read_error(path, TOOL, f"{name} has {'several time units' if units else f'the time unit {unit!r}'}",
                              MEASURE_AGAIN)
    # Google Benchmark's real time is the time of all threads together ÷ all iterations.
    return Measured(name=name, key=name, platform=PLATFORM, mode="avgt" if threads == 1 else "wall", threads=threads,
                    time_unit=printed, forks=[_to_fork(entry, UNITS_NS[printed], path)
                                              for entry in used], together=REPETITIONS)


def _describe_failure(entry: Entry) -> str:
    if entry.error_occurred:
        return entry.error_message or "the benchmark failed"
    return f"skipped: {entry.skip_message or 'the benchmark gave no reason'}" if entry.skipped else ""


def _to_fork(entry: Entry, unit_ns: int, path: str) -> Fork:
    if failure := _describe_failure(entry):
        return Fork((), failure=failure)
    if entry.real_time is None:
        raise make_read_error(path, TOOL, f"{entry.name} has no real_time", MEASURE_AGAIN)
    return make_fork([entry.real_time], lambda time: time * unit_ns)
