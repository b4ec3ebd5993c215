"""clamh compare [A [B]]: an earlier and a later results file (the last two runs), or the platforms within one run."""

from __future__ import annotations

import os

from msgspec.structs import replace

from clamh.cli import arguments, report, show
from clamh.cli.writing import check_writable, raw
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.report.look import Look

EXAMPLES = (
    ("clamh compare", "the last two runs of this project"),
    ("clamh compare A.ndjson B.ndjson", "an earlier and a later one"),
    ("clamh compare A --baseline 'java/*'", "the platforms of one run"),
    ("clamh compare A B --delta 5% -rf md", "less is no difference; for GitHub"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("compare", "Compare two runs, or the platforms within one, with a verdict on each ratio.",
                           "[A [B]]", EXAMPLES)
    one.add_argument("paths", nargs="*", metavar="FILE",
                     help="an earlier and a later results file (the last two runs), or one; also JSON of other tools")
    arguments.add_report_file(one, "its name (clamh-compare.FORMAT, of one run jmh-result.FORMAT)")
    arguments.add_table(one, None)
    return one


def main(argv: list[str]) -> int:
    """Compare; 1 when a case of either failed, or its implementations computed different values."""
    given, options = arguments.read(parser(), argv)
    if len(options.paths) > 2:
        raise _usage("more than two results files", "give an earlier and a later one, or one to compare its platforms")
    if len(options.paths) == 1:
        return report.one_run(options.paths[0], options)
    return _two_runs(options.paths or _last_two(), options, given.rff)


def _usage(message: str, mend: str) -> InputError:
    return InputError([Diagnostic(code="usage", message=f"clamh compare: {message}", mend=mend)])


def _last_two() -> tuple[str, ...]:
    """The last two results files of this project, the earlier first. Raises InputError where there are fewer."""
    runs = os.path.dirname(report.find_newest_run())
    names = [name for name in (os.listdir(runs) if os.path.isdir(runs) else []) if name.endswith(".ndjson")]
    if len(names) < 2:
        there = f"there is only one run in {runs}" if names else f"nothing was measured here yet: {runs} has no run"
        raise InputError([Diagnostic(code="results", message=there,
                                     mend="measure with `clamh run`, or name results files")])
    return tuple(os.path.join(runs, name) for name in sorted(names, key=_when)[-2:])


def _when(name: str) -> tuple[str, int]:
    """The time in a results file's name, and its number among those of the same second, of which the first has none."""
    stamp, _, number = name.removesuffix(".ndjson").partition("-")
    return stamp, int(number) if number.isdecimal() else 1


def _two_runs(paths: tuple[str, ...], options: Options, named: str | None) -> int:
    """Two results files side by side; -rf writes a file of our own, since JMH's forms hold one run."""
    from clamh import pipeline
    from clamh.judging.same_run import same_run
    from clamh.report import COMPARISON_FORMATS

    if options.result_format and options.result_format not in COMPARISON_FORMATS:
        raise _usage(f"-rf {options.result_format} is JMH's form and holds one run", "compare with -rf md, json or csv")
    if options.baseline:
        raise _usage("--baseline is for the ratios within one run",
                     "leave it out: the ratios of two files are those of the second to the first")
    file = options.result_file and (named or f"clamh-compare.{options.result_format}")
    options = replace(options, result_file=file)
    a = pipeline.judge(paths[0], options.confidence, options.delta, estimator=options.estimator)
    b = pipeline.judge(paths[1], a.summary.confidence, a.summary.delta, estimator=a.summary.estimator)  # one level for both
    if same := same_run(a.run, b.run):
        raise InputError([same])
    check_writable(options, raw(paths))
    print(pipeline.show_comparison(a, b, "terminal", show.look(options.by)), end="")
    if file:
        text = pipeline.show_comparison(a, b, options.result_format, Look(by=options.by))
        both, form = " ".join(paths), options.result_format
        report.write(text, "-rff", file, f"clamh compare {both} -rf {form} -rff FILE", both, f" ({form})")
    return max([report.exit_code(judgement, options) for judgement in (a, b)])  # both are reported
