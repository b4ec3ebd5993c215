"""pyperf's JSON (pyperf timeit -o FILE, bench_command and the like): runs are processes, each with some values.

Source: pyperf's documentation of its file format, version 1.0, and files of pyperf 2.10 (tests/foreign). Values are
seconds per loop. Metadata that benchmarks share is in the metadata of the file, the rest in theirs and in that of their
runs.
"""

from __future__ import annotations

from typing import Any

import msgspec

from clamh.judging.foreign.tool_results import (Measured, check_document, hash_facts, is_list_with, list_unknown_terms,
                                                make_fork, make_platform, make_read_error, make_run, readable)
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, Run, SkippedRecord

TOOL = "pyperf"
FORMATS = ("1.0",)
ADVICE = "measure with `pyperf timeit -o FILE` or your own Runner, and give each benchmark a name"
UNKNOWN = list_unknown_terms(TOOL, threads="pyperf does not record how many threads a benchmark had",
                             opi="pyperf does not record inner loops in its values")


class Process(msgspec.Struct):
    """A run. A run that only searched for the number of loops has no values. A warmup is a number of loops and a value.
    """

    values: list[float] = []
    warmups: list[tuple[int, float]] = []
    metadata: dict[str, Any] = {}


class Benchmark(msgspec.Struct):
    """A benchmark and its runs."""

    runs: list[Process]
    metadata: dict[str, Any] = {}


class Document(msgspec.Struct):
    """The file."""

    benchmarks: list[Benchmark]
    version: str
    metadata: dict[str, Any] = {}


def recognises(document: Any) -> bool:
    """Whether the document has the form of this tool's files."""
    own = isinstance(document, dict) and not {"context", "machine_info"} & document.keys()
    return own and is_list_with(document.get("benchmarks"), "runs")


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for a file that pyperf would not write."""
    file = check_document(document, Document, path, TOOL)
    if file.version not in FORMATS:
        raise make_read_error(path, TOOL, f"its format is {file.version}, but this clamh reads {', '.join(FORMATS)}",
                              "write it again with another pyperf version, or read it with a newer clamh")
    measured, skipped = [], []
    for number, benchmark in enumerate(file.benchmarks, 1):
        facts = _merge_metadata(file, benchmark)
        name, unit = str(facts.get("name") or f"benchmark {number}"), facts.get("unit", "second")
        if unit != "second":
            skipped.append(
                SkippedRecord(platform=TOOL, reason=f"{name} is in {unit}s, which is not a unit of time",
                              hint="clamh reads only times"))
            continue
        measured.append(_to_measured(name, benchmark))
    facts = _merge_metadata(file, file.benchmarks[0]) if file.benchmarks else {}
    implementation, version = (str(facts.get(f"python_{fact}") or "") for fact in ("implementation", "version"))
    platform = make_platform(TOOL, version=version, hello={"runtime": implementation})
    environment = _find_environment(facts)
    unknown_terms = {name: text for name, text, known in (
        ("machine", "the file does not name the machine", "host" in environment),
        ("boot", "the file does not record when the machine was started", "boot_id" in environment)) if not known}
    return make_run(path,
                    Origin(tool=TOOL, version=str(facts.get("perf_version") or ""), unknown=UNKNOWN | unknown_terms),
                    measured, skipped=skipped, platforms=(platform,), started=str(facts.get("date") or ""),
                    environment=environment, fingerprint=hash_facts(environment, ("host", "cpu", "boot_id")),
                    advice=ADVICE)


def _merge_metadata(file: Document, benchmark: Benchmark) -> dict[str, Any]:
    """All metadata of a benchmark: of the file, of the benchmark, and of its first run."""
    return {**file.metadata, **benchmark.metadata, **(benchmark.runs[0].metadata if benchmark.runs else {})}


def _find_environment(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of the machine, by the names that environment.py gives them."""
    named = {"host": "hostname", "cpu": "cpu_model_name", "cpus": "cpu_count", "boot_id": "boot_time", "aslr": "aslr",
             "os": "platform"}
    return {ours: facts[theirs] for ours, theirs in named.items() if facts.get(theirs) is not None}


def _to_measured(name: str, benchmark: Benchmark) -> Measured:
    """A fork for each run that has values. Runs that calibrate have none, and are no forks."""
    second = UNITS_NS["s"]
    forks = [make_fork(process.values, lambda value: value * second, [value for _, value in process.warmups])
             for process in benchmark.runs if process.values]
    times = [value * second for process in benchmark.runs for value in process.values]
    return Measured(
        name=name, key=name, platform=TOOL, mode="avgt", forks=forks, time_unit=readable(times), options={
            "warmup_iterations": max((len(process.warmups) for process in benchmark.runs if process.values), default=0)
        })
