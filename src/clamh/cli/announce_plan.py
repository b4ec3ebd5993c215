"""What a run is about to do, before it begins: cases, platforms, forks, and the time it will take."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from clamh.judging.crowding import find_warnings
from clamh.model.cases import Case, Plan, count_warmup_iterations, describe_bounds, find_auto_warmup
from clamh.model.options import DEFAULTS, Options
from clamh.report.units import format_count, format_duration
from clamh.running.planning.contests import find_sliced
from clamh.running.planning.estimate import planned_seconds, shots, turn_sides
from clamh.running.planning.turns import slice_ns

PLATFORMS = 4  # named; of more only the number
SKIPS = 3  # lines


def describe_plan(plan: Plan, options: Options = Options(), now: float | None = None) -> str:
    """At most eight lines beside those about failed builds; `now` is the time of day in seconds since the epoch."""
    lines = [*describe_skips(plan), *_one_layout(plan, options)]
    if not plan.cases:
        return "\n".join([*lines, "nothing to measure: CLAMH skipped every platform"])
    platforms = list(dict.fromkeys(case.side for case in plan.cases))
    where = ", ".join(platforms) if len(platforms) <= PLATFORMS else format_count(len(platforms), "platform")
    benchmarks = len({case.key for case in plan.cases})
    seconds = planned_seconds(plan)
    about = _about(plan)
    later = " or later" if about == "at least" else ""
    until = time.strftime(f", until %H:%M{later}",
                          time.localtime((now or time.time()) + seconds)) if seconds > 60 else ""
    return "\n".join([
        *lines,
        f"{format_count(benchmarks, 'benchmark')}, {format_count(len(plan.cases), 'case')} on {where}",
        *_forks(plan),
        *filter(None, [_mode(plan, options), plan.binding]),
        _aim(options, f"{about} {format_rough_time(seconds)}")
        or f"{about} {format_rough_time(seconds)}{_unknown(plan)}{until}",
    ])


def describe_crowding(plan: Plan, facts: Mapping[str, Any]) -> list[str]:
    """What the machine, of these facts, has too little of for the cases' threads, with what to do about it."""
    warnings = [doubt for threads, binding in dict.fromkeys((case.threads, case.binding) for case in plan.cases)
                for doubt in find_warnings(threads, binding, facts) if doubt]
    return [
        f"{warning.message}; {warning.advice}"
        for warning in {(item.code, item.message): item for item in warnings}.values()
    ]


def _about(plan: Plan) -> str:
    """Of which kind the time is: how much of it AutoWarmup needs, and how long slices are, shows only then."""
    if any(map(find_auto_warmup, plan.cases)):
        return "up to"
    return "at least" if any(in_slices for _, in_slices in turn_sides(plan).values()) else "about"


def _aim(options: Options, planned: str) -> str:
    """How long it goes on when a precision or a budget decides, "" when the plan does, which takes the time `planned`.
    """
    if options.precision is None and options.budget_ns is None:
        return ""
    budget = "" if options.budget_ns is None else f"{format_duration(options.budget_ns)} at most"
    if options.precision is None:
        return f"{planned}, {budget}" if options.adds_sets is False else f"then more rounds, {budget}"
    return f"{planned}, then more rounds until ±{100 * options.precision:.4g} %{budget and f', {budget}'}"


def _unknown(plan: Plan) -> str:
    """What is not in the time: single shots take as long as they take."""
    count = shots(plan)
    return f" plus {format_count(count, 'single shot')}" if count else ""


def describe_skips(plan: Plan) -> list[str]:
    """What was left out or cannot be honoured, and what helps: all failures, and at most three other lines."""
    failed = [skip.line for skip in plan.skipped if skip.failed]
    lines = [skip.line for skip in plan.skipped if not skip.failed]
    lines += [f"{warning.message}; {warning.hint}" for warning in plan.warnings.values()]
    if len(lines) <= SKIPS:
        return failed + lines
    return [*failed, *lines[: SKIPS - 1], f"skipped {len(lines) - SKIPS + 1} more: see `clamh list --forks`"]


def _one_layout(plan: Plan, options: Options) -> list[str]:
    """Of which platforms there is one code layout only, though more were to be had."""
    wanted = {case.artifact for case in plan.cases if case.options.layout == "random" and case.options.forks > 1}
    several = {
        artifact.platform.id: artifact.one_layout for at in wanted
        if (artifact := plan.catalogs[at].artifact).one_layout
    }
    lines = [f"{platform} has one code layout: {why}; its effect does not average out over forks"
             for platform, why in several.items()] if options.layouts != 1 else []
    if (options.layouts or 1) > 1 and plan.cases and all(case.options.layout == "static" for case in plan.cases):
        lines.append("--layouts has no effect, because clamh.toml or an annotation chose the layout static")
    return lines


def describe_layout(plan: Plan) -> str:
    """Where things lie in memory, in one line; code layouts of the platforms that can have several."""
    kinds = list(dict.fromkeys(case.options.layout for case in plan.cases))
    codes: dict[str, int] = {}
    for case in plan.cases:
        artifact = plan.catalogs[case.artifact].artifact
        if artifact.most_layouts > 1 or artifact.one_layout:
            codes[case.side] = max(codes.get(case.side, 1), case.options.layouts)
    text = ", ".join(f"{format_count(number, 'code layout')} of {platform}" for platform, number in codes.items())
    return f"layout {' and '.join(kinds)}{text and f', {text}'}"


def _mode(plan: Plan, options: Options) -> str:
    """That average time is our default and not JMH's, "" where the sources or the command line set a mode."""
    planned = {(case.artifact, case.benchmark) for case in plan.cases}
    annotated = any(benchmark.settings.modes for at, catalog in enumerate(plan.catalogs)
                    for benchmark in catalog.benchmarks if (at, benchmark.name) in planned)
    if annotated or options.settings.modes or {case.mode for case in plan.cases} != set(DEFAULTS.modes or ()):
        return ""
    return "mode is average time, since the sources set none (JMH would measure throughput)"


def _forks(plan: Plan) -> Iterator[str]:
    """How many fresh processes, what each of them does, and which of them take turns."""
    shapes = list(dict.fromkeys(describe_iterations(case) for case in plan.cases))
    each = shapes[0] if len(shapes) == 1 else "of different lengths (`clamh list --forks` shows them)"
    warmups = sum(turn.fork < 0 for turns in plan.rounds for turn in turns)
    first = f" (including {format_count(warmups, 'warmup fork')})" if warmups else ""
    yield f"{format_count(sum(map(len, plan.rounds)), 'fork')}{first}, {each}"
    if plan.contests:
        some = "1 comparison takes" if len(plan.contests) == 1 else f"{len(plan.contests)} comparisons take"
        yield f"{some} turns; a turn is {_turns(plan)}"


def _turns(plan: Plan) -> str:
    """What a turn is: a slice, a whole iteration, or one or the other."""
    cases = {case.case_id: case for case in plan.cases}
    several = [[cases[text] for text in contest] for contest in plan.contests]
    slices = [cases[0] for cases in several if find_sliced(cases, plan.catalogs)]
    lengths = sorted({slice_ns(case) for case in slices})
    longer = any(case.slice_ns for case in slices)
    why = " (longer, because turn effects differed in an earlier run)" if longer else ""
    kinds = [f"a slice of {' or '.join(map(_slice_length, lengths))}{why}"] if lengths else []
    return " or ".join([*kinds, *(["a whole iteration"] if len(slices) < len(several) else [])])


def _slice_length(ns: int) -> str:
    """`5 ms`, `4.5 ms`, but `5 ns`: slices are as short as the requested time."""
    return f"{ns / 1e6:.3g} ms" if ns >= 10_000 else format_duration(ns)


def describe_iterations(case: Case) -> str:
    """A fork's iterations: 5 × 300 ms warmup, then 5 × 200 ms."""
    options = case.options
    warmup = f"warms up {format_count(len(case.warm), 'case')} first, then " if case.warm else ""
    if own := count_warmup_iterations(case):
        warmup += f"{_iterations(own, options.warmup_time_ns)} warmup"
    if rule := find_auto_warmup(case):
        warmup += f"{' and on' if own else 'warmup'} until steady ({format_duration(rule.max_ns)} at most)"
    if own or rule:
        warmup += ", then "
    bounds = f", an iteration of {describe_bounds(options.bounds)}" if options.bounds else ""
    return f"each {warmup}{_iterations(options.measurement_iterations, options.measurement_time_ns)}{bounds}"


def _iterations(count: int, time_ns: int) -> str:
    return f"{count} × {format_duration(time_ns)}" if time_ns else format_count(count, "single shot")


def format_rough_time(seconds: float) -> str:
    """Seconds as people say them: 45 s, 3 min 20 s, 1 h 5 min."""
    if seconds < 0.1:
        return "0.1 s"  # an estimate: "0.0 s" would be said of nothing
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
