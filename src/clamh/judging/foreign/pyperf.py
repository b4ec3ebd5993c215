"""pyperf's JSON (pyperf timeit -o FILE, bench_command and the like): runs are processes, each with some values.

Source: pyperf's documentation of its file format, version 1.0, and files of pyperf 2.10 (tests/foreign). Values are
seconds per loop; what benchmarks have in common stands in the metadata of the file, the rest in theirs and in their runs'.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from clamh.judging.foreign.measured import Measured, checked, fork, readable, refused, run, unknown
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, PlatformRecord, Run, SkippedRecord

TOOL = "pyperf"
FORMATS = ("1.0",)
ADVICE = "measure with `pyperf timeit -o FILE` or a Runner of your own, and give each benchmark a name"
UNKNOWN = unknown(
    TOOL, threads="pyperf does not record how many threads a benchmark had", opi="pyperf does not record inner loops in its values")


class Process(msgspec.Struct):
    """A run. One that only looked for the number of loops has no values; warmups are loops and a value each."""

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


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for what is not as pyperf writes it."""
    found = checked(document, Document, path, TOOL)
    if found.version not in FORMATS:
        raise refused(path, TOOL, f"its format is {found.version}, this clamh reads {', '.join(FORMATS)}",
                      "write it again with another version of pyperf, or read it with a newer clamh")
    measured, skipped = [], []
    for number, one in enumerate(found.benchmarks, 1):
        facts = _facts(found, one)
        name, unit = str(facts.get("name") or f"benchmark {number}"), facts.get("unit", "second")
        if unit != "second":
            skipped.append(SkippedRecord(platform=TOOL, reason=f"{name} is in {unit}s, which is no time", mend="only times are read"))
            continue
        measured.append(_measured(name, one))
    facts = _facts(found, found.benchmarks[0]) if found.benchmarks else {}
    implementation, version = (str(facts.get(f"python_{what}") or "") for what in ("implementation", "version"))
    platform = PlatformRecord(id=TOOL, language=TOOL, source="", version=version, flags=(), artifact_sha256="", build_s=0.0,
                              hello={"runtime": implementation})
    environment = _environment(facts)
    unsaid = {name: text for name, text, known in (
        ("machine", "the file does not say on which machine it was measured", "host" in environment),
        ("boot", "the file does not say when the machine was started", "boot_id" in environment)) if not known}
    return run(path, Origin(tool=TOOL, version=str(facts.get("perf_version") or ""), unknown=UNKNOWN | unsaid), measured,
               skipped=skipped, platforms=(platform,), started=str(facts.get("date") or ""), environment=environment,
               fingerprint=_fingerprint(environment), advice=ADVICE)


def _facts(found: Document, one: Benchmark) -> dict[str, Any]:
    """All metadata of a benchmark: that of the file, its own, and that of its first run."""
    return {**found.metadata, **one.metadata, **(one.runs[0].metadata if one.runs else {})}


def _environment(facts: dict[str, Any]) -> dict[str, Any]:
    """The machine, by the names that environment.py gives its facts."""
    named = {"host": "hostname", "cpu": "cpu_model_name", "cpus": "cpu_count", "boot_id": "boot_time", "aslr": "aslr",
             "os": "platform"}
    return {ours: facts[theirs] for ours, theirs in named.items() if facts.get(theirs) is not None}


def _fingerprint(environment: dict[str, Any]) -> str:
    """Equal where host, CPU and boot are; "" when one of them is unknown."""
    parts = [str(environment.get(name) or "") for name in ("host", "cpu", "boot_id")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16] if all(parts) else ""


def _measured(name: str, one: Benchmark) -> Measured:
    """A fork for each run that has values; those that calibrate have none, and are no forks."""
    second = UNITS_NS["s"]
    forks = [fork(each.values, lambda value: value * second, [value for _, value in each.warmups]) for each in one.runs if each.values]
    times = [value * second for each in one.runs for value in each.values]
    return Measured(name=name, key=name, platform=TOOL, mode="avgt", forks=forks, time_unit=readable(times),
                    options={"warmup_iterations": max((len(each.warmups) for each in one.runs if each.values), default=0)})
