"""What every tool's file comes to: benchmarks with the scores of their processes; and from there the Run."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from clamh.model.cases import CaseOptions
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.identity import of_build
from clamh.model.options import PRINTED, UNITS_NS
from clamh.model.results import (SCHEMA_VERSION, CaseRecord, CaseResult, End, ForkEnd, ForkResult, ForkStart, Header, IterationRecord,
                           Origin, PlatformRecord, Run, SkippedRecord, WarningRecord)
from clamh.model.sources import CounterMeaning
from clamh.model.worker import ThreadIteration

Kind = TypeVar("Kind")
Figure = float | str  # as files have them: what is no number is text
Histogram = Sequence[tuple[float, float]]  # values in ns, each with how often
RATE = "thrpt"
STRETCH_NS = 1_000_000_000
# What no file of another tool's says.
NOWHERE = {
    "binding": "{tool} does not record which CPUs threads were bound to",
    "layout": "{tool} does not record where things lay in memory",
    "seed": "{tool} does not record a seed",
    "data": "{tool} does not record which data was worked on",
    "value": "{tool} does not check what is computed",
    "optimisation": "{tool} does not record how the code was optimised",
    "target": "{tool} does not record for which machine the code was compiled",
}


class Fork(msgspec.Struct, frozen=True):
    """What one process measured: a score per iteration, of mode sample a histogram each; or why it measured nothing.

    `secondary` has other results of the same iterations by name, in the measure of scores.
    """

    measurement: Sequence[float | Histogram]
    warmup: Sequence[float] = ()
    failure: str = ""
    secondary: dict[str, Sequence[float]] = {}


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """One benchmark of the file. Scores are in ns per operation, in mode thrpt in operations per ns.

    `together` says what its forks are when they are not processes, for a warning.
    """

    name: str
    key: str
    platform: str
    mode: str
    time_unit: str
    forks: Sequence[Fork]
    source: str = ""
    build: str = ""
    threads: int = 1
    params: dict[str, str] = {}
    options: dict[str, Any] = {}
    together: str = ""
    operations: bool = False  # each invocation said how many operations it did


def run(
    path: str, origin: Origin, measured: Sequence[Measured], *, started: str = "", environment: dict[str, Any] = {},
    fingerprint: str = "", platforms: Sequence[PlatformRecord], skipped: Iterable[SkippedRecord] = (), advice: str,
) -> Run:
    """The Run. Raises InputError when two benchmarks cannot be told apart, or there is none; `advice` says what to do then."""
    skipped = tuple(skipped)
    if not measured:
        told = "; ".join(one.reason for one in skipped) or "there is no benchmark in it"
        raise refused(path, origin.tool, told, advice)
    cases = [_case(one) for one in measured]
    times = Counter(one.case_id for one in cases)
    twins = list(dict.fromkeys(_called(one) for one in cases if times[one.case_id] > 1))
    if twins:
        raise refused(path, origin.tool, f"it has several results of {'; '.join(twins)}, which cannot be told apart", advice)
    header = Header(
        schema_version=SCHEMA_VERSION, run_id=_digest([path]), clamh_version="", command=(), started=started, seed=0,
        confidence=0.95, environment=environment, fingerprint=fingerprint, sources={})
    tool = origin.tool.lower().replace(" ", "-")
    return Run(
        path=path, header=header, platforms=tuple(platforms), skipped=skipped, floors=(), warnings=(), origin=origin,
        end=End(status="complete", time="", measuring_s=0.0, driver_cpu_s=0.0),
        cases=tuple(_result(case, one, tool) for case, one in zip(cases, measured, strict=True)))


def checked(document: Any, kind: type[Kind], path: str, tool: str) -> Kind:
    """The document as nouns of the tool's. Raises InputError with the place of what is missing or of another type."""
    try:
        return msgspec.convert(document, kind, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        told = str(error).replace("`$", "`")
        raise refused(path, tool, f"it is not as {tool} writes it: {told}") from None


def refused(path: str, tool: str, message: str, mend: str = "") -> InputError:
    """The error for a file that cannot be taken."""
    mend = mend or f"give the file as {tool} wrote it; `clamh report -h` names the tools whose files are read"
    return InputError([Diagnostic(code="foreign", message=f"{path} ({tool}): {message}", mend=mend)])


def unknown(tool: str, **more: str) -> dict[str, str]:
    """The terms that a tool's files say nothing of: those of every tool, and `more` by name (_ for a space)."""
    return {name: text.format(tool=tool) for name, text in NOWHERE.items()} | {
        name.replace("_", " "): text for name, text in more.items()}


def time_unit(printed: str) -> str | None:
    """The time unit of Options that is printed so, None for none."""
    return {PRINTED.get(one, one): one for one in UNITS_NS}.get(printed)


def readable(ns: Sequence[float]) -> str:
    """The largest of ns, us, ms, s in which the least of these times is 1 or more."""
    least = min((one for one in ns if one > 0), default=1.0)
    return next((unit for unit in ("s", "ms", "us") if least >= UNITS_NS[unit]), "ns")


def number(value: float | str) -> float:
    """A figure as these tools write it: "NaN" and its like are text in JSON. NaN for any other text."""
    if not isinstance(value, str):
        return float(value)
    return {"+INF": math.inf, "-INF": -math.inf, "Infinity": math.inf, "-Infinity": -math.inf}.get(value, math.nan)


def fork(figures: Sequence[Figure | list[tuple[Figure, int]]], ns: Callable[[float], float], warmup: Sequence[Figure] = ()) -> Fork:
    """The fork with these figures of the file, of mode sample each with how often; one that is no time or rate has failed it.

    `ns` makes of a figure what Measured has.
    """
    for index, one in enumerate(figures, 1):
        for figure in [value for value, _ in one] if isinstance(one, list) else [one]:
            if not 0 <= ns(number(figure)) < math.inf:
                return Fork((), failure=f"the file has {_said(figure)} for iteration {index}, which is no time or rate")
    made = [[(ns(number(value)), count) for value, count in one] if isinstance(one, list) else ns(number(one)) for one in figures]
    return Fork(made, [value for one in warmup if 0 <= (value := ns(number(one))) < math.inf])


def _said(figure: Figure) -> str:
    """A figure as the file has it."""
    value = number(figure)
    if isinstance(figure, str) and math.isnan(value) and figure != "NaN":
        return f"'{figure}'"
    return repr(value).removesuffix(".0")


def _case(one: Measured) -> CaseRecord:
    same = [one.key, one.platform, one.mode, one.threads, sorted(one.params.items())]
    given = {
        "warmup_iterations": 0, "warmup_time_ns": 0, "warmup_batch_size": 1,
        "measurement_iterations": max((len(each.measurement) for each in one.forks), default=0), "measurement_time_ns": 0,
        "measurement_batch_size": 1, "forks": len(one.forks), "warmup_forks": 0, "operations_per_invocation": 1,
        "time_unit": one.time_unit, "timeout_ns": 0,
    }
    return CaseRecord(
        case_id=of_build(_digest(same), one.build), key=one.key, benchmark=one.name, platform=one.platform, build=one.build, source=one.source, mode=one.mode,
        threads=one.threads, params=one.params, operations=one.operations, options=CaseOptions(**(given | one.options)),
        counters={name: CounterMeaning(type="OPERATIONS") for fork in one.forks for name in fork.secondary})


def _called(case: CaseRecord) -> str:
    params = ", ".join(f"{name} = {value}" for name, value in case.params.items())
    return f"{case.benchmark} ({params})" if params else case.benchmark


def _result(case: CaseRecord, one: Measured, source: str) -> CaseResult:
    told = ()
    if one.together:
        told = (WarningRecord(code="not-processes", message=one.together, case_id=case.case_id),)
    return CaseResult(case=case, forks=tuple(_fork(case, number, each, source) for number, each in enumerate(one.forks)),
                      warnings=told)


def _fork(case: CaseRecord, number: int, one: Fork, source: str) -> ForkResult:
    where = {"case_id": case.case_id, "fork": number}
    end = {"status": "failed", "reason": "recorded", "message": one.failure} if one.failure else {"status": "ok", "exit_code": 0}
    beside = [dict(zip(one.secondary, each, strict=True)) for each in zip(*one.secondary.values(), strict=True)]
    phases = {"warmup": [(each, {}) for each in one.warmup],
              "measurement": list(zip(one.measurement, beside or [{}] * len(one.measurement), strict=True))}
    made = {phase: tuple(IterationRecord(**where, phase=phase, index=index, threads=(_thread(*each, case),), source=source)
                         for index, each in enumerate(several)) for phase, several in phases.items()}
    return ForkResult(start=ForkStart(**where, block=number, position=0, time="", pid=0), end=ForkEnd(**where, **end), **made)


def _thread(one: float | Histogram, beside: dict[str, float], case: CaseRecord) -> ThreadIteration:
    """Operations and a time that have this score: the file has scores only, and one second gives them back to the last digit.

    What is `beside` it is counted as operations of its own in that second.
    """
    score, histogram = one, ()
    if not isinstance(one, float):
        batch = case.options.operations_per_invocation  # a worker's samples are batches, a file's are told per operation
        counts: Counter[float] = Counter()
        for value, count in one:
            counts[value * batch] += count
        samples = counts.total()
        score = math.fsum(value * count for value, count in counts.items()) / samples / batch if samples else 0.0
        histogram = tuple(float(each) for value in sorted(counts) for each in (value, counts[value]))
    if case.mode == RATE:
        operations, elapsed = score * STRETCH_NS, STRETCH_NS
    else:
        operations, elapsed = (STRETCH_NS / score, STRETCH_NS) if score else (1.0, 0)
    counters = {name: done(value, case.mode) for name, value in beside.items()} if elapsed and operations else {}
    return ThreadIteration(operations=operations, all_operations=operations, elapsed_ns=elapsed, histogram=histogram, counters=counters)


def done(score: float, mode: str) -> float:
    """How many operations a score is in the stretch that every iteration is taken for; infinite or NaN where it is none."""
    if mode == RATE:
        return score * STRETCH_NS
    return STRETCH_NS / score if score else math.inf


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]
