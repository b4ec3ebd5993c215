"""The common form of every tool's file: benchmarks with the scores of their processes. It becomes the Run here."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from clamh.model.cases import CaseOptions
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.identity import add_build, assign_keys
from clamh.model.options import PRINTED, UNITS_NS
from clamh.model.results import (SCHEMA_VERSION, CaseRecord, CaseResult, End, ForkEnd, ForkResult, ForkStart, Header,
                                 IterationRecord, Origin, PlatformRecord, Run, SkippedRecord, WarningRecord)
from clamh.model.sources import CounterMeaning
from clamh.model.worker import ThreadIteration

Kind = TypeVar("Kind")
Figure = float | str  # as files have them; text where it is not a number
Histogram = Sequence[tuple[float, float]]  # values in ns, each with its number of occurrences
RATE = "thrpt"
ITERATION_NS = 1_000_000_000
# What no file of another tool states.
NOT_RECORDED = {
    "binding": "{tool} does not record which CPUs threads were bound to",
    "layout": "{tool} does not record the memory layout",
    "seed": "{tool} does not record a seed",
    "data": "{tool} does not record the data",
    "value": "{tool} does not check the computed values, so two sides may do different work",
    "optimisation": "{tool} does not record the optimisation flags",
    "target": "{tool} does not record the target machine of the code",
}


# A doubt about a benchmark whose figures share a process: they become iterations of a single fork, and so have no
# interval.
ONE_PROCESS = ("{figures} share a process, so the score has no interval: it does not show how much processes differ")
MEAN_ONLY = "the file has only a mean, so the score has no interval: it does not show how much measurements differ"


class Fork(msgspec.Struct, frozen=True):
    """What a process measured: a score per iteration, in mode sample a histogram per iteration; or why it measured
    nothing.

    `secondary` has other results of the same iterations by name, in the unit of the scores.
    """

    measurement: Sequence[float | Histogram]
    warmup: Sequence[float] = ()
    failure: str = ""
    secondary: dict[str, Sequence[float]] = {}


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """One benchmark of the file. Scores are in ns per operation, in mode thrpt in operations per ns.

    `together` says what its forks are when they are not processes; it becomes a warning.
    """

    name: str
    key: str
    platform: str
    mode: str
    time_unit: str
    forks: Sequence[Fork]
    source: str = ""
    build: str = ""
    baseline: str = ""  # as in Case
    threads: int = 1
    params: dict[str, str] = {}
    options: dict[str, Any] = {}
    together: str = ""
    operations: bool = False  # each invocation reported its number of operations


def make_run(
    path: str, origin: Origin, measured: Sequence[Measured], *, started: str = "", environment: dict[str, Any] = {},
    fingerprint: str = "", platforms: Sequence[PlatformRecord], skipped: Iterable[SkippedRecord] = (), advice: str,
) -> Run:
    """The Run. Raises InputError when two benchmarks cannot be distinguished, or there is none; `advice` is then the
    hint.
    """
    skipped = tuple(skipped)
    if not measured:
        reason = "; ".join(record.reason for record in skipped) or "it has no benchmark"
        raise make_read_error(path, origin.tool, reason, advice)
    cases = [_to_case(benchmark) for benchmark in measured]
    times = Counter(case.case_id for case in cases)
    ambiguous = list(dict.fromkeys(_describe_case(case) for case in cases if times[case.case_id] > 1))
    if ambiguous:
        raise make_read_error(path, origin.tool, f"it has several results of {'; '.join(ambiguous)} that look the same",
                              advice)
    header = Header(schema_version=SCHEMA_VERSION, run_id=digest([origin.tool, started,
                                                                  msgspec.to_builtins(measured)]), clamh_version="",
                    command=(), started=started, seed=0, confidence=0.95, environment=environment,
                    fingerprint=fingerprint, sources={})
    tool = origin.tool.lower().replace(" ", "-")
    return Run(
        path=path, header=header, platforms=tuple(platforms), skipped=skipped, floors=(), warnings=(), origin=origin,
        end=End(status="complete", time="", measuring_s=0.0, driver_cpu_s=0.0),
        cases=tuple(_to_result(case, benchmark, tool) for case, benchmark in zip(cases, measured, strict=True)))


def make_platform(id: str, *, language: str = "", source: str = "", build: str = "", version: str = "",
                  flags: Sequence[str] = (), hello: dict[str, Any] = {}) -> PlatformRecord:
    """The record of a platform, as far as a tool's files describe it; its language is the platform itself by default.
    """
    return PlatformRecord(id=id, language=language or id, source=source, build=build, version=version,
                          flags=tuple(flags), artifact_sha256="", build_s=0.0, hello=hello)


def check_document(document: Any, kind: type[Kind], path: str, tool: str) -> Kind:
    """The document as a value of the tool's own type. Raises InputError with the place of what is missing or of another
    type.
    """
    try:
        return msgspec.convert(document, kind, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        problem = str(error).replace("`$", "`")
        raise make_read_error(path, tool, f"it differs from what {tool} writes: {problem}") from None


def is_list_with(value: Any, field: str) -> bool:
    """Whether the value is a list of objects with this field, judged by its first element."""
    return isinstance(value, list) and (not value or isinstance(value[0], dict) and field in value[0])


def make_read_error(path: str, tool: str, message: str, hint: str = "") -> InputError:
    """The error for a file that cannot be read."""
    hint = hint or f"give the file unchanged from {tool}; docs/reference/other-tools.md lists the supported tools"
    return input_error("foreign", f"{path} ({tool}): {message}", hint)


def list_unknown_terms(tool: str, **more: str) -> dict[str, str]:
    """The terms of which a tool's files say nothing: those of every tool, and `more` by name (_ for a space)."""
    return {name: text.format(tool=tool) for name, text in NOT_RECORDED.items()} | {
        name.replace("_", " "): text for name, text in more.items()}


def find_keys(names: Iterable[str]) -> dict[str, str]:
    """The key of each name of identifiers: the last identifier, widened until it is unique."""
    all_names = list(names)
    keys_in_order = assign_keys([(name, None) for name in all_names], "")
    return {name: key if key is not None else name for name, key in zip(all_names, keys_in_order, strict=True)}


def shorten_paths(paths: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """The key of each path of free text: its last part, with the parts before it until it is unique."""
    widths = dict.fromkeys(paths, 1)
    while True:
        keys = {path: "/".join(path[-width:]) for path, width in widths.items()}
        times = Counter(keys.values())
        wider = {path: width + (times[keys[path]] > 1 and width < len(path)) for path, width in widths.items()}
        if wider == widths:
            return keys
        widths = wider


def time_unit(printed: str) -> str | None:
    """The time unit of Options that is printed in this way, or None."""
    return {PRINTED.get(unit, unit): unit for unit in UNITS_NS}.get(printed)


def readable(ns: Sequence[float]) -> str:
    """The largest of ns, us, ms, s in which the smallest of these times is 1 or more."""
    least = min((time_ns for time_ns in ns if time_ns > 0), default=1.0)
    return next((unit for unit in ("s", "ms", "us") if least >= UNITS_NS[unit]), "ns")


def number(value: float | str) -> float:
    """A figure as these tools write it: "NaN" and infinities are text in JSON. NaN for any other text."""
    if not isinstance(value, str):
        return float(value)
    return {"+INF": math.inf, "-INF": -math.inf, "Infinity": math.inf, "-Infinity": -math.inf}.get(value, math.nan)


def make_fork(figures: Sequence[Figure | list[tuple[Figure, int]]], ns: Callable[[float], float],
              warmup: Sequence[Figure] = ()) -> Fork:
    """The fork with these figures of the file; in mode sample each figure has its number of occurrences.

    A figure that is not a time or rate makes the fork fail. `ns` converts a figure to the unit of Measured.
    """
    for index, iteration in enumerate(figures, 1):
        for figure in [value for value, _ in iteration] if isinstance(iteration, list) else [iteration]:
            if not 0 <= ns(number(figure)) < math.inf:
                return Fork(
                    (),
                    failure=f"the file has {_format_figure(figure)} for iteration {index}, which is not a time or rate")
    measurement = [[(ns(number(value)), count)
                    for value, count in figure] if isinstance(figure, list) else ns(number(figure))
                   for figure in figures]
    return Fork(measurement, [value for figure in warmup if 0 <= (value := ns(number(figure))) < math.inf])


def _format_figure(figure: Figure) -> str:
    """A figure as it is written in the file."""
    value = number(figure)
    if isinstance(figure, str) and math.isnan(value) and figure != "NaN":
        return f"'{figure}'"
    return repr(value).removesuffix(".0")


def _to_case(benchmark: Measured) -> CaseRecord:
    identity = [benchmark.key, benchmark.platform, benchmark.mode, benchmark.threads, sorted(benchmark.params.items()),
                *filter(None, [benchmark.source])]
    known = {
        "warmup_iterations": 0,
        "warmup_time_ns": 0,
        "warmup_batch_size": 1,
        "measurement_iterations": max((len(fork.measurement) for fork in benchmark.forks), default=0),
        "measurement_time_ns": 0,
        "measurement_batch_size": 1,
        "forks": len(benchmark.forks),
        "warmup_forks": 0,
        "operations_per_invocation": 1,
        "time_unit": benchmark.time_unit,
        "timeout_ns": 0,
    }
    return CaseRecord(
        case_id=add_build(digest(identity),
                          benchmark.build), key=benchmark.key, benchmark=benchmark.name, platform=benchmark.platform,
        build=benchmark.build, source=benchmark.source, mode=benchmark.mode, threads=benchmark.threads,
        baseline=benchmark.baseline, params=benchmark.params, operations=benchmark.operations,
        options=CaseOptions(**(known | benchmark.options)),
        counters={name: CounterMeaning(type="OPERATIONS") for fork in benchmark.forks for name in fork.secondary})


def _describe_case(case: CaseRecord) -> str:
    params = ", ".join(f"{name} = {value}" for name, value in case.params.items())
    return f"{case.benchmark} ({params})" if params else case.benchmark


def _to_result(case: CaseRecord, benchmark: Measured, source: str) -> CaseResult:
    warnings = ()
    if benchmark.together:
        warnings = (WarningRecord(code="not-processes", message=benchmark.together, case_id=case.case_id),)
    return CaseResult(case=case, forks=tuple(
        _to_fork(case, number, fork, source) for number, fork in enumerate(benchmark.forks)), warnings=warnings)


def _to_fork(case: CaseRecord, number: int, fork: Fork, source: str) -> ForkResult:
    where = {"case_id": case.case_id, "fork": number}
    end = {"status": "failed", "reason": "recorded", "message": fork.failure
           } if fork.failure else {"status": "ok", "exit_code": 0}
    secondary = [dict(zip(fork.secondary, each, strict=True)) for each in zip(*fork.secondary.values(), strict=True)]
    phases = {"warmup": [(each, {}) for each in fork.warmup],
              "measurement": list(zip(fork.measurement, secondary or [{}] * len(fork.measurement), strict=True))}
    iterations = {
        phase: tuple(
            IterationRecord(**where, phase=phase, index=index, threads=(_to_thread(*each, case),), source=source)
            for index, each in enumerate(scores)) for phase, scores in phases.items()
    }
    return ForkResult(start=ForkStart(**where, block=number, position=0, time="", pid=0), end=ForkEnd(**where, **end),
                      **iterations)


def _to_thread(measured: float | Histogram, secondary: dict[str, float], case: CaseRecord) -> ThreadIteration:
    """Operations and a time that give the score of an iteration.

    The file has scores only, and one second reproduces them to the last digit. Secondary scores are
    counted as operations of their own in that second.
    """
    score, histogram = measured, ()
    if not isinstance(measured, float):
        # a worker's samples are batches; a file has its samples per operation
        batch = case.options.operations_per_invocation
        counts: Counter[float] = Counter()
        for value, count in measured:
            counts[value * batch] += count
        samples = counts.total()
        score = math.fsum(value * count for value, count in counts.items()) / samples / batch if samples else 0.0
        histogram = tuple(float(each) for value in sorted(counts) for each in (value, counts[value]))
    if case.mode == RATE:
        operations, elapsed = score * ITERATION_NS, ITERATION_NS
    else:
        operations, elapsed = (ITERATION_NS / score, ITERATION_NS) if score else (1.0, 0)
    counters = {name: to_operations(value, case.mode)
                for name, value in secondary.items()} if elapsed and operations else {}
    return ThreadIteration(operations=operations, all_operations=operations, elapsed_ns=elapsed, histogram=histogram,
                           counters=counters)


def to_operations(score: float, mode: str) -> float:
    """How many operations a score is in the time that every iteration is taken to last; infinite or NaN where it has
    none.
    """
    if mode == RATE:
        return score * ITERATION_NS
    return ITERATION_NS / score if score else math.inf


def parse_figure(text: str) -> Figure:
    """The number that a text is; another text as it is."""
    try:
        return float(text)
    except ValueError:
        return text


def hash_facts(environment: dict[str, Any], names: Sequence[str], needed: int | None = None) -> str:
    """A hash of the facts with these names; "" if any of them, or of the first `needed`, is unknown."""
    parts = [str(environment.get(name) or "") for name in names]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16] if all(parts[:needed]) else ""


def digest(value: Any) -> str:
    """A short hash of plain data."""
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]
