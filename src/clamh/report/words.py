"""How a row's figures and doubts are told; the table, Markdown and the comparison of two runs say them alike."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from clamh.judging.statistics.forks import mean
from clamh.model.identity import as_spelled, quoted
from clamh.model.results import Run
from clamh.model.summary import Contest, ForkScores, Interval, Ratio, Row, Speed, Summary, Warning
from clamh.report import aims, binding, calibration, jmh, runtimes, warmup
from clamh.report.escape import sentences
from clamh.report.ratios import by, share
from clamh.report.secondary import Shown
from clamh.report.units import counted, short, threads

# Doubts that rows have in common and tell with figures of their own: on a noisy machine every row has them.
ALIKE = {"trend", "not-linear", "not-steady", "several-modes", "autocorrelation", "high-variance", "forks-disagree",
         "noisy-stderr", "waited", "rare-costs", "interval-too-short", "short-operation", "short-invocation",
         "rounded-samples", "below-floor", "interrupted", "not-precise", "not-measured", "turn-effect", "uneven-cost"}
NAMED = 4  # rows in a sentence
MARKS = {"reference": "baseline", "bound": "bound"}  # how the heading of a row tells what it is in its suite
# What is timed in one stretch, where it is so short that the cost of the clock is taken off.
LEFT_IN = "left in"
USUAL_MODE = "avgt"  # goes without saying
STRETCHES = {"sample": "sample", "ss": "shot"}


def number(value: float) -> str:
    """Five significant digits, without an exponent from 0.001 to 9,999,999."""
    if not math.isfinite(value) or value == 0:
        return f"{value:g}"
    magnitude = math.floor(math.log10(abs(value)))
    return f"{value:.{max(0, 4 - magnitude)}f}" if -3 <= magnitude < 7 else f"{value:.4e}"


def percent(share: float) -> str:
    """A share as percent, with two or three digits that mean something; thousands of percent keep theirs: ±1200 %."""
    value = share * 100
    places = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:.{places}f} %" if value < 1e5 else f"{value:.3g} %"


def level(confidence: float) -> str:
    """A level of confidence as percent, in all of its digits: 0.9999999 is not 100 %."""
    return f"{confidence * 100:.12g} %"


def factor(value: float) -> str:
    """Three decimals, or so many that a small ratio still has three digits."""
    return f"{value:.3f}" if value >= 0.1 or value <= 0 else f"{value:#.3g}"


def between(interval: Interval | None) -> str:
    """The interval after a ratio, "" for none."""
    return f" [{factor(interval.low)}, {factor(interval.high)}]" if interval else ""


def margin(score: float, interval: Interval | None) -> str:
    """The upper half of the interval around the score, in percent of it; a dash for none."""
    return f"±{percent(interval.high / score - 1)}" if interval else "-"


def secondary(one: Shown) -> tuple[str, str, str]:
    """Score, unit and margin of a secondary result; one without an interval has no dash, since none is missing."""
    told = f"{one.score:.0f}" if one.whole and abs(one.score) < 1e15 else number(one.score)
    return told, one.unit, margin(one.score, one.interval) if one.interval else ""


def ratio(row: Row, referred: bool) -> str:
    """The ratio; a row that stands alone is the reference of nothing, and says so by a dash."""
    if row.ratio is not None and row.ratio.not_compared:
        return "-"
    if row.ratio is not None and row.ratio.reference != row.case_id:
        return f"{factor(row.ratio.value)}{between(row.ratio.interval)}"
    return "reference" if referred or row.baseline == "reference" else "-"


def referred(summary: Summary) -> set[str]:
    """The case_ids that other rows' ratios are relative to."""
    return {row.ratio.reference for row in summary.rows if row.ratio and row.ratio.reference != row.case_id}


def legend(summary: Summary) -> str:
    """What the ratios are, "" when there are none."""
    if not summary.reference:
        return ""
    ratios = [row.ratio for row in summary.rows]
    median = any(one.estimator == "median" for one in ratios if one)
    what = " by the median (of laps where sides took turns, else of iterations)" if median else ""
    wider = any((one.confidence or 0) > summary.confidence for one in ratios if one)
    together = " (wider where several sides are compared, so that all that is said of a benchmark holds together)" if wider else ""
    return (f"Ratio{what}: time of the reference ÷ time of the row, above 1 is faster, with its {level(summary.confidence)} "
            f"interval{together}{verdicts(summary.delta, ratios)}. Reference: {summary.reference}.")


def ratio_heading(summary: Summary) -> str:
    """The heading of the column of ratios."""
    return f"Ratio{next((by(row.ratio.estimator) for row in summary.rows if row.ratio and row.ratio.estimator != 'mean'), '')}"


def verdicts(delta: float, ratios: Sequence[Ratio | None]) -> str:
    """What the verdicts of these ratios are made of, "" where there are none."""
    said = {one.verdict for one in ratios if one}
    told = f"; verdicts on differences of more than {share(delta)} (Δ)" if said - {None} else ""
    return f"{told}; undecided: the Δ that would be decided" if "undecided" in said else told


def units(summary: Summary) -> tuple[str, str]:
    """The heading of the column that counts what a score is made of, and what intervals are over."""
    return ("Forks", "over forks") if summary.unit == "fork" else ("Reps", "over reps")


def notes(summary: Summary) -> list[str]:
    """What was done to the figures of some rows, and holds without being a doubt."""
    costs: dict[str, dict[str, list[float]]] = {}
    for row in summary.rows:
        if row.clock_cost_ns is not None:
            costs.setdefault(stretch(row), {}).setdefault(row.side, []).append(row.clock_cost_ns)
    told = [_clock_cost(what, {one: _cost(many) for one, many in platforms.items()})
            for what, platforms in costs.items()]
    named = dict.fromkeys(as_spelled(row.key, row.benchmark, row.platform) for row in summary.rows if row.operations)
    if named:
        told.append(f"Operations are what each invocation said it did: {', '.join(named)}.")
    if summary.speeds:
        each = "; ".join(f"{_speed(one)} on {one.side}" for one in summary.speeds)
        told.append(f"CPU speed: the same chain of instructions took {each}.")
    told += of_whole_runs(summary.warnings, summary)
    return [*_alone(summary), *told, *warmup.notes(summary), *filter(None, [binding.sentence(summary), runtimes.sentence(summary), aims.sentence(summary), calibration.sentence(summary),
                                                        jmh.describe_difference(summary)])]


def of_whole_runs(warnings: Sequence[Warning], *summaries: Summary) -> list[str]:
    """The doubts about whole runs, and what is true of the machine during them, in a line."""
    facts = dict.fromkeys(one.message for summary in summaries for one in summary.machine)
    return [*(f"{one.code}: {sentences(one.message, one.advice)}" for one in warnings), *([f"Machine: {'; '.join(facts)}."] if facts else [])]


def _alone(summary: Summary) -> list[str]:
    """Why rows have a dash for their ratio: nothing else was measured like them."""
    other = referred(summary)
    lonely = [contest for contest in summary.contests if len(contest.rows) == 1 and contest.rows[0].score is not None
              and ratio(contest.rows[0], contest.rows[0].case_id in other) == "-" and not contest.rows[0].warned("no-reference")]
    if not lonely:
        return []
    if len(summary.contests) == len(lonely) and len({row.side for row in summary.rows}) == 1:
        return [f"No ratio: everything was measured on {summary.rows[0].side} alone, and no benchmark is the baseline."]
    names = [f"{heading(contest)} on {contest.rows[0].side}" for contest in lonely]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return [f"No ratio, since no other row has the same params, mode and threads: {'; '.join(names[:NAMED])}{more}."]


def _speed(one: Speed) -> str:
    least, median, most = (f"{ns:,.0f}" for ns in (one.least_ns, one.median_ns, one.most_ns))
    return f"{median} ns" if least == most else f"{least} to {most} ns (median {median})"


def stretch(row: Row) -> str:
    """What is timed between two readings of the clock, in a row where that is short."""
    if row.threads > 1:  # that may wait for each other (protocol/README.md, Threads), or have fixtures around one invocation
        return STRETCHES.get(row.mode, "stretch of invocations that was timed")
    return STRETCHES.get(row.mode, "invocation between Invocation fixtures")


def _clock_cost(what: str, costs: dict[str, str]) -> str:
    if set(costs.values()) == {LEFT_IN}:
        return f"Clock cost left in each {what}."
    if len(set(costs.values())) == 1:
        return f"Clock cost of {next(iter(costs.values()))} removed from each {what}."
    told = ", ".join(f"{cost} on {platform}" for platform, cost in costs.items())
    return f"Clock cost removed from each {what}: {told}."


def _cost(costs: Sequence[float]) -> str:
    least, most = (f"{one:.3g}" for one in (min(costs), max(costs)))
    return f"{least if least == most else f'{least} to {most}'} ns" if max(costs) else LEFT_IN


def heading(contest: Contest) -> str:
    """Benchmark, params, and what else the rows of a contest have in common."""
    first = speller(contest)
    return " ".join(filter(None, [
        named(first, params(first), " "),
        *(word for mark, word in MARKS.items() if any(row.baseline == mark for row in contest.rows)),
    ]))


def speller(contest: Contest) -> Row:
    """The row whose benchmark a contest is called after: the first that spells the key; those of [same] do not."""
    spelled = (row for row in contest.rows if as_spelled(row.key, row.benchmark, row.platform) != row.key)
    return next(spelled, contest.rows[0])


def params(row: Row) -> str:
    """The row's params with their names, as a heading has them."""
    return ", ".join(f"{name} = {value}" for name, value in zip(row.params, values(row), strict=True))


def values(row: Row) -> list[str]:
    """The values of the row's params, those with units as 4k."""
    return [quoted(short(value, row.units.get(name, 0))) for name, value in row.params.items()]


def named(row: Row, params: str, gap: str) -> str:
    """The benchmark with these params, its mode and threads where they are not the usual ones."""
    said = [
        as_spelled(row.key, row.benchmark, row.platform) + (f"{gap}({params})" if params else ""),
        row.mode if row.mode != USUAL_MODE else "",
        threads(row.threads, row.members),
    ]
    return " ".join(filter(None, said))


def became(row: Row) -> str:
    """What became of a row without a score, in words."""
    reasons = dict.fromkeys(_failure(fork, row.unit) for fork in row.fork_scores if fork.failure)
    status = "not finished" if row.status == "not run" and reasons else row.status
    return f"{status}: {'; '.join(reasons)}" if reasons else status


def _failure(fork: ForkScores, unit: str) -> str:
    """Why the fork does not count; what one that was cut off had measured is told, and is no score."""
    if not fork.interrupted or not fork.measurement:
        return fork.failure
    return f"{fork.failure} (a mean of {number(mean(fork.measurement))} {unit}, which is no score)"


def machine(run: Run) -> str:
    """Where it was measured, in a line; the log has everything."""
    known = run.header.environment
    cpus = binding.cpus(known)
    virtual = f"virtual machine ({known['hypervisor']})" if known.get("hypervisor") else None
    tool = run.origin and f"measured by {run.origin.named}"
    facts = (tool, known.get("cpu"), cpus, virtual, known.get("os"), known.get("kernel"), tuned(known), _memory(known), _built_with(known))
    return ", ".join(str(one) for one in facts if one)


def _built_with(environment: Mapping[str, Any]) -> str:
    known = environment.get("build_variables")
    return f"built with {' '.join(f'{name}={value}' for name, value in known.items())}" if isinstance(known, dict) and known else ""


def _memory(environment: Mapping[str, Any]) -> str:
    known = environment.get("tmpfs")
    return f"temporary files in memory ({known.get('path')})" if isinstance(known, dict) else ""


def tuned(environment: Mapping[str, Any]) -> str:
    """What `clamh doctor --tune` had changed for the run, "" for nothing; whatever an edited file says there."""
    known = environment.get("tuned")
    told = [setting(name, **{str(key): value for key, value in one.items()})
            for name, one in known.items() if isinstance(one, dict)] if isinstance(known, dict) else []
    return f"tuned: {', '.join(told)}" if told else ""


def setting(name: str, **known: Any) -> str:
    """A setting as it was changed: turbo off (was on), interrupts CPU 0 (12; was CPUs 0-1)."""
    files = known.get("files")
    many = f"{files}; " if isinstance(files, int) and files > 1 else ""
    return f"{name} {known.get('is')} ({many}was {known.get('was')})"


class Footnotes:
    """The most important doubt about each row, numbered as they first occur; warnings that are alike share one."""

    def __init__(self, rows: Sequence[Row]):
        notes: dict[str, list[Warning]] = {}
        for row in rows:
            for one in row.warnings[:1]:
                notes.setdefault(_alike(one), []).append(one)
        self._notes = notes
        self._hidden = sum(len(row.warnings[1:]) for row in rows)
        self._numbers = {note: number for number, note in enumerate(notes, 1)}

    def of(self, row: Row) -> list[int]:
        """The numbers of the row's doubts, ascending."""
        return [self._numbers[_alike(one)] for one in row.warnings[:1]]

    def hidden(self) -> str:
        """How many less important doubts there are, "" where there are none."""
        return f"{counted(self._hidden, 'less important warning')} of rows with several: -v EXTRA" if self._hidden else ""

    def texts(self) -> list[tuple[int, str]]:
        """Each number with what it stands for."""
        told = []
        for mark, same in enumerate(self._notes.values(), 1):
            others = len(same) - 1 if len(set(same)) > 1 else 0
            text = same[0].message + (f" (and in {others} more row{'s' * (others > 1)})" if others else "")
            told.append((mark, f"{same[0].code}: {sentences(text, same[0].advice)}"))
        return told


def _alike(one: Warning) -> str:
    return f"{one.code}: {one.advice if one.code in ALIKE else one.message}"
