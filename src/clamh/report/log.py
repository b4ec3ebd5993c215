"""The log of the guide (its section 5.2): every iteration of every fork, JMH's pooled figures, and its final table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from clamh.judging.statistics import histogram
from clamh.model.cases import describe_bounds
from clamh.model.identity import fork_name
from clamh.model.results import CaseRecord, PlatformRecord, Run
from clamh.model.scores import SAMPLE, SINGLE_SHOT
from clamh.model.summary import Pooled, Row, Spread, Summary, Warning
from clamh.report import distribution, formatting, jmh, warmup
from clamh.report.columns import wrap_text
from clamh.report.conclusion import name_sources
from clamh.report.escape import convert_to_ascii, escape_unprintable, join_sentences
from clamh.report.runtimes import describe_runtime
from clamh.report.units import format_count, format_duration, format_threads

WIDTH = 80  # of rules and paragraphs; lines of facts may be longer
DISTRIBUTED = (SAMPLE, SINGLE_SHOT)
MODES = {
    "avgt": "Average time, time/op",
    "thrpt": "Throughput, ops/time",
    "sample": "Sampling time",
    "ss": "Single shot invocation time",
    "wall": "Wall time, time of all threads/op",
}


def render(summary: Summary, run: Run, *, unicode: bool) -> str:
    """The log as text. Its figures are JMH's: the iterations of all forks pooled, 99.9 %. The table has the figures
    over forks.
    """
    cases = {result.case.case_id: result.case for result in run.cases}
    title = f"Run {run.header.run_id}, started {run.header.started}, seed {run.header.seed}"
    if run.origin:
        title = f"{run.path}, measured by {run.origin.named}{run.header.started and f', started {run.header.started}'}"
    lines = ["=" * WIDTH, title,
             *(line for name, value in run.header.environment.items()
               for line in wrap_text(f"{name}: {format_fact(value)}", WIDTH, "  ", "    ")),
             *(line for warning in (*summary.warnings, *summary.machine) for line in _describe_warning(warning)), ""]
    measured: dict[tuple[str, str], list[Row]] = {}
    for row in summary.rows:
        measured.setdefault((row.side, row.source), []).append(row)
    for platform in run.platforms:
        rows = measured.get((platform.side, platform.source), [])
        runtime = describe_runtime(rows)
        lines += [*_describe_platform(platform), *([f"Its processes reported: {runtime}"] if runtime else []), ""]
        for row in rows:
            lines += [*_describe_row(row, cases[row.case_id], summary.delta), ""]
    for skip in run.skipped:
        lines += [f"{skip.line[0].upper()}{skip.line[1:]}", ""]
    lines += _build_table(summary.rows)
    text = "".join(f"{escape_unprintable(line)}\n" for line in lines)
    return text if unicode else convert_to_ascii(text)


def format_fact(value: Any) -> str:
    """A fact of the environment on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {format_fact(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(map(format_fact, value))
    if value is None:
        return "unknown"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _describe_platform(platform: PlatformRecord) -> Iterator[str]:
    yield "=" * WIDTH
    yield f"Run {platform.side}: {platform.source}"
    toolchain = platform.hello.get("toolchain") or {}
    yield f"Toolchain: {toolchain.get('name', '')} {toolchain.get('version', platform.version)}".rstrip()
    if flags := toolchain.get("flags", platform.flags):
        yield f"Flags: {' '.join(flags)}"
    if platform.hello.get("runtime"):
        yield f"Runtime: {platform.hello['runtime']}"
    for clock in platform.hello.get("clocks", ()):
        facts = f"{clock.get('name')}: step {clock.get('step_ns')} ns, cost of a reading {clock.get('cost_ns')} ns"
        yield f"Clock {facts}{' (taken)' if clock.get('taken') else ''}"


def _describe_row(row: Row, case: CaseRecord, delta: float) -> Iterator[str]:
    options = case.options
    if row.params:
        yield "Parameter values:"
        yield from (f"    {name} = {value}" for name, value in row.params.items())
        yield ""
    yield f"Benchmark: {row.benchmark}"
    yield f"Benchmark mode: {MODES[row.mode]}"
    yield f"Threads: {format_threads(row.threads, row.members) or format_count(row.threads, 'thread')}"
    if options.layouts > 1 or options.layout != "random":
        yield f"Layout: {options.layout}{f', {options.layouts} code layouts' if options.layouts > 1 else ''}"
    if case.warm:
        yield f"Warmup in bulk: {format_count(len(case.warm), 'case')} first"
    for phase, count, time_ns, batch in (
        ("Warmup", options.warmup_iterations if case.warms_itself else 0, options.warmup_time_ns,
         options.warmup_batch_size),
        ("Measurement", options.measurement_iterations, options.measurement_time_ns, options.measurement_batch_size),
    ):
        rule = options.auto_warmup if phase == "Warmup" and case.warms_itself else None
        steady = (f", then until steady within {100 * rule.tolerance:.4g} % "
                  f"(AutoWarmup, {format_duration(rule.max_ns)} at most)") if rule else ""
        bounds = f", {describe_bounds(options.bounds)}" if options.bounds and count else ""
        yield f"{phase}: {_describe_phase(count, 0 if row.mode == SINGLE_SHOT else time_ns, batch)}{bounds}{steady}"
    if row.params:
        yield f"Parameters: ({', '.join(f'{name} = {value}' for name, value in row.params.items())})"
    if row.clock_cost_ns is not None:
        cost = f"removed from each {formatting.name_timed_part(row)}: {row.clock_cost_ns:.3g} ns"
        yield f"Clock cost {cost if row.clock_cost_ns else f'left in each {formatting.name_timed_part(row)}'}"
    if row.suspended:
        share, cost_ns = formatting.format_percent(row.suspended.share), row.suspended.cost_ns
        yield f"Suspended: {share} of the time; removed for each suspension: {cost_ns:.3g} ns"
    if row.operations:
        yield "Operations: as each invocation reports"
    for fork in row.fork_scores:
        yield ""
        name = fork_name(fork.fork).capitalize()
        planned = options.warmup_forks if fork.fork < 0 else max(row.forks_planned, fork.fork + 1)
        yield f"{': '.join(name.rsplit(' ', 1))} of {planned}"
        for index, score in enumerate(fork.warmup, 1):
            yield f"Benchmark {row.benchmark}, warmup iteration {index}: {score:.6g} {row.unit}"
        for index, score in enumerate(fork.measurement, 1):
            samples = f" ({format_count(histogram.size(fork.samples[index - 1]), 'sample')})" if fork.samples else ""
            yield f"Benchmark {row.benchmark}, iteration {index}: {score:.6g} {row.unit}{samples}"
        yield from filter(None, (warmup.describe_start(fork), warmup.describe_auto_warmup(fork)))
        if fork.failure:
            yield f"{name} does not count: {fork.failure}"
            yield from (f"  {line.expandtabs(4)}" for line in fork.details)
        if fork.output_tail:
            files = f", complete in {' and '.join(fork.outputs)} beside the results file" if fork.outputs else ""
            yield f"Output of {fork_name(fork.fork)}{files}:"
            yield from (f"  | {line.expandtabs(4)}" for line in fork.output_tail)
    yield ""
    if row.pooled is None:
        yield f"No result for {row.benchmark}: {row.status}"
    else:
        figures = row.pooled
        error = "" if math.isnan(figures.error) else f" ±(99.9%) {figures.error:.6g}"
        stdev = "" if math.isnan(figures.stdev) else f", stdev = {figures.stdev:.6g}"
        yield f"Result for {row.benchmark}:"
        yield f"  {figures.mean:.6g}{error} {row.unit}"
        yield f"  (min, avg, max) = ({figures.minimum:.6g}, {figures.mean:.6g}, {figures.maximum:.6g}){stdev}"
        if jmh.has_other_score(row, delta):
            how = "from the totals of its sets" if row.sets else "over forks, without waiting for a CPU"
            yield f"  score of `clamh report`, {how}: {row.score:.6g} {row.unit}"
        if row.spread:
            yield f"  spread (standard deviation of logs): {_describe_spread(row.spread)}"
        if row.mode in DISTRIBUTED:
            yield from distribution.describe_distribution(row)
        yield from _describe_counters(row)
    for warning in row.warnings:
        yield from _describe_warning(warning)


def _describe_warning(warning: Warning) -> list[str]:
    return wrap_text(f"warning {warning.code}: {join_sentences(warning.message, warning.advice)}", WIDTH, "  ", "    ")


def _describe_spread(spread: Spread) -> str:
    parts = ((spread.between, "between forks"), (spread.within, "between iterations of one fork"))
    return ", ".join(f"{formatting.format_percent(share)} {what}" for share, what in parts if share is not None)


def _describe_counters(row: Row) -> Iterator[str]:
    """Secondary results except percentiles, which the distribution shows."""
    for result in row.secondary:
        if result.kind != "percentile":
            error = "" if math.isnan(result.pooled.error) else f" ±(99.9%) {result.pooled.error:.6g}"
            yield ""
            yield f"Secondary result for {row.benchmark}:{result.label}:"
            yield f"  {result.pooled.mean:.6g}{error} {result.unit}"


def _describe_phase(iterations: int, time_ns: int, batch: int) -> str:
    if not iterations:
        return "none"
    calls = f", {batch} calls per op" if batch > 1 else ""
    return (f"{format_count(iterations, 'iteration')}, {format_duration(time_ns) if time_ns else 'single-shot'} "
            f"each{calls}")


def _build_table(rows: Sequence[Row]) -> list[str]:
    """JMH's closing table with a column per param; a row without a score shows its status."""
    names = list(dict.fromkeys(name for row in rows for name in row.params))
    cells = [["Benchmark", "Platform", *(f"({name})" for name in names), "Mode", "Cnt", "Score", "", "Error", "Units"]]
    for row, side in zip(rows, name_sources(rows), strict=True):
        params = [row.params.get(name, "N/A") for name in names]
        figures = _format_figures(row.pooled) if row.pooled else ["0", row.status, "", ""]
        cells.append([row.benchmark, side, *params, row.mode, *figures, row.unit])
        cells += [[
            f"{row.benchmark}:{result.label}", side, *params, row.mode, *_format_figures(result.pooled), result.unit
        ] for result in row.secondary]
    cells = [[escape_unprintable(cell) for cell in line] for line in cells]  # before padding, or columns would shift
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(
        cell.ljust(width) if column < 2 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(line, widths, strict=True))
    ) for line in cells]


def _format_figures(pooled: Pooled) -> list[str]:
    error = ["", ""] if math.isnan(pooled.error) else ["+/-", f"{pooled.error:.6g}"]
    return [str(pooled.count) if pooled.count > 1 else "", f"{pooled.mean:.6g}", *error]
