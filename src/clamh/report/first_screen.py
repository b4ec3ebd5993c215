"""Builds the first screen from a summary: what was compared, how much was measured, the table, and how far to trust it.
"""

from __future__ import annotations

import os
import shlex

from clamh.model.identity import spell_key
from clamh.model.results import Run
from clamh.model.summary import Row, Summary
from clamh.report import counters, matrix, scores, trust
from clamh.report.formatting import name_suites
from clamh.report.look import Look
from clamh.report.screen import Note, Screen
from clamh.report.terminal import failure_output
from clamh.report.units import format_count


def build_screen(summary: Summary, run: Run, look: Look = Look()) -> Screen:
    """The first screen of a run."""
    several = any(len([row for row in contest.rows if row.score is not None]) > 1 for contest in summary.contests)
    table = iterations = None
    if any(row.score is not None for row in summary.rows):
        table = (matrix if several else scores).build_table(summary, run, look)
    if table and several and look.iterations:
        iterations = counters.build_iterations_table(summary, run, look)
    in_lines = not several and scores.has_counters(table, summary)
    notes = [*trust.build_notes(summary, run, look.titles, several, look.rest),
             Note("More", f"{look.more} --full  {trust.MORE}"), *hint_baseline(summary, look, several)]
    return Screen(compared=count_compared(summary), measured=count_measured(summary, run), table=table,
                  notes=tuple(notes), output=tuple(failure_output(summary)),
                  counters=None if in_lines else counters.build_counter_table(summary, run, look),
                  iterations=iterations)


def hint_baseline(summary: Summary, look: Look, several: bool) -> list[Note]:
    """The command that compares the benchmarks of a single platform with each other, if nothing is compared yet."""
    scored = [row for row in summary.rows if row.score is not None]
    first = next((row for row in scored if any(_can_compare(row, other) for other in scored)), None)
    if several or first is None or any(row.ratio and row.ratio.reference != row.case_id for row in summary.rows):
        return []
    name = shlex.quote(spell_key(first.key, first.benchmark, first.platform))
    return [Note("More", f"{look.more} --baseline {name}  how the benchmarks compare")]


def _can_compare(baseline: Row, row: Row) -> bool:
    """Whether the row has a ratio to the other row if that is the baseline."""
    return (row.key != baseline.key and os.path.dirname(row.source) == os.path.dirname(baseline.source)
            and (row.mode, row.threads) == (baseline.mode, baseline.threads)
            and baseline.params.items() <= row.params.items())


def count_compared(summary: Summary) -> str:
    """What was compared: `3 benchmarks in 6 variants, 6 languages`, `1 benchmark, 2 builds on 3 platforms`."""
    suites = name_suites(summary)
    benchmarks = len({(contest.key, suites[contest.rows[0].case_id]) for contest in summary.contests})
    variants = f" in {len(summary.contests)} variants" if len(summary.contests) > benchmarks else ""
    sides = list(dict.fromkeys(row.side for row in summary.rows))
    languages = {side.partition("/")[0] for side in sides}
    platforms, builds = {row.platform for row in summary.rows}, {row.build for row in summary.rows}
    compared = format_count(len(sides), "language" if len(languages) == len(sides) else "platform")
    if len(builds) > 1:
        where = f" on {len(platforms)} platforms" if len(platforms) > 1 else ""
        compared = f"{format_count(len(builds), 'build')}{where}"
    alone = f", {sides[0]}" if len(sides) == 1 else f", {compared}" if sides else ""
    return f"{format_count(benchmarks, 'benchmark')}{variants}{alone}"


def count_measured(summary: Summary, run: Run) -> str:
    """How much was measured: `12 sets, 15 min`."""
    in_sets = [len(row.sets) for row in summary.rows if row.sets]
    counts = in_sets or [len(row.fork_means) for row in summary.rows if row.score is not None]
    noun = "set" if in_sets else summary.unit
    amount = ""
    if counts and run.origin is None:
        least, most = min(counts), max(counts)
        amount = f"{least} to {most} {noun}s" if least < most else f"{most} {noun}{'s' * (most != 1)}"
    of_all = run.end.elapsed_s if run.end and summary.unit == "fork" else 0.0  # of repetitions, `run` is the first
    return ", ".join(filter(None, [amount, format_seconds(of_all) if of_all else ""]))


def format_seconds(seconds: float) -> str:
    """A time in a suitable unit: `48 s`, `15 min`, `2 h 5 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"
