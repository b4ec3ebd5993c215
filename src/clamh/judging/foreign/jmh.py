"""JMH's JSON (-rf json), of any harness that writes JMH's schema; what CLAMH adds under `clamh` is read too.

Source: org.openjdk.jmh.results.format.JSONResultFormat of JMH 1.37; tests/golden/jmh holds files that it wrote. A fork is
a process. Of secondary metrics those in the unit of the score are read, which are functions of a group and counters of operations: JMH
does not say which is which. Percentiles of mode sample come with its histogram; those of a group's functions are not read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import msgspec

from clamh.judging.foreign.measured import RATE, Figure, Fork, Measured, checked, done, fork, number, refused, run, time_unit, unknown
from clamh.model.identity import keys
from clamh.model.options import PRINTED_NS, UNITS_NS
from clamh.model.results import Origin, PlatformRecord, Run

TOOL = "JMH"
MODES = ("thrpt", "avgt", "sample", "ss")
PERCENTILE = re.compile(r"(^|:)p\d\.\d+$")
AGAIN = "measure again with `-rf json -rff FILE`"
APART = "give each JVM or run a file of its own"
UNFORKED = "not forked (-f 0): everything ran in one process, whose luck is the same for all benchmarks and iterations"
UNKNOWN = unknown(
    TOOL, opi="JMH's JSON does not say how many operations an invocation does", machine="JMH does not record the machine",
    boot="JMH does not record when the machine was started")
OPTIONS = ("warmup_iterations", "warmup_time_ns", "warmup_batch_size", "measurement_iterations", "measurement_time_ns",
           "measurement_batch_size", "forks")
# What CLAMH's own results in JMH's schema do say.
OURS = unknown("JMH's JSON")

Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class Metric(msgspec.Struct, rename="camel"):
    """The score of a benchmark: per fork, either a figure or a histogram of samples per iteration."""

    score_unit: str
    raw_data: list[list[Figure]] | None = None
    raw_data_histogram: list[list[list[tuple[Figure, Annotated[int, msgspec.Meta(ge=1)]]]]] | None = None


class Beside(msgspec.Struct, rename="camel"):
    """A secondary metric."""

    score_unit: str = ""
    raw_data: list[list[Figure]] | None = None


class Failure(msgspec.Struct):
    """A fork that failed, as CLAMH tells it."""

    fork: int
    cause: str


class Ours(msgspec.Struct):
    """What is read of `clamh`."""

    key: str
    platform: str
    source: str
    failures: list[Failure]
    run: dict[str, Any]
    build: str = ""
    # null: each invocation says how many it did
    operations_per_invocation: Annotated[int, msgspec.Meta(ge=1)] | msgspec.UnsetType | None = msgspec.UNSET


class Entry(msgspec.Struct, rename="camel"):
    """One benchmark in one mode with one set of params."""

    benchmark: str
    mode: str
    threads: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    forks: Count
    primary_metric: Metric
    secondary_metrics: dict[str, Beside] = {}
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
    clamh: Ours | None = None


def read(document: Any, path: str) -> Run:
    """The file as a Run. Raises InputError for what is not as JMH writes it."""
    entries = checked(document, list[Entry], path, TOOL)
    if len({one.clamh is None for one in entries}) > 1:
        raise refused(path, TOOL, "some of its results are CLAMH's and some are not", APART)
    ours = entries[0].clamh if entries else None
    machines = {(one.vm_name, one.jdk_version) for one in entries}
    several = ours is None and len(machines) > 1
    named = _keys(dict.fromkeys(one.benchmark for one in entries))
    measured, platforms = [], {}
    for one in entries:
        platform = ours and one.clamh.platform or (f"jmh/{one.jdk_version}" if several else "jmh")
        source = one.clamh.source if one.clamh else ""
        key = one.clamh.key if one.clamh else named[one.benchmark]  # one name may have two keys, on two platforms
        measured.append(_measured(one, key, platform, source, path))
        build = one.clamh.build if one.clamh else ""
        platforms.setdefault((platform, build, source), PlatformRecord(
            id=platform, build=build, language=platform.partition("/")[0], source=source, version=one.jdk_version, artifact_sha256="",
            flags=tuple(one.jvm_args), build_s=0.0, hello={"runtime": one.vm_name}))
    facts = ours.run if ours else {}
    origin = Origin(tool=TOOL, version=entries[0].jmh_version if entries else "", unknown=UNKNOWN, options=OPTIONS)
    if ours:
        origin = Origin(tool="CLAMH", version=str(facts.get("clamh_version") or ""), unknown=OURS,
                        options=(*OPTIONS, "operations_per_invocation"))
    environment = facts.get("environment")
    return run(path, origin, measured, platforms=tuple(platforms.values()), started=str(facts.get("started") or ""),
               environment=environment if isinstance(environment, dict) else {}, fingerprint=str(facts.get("fingerprint") or ""),
               advice=APART if entries else AGAIN)


def _keys(names: Iterable[str]) -> dict[str, str]:
    """The key of each name: the last identifier, widened until unique."""
    given = list(names)
    found = keys([(name, None) for name in given], "")
    return {name: key if key is not None else name for key, name in zip(found, given, strict=True)}


def _measured(one: Entry, key: str, platform: str, source: str, path: str) -> Measured:
    unit = one.primary_metric.score_unit
    rate = one.mode == RATE
    printed = time_unit(unit.removeprefix("ops/") if rate else unit.removesuffix("/op"))
    if one.mode not in MODES and not (one.clamh and one.mode == "wall"):
        raise refused(path, TOOL, f"{one.benchmark} has the mode '{one.mode}'", f"give results of {', '.join(MODES)}")
    if printed is None or rate != unit.startswith("ops/"):
        raise refused(path, TOOL, f"{one.benchmark} has the unit '{unit}', which is none of mode {one.mode}", AGAIN)
    planned = one.forks if one.clamh else max(one.forks, 1)
    said = one.clamh.operations_per_invocation if one.clamh else msgspec.UNSET
    params = dict(one.params)
    if one.clamh:  # platform and build are params there only because JMH has no place for them
        for name, value in (("platform", one.clamh.platform), ("build", one.clamh.build)):
            for each in (name, f"clamh.{name}"):
                if params.get(each) == value:
                    del params[each]
    options = {
        "warmup_iterations": one.warmup_iterations, "warmup_time_ns": _ns(one.warmup_time),
        "warmup_batch_size": one.warmup_batch_size, "measurement_iterations": one.measurement_iterations,
        "measurement_time_ns": _ns(one.measurement_time), "measurement_batch_size": max(1, one.measurement_batch_size),
        "forks": planned, "operations_per_invocation": said if isinstance(said, int) else 1,
    }
    return Measured(
        name=one.benchmark, key=key, platform=platform, build=one.clamh.build if one.clamh else "", mode=one.mode, time_unit=printed, source=source, threads=one.threads,
        params=params, options=options, operations=said is None, forks=_forks(one, planned, UNITS_NS[printed], path),
        together="" if one.forks or one.clamh else UNFORKED)


def _forks(one: Entry, planned: int, unit_ns: int, path: str) -> list[Fork]:
    """A fork for each that has raw data, then one for each that was planned and has none."""
    def ns(figure: float) -> float:
        return figure / unit_ns if one.mode == RATE else figure * unit_ns

    metric = one.primary_metric
    if metric.raw_data is None and metric.raw_data_histogram is None:
        raise refused(path, TOOL, f"{one.benchmark} has neither rawData nor rawDataHistogram, without which forks cannot be "
                      "told apart", AGAIN)
    raw = metric.raw_data_histogram if metric.raw_data_histogram is not None else metric.raw_data
    beside = _beside(one, [*map(len, raw)], ns)
    found = [fork(each, ns) if each else Fork((), failure="the file has no iteration of it") for each in raw]
    found = [msgspec.structs.replace(each, secondary={name: metric[at] for name, metric in beside.items()}) if not each.failure else each
             for at, each in enumerate(found)]
    causes = [each.cause for each in one.clamh.failures] if one.clamh else []
    left = max(0, planned - len(found))
    causes += ["the file has nothing of it"] * (left if not causes else 0)
    return [*found, *(Fork((), failure=cause) for cause in causes)]


def _beside(one: Entry, lengths: list[int], ns: Callable[[float], float]) -> dict[str, list[list[float]]]:
    """The secondary metrics in the unit of the score with a figure for each of its iterations, per fork."""
    found = {}
    for name, metric in one.secondary_metrics.items():
        raw = metric.raw_data or []
        if metric.score_unit != one.primary_metric.score_unit or PERCENTILE.search(name) or [*map(len, raw)] != lengths:
            continue
        values = [[ns(number(figure)) for figure in several] for several in raw]
        if all(0 <= value and math.isfinite(done(value, one.mode)) for several in values for value in several):
            found[name] = values
    return found


def _ns(time: str) -> int:
    """A time such as `10 s`, as JMH prints it; 0 for `single-shot` and for anything else, which is no time limit."""
    count, _, unit = time.partition(" ")
    return int(count) * PRINTED_NS[unit] if count.isdecimal() and unit in PRINTED_NS else 0
