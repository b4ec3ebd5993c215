"""clamh gate BASE NEW: which benchmarks became slower, as an exit code and as Markdown for a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, report, show
from clamh.cli.writing import check_writable, raw
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.report.units import counted

if TYPE_CHECKING:
    from clamh.model.results import Run
    from clamh.model.decisions import Gate
    from clamh.model.summary import Judgement

REGRESSION = 4  # the exit code
EXAMPLES = (
    ("clamh gate base.ndjson new.ndjson", "4 when something became slower"),
    ("clamh gate BASE NEW --delta 3%", "by less than 3 % is no regression"),
    ("clamh gate BASE NEW -rf md", "for a pull request"),
    ("clamh gate BASE NEW --confirm", "measure what seems slower again"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("gate", "Say which benchmarks became slower; exit code 4 when there is one.", "BASE NEW", EXAMPLES)
    one.add_argument("paths", nargs="*", metavar="FILE", help="the results file to be measured by, and the one that is judged")
    one.add_argument("--confirm", action="store_true", help="measure what seems slower again, both sides together")
    one.add_argument("--allow-missing", action="store_true", help="a benchmark that NEW lacks is no error")
    group = one.group("results")
    group.add_argument("-rf", metavar="FORMAT", help="md (for a pull request) or json: printed instead of the table")
    group.add_argument("-rff", metavar="FILE", help="written there, and the table printed; alone: its ending is the format")
    group.add_argument("--no-lock", action="store_true", help="--confirm: do not wait for another run on this machine")
    arguments.add_judging(one, None)
    arguments.add_estimator(one, None)
    return one


def main(argv: list[str]) -> int:
    """4 when a regression stands, else 2 when NEW lacks a benchmark, else 1 when one of it failed, else 0."""
    given, options = arguments.read(parser(), argv)
    options = replace(options, result_file=given.rff or "")
    _check(options)
    base, new = options.paths

    from clamh import pipeline
    from clamh.judging.compare import compare
    from clamh.judging.gate import gate, obstacles

    a = pipeline.judge(base, options.confidence, options.delta, estimator=options.estimator)
    b = pipeline.judge(new, a.summary.confidence, a.summary.delta, estimator=a.summary.estimator)  # one level for both
    found = gate(compare(a, b))
    if problems := list(obstacles(found, a.run, b.run)):
        raise InputError(problems)
    check_writable(options, raw(options.paths))
    if given.confirm:
        from clamh.cli.confirm import confirm

        found = confirm(found, a.run, b.run, options)
    _report(found, a, b, options)
    if found.regressions:  # they weigh more than anything else: they are what the gate is asked for
        return REGRESSION
    if found.missing and not given.allow_missing:
        raise InputError([_describe_missing(found, a.run, new)])
    return int(bool(found.failures))


def _describe_missing(found: Gate, a: Run, new: str) -> Diagnostic:
    from clamh.pipeline import titles
    from clamh.report.gate import missing_names

    names = missing_names(found, a, titles())
    return Diagnostic(code="missing", message=f"{new} lacks {counted(len(names), 'benchmark')} of {a.path}: {'; '.join(names)}",
                      mend="measure them too, or add --allow-missing where they were removed on purpose")


def _check(options: Options) -> None:
    from clamh.report.gate import FORMATS

    if len(options.paths) != 2:
        count = {0: "no results file", 1: "one results file"}.get(len(options.paths), "more than two results files")
        raise _usage(f"{count}", "give two: the one to be measured by, and the one that is judged")
    if options.result_format and options.result_format not in FORMATS:
        raise _usage(f"-rf {options.result_format} is no form of a gate", f"one of {', '.join(FORMATS)}")


def _usage(message: str, mend: str) -> InputError:
    return InputError([Diagnostic(code="usage", message=f"clamh gate: {message}", mend=mend)])


def _report(found: Gate, a: Judgement, b: Judgement, options: Options) -> None:
    from clamh.pipeline import titles
    from clamh.report import gate

    names, form = titles(), options.result_format
    made = {"md": lambda: gate.markdown(found, a, b, names), "json": lambda: gate.as_json(found, a, b)}
    if form and not options.result_file:
        print(made[form](), end="")
        return
    print(gate.terminal(found, a, b, names, width=show.width(), color=show.color(), unicode=show.unicode()), end="")
    if form:
        paths = " ".join(options.paths)
        report.write(made[form](), "-rff", options.result_file, f"clamh gate {paths} -rf {form} -rff FILE", paths, f" ({form})")
