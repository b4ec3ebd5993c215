"""JMH's JSON with all its keys in its order, so that JMH viewers open our results. Our own data stands under `clamh`.

Source: org.openjdk.jmh.results.format.JSONResultFormat of JMH 1.37; tests/golden/jmh holds files that it wrote. A case
without a score is an entry too, with JMH's "NaN" and empty raw data: without an entry, a failure would look like a
benchmark that was not run.
"""

from __future__ import annotations

import json
import math
import os
import unicodedata
from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from clamh.judging.statistics.jmh import PERCENTILES, pool_values
from clamh.model.results import CaseRecord, PlatformRecord, Run
from clamh.model.summary import Estimate, Interval, Pooled, Row, Secondary, SuiteRatio, Summary
from clamh.report import jmh
from clamh.report.escape import UNPRINTABLE
from clamh.report.units import format_duration

SCHEMA = "1.37"
ENCODER = json.JSONEncoder(ensure_ascii=False)


def render(summary: Summary, run: Run) -> str:
    """The array of entries, one per case, in the order of the table."""
    cases = {result.case.case_id: result.case for result in run.cases}
    platforms = {(platform.side, platform.source): platform for platform in run.platforms}
    means = {(mean.suite, mean.mode, mean.platform, mean.reference): mean for mean in summary.suites}
    rows, entries = summary.rows, []
    sides = {row.case_id: row.side for row in rows}
    builds = len({row.build for row in rows})
    for row, params in zip(rows, jmh.collect_params(summary), strict=True):
        case, mean = cases[row.case_id], means.get(_find_mean(row, sides))
        entries.append(_entry(row, params, case, platforms.get((row.side, row.source)))
                       | {"clamh": _clamh_object(row, case, summary, run, [mean] if mean else [], builds)})
    return lay_out(entries)


def _find_mean(row: Row, sides: Mapping[str, str]) -> tuple[str, str, str, str] | None:
    """The suite, mode, side and reference of the mean that contains the row; None for a baseline, a bound, a reference,
    and a row that is not compared.
    """
    if row.ratio is None or row.ratio.not_compared or row.ratio.reference == row.case_id or row.baseline:
        return None
    return os.path.dirname(row.source), row.mode, row.side, sides[row.ratio.reference]


def lay_out(entries: list[dict[str, Any]]) -> str:
    """The entries in the layout of JMH's JSON, which ends in two empty lines."""
    return f"{_layout(entries, '')}\n\n\n"


def _layout(value: Any, indent: str) -> str:
    if isinstance(value, dict):
        parts = [f"{_text(key)} : {_layout(item, indent + '    ')}" for key, item in value.items()]
    elif isinstance(value, list) and [*map(type, value)] == [float, int]:  # a value of a histogram with its count
        return f"[ {jmh.format_shortest(value[0])}, {value[1]} ]"
    elif isinstance(value, list):
        parts = [_layout(item, indent + "    ") for item in value]
    elif isinstance(value, str):
        return _text(value)
    else:
        return jmh.format_shortest(value) if isinstance(value, float) else json.dumps(value)
    first, last = "{}" if isinstance(value, dict) else "[]"
    body = [",\n".join(f"{indent}    {item}" for item in parts)] if parts else []
    return "\n".join([first, *body, f"{indent}{last}"])


def _text(text: str) -> str:
    """A text as JSON: in UTF-8 as in JMH, but invisible or unencodable characters are escaped (JMH drops them)."""
    plain = ENCODER.encode(text)
    if plain.isprintable():
        return plain
    return "".join(json.dumps(c)[1:-1] if unicodedata.category(c) in UNPRINTABLE else c for c in plain)


def _entry(row: Row, params: dict[str, str], case: CaseRecord, platform: PlatformRecord | None) -> dict[str, Any]:
    """The fields of JMH's own entry."""
    options = case.options
    hello = platform.hello if platform else {}
    toolchain = hello.get("toolchain") or {}
    # The platform's version, not the toolchain's: the toolchain may be a harness of the language with its own version.
    version = platform.version if platform else ""
    entry: dict[str, Any] = {
        "jmhVersion": SCHEMA,
        "benchmark": row.benchmark,
        "mode": row.mode,
        "threads": row.threads,
        "forks": row.forks_planned,
        "jvm": row.platform,
        "jvmArgs": [str(flag) for flag in toolchain.get("flags", platform.flags if platform else ())],
        "jdkVersion": version,
        "vmName": str(hello.get("runtime") or toolchain.get("name", "")),
        "vmVersion": version,
        "warmupIterations": options.warmup_iterations,
        "warmupTime": _time(options.warmup_time_ns, row.mode),
        "warmupBatchSize": options.warmup_batch_size,
        "measurementIterations": options.measurement_iterations,
        "measurementTime": _time(options.measurement_time_ns, row.mode),
        "measurementBatchSize": options.measurement_batch_size,
    }
    if params:
        entry["params"] = params
    entry["primaryMetric"] = _primary(row)
    entry["secondaryMetrics"] = {result.label: _secondary(result) for result in jmh.sort_secondary(row)}
    return entry


def _time(ns: int, mode: str) -> str:
    return "single-shot" if mode == "ss" or not ns else format_duration(ns)  # JMH's word for no time limit


def _primary(row: Row) -> dict[str, Any]:
    figures = row.pooled or Pooled(**pool_values([])._asdict())
    used = [fork for fork in row.fork_scores if fork.counts]
    raw: dict[str, Any] = {"rawData": [[_double(score) for score in fork.measurement] for fork in used]}
    if any(fork.samples for fork in used):
        samples = [[[[float(value), count] for value, count in histogram] for histogram in fork.samples]
                   for fork in used]
        raw = {"rawDataHistogram": samples}
    return _metric(figures, figures.error, row.unit) | raw


def _secondary(result: Secondary) -> dict[str, Any]:
    # JMH: both ends of a sum's interval are the sum, those of a percentile's interval are NaN; neither has an error.
    error = 0.0 if result.kind == "events" else result.pooled.error
    metric = _metric(result.pooled, error, result.unit) | {"scoreError": _double(result.pooled.error)}
    return metric | {"rawData": [[_double(value) for value in values] for values in result.iterations]}


def _metric(figures: Pooled, error: float, unit: str) -> dict[str, Any]:
    """A metric without its raw data, which the caller appends."""
    return {
        "score": _double(figures.mean),
        "scoreError": _double(error),
        "scoreConfidence": [_double(figures.mean - error), _double(figures.mean + error)],
        "scorePercentiles": {
            str(percent): _double(value) for percent, value in zip(PERCENTILES, figures.percentiles, strict=True)
        },
        "scoreUnit": unit,
    }


def _clamh_object(row: Row, case: CaseRecord, summary: Summary, run: Run, suites: list[SuiteRatio],
                  builds: int) -> dict[str, Any]:
    return {
        "case_id": row.case_id,
        "key": row.key,
        "platform": row.platform,
        **({"build": row.build} if builds > 1 else {}),
        "source": row.source,
        "status": row.status,
        "score": None if row.score is None else _double(row.score),
        "confidence": summary.confidence,
        "delta": summary.delta,
        "interval": _interval_list(row.interval),
        "asked": None if summary.goal is None else {**to_builtins(summary.goal), **to_builtins(row.aim)},
        "noise_floor": row.noise_floor,
        "forks_counted": len(row.fork_means),
        "fork_means": [_double(mean) for mean in row.fork_means],
        "spread": to_builtins(row.spread),
        "binding": to_builtins(row.binding),
        "collectors": list(row.collectors),
        "processors": list(row.processors),
        "turn_effect": _estimate_object(row.turn_effect),
        "waited": row.waited,
        "failures": [{
            "fork": fork.fork, "cause": fork.failure, "details": list(fork.details),
            "output_tail": list(fork.output_tail)
        } for fork in row.fork_scores if fork.failure],
        "ratio": None if row.ratio is None else {
            "reference": row.ratio.reference,
            "value": row.ratio.value,
            "interval": _interval_list(row.ratio.interval),
            "confidence": row.ratio.confidence,
            "verdict": row.ratio.verdict,
            "reason": row.ratio.reason,
            "excused": row.ratio.excused,
            "estimator": row.ratio.estimator,
            "decided_at": row.ratio.decided_at,
            "drift": to_builtins(row.ratio.drift),
            "unwaited": row.ratio.unwaited,
            "middle": _estimate_object(row.ratio.middle),
            "noise_floor": row.ratio.noise_floor,
            "terms": to_builtins(row.ratio.terms),
        },
        "secondary": {
            result.label: {
                "kind": result.kind, "score": _double(result.score), "interval": _interval_list(result.interval),
                "unit": result.unit
            } | _describe_ratio(result) | _count_threads(row, result) for result in row.secondary
        },
        "clock_cost_ns": row.clock_cost_ns,
        "suspended": to_builtins(row.suspended),
        "warmup": [{"fork": fork.fork} | to_builtins(fork.warming) for fork in row.fork_scores if fork.warming],
        "auto_warmup": [to_builtins(fork.warmed) for fork in row.fork_scores if fork.warmed],
        "baseline": row.baseline,
        "bound": None if row.bound is None else {
            "reference": row.bound.reference, "value": row.bound.value, "interval": _interval_list(row.bound.interval),
            "verdict": row.bound.verdict
        },
        "suite": to_builtins(suites),
        "operations_per_invocation": None if row.operations else case.options.operations_per_invocation,
        "measured_operations": row.measured_operations or None,
        "bounds": to_builtins(case.options.bounds or None),
        "row_names": dict(row.row_names),
        "warnings": to_builtins([*row.warnings, *summary.warnings]),
        "run": {
            "run_id": run.header.run_id,
            "started": run.header.started,
            "clamh_version": run.header.clamh_version,
            "command": list(run.header.command),
            "seed": run.header.seed,
            "status": run.end.status if run.end else "active" if run.active else "cut off",
            "environment": run.header.environment,
            "fingerprint": run.header.fingerprint,
            "machine": to_builtins(summary.machine),
            "skipped": [{"platform": s.platform, "reason": s.reason, "hint": s.hint, "failed": s.failed}
                        for s in run.skipped],
        },
    }


def _count_threads(row: Row, result: Secondary) -> dict[str, int]:
    """The number of threads of a group that run a function."""
    return {"threads": next(member.threads for member in row.members
                            if member.name == result.label)} if result.kind == "member" else {}


def _describe_ratio(result: Secondary) -> dict[str, Any]:
    """The ratio of a counter to that of the reference, if the result has that."""
    ratio = result.ratio
    return {"ratio": {"value": ratio.value, "interval": _interval_list(ratio.interval)}} if ratio else {}


def _estimate_object(estimate: Estimate | None) -> dict[str, Any] | None:
    return estimate and {"value": estimate.value, "interval": _interval_list(estimate.interval)}


def _interval_list(interval: Interval | None) -> list[float] | None:
    return [interval.low, interval.high] if interval else None


def _double(value: float) -> float | str:
    """A number, or JMH's text for a value that JSON cannot represent."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+INF" if value > 0 else "-INF"
    return float(value)
