"""pytest-benchmark's JSON (--benchmark-json=FILE, or what --benchmark-save keeps): rounds of a test function in a
process.

Source: pytest-benchmark's pytest_benchmark/stats.py and files of 5.3.1 (tests/foreign). Times are in seconds per call.
A file of --benchmark-save without --benchmark-save-data has only statistics of the rounds.
"""

from __future__ import annotations

from typing import Any

import msgspec

from clamh.judging.foreign.tool_results import (MEAN_ONLY, ONE_PROCESS, Figure, Measured, check_document, hash_facts,
                                                list_unknown_terms, make_fork, make_platform, make_read_error, make_run,
                                                number, readable, shorten_paths)
from clamh.model.options import UNITS_NS
from clamh.model.results import Origin, Run

TOOL = "pytest-benchmark"
ADVICE = "measure with `pytest --benchmark-json=FILE`"
ROUNDS = ONE_PROCESS.format(figures="the rounds")
UNKNOWN = list_unknown_terms(TOOL, threads="pytest-benchmark does not record how many threads a benchmark had",
                             opi="pytest-benchmark does not record how many operations a call does",
                             warmup="pytest-benchmark does not record how it warmed up",
                             boot="pytest-benchmark does not record when the machine was started",
                             forks="pytest-benchmark's rounds share a process")


class Stats(msgspec.Struct):
    """What is known of the rounds of a test; a round's time is that of a call."""

    mean: Figure
    data: list[Figure] | None = None


class Benchmark(msgspec.Struct):
    """A test, with the values of its parameters."""

    name: str
    fullname: str
    stats: Stats
    params: dict[str, Any] | None = None
    options: dict[str, Any] = {}


class Machine(msgspec.Struct):
    """What is known of the machine. A project may add to it and change it."""

    node: Any = None  # the name of the host
    system: Any = None
    release: Any = None
    cpu: Any = None
    python_version: Any = None
    python_implementation: Any = None


class Document(msgspec.Struct):
    """The file."""

    machine_info: Machine
    benchmarks: list[Benchmark]
    datetime: str = ""
    version: str = ""


def recognises(document: Any) -> bool:
    """Whether the document has the form of this tool's files."""
    return isinstance(document, dict) and "machine_info" in document and "benchmarks" in document


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for a file that pytest-benchmark would not write."""
    file = check_document(document, Document, path, TOOL)
    paths = {benchmark.fullname: tuple(_remove_params(benchmark).split("::")) for benchmark in file.benchmarks}
    keys = shorten_paths(paths.values())
    measured = [_to_measured(benchmark, keys[paths[benchmark.fullname]], path) for benchmark in file.benchmarks]
    machine = file.machine_info
    cpu = machine.cpu if isinstance(machine.cpu, dict) else {}
    facts = {
        "host": machine.node, "cpu": cpu.get("brand_raw"), "cpus": cpu.get("count"), "os": machine.system,
        "kernel": machine.release
    }
    environment = {name: fact for name, fact in facts.items() if fact}
    platform = make_platform(TOOL, version=str(machine.python_version or ""),
                             hello={"runtime": str(machine.python_implementation or "")})
    unknown = UNKNOWN if "host" in environment else UNKNOWN | {"machine": "the file does not name the machine"}
    origin = Origin(tool=TOOL, version=file.version, unknown=unknown)
    return make_run(path, origin, measured, platforms=(platform,), started=file.datetime,
                    environment=environment, fingerprint=hash_facts(environment, ("host", "cpu", "kernel")),
                    advice=ADVICE)


def _remove_params(benchmark: Benchmark) -> str:
    """The full name without the values of params in brackets."""
    return benchmark.fullname.partition("[")[0] if benchmark.params else benchmark.fullname


def _to_measured(benchmark: Benchmark, key: str, path: str) -> Measured:
    second = UNITS_NS["s"]
    if benchmark.options.get("timer") in ("process_time", "thread_time"):
        raise make_read_error(path, TOOL,
                              f"{benchmark.name} was measured with {benchmark.options['timer']}, which is CPU time",
                              "measure with the default timer")
    rounds = benchmark.stats.data or [benchmark.stats.mean]
    return Measured(name=_remove_params(benchmark), key=key, platform=TOOL, mode="avgt", params=_format_params(
        benchmark.params or {}), forks=[make_fork(rounds, lambda time: time * second)],
                    time_unit=readable([number(time) * second
                                        for time in rounds]), together=ROUNDS if benchmark.stats.data else MEAN_ONLY)


def _format_params(params: dict[str, Any]) -> dict[str, str]:
    """The params as text; pytest-benchmark writes what JSON cannot hold as text itself."""
    return {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in params.items()
    }
