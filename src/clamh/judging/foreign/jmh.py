"""JMH's JSON (-rf json), from any harness that writes JMH's schema. What CLAMH adds under `clamh` is read too.

Source: org.openjdk.jmh.results.format.JSONResultFormat of JMH 1.37; tests/golden/jmh holds files that it wrote. A fork
is a process. Secondary metrics are read if they have the unit of the score: functions of a group and counters of
operations. JMH does not say which of them a metric is. Percentiles of mode sample come with its histogram; percentiles
of a group's functions are not read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec

from clamh.judging.foreign.tool_results import (RATE, Figure, Fork, Measured, check_document, find_keys,
                                                list_unknown_terms, make_fork, make_platform, make_read_error, make_run,
                                                number, time_unit, to_operations)
from clamh.model.cases import CallBounds
from clamh.model.options import PRINTED_NS, UNITS_NS
from clamh.model.results import Origin, Run

TOOL = "JMH"
MODES = ("thrpt", "avgt", "sample", "ss")
PERCENTILE = re.compile(r"(^|:)p\d\.\d+$")
MEASURE_AGAIN = "measure again with `-rf json -rff FILE`"
SEPARATE_FILES = "give each JVM or run its own file"
UNFORKED = "not forked (-f 0): everything ran in one process, so effects of that process do not average out"
UNKNOWN = list_unknown_terms(TOOL, opi="JMH's JSON does not record how many operations an invocation does",
                             machine="JMH does not record the machine",
                             boot="JMH does not record when the machine was started")
OPTIONS = ("warmup_iterations", "warmup_time_ns", "warmup_batch_size", "measurement_iterations", "measurement_time_ns",
           "measurement_batch_size", "forks")
NO_BOUNDS = "JMH's JSON of an older CLAMH lacks the bounds of an iteration's calls"

Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class Metric(msgspec.Struct, rename="camel"):
    """The score of a benchmark, per fork: either a figure per iteration, or a histogram of samples per iteration."""

    score_unit: str
    raw_data: list[list[Figure]] | None = None
    raw_data_histogram: list[list[list[tuple[Figure, Annotated[int, msgspec.Meta(ge=1)]]]]] | None = None


class SecondaryMetric(msgspec.Struct, rename="camel"):
    """A secondary metric."""

    score_unit: str = ""
    raw_data: list[list[Figure]] | None = None


class Failure(msgspec.Struct):
    """A fork that failed, as CLAMH writes it."""

    fork: int
    cause: str


class ClamhPart(msgspec.Struct):
    """The part of `clamh` that is read."""

    key: str
    platform: str
    source: str
    failures: list[Failure]
    run: dict[str, Any]
    build: str = ""
    # null: each invocation reports its number of operations
    operations_per_invocation: Annotated[int, msgspec.Meta(ge=1)] | msgspec.UnsetType | None = msgspec.UNSET
    # null: an iteration has a time, and no number of calls; unset in files of an older CLAMH
    bounds: CallBounds | msgspec.UnsetType | None = msgspec.UNSET


class Entry(msgspec.Struct, rename="camel"):
    """One benchmark in one mode with one set of params."""

    benchmark: str
    mode: str
    threads: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    forks: Count
    primary_metric: Metric
    secondary_metrics: dict[str, SecondaryMetric] = {}
    jmh_version: str = ""
    jdk_version: str = ""
    vm_name: str = ""
    jvm_args: list[str] = []
    warmup_iterations: Count = 0
    warmup_time: str = ""
    warmup_batch_size: Count = 1
    measurement_iterations: Count = 0
    measurement_time: str = ""
    measurement_batch_size: Count = 1
    params: dict[str, str] = {}
    clamh: ClamhPart | None = None


def recognises(document: Any) -> bool:
    """Whether the document has the form of this tool's files."""
    first = document[0] if isinstance(document, list) and document else {"jmhVersion": ""}  # JMH's file of no benchmark
    return isinstance(document, list) and isinstance(first,
                                                     dict) and bool({"primaryMetric", "jmhVersion"} & first.keys())


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for a file that JMH would not write."""
    entries = check_document(document, list[Entry], path, TOOL)
    if len({entry.clamh is None for entry in entries}) > 1:
        raise make_read_error(path, TOOL, "some of its results are from CLAMH and some are not", SEPARATE_FILES)
    of_clamh = entries[0].clamh if entries else None
    machines = {(entry.vm_name, entry.jdk_version) for entry in entries}
    by_jdk = of_clamh is None and len(machines) > 1
    keys_of_names = find_keys(dict.fromkeys(entry.benchmark for entry in entries))
    measured, platforms = [], {}
    for entry in entries:
        platform = of_clamh and entry.clamh.platform or (f"jmh/{entry.jdk_version}" if by_jdk else "jmh")
        source = entry.clamh.source if entry.clamh else ""
        key = entry.clamh.key if entry.clamh else keys_of_names[
            entry.benchmark]  # one name may have two keys, on two platforms
        measured.append(_to_measured(entry, key, platform, source, path))
        build = entry.clamh.build if entry.clamh else ""
        platforms.setdefault((platform, build, source),
                             make_platform(platform, build=build, language=platform.partition("/")[0], source=source,
                                           version=entry.jdk_version, flags=entry.jvm_args,
                                           hello={"runtime": entry.vm_name}))
    facts = of_clamh.run if of_clamh else {}
    origin = Origin(tool=TOOL, version=entries[0].jmh_version if entries else "", unknown=UNKNOWN, options=OPTIONS)
    if of_clamh:
        origin = Origin(tool="CLAMH", version=str(facts.get("clamh_version") or ""), unknown=_list_unknown(entries),
                        options=(*OPTIONS, "operations_per_invocation"))
    environment = facts.get("environment")
    return make_run(path, origin, measured, platforms=tuple(platforms.values()), started=str(
        facts.get("started") or ""), environment=environment if isinstance(environment, dict) else {}, fingerprint=str(
            facts.get("fingerprint") or ""), advice=SEPARATE_FILES if entries else MEASURE_AGAIN)


def _list_unknown(entries: Sequence[Entry]) -> dict[str, str]:
    """The terms that CLAMH's own results in JMH's schema do not state. Single shots have no bounds."""
    older = any(entry.clamh and entry.clamh.bounds is msgspec.UNSET and entry.mode != "ss" for entry in entries)
    return list_unknown_terms("JMH's JSON") | ({"batch size": NO_BOUNDS} if older else {})


def _to_measured(entry: Entry, key: str, platform: str, source: str, path: str) -> Measured:
    unit = entry.primary_metric.score_unit
    rate = entry.mode == RATE
    printed = time_unit(unit.removeprefix("ops/") if rate else unit.removesuffix("/op"))
    if entry.mode not in MODES and not (entry.clamh and entry.mode == "wall"):
        raise make_read_error(path, TOOL, f"{entry.benchmark} has the unknown mode '{entry.mode}'",
                              f"give results of modes {', '.join(MODES)}")
    if printed is None or rate != unit.startswith("ops/"):
        raise make_read_error(path, TOOL,
                              f"{entry.benchmark} has the unit '{unit}', which mode {entry.mode} does not have",
                              MEASURE_AGAIN)
    planned = entry.forks if entry.clamh else max(entry.forks, 1)
    operations = entry.clamh.operations_per_invocation if entry.clamh else msgspec.UNSET
    params = dict(entry.params)
    if entry.clamh:  # platform and build are params only because JMH has no field for them
        for name, value in (("platform", entry.clamh.platform), ("build", entry.clamh.build)):
            for param in (name, f"clamh.{name}"):
                if params.get(param) == value:
                    del params[param]
    options: dict[str, Any] = {
        "warmup_iterations": entry.warmup_iterations,
        "warmup_time_ns": _parse_time_ns(entry.warmup_time),
        "warmup_batch_size": entry.warmup_batch_size,
        "measurement_iterations": entry.measurement_iterations,
        "measurement_time_ns": _parse_time_ns(entry.measurement_time),
        "measurement_batch_size": max(1, entry.measurement_batch_size),
        "forks": planned,
        "operations_per_invocation": operations if isinstance(operations, int) else 1,
    }
    if entry.clamh and entry.clamh.bounds:
        options["bounds"] = entry.clamh.bounds
    return Measured(name=entry.benchmark, key=key, platform=platform, build=entry.clamh.build if entry.clamh else "",
                    mode=entry.mode, time_unit=printed, source=source, threads=entry.threads,
                    params=params, options=options, operations=operations is None, forks=_to_forks(
                        entry, planned, UNITS_NS[printed],
                        path), together="" if entry.forks or entry.clamh else UNFORKED)


def _to_forks(entry: Entry, planned: int, unit_ns: int, path: str) -> list[Fork]:
    """A fork for each that has raw data, then one for each that was planned and has none."""
    def ns(figure: float) -> float:
        return figure / unit_ns if entry.mode == RATE else figure * unit_ns

    metric = entry.primary_metric
    if metric.raw_data is None and metric.raw_data_histogram is None:
        raise make_read_error(
            path, TOOL, f"{entry.benchmark} has neither rawData nor rawDataHistogram, so its forks cannot be separated",
            MEASURE_AGAIN)
    raw = metric.raw_data_histogram if metric.raw_data_histogram is not None else metric.raw_data
    secondary = _find_secondary(entry, [*map(len, raw)], ns)
    forks = [
        make_fork(iterations, ns) if iterations else Fork((), failure="the file has no iterations for it")
        for iterations in raw
    ]
    forks = [msgspec.structs.replace(scored, secondary={name: metric[number] for name, metric in secondary.items()})
             if not scored.failure else scored for number, scored in enumerate(forks)]
    causes = [failure.cause for failure in entry.clamh.failures] if entry.clamh else []
    missing = max(0, planned - len(forks))
    causes += ["the file has no data for it"] * (missing if not causes else 0)
    return [*forks, *(Fork((), failure=cause) for cause in causes)]


def _find_secondary(entry: Entry, lengths: list[int], ns: Callable[[float], float]) -> dict[str, list[list[float]]]:
    """The secondary metrics in the unit of the score that have a figure for each of its iterations, per fork."""
    secondary = {}
    for name, metric in entry.secondary_metrics.items():
        raw = metric.raw_data or []
        if metric.score_unit != entry.primary_metric.score_unit or PERCENTILE.search(name):
            continue
        if [*map(len, raw)] != lengths:
            continue
        values = [[ns(number(figure)) for figure in scores] for scores in raw]
        if all(0 <= value and math.isfinite(to_operations(value, entry.mode)) for scores in values for value in scores):
            secondary[name] = values
    return secondary


def _parse_time_ns(time: str) -> int:
    """A time such as `10 s`, as JMH prints it, in ns; 0 for `single-shot` and anything else that is no time limit."""
    count, _, unit = time.partition(" ")
    return int(count) * PRINTED_NS[unit] if count.isdecimal() and unit in PRINTED_NS else 0
