"""clamh compare [A [B]]: an earlier and a later results file (the last two runs), the platforms of one run, or two
builds.
"""

from __future__ import annotations

import os
import shlex
import sys
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, report, show
from clamh.cli.between_runs import read_stored_shifts
from clamh.cli.cpus import bind_to_cpus
from clamh.cli.ending import keep_results, unwind_on_signal
from clamh.cli.writing import check_writable, write_raw
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError, Interrupted
from clamh.model.folders import find_root
from clamh.model.options import BY, Options
from clamh.report.look import Look

if TYPE_CHECKING:
    from clamh.cli.sides import Sides
    from clamh.cli.two_builds import Measured

EXAMPLES = (
    ("clamh compare", "the last two runs of this project"),
    ("clamh compare A.ndjson B.ndjson", "an earlier and a later run"),
    ("clamh compare A --baseline 'java/*'", "the platforms of one run"),
    ("clamh compare A B --delta 5% -rf md", "ignore smaller changes; for GitHub"),
    ("clamh compare --live old-folder .", "build both, measure them in turns"),
    ("clamh compare --live HEAD~1 HEAD", "two revisions; clamh compare --live -h"),
)
SENTENCE = "Compare two runs, two builds, or platforms, with a verdict on each ratio."
LIVE_EXAMPLES = (
    ("clamh compare --live ../old .", "two folders with the same benchmarks"),
    ("clamh compare --live main HEAD", "this folder at two revisions"),
    ("clamh compare --live v1.2:bench bench", "a folder of v1.2 with a folder here"),
)


def parser() -> arguments.Parser:
    """All options of the verb."""
    verb = live_parser()
    verb.description = SENTENCE
    verb.group("results").add_argument("--baseline", metavar="NAME",
                                       help="reference of the ratios: a benchmark, or such as 'cpp/*'")
    return verb


def files_parser() -> arguments.Parser:
    """The options for results files."""
    verb = arguments.make_verb_parser("compare", SENTENCE,
                                      "[A [B]]", EXAMPLES)
    verb.add_argument("paths", nargs="*", metavar="FILE",
                      help="an earlier and a later results file (the last two runs), or one; also files of other tools")
    _add_live(verb)
    arguments.add_report_file(verb, "file name (clamh-compare.FORMAT); for one run as with `clamh report`")
    arguments.add_table(verb, None)
    verb.brings = "--live"
    return verb


def live_parser() -> arguments.Parser:
    """The options for two builds."""
    verb = arguments.make_verb_parser("compare",
                                      "Build two versions of the same benchmarks, measure both in turns, compare.",
                                      "--live OLD NEW", LIVE_EXAMPLES)
    verb.add_argument(
        "paths", nargs="*", metavar="BUILD", help=
        "a results file; with --live a folder, a revision, or REVISION:PATH, where PATH begins at the top of the "
        "repository"
    )
    _add_live(verb)
    arguments.add_builds(verb)
    verb.set_defaults(narrowing=False)  # REVISION:PATH has colons of its own
    arguments.add_report_file(verb, "file name (clamh-compare.FORMAT)")
    verb.group("results").add_argument("--by", metavar="|".join(BY),
                                       help="split the table by it (by benchmark and params)")
    return verb


def _add_live(verb: arguments.Parser) -> None:
    verb.add_argument("--live", action="store_true",
                      help="build OLD and NEW and measure them in turns: see clamh compare --live -h")


def main(argv: list[str]) -> int:
    """The exit code: 1 when a case of either run failed, or when implementations computed different values."""
    if arguments.has_option(argv, "--live"):
        return _compare_builds(argv)
    args, options = arguments.parse_command_line(files_parser(), argv)
    if len(options.paths) > 2:
        raise _usage("takes at most two results files",
                     "give an earlier and a later file, or one file to compare its platforms")
    if len(options.paths) == 1:
        return report.report_run(options.paths[0], options)
    return _compare_files(options.paths or _find_last_two(), options, args.rff)


def _usage(message: str, hint: str) -> InputError:
    return input_error("usage", f"clamh compare: {message}", hint)


def _find_last_two() -> tuple[str, ...]:
    """The last two results files of this project that measured something, the earlier first. Raises InputError where
    there are fewer than two.
    """
    runs = os.path.dirname(report.find_newest_run())
    names = [name for name in (os.listdir(runs) if os.path.isdir(runs) else []) if name.endswith(".ndjson")]
    newest = (os.path.join(runs, name) for name in sorted(names, key=_time_and_number, reverse=True))
    last_two = tuple(islice(filter(_has_measured, newest), 2))[::-1]
    if len(last_two) < 2:
        message = f"{runs} has only one run" if last_two else f"nothing was measured here yet: {runs} has no run"
        raise input_error("results", message, "measure with `clamh run`, or name results files")
    return last_two


def _has_measured(path: str) -> bool:
    """Whether any fork of the run came to its end: a run that waits for the machine has a file already."""
    try:
        with open(path, "rb") as file:
            return any(line.startswith(b'{"event":"fork_end"') for line in file)
    except OSError:  # a folder, or of another user
        return False


def _time_and_number(name: str) -> tuple[str, int]:
    """The time in a results file's name, and its number among the runs of that second; the first of them has no number.
    """
    stamp, _, number = name.removesuffix(".ndjson").partition("-")
    return stamp, int(number) if number.isdecimal() else 1


def _compare_builds(argv: list[str]) -> int:
    """Measure two builds in turns, compare them and write the report. After Ctrl-C the same of what was measured."""
    from clamh.cli import sides, two_builds

    args, options = arguments.parse_command_line(live_parser(), argv)
    if len(options.paths) != 2:
        count = {0: "needs two builds, got none",
                 1: "needs two builds, got one"}.get(len(options.paths), "needs two builds, got more")
        raise _usage(f"--live: {count}", "give two, the older first: folders, revisions, or REVISION:PATH")
    options = replace(options, live=True, result_file=_report_file(options, args.rff))
    check_writable(options, write_raw([options.results]))
    root = find_root(["."])
    with bind_to_cpus(options), unwind_on_signal(), sides.sides_to_compare(options.paths, root) as both:

        def work() -> int:
            plan = two_builds.plan_builds(both, options, root)
            try:
                measured = two_builds.measure_builds(plan, both, options, ["compare", *argv])
            except Interrupted as error:
                with keep_results(error.results, resumable=False):
                    measured = two_builds.after_interrupt(plan, error)
                    print(sides.name_trees(_render_comparison(measured, options), both), end="")
                    print(f"interrupted: the results so far are in {error.results}", file=sys.stderr)
                    _write_comparison(measured, both, options)
                return error.exit_code
            with keep_results(measured.path, resumable=False):
                print(sides.name_trees(_render_comparison(measured, options), both), end="")
                two_builds.print_results(measured, both)
                _write_comparison(measured, both, options)
            return max(report.exit_code(judgement, options) for judgement in (measured.a, measured.b))

        return two_builds.print_failures(
            both, work, measure=lambda built: two_builds.measure_alone(built, both, options, ["compare", *argv]))


def _render_comparison(measured: Measured, options: Options) -> str:
    from clamh import pipeline

    return pipeline.show_comparison(measured.a, measured.b, "terminal", show.look(options.by), measured.comparison)


def _write_comparison(measured: Measured, both: Sides, options: Options) -> None:
    """Write the file of -rf and -rff, if one was requested. Raises ResultsError when it cannot be written."""
    if not options.result_file:
        return
    from clamh import pipeline
    from clamh.cli.sides import name_trees

    text = pipeline.show_comparison(measured.a, measured.b, options.result_format, Look(by=options.by),
                                    measured.comparison)
    report.write(name_trees(text, both), "-rff", options.result_file, "start it again: clamh compare --live",
                 measured.path, f" ({options.result_format})")


def _report_file(options: Options, named: str | None) -> str:
    """The file of -rf and -rff, "" for none. Raises InputError for JMH's formats, which hold one run."""
    from clamh.report import COMPARISON_FORMATS

    if options.result_format and options.result_format not in COMPARISON_FORMATS:
        raise _usage(f"-rf {options.result_format} holds only one run", "compare with -rf md, json or csv")
    return options.result_file and (named or f"clamh-compare.{options.result_format}")


def _compare_files(paths: tuple[str, ...], options: Options, named: str | None) -> int:
    """Compare two results files; -rf takes only our own formats, since JMH's hold one run."""
    from clamh import pipeline
    from clamh.judging.same_run import same_run

    file = _report_file(options, named)
    if options.baseline:
        raise _usage("--baseline works only within one run",
                     "leave it out: the ratios already compare the second file with the first")
    options = replace(options, result_file=file)
    a = pipeline.judge(paths[0], options.confidence, options.delta, estimator=options.estimator)
    b = pipeline.judge(paths[1], a.summary.confidence, a.summary.delta,
                       estimator=a.summary.estimator)  # both have the same level
    if same := same_run(a.run, b.run):
        raise InputError([same])
    check_writable(options, write_raw(paths))
    comparison = pipeline.compare_files(a, b, read_stored_shifts())
    print(pipeline.show_comparison(a, b, "terminal", show.look(options.by), comparison), end="")
    if file:
        text = pipeline.show_comparison(a, b, options.result_format, Look(by=options.by), comparison)
        both, form = shlex.join(paths), options.result_format
        report.write(text, "-rff", file, f"clamh compare {both} -rf {form} -rff FILE", both, f" ({form})")
    if not any(pair.a and pair.b for pair in comparison.pairs):
        return InputError.exit_code
    return max([report.exit_code(judgement, options) for judgement in (a, b)])  # both are reported
