"""clamh gate: which benchmarks became slower than in a revision or in another run, as an exit code and as Markdown for a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, report, show
from clamh.cli.between_runs import stored_shifts
from clamh.cli.cpus import on_cpus
from clamh.cli.ending import keep_order
from clamh.cli.writing import check_writable, raw
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError, Interrupted
from clamh.model.folders import find_root
from clamh.model.options import Options
from clamh.report.units import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from clamh.cli.sides import Side
    from clamh.model.results import Run
    from clamh.model.decisions import Gate
    from clamh.model.summary import Judgement

REGRESSION, UNDECIDED = 4, 5  # exit codes
SENTENCE = "Say which benchmarks became slower; exit code 4 when there is one."
EXAMPLES = (
    ("clamh gate --base main", "build and measure: clamh gate --base -h"),
    ("clamh gate base.ndjson new.ndjson", "4 when something became slower"),
    ("clamh gate BASE NEW --delta 3%", "by less than 3 % is no regression"),
    ("clamh gate BASE NEW -rf md", "for a pull request"),
    ("clamh gate BASE NEW --confirm", "measure both builds of what is open"),
)
BASE_EXAMPLES = (
    ("clamh gate --base main", "what is in this folder against main"),
    ("clamh gate --base HEAD~1 bench --delta 5%", "less than 5 % slower is none"),
    ("clamh gate --base main -rff gate.md", "for a pull request"),
)


def parser() -> arguments.Parser:
    """Everything that the verb accepts."""
    one = base_parser()
    one.description = SENTENCE
    _add_confirm(one)
    return one


def files_parser() -> arguments.Parser:
    """What it accepts of results files."""
    one = arguments.parser("gate", SENTENCE, "--base REVISION | BASE NEW", EXAMPLES)
    one.add_argument("paths", nargs="*", metavar="FILE", help="the results file to be measured by, and the one that is judged")
    _add_base(one)
    _add_confirm(one)
    _add_allowed(one)
    one.group("results").add_argument("--no-lock", action="store_true", help="--confirm: do not wait for another run on this machine")
    arguments.add_judging(one, None)
    arguments.add_estimator(one, None)
    return one


def base_parser() -> arguments.Parser:
    """What it accepts with --base."""
    one = arguments.parser("gate", "Build a revision and the working tree, measure both: which became slower?",
                           "--base REVISION [PATH ...]", BASE_EXAMPLES)
    one.add_argument("paths", nargs="*", metavar="PATH", help="with --base: sources, or folders to search (this folder); else two results files")
    _add_base(one)
    _add_allowed(one)
    arguments.add_builds(one)
    return one


def _add_base(one: arguments.Parser) -> None:
    one.add_argument("--base", metavar="REVISION", help="build and measure this revision and the working tree: see clamh gate --base -h")


def _add_confirm(one: arguments.Parser) -> None:
    one.add_argument("--confirm", action="store_true", help="two results files: measure both builds, in turns, of all that is undecided or slower")
    one.add_argument("--base-build", metavar="BUILD", help="--confirm: what BASE was measured of, a folder or revision (as its file says)")
    one.add_argument("--new-build", metavar="BUILD", help="--confirm: what NEW was measured of, a folder or revision (as its file says)")


def _add_allowed(one: arguments.Parser) -> None:
    one.add_argument("--allow-missing", action="store_true", help="a benchmark that NEW lacks is no error")
    one.add_argument("--allow-undecided", action="store_true", help="0 and not 5 when no regression was found but not all was decided")
    group = one.group("results")
    group.add_argument("-rf", metavar="FORMAT", help="md (for a pull request) or json: printed instead of the table")
    group.add_argument("-rff", metavar="FILE", help="written there, and the table printed; alone: its ending is the format")


def main(argv: list[str]) -> int:
    """4 when a regression stands, else 2 when NEW lacks a benchmark, else 1 when one of it failed, else 5 when not all was decided, else 0."""
    if arguments.asks_for(argv, "--base"):
        return _against_revision(argv)
    given, options = arguments.read(files_parser(), argv)
    options = replace(options, result_file=given.rff or "")
    _check_count(options)
    _check_format(options)
    if (given.base_build or given.new_build) and not given.confirm:
        raise _usage("--base-build and --new-build are of --confirm", "add --confirm, or leave them out")
    base, new = options.paths

    from clamh import pipeline
    from clamh.judging.gate import gate, obstacles

    a = pipeline.judge(base, options.confidence, options.delta, estimator=options.estimator)
    b = pipeline.judge(new, a.summary.confidence, a.summary.delta, estimator=a.summary.estimator)  # one level for both
    found = gate(pipeline.compare_files(a, b, stored_shifts()))
    if problems := list(obstacles(found, a.run, b.run)):
        raise InputError(problems)
    check_writable(options, raw(options.paths))
    paths = " ".join(options.paths)

    def finish(found: Gate) -> int:
        _report(found, a, b, options, f"clamh gate {paths}", paths)
        return _exit_code(found, given, a.run, new)

    if not given.confirm:
        return finish(found)
    from clamh.cli.confirm import confirm

    return confirm(found, a.run, b.run, (given.base_build or "", given.new_build or ""), options, argv, finish)


def _against_revision(argv: list[str]) -> int:
    """The working tree against a revision, both built and measured in turns."""
    from clamh.cli import builds, sides

    if "-h" in argv or "--help" in argv:  # argparse would take it for what is missing behind --base
        base_parser().parse_args(["-h"])
    given, options = arguments.read(base_parser(), argv)
    options = adding_sets(replace(options, live=True, result_file=given.rff or ""))
    _check_format(options)
    check_writable(options, raw([options.results]))
    root = find_root(options.paths or ["."])
    with on_cpus(options), keep_order(), sides.sides_of_gate(given.base, options, root) as both:

        def work() -> int:
            from clamh.judging.gate import gate

            planned = builds.plan_builds(both, options, root)
            try:
                measured = builds.measure_builds(planned, both, options, ["gate", *argv])
            except Interrupted:  # nothing is decided by half of it
                raise KeyboardInterrupt from None
            found = gate(measured.comparison)
            _report(found, measured.a, measured.b, options, "clamh gate --base", measured.path, both)
            builds.tell_results(measured, both)
            if not found.judged and not found.failures:
                raise InputError([_describe_unjudged(found)])
            return _exit_code(found, given, measured.a.run, "the working tree")

        return builds.print_failures(both, work)


def adding_sets(options: Options) -> Options:
    """The options of a measurement that goes on where more sets could change what is decided, unless something else says how many there are."""
    return replace(options, adds_sets=options.settings.forks is None and not options.quick and options.precision is None)


def _describe_unjudged(found: Gate) -> Diagnostic:
    from clamh.judging.gate import describe_uncompared

    failed = any(one.pair.a and one.pair.a.status in ("failed", "partial") for one in found.decisions)
    if failed:
        return Diagnostic(code="nothing-judged", message="nothing could be judged: the benchmarks failed in the old build", mend="choose another --base")
    if uncompared := describe_uncompared(found):
        return uncompared
    return Diagnostic(code="nothing-judged", message="nothing could be judged: no benchmark was measured in three sets or more",
                      mend="leave out -f, or give 3 or more")


def _exit_code(found: Gate, given: argparse.Namespace, a: Run, new: str) -> int:
    """Raises InputError for benchmarks that NEW lacks."""
    if found.regressions:  # they weigh more than anything else: they are what the gate is asked for
        return REGRESSION
    if found.missing and not given.allow_missing:
        raise InputError([_describe_missing(found, a, new)])
    if found.failures or found.comparison.builds and any(skip.failed for skip in a.skipped):
        return 1
    return UNDECIDED if found.undecided and not given.allow_undecided else 0


def _describe_missing(found: Gate, a: Run, new: str) -> Diagnostic:
    from clamh.languages import titles
    from clamh.report.gate import missing_names

    names = missing_names(found, a, titles())
    base = found.comparison.names[0] if found.comparison.builds else a.path
    return Diagnostic(code="missing", message=f"{new} lacks {counted(len(names), 'benchmark')} of {base}: {'; '.join(names)}",
                      mend="measure them too, or add --allow-missing where they were removed on purpose")


def _check_count(options: Options) -> None:
    if len(options.paths) != 2:
        count = {0: "no results file", 1: "one results file"}.get(len(options.paths), "more than two results files")
        raise _usage(f"{count}", "give two: the one to be measured by, and the one that is judged; or --base REVISION")


def _check_format(options: Options) -> None:
    from clamh.report.gate import FORMATS

    if options.result_format and options.result_format not in FORMATS:
        raise _usage(f"-rf {options.result_format} is no form of a gate", f"one of {', '.join(FORMATS)}")


def _usage(message: str, mend: str) -> InputError:
    return InputError([Diagnostic(code="usage", message=f"clamh gate: {message}", mend=mend)])


def _report(found: Gate, a: Judgement, b: Judgement, options: Options, again: str, paths: str, sides: Sequence[Side] = ()) -> None:
    """Prints or writes it; `again` is the command that does, `paths` what has the results where a file cannot be written.

    What is in the trees of the sides is named by their revisions.
    """
    from clamh.cli.sides import name_trees
    from clamh.languages import titles
    from clamh.report import gate

    names, form = titles(), options.result_format
    made = {"md": lambda: gate.markdown(found, a, b, names), "json": lambda: gate.as_json(found, a, b)}
    if form and not options.result_file:
        print(name_trees(made[form](), sides), end="")
        return
    text = gate.terminal(found, a, b, names, width=show.width(), color=show.color(), unicode=show.unicode())
    print(name_trees(text, sides), end="")
    if form:
        report.write(name_trees(made[form](), sides), "-rff", options.result_file, f"{again} -rf {form} -rff FILE", paths, f" ({form})")
