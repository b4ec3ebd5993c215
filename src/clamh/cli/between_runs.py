"""clamh calibrate --between-runs N: measures the same code in N runs, minutes apart, and how far scores move between
them.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from clamh.cli import show
from clamh.cli.announce_plan import describe_plan, format_rough_time
from clamh.cli.arguments import has_option
from clamh.cli.ending import keep_results
from clamh.cli.progress import make_listener, print_line, print_nothing
from clamh.cli.writing import check_writable
from clamh.machine.calibrations import load_shifts, place, store_shifts
from clamh.model.calibrations import MIN_SPREAD_S
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError, Interrupted, ResultsError
from clamh.model.options import UNITS_NS, Options
from clamh.model.settings import Misspelled, count, parse_time_ns
from clamh.report.units import format_count, format_minutes
from clamh.running.planning.estimate import planned_seconds

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from clamh.model.results import ShiftRecord

MIN_RUNS = 3  # as judging/statistics/shift.py needs
SPREAD = "10min"
MAX_SPREAD_D = 30


class Clock(NamedTuple):
    """A clock in seconds since some moment, and a way to wait."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class Series(NamedTuple):
    """The number of runs, and the seconds from the beginning of the first to that of the last."""

    runs: int
    spread_s: float


def read_series(args: argparse.Namespace, options: Options, argv: Sequence[str]) -> Series:
    """The series of --between-runs and --spread. Raises InputError with everything that is wrong."""
    problems = []
    for option, is_set, reason in (
        ("--precision", options.precision is not None, "all runs have the same length"),
        ("--budget", options.budget_ns is not None, "all runs have the same length"),
        ("--comparisons", args.comparisons is not None, "it sets the number of comparisons within one run"),
        ("--results", bool(options.results), "each run writes its own results file to .clamh/calibrations"),
        ("--seed", options.seed is not None, "each run draws its own order, data and layouts"),
        ("--confidence", has_option(argv, "--confidence"), "the shift always has 95 %"),
    ):
        if is_set:
            problems.append(
                Diagnostic(code="usage",
                           message=f"clamh calibrate: {option} cannot be used with --between-runs: {reason}",
                           hint=f"leave out {option}"))
    runs, spread_ns = MIN_RUNS, 0
    try:
        runs = count(args.between_runs, MIN_RUNS)
    except Misspelled as error:
        problems.append(
            Diagnostic(code="option", message=f"--between-runs: {error}; fewer "
                       "runs do not show how far scores move", hint=f"{error.hint.split(',')[0]}: --between-runs 10"))
    try:
        text = args.spread or SPREAD
        spread_ns = 0 if re.fullmatch(r"\s*0+\s*[a-z]*\s*", text) else parse_time_ns(text)
        if spread_ns > MAX_SPREAD_D * UNITS_NS["d"]:
            raise Misspelled(f"'{text}' is more than {MAX_SPREAD_D} d",
                             "a calibration is valid no longer than that; give")
    except Misspelled as error:
        problems.append(Diagnostic(code="option", message=f"--spread: {error}", hint=f"{error.hint} {SPREAD}"))
    if problems:
        raise InputError(problems)
    return Series(runs, spread_ns / 1e9)


def calibrate_between_runs(series: Series, options: Options, argv: Sequence[str], runs: Path,
                           clock: Clock = Clock()) -> int:
    """Measure, judge and store; 0 when every case was measured in every run, else 1 (the results of the others are
    stored).
    """
    load_shifts(place())  # reports a file that cannot be used before minutes are spent
    check_writable(options, {})
    plan = _make_plan(options, True)
    if not plan.cases:
        print_line(describe_plan(plan))
        return 0
    silent = options.verbosity == "SILENT"
    if series.spread_s < MIN_SPREAD_S:
        show.warn([
            Diagnostic(
                code="short-spread", severity="warning",
                message=f"all runs begin within {format_minutes(series.spread_s)}: they do "
                "not show changes of the machine over longer times",
                hint=f"leave out --spread; its default is {SPREAD}")
        ])
    if not silent:
        lasts_s = max(series.spread_s, (series.runs - 1) * planned_seconds(plan)) + planned_seconds(plan)
        print_line(
            f"{describe_plan(plan)}\n{series.runs} such runs, the last beginning "
            f"{format_minutes(series.spread_s)} after the first: about {format_rough_time(lasts_s)} in total")
    paths: list[str] = []
    try:
        _measure_all(paths, plan, series, options, argv, runs, clock)
    except (KeyboardInterrupt, Interrupted):
        print_line(
            f"only {format_count(len(paths), 'whole run')} of {series.runs} {'is' if len(paths) == 1 else 'are'} in "
            f"{runs}; nothing was stored"
        )
        raise KeyboardInterrupt from None
    with keep_results(paths[-1], resumable=False):
        records, failed = _judge(paths)
        if not records:
            raise ResultsError(f"no case was measured in all {series.runs} runs; nothing was stored", paths[-1])
        with name_unwritable_store(paths[-1]):
            store_shifts(records, place())
    print(show.fit_encoding("\n".join(_describe_records(records)), sys.stdout))
    if not silent:
        print_line(f"results: {paths[0]} to {paths[-1]}")
    return int(failed)


@contextmanager
def name_unwritable_store(path: str) -> Iterator[None]:
    """Raises ResultsError, with the results file `path`, when the block cannot write what is stored of the machine."""
    try:
        yield
    except OSError as error:
        raise ResultsError(f"cannot write {place()}: {error.strerror}; set XDG_STATE_HOME to a writable folder",
                           path) from None


def read_stored_shifts(warn: Callable[[list[Diagnostic]], None] = show.warn) -> list[ShiftRecord]:
    """The stored shifts between runs; a file that cannot be read is reported and left alone."""
    try:
        return load_shifts(place())
    except InputError as error:
        warn([msgspec.structs.replace(problem, severity="warning") for problem in error.diagnostics])
        return []


def _measure_all(paths: list[str], plan: Plan, series: Series, options: Options, argv: Sequence[str], runs: Path,
                 clock: Clock) -> None:
    """Measure each run at its time, or after the previous one has ended; add the results files to `paths`."""
    from clamh import pipeline
    from clamh.running.context import Context, Places

    silent, began = options.verbosity == "SILENT", clock.now()
    for number in range(series.runs):
        if number:
            wait_s = began + series.spread_s * number / (series.runs - 1) - clock.now()
            if wait_s > 0:
                if not silent:
                    begins = time.strftime("%H:%M:%S", time.localtime(time.time() + wait_s))
                    print_line(f"run {number + 1} of {series.runs} begins at {begins}, in {format_rough_time(wait_s)}")
                clock.sleep(wait_s)
            plan = _make_plan(options, False)  # each run has its own seed
        if not silent:
            print_line(f"run {number + 1} of {series.runs}")
        context = Context(command=("clamh", "calibrate", *argv))
        paths.append(str(pipeline.measure(plan, options, context, make_listener(plan, silent), Places(runs=runs))))


def _make_plan(options: Options, first: bool) -> Plan:
    """The plan of a run, as `clamh run` makes it; only the first run prints its warnings."""
    from clamh import pipeline
    from clamh.cli.slice_lengths import apply_stored_slices

    plan = pipeline.make_plan(options, show.warn if first else print_nothing,
                              print_line if first else print_nothing)
    return apply_stored_slices(plan, options)


def _judge(paths: Sequence[str]) -> tuple[list[ShiftRecord], bool]:
    from clamh import pipeline
    from clamh.judging.shifts import measured_shifts
    from clamh.model.times import utc_now

    judgements = [pipeline.judge(path) for path in paths]
    return measured_shifts(judgements, utc_now()), any(judgement.failed for judgement in judgements)


def _describe_records(records: Sequence[ShiftRecord]) -> list[str]:
    from clamh.report import calibration
    from clamh.report.columns import wrap_text

    below = [
        line for text in calibration.below_shifts(records) for line in wrap_text(text, show.terminal_width(), "", "  ")
    ]
    first = records[0]
    return [
        f"Between runs on this machine: {first.runs} runs of the same code, begun within "
        f"{format_minutes(first.spread_s)}",
        "", *calibration.render_shift_table(records, show.terminal_width()), "", *below, f"stored: {place()}"
    ]
