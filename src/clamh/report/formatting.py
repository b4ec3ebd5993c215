"""The text of a row's figures and warnings, shared by the table, Markdown and the comparison of two runs."""

from __future__ import annotations

import math
import os
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clamh.judging.statistics.forks import mean
from clamh.model.folders import shorten_path
from clamh.model.identity import name_some, quote, spell_key
from clamh.model.results import Run
from clamh.model.summary import Contest, ForkScores, Interval, Ratio, Row, Secondary, Speed, Summary, Warning
from clamh.model.worker import Suspended
from clamh.report import aims, binding, calibration, jmh, runtimes, warmup
from clamh.report.escape import join_sentences
from clamh.report.ratios import format_exactly, name_estimator
from clamh.report.secondary import Shown, describe_counters
from clamh.report.units import format_count, format_short, format_threads

# Warnings of one of these codes share a footnote, although each has figures of its own: on a noisy machine every row
# has them.
ALIKE = {
    "trend", "not-linear", "not-steady", "several-modes", "autocorrelation", "high-variance", "forks-disagree",
    "noisy-stderr", "waited", "rare-costs", "interval-too-short", "short-operation", "short-invocation",
    "suspended-often", "rounded-samples", "below-floor", "interrupted", "still-active", "not-precise", "not-measured",
    "turn-effect", "uneven-cost", "waited-unknown"
}
MAX_NAMED = 4  # rows in a sentence
MARKS = {"reference": "baseline", "bound": "bound"}  # the word in a heading for the row's part in its suite
LEFT_IN = "left in"
USUAL_MODE = "avgt"  # headings omit it
STRETCHES = {"sample": "sample",
             "ss": "shot"}  # the timed part of modes whose parts are so short that the clock's cost is subtracted


def format_number(value: float) -> str:
    """Five significant digits, without an exponent from 0.001 to 9,999,999."""
    if not math.isfinite(value) or value == 0:
        return f"{value:g}"
    magnitude = math.floor(math.log10(abs(value)))
    return f"{value:.{max(0, 4 - magnitude)}f}" if -3 <= magnitude < 7 else f"{value:.4e}"


def format_operations(count: float) -> str:
    """The number of measured operations, a dash if it is unknown; batches may have measured parts of operations."""
    if not count:
        return "-"
    return f"{count:,.0f}" if count >= 100 or count % 1 == 0 else f"{count:.3g}"


def format_percent(share: float) -> str:
    """A share as percent with three significant digits (two below 1 %); thousands of percent stay whole: ±1200 %."""
    value = share * 100
    places = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:.{places}f} %" if value < 1e5 else f"{value:.3g} %"


def format_factor(value: float) -> str:
    """A ratio with three decimals; below 0.1 with three significant digits."""
    return f"{value:.3f}" if value >= 0.1 or value <= 0 else f"{value:#.3g}"


def format_interval(interval: Interval | None) -> str:
    """The interval behind a ratio, "" when there is none."""
    return f" [{format_factor(interval.low)}, {format_factor(interval.high)}]" if interval else ""


def format_margin(score: float, interval: Interval | None) -> str:
    """The upper half of the interval as percent of the score; a dash when there is no interval."""
    if not interval or not score:
        return "-"
    return f"±{format_percent(interval.high / score - 1)}"


def format_secondary(result: Shown) -> tuple[str, str, str]:
    """Score, unit and margin of a secondary result; the margin is "" without an interval, since none is expected."""
    score = f"{result.score:.0f}" if result.whole and abs(result.score) < 1e15 else format_number(result.score)
    return score, result.unit, format_margin(result.score, result.interval) if result.interval and result.score else ""


def format_secondary_ratio(result: Secondary) -> str:
    """The ratio of a counter to that of the reference; "" if it has none."""
    return f"{format_factor(result.ratio.value)}{format_interval(result.ratio.interval)}" if result.ratio else ""


def format_ratio(row: Row, referred: bool) -> str:
    """The ratio with its interval; "reference" for a row that others refer to; a dash for a row without any comparison.
    """
    if row.ratio is not None and row.ratio.not_compared:
        return "-"
    if row.ratio is not None and row.ratio.reference != row.case_id:
        return f"{format_factor(row.ratio.value)}{format_interval(row.ratio.interval)}"
    return "reference" if referred or row.baseline == "reference" else "-"


def find_references(summary: Summary) -> set[str]:
    """The case_ids that other rows' ratios are relative to."""
    return {row.ratio.reference for row in summary.rows if row.ratio and row.ratio.reference != row.case_id}


def describe_ratios(summary: Summary) -> str:
    """The meaning of the ratios, "" when there are none."""
    if not summary.reference:
        return ""
    ratios = [row.ratio for row in summary.rows]
    median = any(ratio.estimator == "median" for ratio in ratios if ratio)
    what = " by the median (of laps where sides took turns, else of iterations)" if median else ""
    wider = any((ratio.confidence or 0) > summary.confidence for ratio in ratios if ratio)
    together = (" (wider where several sides are compared, so that all verdicts of a benchmark hold together)" if wider
                else "")
    return (
        f"Ratio{what}: time of the reference ÷ time of the row; above 1 is faster; with its "
        f"{format_exactly(summary.confidence)} interval{together}{describe_verdicts(summary.delta, ratios)}. "
        f"Reference: {summary.reference}.")


def name_ratio_column(summary: Summary) -> str:
    """The heading of the column of ratios."""
    estimators = (row.ratio.estimator for row in summary.rows if row.ratio)
    return f"Ratio{next((name_estimator(estimator) for estimator in estimators if estimator != 'mean'), '')}"


def describe_verdicts(delta: float, ratios: Sequence[Ratio | None]) -> str:
    """The meaning of these ratios' verdicts, "" when there are none."""
    kinds = {ratio.verdict for ratio in ratios if ratio}
    text = f"; verdicts are on differences of more than {format_exactly(delta)} (Δ)" if kinds - {None} else ""
    return f"{text}; undecided shows the Δ that would be decided" if "undecided" in kinds else text


def name_repetitions(summary: Summary) -> tuple[str, str]:
    """The heading of the column that counts forks or repetitions, and the words for what the intervals are over."""
    return ("Forks", "over forks") if summary.unit == "fork" else ("Reps", "over reps")


def describe_figures(summary: Summary) -> list[str]:
    """Notes that are not warnings: how figures were corrected, and facts about whole runs and the machine."""
    costs: dict[str, dict[str, list[float]]] = {}
    for row in summary.rows:
        if row.clock_cost_ns is not None:
            costs.setdefault(name_timed_part(row), {}).setdefault(row.side, []).append(row.clock_cost_ns)
    sentences = [_describe_clock_cost(part, {side: _format_cost(side_costs) for side, side_costs in sides.items()})
                 for part, sides in costs.items()]
    benchmarks = dict.fromkeys(
        spell_key(row.key, row.benchmark, row.platform) for row in summary.rows if row.operations)
    if benchmarks:
        sentences.append(f"Each invocation reports its operations: {', '.join(benchmarks)}.")
    sentences += [_describe_suspended(row, row.suspended) for row in summary.rows if row.suspended]
    if summary.speeds:
        speeds = "; ".join(f"{_format_speed(speed)} on {speed.side}" for speed in summary.speeds)
        sentences.append(f"CPU speed: the same chain of instructions took {speeds}.")
    sentences += describe_whole_runs(summary.warnings, summary)
    optional = [
        describe_counters(summary),
        binding.describe_binding(summary),
        runtimes.describe_runtimes(summary),
        aims.describe_aims(summary),
        calibration.describe_noise(summary),
        jmh.describe_difference(summary)
    ]
    return [*_explain_missing_ratios(summary), *sentences, *warmup.describe_starts(summary), *filter(None, optional)]


def describe_whole_runs(warnings: Sequence[Warning], *summaries: Summary) -> list[str]:
    """The warnings about whole runs, and one line with the facts of the machine."""
    facts = dict.fromkeys(warning.message for summary in summaries for warning in summary.machine)
    return [*(f"{warning.code}: {join_sentences(warning.message, warning.advice)}" for warning in warnings),
            *([f"Machine: {'; '.join(facts)}."] if facts else [])]


def _explain_missing_ratios(summary: Summary) -> list[str]:
    """Why rows have a dash for their ratio: no other row has the same params, mode and threads."""
    references = find_references(summary)
    single = [contest for contest in summary.contests if len(contest.rows) == 1 and contest.rows[0].score is not None]
    lonely = [
        contest for contest in single if format_ratio(contest.rows[0], contest.rows[0].case_id in references) == "-"
        and not contest.rows[0].has_warning("no-reference")
    ]
    if not lonely:
        return []
    scored = [contest for contest in summary.contests if any(row.score is not None for row in contest.rows)]
    if len(scored) == len(lonely) and len({row.side for row in summary.rows}) == 1:
        return [f"No ratio: everything was measured on {summary.rows[0].side}, and no benchmark is the baseline."]
    suites = name_suites(summary)
    names = [f"{build_heading(contest)}{suites[contest.rows[0].case_id]} on {contest.rows[0].side}"
             for contest in lonely]
    return ["No ratio, since no other row has the same params, mode and threads: "
            f"{name_some(names, MAX_NAMED, '; ')}."]


def _format_speed(ns: Speed) -> str:
    least, median, most = (f"{ns:,.0f}" for ns in (ns.least_ns, ns.median_ns, ns.most_ns))
    return f"{median} ns" if least == most else f"{least} to {most} ns (median {median})"


def name_timed_part(row: Row) -> str:
    """What is timed between two clock readings, for rows where that is short."""
    # threads may wait for each other (protocol/README.md, Threads), or run fixtures around each invocation
    if row.threads > 1 or row.suspended:
        return STRETCHES.get(row.mode, "timed block of invocations")
    return STRETCHES.get(row.mode, "invocation between Invocation fixtures")


def _describe_clock_cost(what: str, costs: dict[str, str]) -> str:
    if set(costs.values()) == {LEFT_IN}:
        return f"Clock cost left in each {what}."
    if len(set(costs.values())) == 1:
        return f"Clock cost of {next(iter(costs.values()))} removed from each {what}."
    parts = ", ".join(f"{cost} on {platform}" for platform, cost in costs.items())
    return f"Clock cost removed from each {what}: {parts}."


def _describe_suspended(row: Row, suspended: Suspended) -> str:
    name = f"{name_benchmark(row, format_params(row), ' ')} on {row.side}"
    return (f"Suspended: {format_percent(suspended.share)} of the time of {name}; cost of {suspended.cost_ns:.3g} ns "
            "removed for each suspension.")


def _format_cost(costs: Sequence[float]) -> str:
    least, most = (f"{text:.3g}" for text in (min(costs), max(costs)))
    return f"{least if least == most else f'{least} to {most}'} ns" if max(costs) else LEFT_IN


def build_heading(contest: Contest) -> str:
    """Benchmark, params, and what else the rows of a contest have in common."""
    first = find_speller(contest)
    return " ".join(filter(None, [
        name_benchmark(first, format_params(first), " "),
        *(word for mark, word in MARKS.items() if any(row.baseline == mark for row in contest.rows)),
    ]))


def name_suites(summary: Summary) -> dict[str, str]:
    """What distinguishes benchmarks of several suites, by case_id: ` in FOLDER`, "" where a single suite has the key.
    """
    folders = {row.case_id: os.path.dirname(row.source) for row in summary.rows}
    suites = Counter(key for key, _ in {(row.key, folders[row.case_id]) for row in summary.rows})
    return {row.case_id: f" in {folders[row.case_id] or '.'}" if suites[row.key] > 1 else "" for row in summary.rows}


def find_speller(contest: Contest) -> Row:
    """The row that gives the contest its name: the first with the most frequent spelling of the key (a benchmark mapped
    by [same] does not spell it).
    """
    spellings = {row.case_id: spell_key(row.key, row.benchmark, row.platform) for row in contest.rows}
    counts = Counter(spelling for spelling in spellings.values() if spelling != contest.key)
    return max(contest.rows, key=lambda row: counts[spellings[row.case_id]])


def format_params(row: Row) -> str:
    """The row's params as `name = value`, for a heading; the name of a row of params stands for its params."""
    return ", ".join(f"{name} = {value}" if name else value for name, value in list_values(row))


def format_values(row: Row) -> list[str]:
    """The values of the row's params; those with units are scaled: 4k."""
    return [value for _, value in list_values(row)]


def list_values(row: Row) -> list[tuple[str, str]]:
    """The name and the value of each param; of a named row of params "" and its name instead."""
    return list(dict.fromkeys(
        ("", quote(row.row_names[name])) if name in row.row_names else
        (name, quote(format_short(value, row.units.get(name, 0)))) for name, value in row.params.items()))


def name_benchmark(row: Row, params: str, gap: str) -> str:
    """The benchmark with these params, and with its mode and threads unless they are the usual ones."""
    parts = [
        spell_key(row.key, row.benchmark, row.platform) + (f"{gap}({params})" if params else ""),
        row.mode if row.mode != USUAL_MODE else "",
        format_threads(row.threads, row.members),
    ]
    return " ".join(filter(None, parts))


def describe_status(row: Row) -> str:
    """The status of a row that is not complete, with the reasons."""
    reasons = dict.fromkeys(_describe_failure(fork, row.unit) for fork in row.fork_scores if fork.failure)
    status = "not finished" if row.status == "not run" and reasons else row.status
    return f"{status}: {'; '.join(reasons)}" if reasons else status


def _describe_failure(fork: ForkScores, unit: str) -> str:
    """Why the fork does not count; for an interrupted fork also the mean until then, which is not a score."""
    if not fork.interrupted or not fork.measurement:
        return fork.failure
    return f"{fork.failure} (a mean of {format_number(mean(fork.measurement))} {unit}, which is not a score)"


def describe_machine(run: Run) -> str:
    """The machine of the run in one line; the log has all facts."""
    environment = run.header.environment
    cpus = binding.describe_cpus(environment)
    virtual = f"virtual machine ({environment['hypervisor']})" if environment.get("hypervisor") else None
    tool = run.origin and f"measured by {run.origin.named}"
    facts = (tool, environment.get("cpu"), cpus, virtual, environment.get("os"), environment.get("kernel"),
             describe_tuning(environment), _describe_tmpfs(environment), _describe_build_variables(environment))
    return ", ".join(str(fact) for fact in facts if fact)


def _describe_build_variables(environment: Mapping[str, Any]) -> str:
    variables = environment.get("build_variables")
    if not isinstance(variables, dict) or not variables:
        return ""
    return f"built with {' '.join(f'{name}={value}' for name, value in variables.items())}"


def _describe_tmpfs(environment: Mapping[str, Any]) -> str:
    tmpfs = environment.get("tmpfs")
    return f"temporary files in memory ({tmpfs.get('path')})" if isinstance(tmpfs, dict) else ""


def describe_tuning(environment: Mapping[str, Any]) -> str:
    """The settings that `clamh doctor --tune` had changed for the run, "" for none; an edited file may hold any value.
    """
    changed = environment.get("tuned")
    changes = [format_setting(name, **{str(key): value for key, value in change.items()})
            for name, change in changed.items() if isinstance(change, dict)] if isinstance(changed, dict) else []
    return f"tuned: {', '.join(changes)}" if changes else ""


def format_setting(name: str, **change: Any) -> str:
    """A changed setting: `turbo off (was on)`, `interrupts CPU 0 (12; was CPUs 0-1)` for 12 files."""
    files = change.get("files")
    file_count = f"{files}; " if isinstance(files, int) and files > 1 else ""
    return f"{name} {change.get('is')} ({file_count}was {change.get('was')})"


def list_commands(*runs: Run) -> list[str]:
    """The command that reports each results file of these runs."""
    return [f"clamh report {shlex.quote(shorten_path(path))}" for path in dict.fromkeys(run.path for run in runs)]


class Footnotes:
    """The most important warning of each row, numbered in order of first use; similar warnings share a number."""

    def __init__(self, rows: Sequence[Row]):
        warnings_by_key: dict[str, list[Warning]] = {}
        for row in rows:
            for warning in row.warnings[:1]:
                warnings_by_key.setdefault(key_footnote(warning), []).append(warning)
        self._notes = warnings_by_key
        self._hidden = sum(len(row.warnings[1:]) for row in rows)
        self._numbers = {note: number for number, note in enumerate(warnings_by_key, 1)}

    def of(self, row: Row) -> list[int]:
        """The numbers of the row's footnotes, ascending."""
        return [self._numbers[key_footnote(warning)] for warning in row.warnings[:1]]

    def hidden(self, commands: Iterable[str]) -> str:
        """The number of less important warnings without a footnote, "" when there are none. `commands` report the runs;
        not every verb has -v.
        """
        every = " and ".join(f"{command} -v EXTRA" for command in commands)
        return f"{format_count(self._hidden, 'less important warning')} on rows with several: {every}" * (
            self._hidden > 0)

    def texts(self) -> list[tuple[int, str]]:
        """Each number with its footnote."""
        texts = []
        for mark, alike in enumerate(self._notes.values(), 1):
            others = len(alike) - 1 if len(set(alike)) > 1 else 0
            text = alike[0].message + (f" (and in {others} more row{'s' * (others > 1)})" if others else "")
            texts.append((mark, f"{alike[0].code}: {join_sentences(text, alike[0].advice)}"))
        return texts


def key_footnote(warning: Warning) -> str:
    """What warnings that share a footnote have in common."""
    return f"{warning.code}: {warning.advice if warning.code in ALIKE else warning.message}"
