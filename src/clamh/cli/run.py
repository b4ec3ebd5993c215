"""clamh run PATH: build, measure everything together, compare."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, jmh_lists, resuming, show
from clamh.cli.chart_library import require_charts
from clamh.cli.announce_plan import describe_crowding, describe_plan, describe_skips
from clamh.cli.cpus import bind_to_cpus
from clamh.cli.ending import keep_results
from clamh.cli.progress import make_listener, print_line, print_nothing
from clamh.cli.report import exit_code, name_report, render_report, write_files
from clamh.cli.streams import OutputFile
from clamh.cli.writing import check_writable, make_folder, write_raw
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError, Interrupted, ResultsError
from clamh.model.folders import shorten_path
from clamh.model.options import Options
from clamh.report.units import format_count

if TYPE_CHECKING:
    import argparse

    from clamh.model.results import CalibrationRecord, Run, ShiftRecord
    from clamh.running.context import Places

EXAMPLES = (
    ("clamh run", "benchmarks of this folder"),
    ("clamh run suite --quick", "a first answer"),
    ("clamh run suite --dry", "does everything work?"),
    ("clamh run a.cpp B.java::Recursive -p number=20,25", ""),
    ("clamh run --only sort -e slow --platform 'cpp/*'", ""),
    ("clamh run -f 10 -rf json -rff out.json", "more forks, JMH's file"),
    ("clamh run --resume", "after Ctrl-C or a crash"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    item = arguments.make_verb_parser("run", "Build, measure everything together, compare.", examples=EXAMPLES,
                                      levels=True)
    arguments.add_paths(item)
    arguments.add_selection(item)
    arguments.add_keep_going(item)
    arguments.add_measuring(item)
    arguments.add_turns(item)
    arguments.add_dry(item)
    arguments.add_results(item)
    arguments.add_table(item)
    arguments.add_screen(item)
    group = item.group("benchmarks")
    group.add_argument("--artifact", metavar="ID:FILE", action="append", default=[],
                       help="run a built artifact, such as java:run_A.jar; repeatable")
    group = item.group("results")
    group.add_argument("--resume", metavar="FILE", nargs="?", const=resuming.NEWEST,
                       help="continue an interrupted run (the newest)")
    group = item.group("lists (without measuring)")
    group.add_argument("-l", action="store_true", help="the selected benchmarks, by name")
    group.add_argument("-lp", action="store_true", help="the same with their params")
    group.add_argument("-lrf", action="store_true", help="the formats of -rf")
    group.add_argument("-lprof", action="store_true", help="profilers, and what every run records besides times")
    return item


def main(argv: list[str]) -> int:
    """Run and report; 0 when all was measured, 1 when a case failed or implementations computed different values."""
    item = parser()
    given, options = arguments.parse_command_line(item, argv)
    if text := jmh_lists.describe_lists(given):
        print(text)
        return 0
    before = None
    if options.resume is not None:
        before = resuming.find_begun_run(item, argv, options)
        given, options = before.options_of_user, before.options
    if options.html:
        require_charts("--html")
    check_writable(options, write_raw([options.results, options.resume or ""]))
    if options.tmpfs:
        from clamh.running.worker import tmpfs

        tmpfs.find()  # that there is none is said before anything is built
    if before and before.complete:
        print_line(f"{before.run.path}: this run is already complete; there is nothing to resume")
        with _output(options), keep_results(before.run.path):
            return _finish(before.run.path, options)
    with bind_to_cpus(options):
        return _built(given, options, argv, before)


def _built(given: argparse.Namespace, options: Options, argv: list[str], before: resuming.Begun | None) -> int:
    """From the sources on, or from an artifact: list, try, or measure and report."""
    from clamh import pipeline
    from clamh.machine.environment import read_environment

    if before:
        resuming.check_same_cpus(before.run, read_environment())
    if given.l or given.lp:
        if given.artifact:
            plan = pipeline.plan_artifacts(find_artifact_files(given.artifact, options), options, show.warn)
            text = jmh_lists.list_plan(plan, options, given.lp)
        else:
            suite = pipeline.select_suite(options, show.warn)
            check_writable(options, {unit.source.path: "a source of this run" for unit in suite.units})
            if options.platforms:  # list what a run with them measures
                by_source, _ = pipeline.platforms(suite, options)
                suite = replace(suite, units=tuple(unit for unit in suite.units if by_source[unit.source.path]))
            text = jmh_lists.list_suite(suite, options, given.lp)
        with _output(options):
            print(text)
        return 0
    if given.artifact:
        plan = pipeline.plan_artifacts(find_artifact_files(given.artifact, options), options, show.warn)
    else:
        refuse = show.print_unbuilt if options.keep_going else pipeline.raise_all
        plan = pipeline.make_plan(options, show.warn, print_nothing if options.verbosity == "SILENT" else print_line,
                                  not given.dry, refuse)
    sources = {path: "a source of this run" for catalog in plan.catalogs for path in catalog.artifact.sources}
    check_writable(options, write_raw([options.results, options.resume or ""]) | sources)
    if before:
        from clamh.running.resume import resume

        resuming.check_same_variables(before.run, [catalog.artifact.platform.language for catalog in plan.catalogs])
        plan = resume(before.run, plan)
    elif plan.contests:
        from clamh.cli.slice_lengths import apply_stored_slices

        plan = apply_stored_slices(plan, options)
    if options.verbosity != "SILENT" and not (given.dry and plan.cases):
        print_line(describe_plan(plan, options))
    if not plan.cases:
        return 0
    # Nothing of how it measures is true of what is not measured: where threads are bound, how they share CPUs, how
    # things lie.
    if options.verbosity != "SILENT" and not given.dry and (texts := describe_crowding(plan, read_environment())):
        print_line("\n".join(texts))
    with _output(options):
        return try_cases(plan, options) if given.dry else _measured(plan, options, argv, before)


@contextmanager
def _output(options: Options) -> Iterator[None]:
    """What is printed goes to -o FILE, as JMH's log does: standard output stays empty, progress where it is.

    Raises ResultsError at the end when the file could not be written, or prints this where another error ends the
    block; a pipe whose reader has gone is no error.
    """
    if not options.output:
        yield
        return
    make_folder(options.output)
    written = OutputFile(options.output, "w")
    try:
        with io.TextIOWrapper(io.BufferedWriter(written), encoding="utf-8") as file, redirect_stdout(file):
            yield
    except BaseException:
        if written.error:
            print_line(f"error: {_describe_unwritable(options.output, written.error)}")
        raise
    if written.error:
        raise ResultsError(_describe_unwritable(options.output, written.error), "")


def _describe_unwritable(output: str, error: OSError) -> str:
    return f"-o: cannot write '{output}': {error.strerror}; free some space there, or name another file"


def _measured(plan: Plan, options: Options, argv: list[str], before: resuming.Begun | None) -> int:
    """Measure and report, what there is when it ends early too."""
    try:
        path = measure_plan(plan, options, ["run", *argv], before.run if before else None)
    except Interrupted as error:
        if error.results:
            with keep_results(error.results):
                _finish(error.results, options)
        raise
    except ResultsError as error:
        if os.path.isfile(error.results):  # a device that is always full holds nothing to report
            print(render_report(error.results, options)[1], end="")
        raise
    with keep_results(path):
        return _finish(path, options)


def try_cases(plan: Plan, options: Options) -> int:
    """Every case once and not measured; 1 when a failed."""
    from clamh.cli.dry_run import report
    from clamh.running.dry import try_plan
    from clamh.running.starting import can_invoke

    failures = report(plan, try_plan(plan, in_memory=options.tmpfs),
                      lambda text: print(show.fit_encoding(text, sys.stdout), flush=True), options.fail_on_error)
    if options.verbosity != "SILENT":
        untried = sum(not can_invoke(plan, case) for case in plan.cases)
        tried = f"{format_count(len(plan.cases) - untried, 'case')} tried, {failures} failed"
        tried += f", {untried} not tried" if untried else ""
        if failures and options.fail_on_error:
            tried = f"stopped at the first failure (-foe true) of {format_count(len(plan.cases), 'case')}"
        print_line("\n".join([*describe_skips(plan), f"{tried}; nothing was measured and no results file was written"]))
    return int(failures > 0 or any(skip.failed for skip in plan.skipped))


def measure_plan(plan: Plan, options: Options, command: Sequence[str], resumed: Run | None = None,
                 places: Places | None = None, find_open: Callable[[str], Collection[str]] | None = None) -> str:
    """Measure the plan and return the results file; before that, compare what the implementations compute. `find_open`
    is that of Context.
    """
    from clamh import pipeline
    from clamh.judging.work import compare_implementations
    from clamh.report.work import list_differences
    from clamh.running import context as of

    silent = options.verbosity == "SILENT"
    computed = [] if resumed else pipeline.compute(plan, print_nothing if silent else print_line).records
    works = resumed.works if resumed else computed
    if not silent and (doubted := list_differences(compare_implementations(plan, works))):
        print_line(show.escape_lines("\n".join(doubted)))
    context = of.Context(command=("clamh", *command), facts=(*computed, *_calibrations(plan), *_shifts(plan)),
                         resumed=resumed, find_open=find_open)
    return str(pipeline.measure(plan, options, context, make_listener(plan, silent), places or of.Places()))


def _calibrations(plan: Plan) -> list[CalibrationRecord]:
    """What is known of this machine's noise on the plan's platforms; a file that cannot be read is reported and left
    alone.
    """
    from clamh.machine.calibrations import load, place
    from clamh.machine.environment import read_machine

    try:
        known = load(read_machine(), place())
    except InputError as error:
        show.warn(replace(diagnostic, severity="warning") for diagnostic in error.diagnostics)
        return []
    kinds = {(case.platform, case.mode) for case in plan.cases}
    return [
        calibration_record for calibration_record in known
        if (calibration_record.platform, calibration_record.mode) in kinds
    ]


def _shifts(plan: Plan) -> list[ShiftRecord]:
    """What is known of how far scores on the plan's platforms move between runs on this machine."""
    from clamh.cli.between_runs import read_stored_shifts
    from clamh.machine.environment import read_machine

    kinds = {(read_machine(), case.platform, case.mode) for case in plan.cases}
    return [
        stored_shift for stored_shift in read_stored_shifts(print_nothing)
        if (stored_shift.machine, stored_shift.platform, stored_shift.mode) in kinds
    ]


def _finish(path: str, options: Options) -> int:
    judgement, text = render_report(path, options)
    print(text, end="")
    write_files(judgement, path, options)
    if judgement.run.sets:
        from clamh.cli.slice_lengths import store_slices

        store_slices(judgement)
    if options.verbosity != "SILENT":
        print_line(f"results: {shorten_path(path)} ({name_report(path)} shows them again)")
    return exit_code(judgement, options)


def find_artifact_files(texts: Sequence[str], options: Options) -> list[tuple[str, str]]:
    """The language and the file of each --artifact. Raises InputError with all that are wrong, and for options that
    cannot be combined with it.
    """
    from clamh.languages import languages

    if others := [*options.paths, *(f"--platform {platform}" for platform in options.platforms)]:
        message = (f"--artifact cannot be combined with {', '.join(others)}: artifacts run without sources, on the "
                   "platforms they were built for")
        raise input_error("usage", message, "leave out one of them; --only selects benchmarks of an artifact")
    problems, found = [], {}
    for text in texts:
        language, colon, path = text.partition(":")
        if not colon or language not in languages() or not os.path.isfile(path):
            problems.append(Diagnostic(code="no-artifact", message=f"--artifact: '{text}' is not LANGUAGE:FILE",
                                       hint=f"give an existing file and one of: {', '.join(languages())}"))
        elif os.path.realpath(path) in found:
            problems.append(
                Diagnostic(code="no-artifact", message=f"--artifact: '{path}' is given twice", hint="give it once"))
        found[os.path.realpath(path)] = language, path
    if problems:
        raise InputError(problems)
    return list(found.values())
