"""clamh gate: which benchmarks became slower than in a revision or another run, as an exit code and as Markdown for a
pull request.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, report, show
from clamh.cli.between_runs import read_stored_shifts
from clamh.cli.cpus import bind_to_cpus
from clamh.cli.ending import keep_results, unwind_on_signal
from clamh.cli.writing import check_writable, write_raw
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError
from clamh.model.folders import find_root
from clamh.model.options import Options
from clamh.report.units import format_count

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from clamh.cli.sides import Side
    from clamh.model.results import Run
    from clamh.model.decisions import Gate
    from clamh.model.summary import Judgement

REGRESSION, UNDECIDED = 4, 5  # exit codes
SENTENCE = "Report which benchmarks became slower; exit code 4 if any did."
EXAMPLES = (
    ("clamh gate --base main", "build and measure: clamh gate --base -h"),
    ("clamh gate base.ndjson new.ndjson", "exit code 4 if any became slower"),
    ("clamh gate BASE NEW --delta 3%", "ignore changes below 3 %"),
    ("clamh gate BASE NEW -rf md", "for a pull request"),
    ("clamh gate BASE NEW --confirm", "measure undecided and slower ones again"),
)
BASE_EXAMPLES = (
    ("clamh gate --base main", "compare this folder with main"),
    ("clamh gate --base HEAD~1 bench --delta 5%", "ignore changes below 5 %"),
    ("clamh gate --base main -rff gate.md", "for a pull request"),
)


def parser() -> arguments.Parser:
    """All options of the verb."""
    verb = base_parser()
    verb.description = SENTENCE
    _add_confirm(verb)
    return verb


def files_parser() -> arguments.Parser:
    """The options for two results files."""
    verb = arguments.make_verb_parser("gate", SENTENCE, "--base REVISION | BASE NEW", EXAMPLES)
    verb.add_argument("paths", nargs="*", metavar="FILE", help="the older results file, and the one to judge")
    _add_base(verb)
    _add_confirm(verb)
    _add_allowed(verb)
    verb.group("results").add_argument("--no-lock", action="store_true",
                                       help="--confirm: do not wait for another run on this machine")
    arguments.add_judging(verb, None)
    arguments.add_estimator(verb, None)
    verb.brings = "--base"
    return verb


def base_parser() -> arguments.Parser:
    """The options with --base."""
    verb = arguments.make_verb_parser("gate",
                                      "Build a revision and the working tree, measure both: which became slower?",
                                      "--base REVISION [PATH ...]", BASE_EXAMPLES)
    verb.add_argument("paths", nargs="*", metavar="PATH",
                      help="with --base: sources, or folders to search (this folder); else two results files")
    _add_base(verb)
    _add_allowed(verb)
    arguments.add_builds(verb)
    return verb


def _add_base(verb: arguments.Parser) -> None:
    verb.add_argument("--base", metavar="REVISION",
                      help="build and measure this revision and the working tree: see clamh gate --base -h")


def _add_confirm(verb: arguments.Parser) -> None:
    verb.add_argument("--confirm", action="store_true",
                      help="with two results files: build and measure again, in turns, what is undecided or slower")
    verb.add_argument("--base-build", metavar="BUILD",
                      help="--confirm: the sources of BASE, a folder or revision (as its file says)")
    verb.add_argument("--new-build", metavar="BUILD",
                      help="--confirm: the sources of NEW, a folder or revision (as its file says)")


def _add_allowed(verb: arguments.Parser) -> None:
    verb.add_argument("--allow-missing", action="store_true", help="accept that NEW lacks a benchmark")
    verb.add_argument("--allow-undecided", action="store_true",
                      help="exit code 0 instead of 5 when rows are undecided and none is slower")
    group = verb.group("results")
    group.add_argument("-rf", metavar="FORMAT", help="md (for a pull request), junit or json, instead of the table")
    group.add_argument("-rff", metavar="FILE",
                       help="report file, beside the table; without -rf its ending sets the format")


def main(argv: list[str]) -> int:
    """4 for a regression, else 2 where NEW lacks a benchmark, else 1 where a failed, else 5 where some are undecided,
    else 0.
    """
    if arguments.has_option(argv, "--base"):
        return _against_revision(argv)
    args, options = arguments.parse_command_line(files_parser(), argv)
    options = replace(options, result_file=args.rff or "")
    _check_count(options)
    _check_format(options)
    of_confirm = {"--base-build": args.base_build, "--new-build": args.new_build, "--no-lock": args.no_lock}
    if not args.confirm and (unused := [option for option, value in of_confirm.items() if value]):
        raise _usage(f"{' and '.join(unused)}: only with --confirm", "add --confirm, or leave them out")
    base, new = options.paths

    from clamh import pipeline
    from clamh.judging.judge_gate import judge_gate, find_obstacles

    a = pipeline.judge(base, options.confidence, options.delta, estimator=options.estimator)
    b = pipeline.judge(new, a.summary.confidence, a.summary.delta, estimator=a.summary.estimator)  # one level for both
    decided = judge_gate(pipeline.compare_files(a, b, read_stored_shifts()))
    if problems := list(find_obstacles(decided, a.run, b.run)):
        raise InputError(problems)
    check_writable(options, write_raw(options.paths))
    paths = shlex.join(options.paths)

    def finish(result: Gate) -> int:
        _report(result, a, b, options, args, f"clamh gate {paths}", paths)
        return _exit_code(result, args, a.run, new)

    if not args.confirm:
        return finish(decided)
    from clamh.cli.confirm import confirm

    return confirm(decided, a.run, b.run, (args.base_build or "", args.new_build or ""), options, argv, finish)


def _against_revision(argv: list[str]) -> int:
    """Build the working tree and a revision, measure both in turns, and compare."""
    from clamh.cli import sides, two_builds

    if helps := [word for word in argv if word in ("-h", "--help", "--help-all")]:
        base_parser().parse_args(helps[:1])  # argparse would report that --base has no value
    args, options = arguments.parse_command_line(base_parser(), argv)
    options = add_sets_while_undecided(replace(options, live=True, result_file=args.rff or ""))
    _check_format(options)
    check_writable(options, write_raw([options.results]))
    root = find_root(options.paths or ["."])
    with bind_to_cpus(options), unwind_on_signal(), sides.sides_of_gate(args.base, options, root) as both:

        reported = False

        def work() -> int:
            nonlocal reported
            from clamh.judging.judge_gate import judge_gate

            plan = two_builds.plan_builds(both, options, root)
            measured = two_builds.measure_builds(plan, both, options, ["gate", *argv])
            with keep_results(measured.path, resumable=False):
                result = judge_gate(measured.comparison)
                unjudged = not result.judged and not result.failures
                # A machine would take rows without verdicts for success: its file has the error alone.
                if not unjudged or not options.result_file or options.result_format == "md":
                    _report(result, measured.a, measured.b, options, args, "clamh gate --base", measured.path, both)
                    reported = True
                two_builds.print_results(measured, both)
            if unjudged:
                raise InputError([describe_unjudged(result, options)])
            return _exit_code(result, args, measured.a.run, "the working tree")

        return two_builds.print_failures(
            both, work, lambda text: None if reported else _report_failure(text, options),
            lambda built: two_builds.measure_alone(built, both, options, ["gate", *argv]))


def add_sets_while_undecided(options: Options) -> Options:
    """The options of a measurement that adds sets while they could change the decision, unless the options fix their
    number, or a precision decides it.
    """
    return replace(options, adds_sets=None if options.precision is not None
                   else options.settings.forks is None and not options.quick)


def describe_unjudged(result: Gate, options: Options) -> Diagnostic:
    """Why a gate of two builds has nothing to judge."""
    from clamh.judging.judge_gate import describe_uncompared

    failed = any(decision.pair.a and decision.pair.a.status in ("failed", "partial") for decision in result.decisions)
    if failed:
        return Diagnostic(code="nothing-judged", message="nothing to judge: the benchmarks failed in the old build",
                          hint="choose another --base")
    if uncompared := describe_uncompared(result):
        return uncompared
    return Diagnostic(code="nothing-judged",
                      message="nothing to judge: no benchmark was measured in at least three sets",
                      hint="allow more time (--budget)" if options.budget_ns and options.settings.forks is None
                      else "leave out -f, or give 3 or more")


def _report_failure(text: str, options: Options) -> None:
    """Write an error as the report, which then shows why there is no result."""
    form = options.result_format
    if options.result_file and form:
        from clamh.report import gate, junit

        render = {"md": gate.render_failure, "json": gate.render_json_failure, "junit": junit.render_failure}[form]
        report.write(render(text), "-rff", options.result_file, "clamh gate --base -rff FILE", "", f" ({form})")


def _exit_code(result: Gate, args: argparse.Namespace, a: Run, new: str) -> int:
    """The exit code. Raises InputError for benchmarks that NEW lacks."""
    if result.regressions:  # they come first: the gate exists to find them
        return REGRESSION
    if result.missing and not args.allow_missing:
        raise InputError([_describe_missing(result, a, new)])
    if result.failures or result.comparison.builds and any(skip.failed for skip in a.skipped):
        return 1
    return UNDECIDED if result.undecided and not args.allow_undecided else 0


def _describe_missing(result: Gate, a: Run, new: str) -> Diagnostic:
    from clamh.languages import titles
    from clamh.report.gate import missing_names

    names = missing_names(result, a, titles())
    base = result.comparison.names[0] if result.comparison.builds else a.path
    return Diagnostic(code="missing",
                      message=f"{new} lacks {format_count(len(names), 'benchmark')} of {base}: {'; '.join(names)}",
                      hint="measure them too, or, if they were removed on purpose, add --allow-missing")


def _check_count(options: Options) -> None:
    if len(options.paths) != 2:
        count = {0: "needs two results files, got none",
                 1: "needs two results files, got one"}.get(len(options.paths), "needs two results files, got more")
        raise _usage(count, "give two, the older first; or --base REVISION")


def _check_format(options: Options) -> None:
    from clamh.report.gate import FORMATS

    if options.result_format and options.result_format not in FORMATS:
        raise _usage("it has no such report format, or the ending of -rff names none",
                     f"choose -rf {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, or an ending .md, .json or .xml")


def _usage(message: str, hint: str) -> InputError:
    return input_error("usage", f"clamh gate: {message}", hint)


def _report(result: Gate, a: Judgement, b: Judgement, options: Options, args: argparse.Namespace, again: str,
            paths: str, sides: Sequence[Side] = ()) -> None:
    """Print or write the report of the gate.

    `again` is the command that repeats it; `paths` names what holds the results, for the error when a file cannot be
    written. Paths in the trees of the sides are shown with their revisions.
    """
    from clamh.cli.sides import name_trees
    from clamh.languages import titles
    from clamh.report import gate, junit

    names, form = titles(), options.result_format
    formats = {"md": lambda: gate.render_markdown(result, a, b, names), "json": lambda: gate.render_json(result, a, b),
               "junit": lambda: junit.render_gate(result, a.run, b.run, names, args.allow_missing)}
    if form and not options.result_file:
        print(name_trees(formats[form](), sides), end="")
        return
    text = gate.render_terminal(result, a, b, names, width=show.terminal_width(), color=show.use_color(),
                                unicode=show.use_unicode())
    print(name_trees(text, sides), end="")
    if form:
        report.write(name_trees(formats[form](), sides), "-rff", options.result_file, f"{again} -rf {form} -rff FILE",
                     paths, f" ({form})")
