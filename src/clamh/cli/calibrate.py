"""clamh calibrate [PATH]: measures each case against itself, and stores the differences as this machine's noise."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from clamh.cli import arguments, show
from clamh.cli.announce_plan import describe_plan
from clamh.cli.between_runs import calibrate_between_runs, name_unwritable_store, read_series
from clamh.cli.cpus import bind_to_cpus
from clamh.cli.ending import keep_results
from clamh.cli.progress import make_listener, print_line
from clamh.cli.writing import check_writable
from clamh.machine.calibrations import load, place, store
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError, ResultsError
from clamh.model.identity import spell_key
from clamh.model.options import Options
from clamh.model.settings import Misspelled, count
from clamh.report.units import format_count

if TYPE_CHECKING:
    import argparse

    from clamh.model.results import CalibrationRecord

COMPARISONS = 40  # if none of them excludes 1, the exact upper bound is 7.2 %
MIN_FORKS = 3  # on each side; fewer have no interval
RUNS = Path(".clamh/calibrations")
EXAMPLES = (
    ("clamh calibrate", "the benchmarks of this folder"),
    ("clamh calibrate suite --quick", "shorter forks: a first impression"),
    ("clamh calibrate suite -f 10 -t 4", "for runs with -f 10 -t 4"),
    ("clamh calibrate --no-live", "for --no-live, or a single platform"),
    ("clamh calibrate --between-runs 10", "for comparing two results files"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("calibrate",
                                      "Measure each case against itself, or run after run: this machine's noise.",
                                      examples=EXAMPLES, levels=True)
    arguments.add_paths(verb)
    arguments.add_selection(verb)
    arguments.add_measuring(verb)
    arguments.add_turns(verb)
    group = verb.group("calibrating")
    group.add_argument("--comparisons", metavar="N", help="smallest number per platform, mode and thread count (40)")
    group.add_argument("--between-runs", metavar="N",
                       help="instead: make N runs, some time apart; how far do scores move between them?")
    group.add_argument("--spread", metavar="TIME", help="time between the beginnings of the first and last run (10min)")
    group.add_argument("--results", metavar="FILE", help="raw results (.clamh/calibrations/<UTC>.ndjson)")
    group.add_argument("--no-lock", action="store_true", help="do not wait for another run on this machine")
    arguments.add_judging(verb)
    return verb


def main(argv: list[str]) -> int:
    """Measure, judge and store; 0 when every case was measured, 1 when a failed (the results of the others are stored).
    """
    args, options = arguments.parse_command_line(parser(), argv)
    if options.profilers:
        raise input_error("usage", "clamh calibrate: -prof has no effect here: only times are calibrated",
                          "leave it out; count with clamh run -prof")
    if args.between_runs is not None:
        series = read_series(args, options, argv)
        with bind_to_cpus(options):
            return calibrate_between_runs(series, options, argv, RUNS)
    comparisons = _comparisons(args, options)
    with bind_to_cpus(options):
        return _calibrate(options, comparisons, argv)


def _calibrate(options: Options, comparisons: int, argv: list[str]) -> int:
    from clamh import pipeline
    from clamh.machine.environment import read_machine

    load(read_machine(), place())  # reports a file that cannot be used before minutes are spent
    check_writable(options, {})
    plan = pipeline.make_plan(options, show.warn, print_line, paired=options.live)
    if not plan.cases:
        print_line(describe_plan(plan))
        return 0
    forks = {case.case_id: case.options.forks for case in plan.cases}
    _check_forks(plan)
    plan = _add_forks(plan, comparisons)
    if options.verbosity != "SILENT":
        print_line(describe_plan(plan))
    path = _measure(plan, options, argv)
    with keep_results(path, resumable=False):
        records, failed = _judge(path, forks, plan.seed, options.live)
        if not records:
            raise ResultsError("no case has enough forks to be compared with itself; nothing was stored", path)
        with name_unwritable_store(path):
            store(read_machine(), records, place())
    print(show.fit_encoding("\n".join(_describe_records(records, options)), sys.stdout))
    if options.verbosity != "SILENT":
        print_line(f"results: {path}")
    return int(failed)


def _comparisons(args: argparse.Namespace, options: Options) -> int:
    problems = [
        Diagnostic(code="usage", message=f"clamh calibrate: {option} has no effect here: {reason}", hint=hint)
        for option, value, reason, hint in (("--precision", options.precision, "both halves are equally large",
                                             "--comparisons N sets the length"), ("--budget", options.budget_ns,
                                                                                  "both halves are equally large",
                                                                                  "--comparisons N sets the length"),
                                            ("--spread", args.spread, "it is an option of --between-runs",
                                             "leave it out, or add --between-runs 10"))
        if value is not None
    ]
    comparisons = 0
    try:
        comparisons = count(args.comparisons or str(COMPARISONS), 1)
    except Misspelled as error:
        problems.append(Diagnostic(code="option", message=f"--comparisons: {error}",
                                   hint=f"{error.hint} {COMPARISONS}"))
    if problems:
        raise InputError(problems)
    return comparisons


def _check_forks(plan: Plan) -> None:
    """Refuse a plan with fewer forks on a side than an interval needs."""
    cases_with_few = [case for case in plan.cases if case.options.forks < MIN_FORKS]
    if cases_with_few:
        first = cases_with_few[0]
        name = spell_key(first.key, first.benchmark, first.platform)
        message = (f"clamh calibrate: {name} has only {format_count(first.options.forks, 'fork')} on each side, too "
                   "few for an interval")
        raise input_error("few-forks", message, f"give -f {MIN_FORKS} or more")


def _add_forks(plan: Plan, comparisons: int) -> Plan:
    """The plan with enough forks for this number of comparisons, each of two sides: two builds, or forks of the same
    case.
    """
    from clamh.running.plan import repeat_plan

    fewest = min(
        Counter((case.platform, case.mode, case.threads, case.binding is not None) for case in plan.cases).values())
    return repeat_plan(plan, -(-2 * comparisons // fewest) if plan.contests else 2 * -(-comparisons // fewest))


def _measure(plan: Plan, options: Options, argv: list[str]) -> str:
    from clamh import pipeline
    from clamh.running.context import Context, Places

    return str(pipeline.measure(plan, options, Context(command=("clamh", "calibrate", *argv)),
                                make_listener(plan, options.verbosity == "SILENT"), Places(runs=RUNS)))


def _judge(path: str, forks: dict[str, int], seed: int, in_turns: bool) -> tuple[list[CalibrationRecord], bool]:
    from clamh import pipeline
    from clamh.judging.calibration import calibrate, compare_halves
    from clamh.judging.compare_pairs import compare_pairs
    from clamh.machine.environment import read_machine
    from clamh.model.times import utc_now

    judgement = pipeline.judge(path)
    rows, confidence = judgement.summary.rows, judgement.summary.confidence
    null_ratios = (compare_pairs(rows, forks, confidence, judgement.summary.delta) if in_turns
                   else compare_halves(rows, forks, seed, confidence))
    return calibrate(null_ratios, load(read_machine(), place()), confidence, utc_now()), judgement.failed


def _describe_records(records: list[CalibrationRecord], options: Options) -> list[str]:
    from clamh.report import calibration
    from clamh.report.columns import wrap_text

    notes = [
        line for text in calibration.below(records, options.delta)
        for line in wrap_text(text, show.terminal_width(), "", "  ")
    ]
    how = "two processes of the same artifact" if options.live else "forks against other forks of the same artifact"
    return [f"A/A on this machine: {how}{', in turns' * options.live}", "",
            *calibration.render_table(records, options.delta, show.terminal_width()), "", *notes, f"stored: {place()}"]
