"""clamh run PATH: build, measure everything together, compare."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, listing, resuming, show
from clamh.cli.announce import announcement, crowded, skips
from clamh.cli.cpus import on_cpus
from clamh.cli.ending import keep_results
from clamh.cli.progress import listener, say
from clamh.cli.report import exit_code, find_newest_run, shown, write_files
from clamh.cli.writing import check_writable, make_folder, raw
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError, Interrupted, ResultsError
from clamh.model.folders import shorten_path
from clamh.model.options import Options
from clamh.report.units import counted

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
    one = arguments.parser("run", "Build, measure everything together, compare.", examples=EXAMPLES, levels=True)
    arguments.add_paths(one)
    arguments.add_selection(one)
    arguments.add_keep_going(one)
    arguments.add_measuring(one)
    arguments.add_turns(one)
    arguments.add_dry(one)
    arguments.add_results(one)
    arguments.add_table(one)
    arguments.add_screen(one)
    group = one.group("benchmarks")
    group.add_argument("--artifact", metavar="ID:FILE", action="append", default=[],
                       help="run a built artifact, such as java:run_A.jar; repeatable")
    group = one.group("results")
    group.add_argument("--resume", metavar="FILE", nargs="?", const="",
                       help="continue an interrupted run (the newest)")
    group = one.group("lists (without measuring)")
    group.add_argument("-l", action="store_true", help="the selected benchmarks, by name")
    group.add_argument("-lp", action="store_true", help="the same with their params")
    group.add_argument("-lrf", action="store_true", help="the formats of -rf")
    group.add_argument("-lprof", action="store_true", help="what a run records besides times")
    return one


def main(argv: list[str]) -> int:
    """Run and report; 0 when all was measured, 1 when a case failed or implementations computed different values."""
    one = parser()
    given, options = arguments.read(one, argv)
    if told := listing.asked(given):
        print(told)
        return 0
    before = None
    if options.resume is not None:
        before = resuming.begun(one, given, options)
        given, options = before.given, before.options
    check_writable(options, raw([options.results, options.resume or ""]))
    if options.tmpfs:
        from clamh.running.worker import tmpfs

        tmpfs.find()  # that there is none is said before anything is built
    if before and before.complete:
        say(f"{before.run.path}: this run is already complete; there is nothing to resume")
        with _output(options), keep_results(before.run.path):
            return _finish(before.run.path, options)
    with on_cpus(options):
        return _built(given, options, argv, before)


def _built(given: argparse.Namespace, options: Options, argv: list[str], before: resuming.Begun | None) -> int:
    """From the sources on, or from an artifact: list, try, or measure and report."""
    from clamh import pipeline
    from clamh.machine.environment import environment

    if before:
        resuming.same_cpus(before.run, environment())
    if given.artifact and (others := [*options.paths, *(f"--platform {one}" for one in options.platforms)]):
        message = f"--artifact cannot be combined with {', '.join(others)}: artifacts run without sources, on the platforms they were built for"
        raise InputError([Diagnostic(code="usage", message=message,
                                     hint="leave out one of them; --only selects benchmarks of an artifact")])
    if given.l or given.lp:
        if given.artifact:
            print(listing.of_plan(pipeline.of_artifacts(artifact_files(given.artifact), options), options, given.lp))
        else:
            print(listing.of_suite(pipeline.chosen(options, show.warn), options, given.lp))
        return 0
    if given.artifact:
        plan = pipeline.of_artifacts(artifact_files(given.artifact), options)
    else:
        refuse = show.unbuilt if options.keep_going else pipeline.raise_all
        plan = pipeline.planned(options, show.warn, quiet if options.verbosity == "SILENT" else say, not given.dry, refuse)
    sources = {path: "a source of this run" for catalog in plan.catalogs for path in catalog.artifact.sources}
    check_writable(options, raw([options.results, options.resume or ""]) | sources)
    if plan.contests:
        from clamh.cli.slice_lengths import planned_slices

        plan = planned_slices(plan, options)
    if before:
        from clamh.running.resume import resume

        plan = resume(before.run, plan)
    if options.verbosity != "SILENT" and not (given.dry and plan.cases):
        say(announcement(plan, options))
    if not plan.cases:
        return 0
    # Nothing of how it measures is true of what is not measured: where threads are bound, how they share CPUs, how things lie.
    if options.verbosity != "SILENT" and not given.dry and (told := crowded(plan, environment())):
        say("\n".join(told))
    with _output(options):
        return tried(plan, options) if given.dry else _measured(plan, options, argv, before)


@contextmanager
def _output(options: Options) -> Iterator[None]:
    """What is printed goes to -o FILE, as JMH's log does: standard output stays empty, progress where it is."""
    if not options.output:
        yield
        return
    make_folder(options.output)
    with open(options.output, "w", encoding="utf-8") as file, redirect_stdout(file):
        yield


def _measured(plan: Plan, options: Options, argv: list[str], before: resuming.Begun | None) -> int:
    """Measure and report, what there is when it ends early too."""
    try:
        path = measured(plan, options, ["run", *argv], before.run if before else None)
    except Interrupted as error:
        if error.results:
            with keep_results(error.results):
                _finish(error.results, options)
        raise
    except ResultsError as error:
        if os.path.isfile(error.results):  # a device that is always full holds nothing to report
            print(shown(error.results, options)[1], end="")
        raise
    with keep_results(path):
        return _finish(path, options)


def quiet(_: object) -> None:
    """Prints nothing."""


def tried(plan: Plan, options: Options) -> int:
    """Every case once and not measured; 1 when one failed."""
    from clamh.cli.dry import report
    from clamh.running.dry import dry

    failures = report(plan, dry(plan, in_memory=options.tmpfs), lambda text: print(show.fitting(text, sys.stdout), flush=True),
                      options.fail_on_error)
    if options.verbosity != "SILENT":
        tried = f"{counted(len(plan.cases), 'case')} tried, {failures} failed"
        if failures and options.fail_on_error:
            tried = f"stopped at the first failure (-foe true) of {counted(len(plan.cases), 'case')}"
        say("\n".join([*skips(plan), f"{tried}; nothing was measured and no results file was written"]))
    return int(failures > 0 or any(skip.failed for skip in plan.skipped))


def measured(plan: Plan, options: Options, command: Sequence[str], resumed: Run | None = None, places: Places | None = None,
             find_open: Callable[[str], Collection[str]] | None = None) -> str:
    """Measure the plan and return the results file; before that, compare what the implementations compute. `find_open` is that of Context."""
    from clamh import pipeline
    from clamh.judging.work import compared
    from clamh.report.work import doubts
    from clamh.running import context as of

    silent = options.verbosity == "SILENT"
    works = [] if resumed else pipeline.compute(plan, quiet if silent else say).records
    if not silent and (doubted := doubts(compared(plan, works))):
        say(show.printable_lines("\n".join(doubted)))
    context = of.Context(command=("clamh", *command), facts=(*works, *_calibrations(plan), *_shifts(plan)), resumed=resumed, find_open=find_open)
    return str(pipeline.measure(plan, options, context, listener(plan, silent), places or of.Places()))


def _calibrations(plan: Plan) -> list[CalibrationRecord]:
    """What is known of this machine's noise on the plan's platforms; a file that is not to be read is said and left alone."""
    from clamh.machine.calibrations import load, place
    from clamh.machine.environment import machine

    try:
        known = load(machine(), place())
    except InputError as error:
        show.warn(replace(one, severity="warning") for one in error.diagnostics)
        return []
    kinds = {(case.platform, case.mode) for case in plan.cases}
    return [one for one in known if (one.platform, one.mode) in kinds]


def _shifts(plan: Plan) -> list[ShiftRecord]:
    """What is known of how far scores on the plan's platforms move between runs on this machine."""
    from clamh.cli.between_runs import stored_shifts
    from clamh.machine.environment import machine

    kinds = {(machine(), case.platform, case.mode) for case in plan.cases}
    return [one for one in stored_shifts(quiet) if (one.machine, one.platform, one.mode) in kinds]


def _finish(path: str, options: Options) -> int:
    judgement, text = shown(path, options)
    print(text, end="")
    write_files(judgement, path, options)
    if judgement.run.sets:
        from clamh.cli.slice_lengths import store_slices

        store_slices(judgement)
    if options.verbosity != "SILENT":
        again = "clamh report" if os.path.realpath(find_newest_run()) == os.path.realpath(path) else f"clamh report {shlex.quote(shorten_path(path))}"
        say(f"results: {shorten_path(path)} ({again} shows them again)")
    return exit_code(judgement, options)


def artifact_files(texts: Sequence[str]) -> list[tuple[str, str]]:
    """The language and the file of each --artifact. Raises InputError with all that are wrong."""
    from clamh.languages import languages

    problems, found = [], {}
    for text in texts:
        language, colon, path = text.partition(":")
        if not colon or language not in languages() or not Path(path).is_file():
            problems.append(Diagnostic(code="no-artifact", message=f"--artifact: '{text}' is not LANGUAGE:FILE",
                                       hint=f"give an existing file and one of: {', '.join(languages())}"))
        elif os.path.realpath(path) in found:
            problems.append(Diagnostic(code="no-artifact", message=f"--artifact: '{path}' is given twice", hint="give it once"))
        found[os.path.realpath(path)] = language, path
    if problems:
        raise InputError(problems)
    return list(found.values())
