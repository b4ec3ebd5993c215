"""BenchmarkDotNet's JSON (JsonExporter: *-report-full.json, *-report-brief.json and their compressed forms): launches
are processes.

Source: BenchmarkDotNet's src/BenchmarkDotNet/Exporters/Json/JsonExporterBase.cs of 0.15. A full file has every
measurement with its launch and its stage; the stage Result is the workload without the overhead. A brief file has the
values of all launches in a list.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from clamh.judging.foreign.tool_results import (MEAN_ONLY, Figure, Fork, Measured, check_document, find_keys,
                                                list_unknown_terms, make_fork, make_platform, make_run, number,
                                                readable)
from clamh.model.results import Origin, Run

TOOL = "BenchmarkDotNet"
PLATFORM = "benchmarkdotnet"
ADVICE = "measure with `--exporters JSON --launchCount 3`, and give the file *-report-full.json"
ONE_LAUNCH = ("it was launched once, so the score has no interval: a single process does not show how much processes "
              "differ")
BRIEF = ("the file does not tell launches apart, so the score has no interval: it does not show how much processes "
         "differ")
UNKNOWN = list_unknown_terms(TOOL, threads="BenchmarkDotNet does not record how many threads a benchmark had",
                             machine="BenchmarkDotNet does not record the machine",
                             opi="BenchmarkDotNet does not record how many operations an invocation does",
                             batch_size="BenchmarkDotNet does not record how many operations an invocation does",
                             warmup="BenchmarkDotNet does not record how long it warmed up",
                             boot="BenchmarkDotNet does not record when the machine was started")


class Measurement(msgspec.Struct, rename="pascal"):
    """An iteration. Before 0.13 there was no IterationMode Workload: Main and Result shared a field."""

    iteration_mode: str
    nanoseconds: Figure
    operations: Annotated[int, msgspec.Meta(ge=1)]
    launch_index: int = 1
    iteration_stage: str = ""


class Statistics(msgspec.Struct, rename="pascal"):
    """Statistics of a benchmark, in ns per operation."""

    mean: Figure
    original_values: list[Figure] | None = None


class Benchmark(msgspec.Struct, rename="pascal"):
    """A benchmark with a job and values of params. A failed benchmark has no statistics."""

    type: str
    method: str
    display_info: str = ""
    namespace: str | None = None
    parameters: str = ""
    statistics: Statistics | None = None
    measurements: list[Measurement] | None = None


class Host(msgspec.Struct, rename="pascal"):
    """The machine and the runtime."""

    benchmark_dot_net_version: str = ""
    os_version: str = ""
    processor_name: str | None = None
    logical_core_count: int | None = None
    runtime_version: str = ""
    configuration: str = ""


class Document(msgspec.Struct, rename="pascal"):
    """The file."""

    host_environment_info: Host
    benchmarks: list[Benchmark]


def recognises(document: Any) -> bool:
    """Whether the document has the form of this tool's files."""
    return isinstance(document, dict) and {"HostEnvironmentInfo", "Benchmarks"} <= document.keys()


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for a file that BenchmarkDotNet would not write."""
    file = check_document(document, Document, path, TOOL)
    jobs = {_find_job(benchmark) for benchmark in file.benchmarks}
    keys = find_keys(dict.fromkeys(_name(benchmark) for benchmark in file.benchmarks))
    measured = [_to_measured(benchmark, keys[_name(benchmark)], len(jobs) > 1) for benchmark in file.benchmarks]
    host = file.host_environment_info
    facts = {"cpu": host.processor_name, "cpus": host.logical_core_count, "os": host.os_version}
    platforms = [
        make_platform(platform, language=PLATFORM, version=host.runtime_version,
                      flags=(f"configuration: {host.configuration}",) if host.configuration else ())
        for platform in dict.fromkeys(benchmark.platform for benchmark in measured)
    ]
    return make_run(path, Origin(tool=TOOL, version=host.benchmark_dot_net_version,
                                 unknown=UNKNOWN), measured, platforms=platforms,
                    environment={name: fact for name, fact in facts.items() if fact}, advice=ADVICE)


def _name(benchmark: Benchmark) -> str:
    return ".".join(filter(None, (benchmark.namespace, benchmark.type, benchmark.method)))


def _find_job(benchmark: Benchmark) -> str:
    """The job in `Type.Method: Job-ABCDEF(Runtime=.NET 9.0) [N=100]`."""
    _, _, job = benchmark.display_info.partition(": ")
    return job.partition(" [")[0].strip()


def _to_measured(benchmark: Benchmark, key: str, several_jobs: bool) -> Measured:
    launches: dict[int, list[float]] = {}
    for measurement in benchmark.measurements or ():
        if "Result" in (measurement.iteration_stage, measurement.iteration_mode):
            launches.setdefault(measurement.launch_index,
                                []).append(number(measurement.nanoseconds) / measurement.operations)
    statistics = benchmark.statistics
    doubt = ONE_LAUNCH if len(launches) == 1 else ""
    if not launches and statistics:
        launches, doubt = {1: statistics.original_values
                           or [statistics.mean]}, BRIEF if statistics.original_values else MEAN_ONLY
    forks = [make_fork(times, float)
             for times in launches.values()] or [Fork((), failure="it failed: the file has no result for it")]
    job = _find_job(benchmark)
    return Measured(name=_name(benchmark), key=key, platform=f"{PLATFORM}/{job}" if several_jobs and job else PLATFORM,
                    mode="avgt", params=_split_params(benchmark.parameters), forks=forks, together=doubt,
                    time_unit=readable([number(time) for times in launches.values() for time in times]))


def _split_params(text: str) -> dict[str, str]:
    """The params of `N=100&Text=a`; a value may contain an ampersand, and then has no sign of equality before the next
    ampersand.
    """
    params: dict[str, str] = {}
    for part in text.split("&") if text else ():
        name, sign, value = part.partition("=")
        if sign or not params:
            params[name] = value
        else:
            last = next(reversed(params))
            params[last] = f"{params[last]}&{part}"
    return params
