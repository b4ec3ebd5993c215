"""clamh report [A [B]]: judge and print a results file again, years later if need be, or two side by side."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, show
from clamh.cli.writing import check_writable, raw
from clamh.diagnostics import Diagnostic
from clamh.errors import InputError, ResultsError
from clamh.options import Options

if TYPE_CHECKING:
    from clamh.results import Run
    from clamh.summary import Summary


NEWEST = ".clamh/runs/latest"


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("report", "Judge and print a results file again (the newest), or two side by side.",
                           "[FILE [FILE]]", levels=True)
    one.add_argument("paths", nargs="*", metavar="FILE",
                     help=f"a results file ({NEWEST}), or an earlier and a later one")
    group = one.group("results")
    group.add_argument("-rf", metavar="FORMAT", help=arguments.REPORT_FILE)
    group.add_argument("-rff", metavar="FILE", help=arguments.REPORT_NAME)
    group.add_argument("-trendfile", metavar="FILE", help=arguments.TREND)
    arguments.add_judging(one, None)
    arguments.add_baseline(one)
    return one


def main(argv: list[str]) -> int:
    """Report one results file, the newest when none is named, or compare two."""
    given, options = arguments.read(parser(), argv)
    if len(options.paths) > 2:
        raise _usage("more than two results files", "give one, or an earlier and a later one to compare")
    if len(options.paths) == 2:
        return _side_by_side(options, given.rff)
    if not options.paths and not os.path.exists(NEWEST):
        raise InputError([Diagnostic(code="results", message=f"nothing was measured here yet: there is no {NEWEST}",
                                     mend="measure with `clamh run`, or name a results file")])
    path = options.paths[0] if options.paths else NEWEST
    summary, text, code = judged(path, options)  # first: a wrong FILE leaves no empty report behind
    check_writable(options, raw([path]))
    print(text, end="")
    write_files(summary, path, options)
    return code


def _usage(message: str, mend: str) -> InputError:
    return InputError([Diagnostic(code="usage", message=f"clamh report: {message}", mend=mend)])


def _side_by_side(options: Options, named: str | None) -> int:
    """Compare two results files; -rf writes a file of our own, since JMH's forms hold one run."""
    from clamh.compare import compare
    from clamh.report import COMPARISON_FORMATS, render_comparison

    if options.result_format and options.result_format not in COMPARISON_FORMATS:
        raise _usage(f"-rf {options.result_format} is JMH's form and holds one run", "compare with -rf md, json or csv")
    if options.trend_file:
        raise _usage("-trendfile holds one run", "name one results file")
    if options.baseline:
        raise _usage("--baseline is for the ratios within one run", "the ratios of two files are those of the second to the first")
    if options.verbosity == "EXTRA":
        raise _usage("-v EXTRA prints the log of one run", "name one results file")
    file = options.result_file and (named or f"clamh-compare.{options.result_format}")
    options = replace(options, result_file=file)
    a = _judge(options.paths[0], options.confidence, options.delta)
    b = _judge(options.paths[1], a[1].confidence, a[1].delta)  # one level for both
    check_writable(options, raw(options.paths))
    comparison = compare(a, b)
    print(render_comparison(comparison, a, b, "terminal", titles=titles(), width=show.width(), color=show.color(),
                            unicode=show.unicode()), end="")
    if file:
        text = render_comparison(comparison, a, b, options.result_format, titles=titles())
        paths = " ".join(options.paths)
        _write(text, "-rff", file, f"{paths} -rf {options.result_format} -rff FILE", paths, f" ({options.result_format})")
    return int(_failed(a[1]) or _failed(b[1]))


def _judge(path: str, confidence: float | None, delta: float | None, baseline: str = "") -> tuple[Run, Summary]:
    """The run and its summary, at the level that it was begun with when none is said."""
    from clamh.results_file import read
    from clamh.summarise import summarise

    run = read(path)
    return run, summarise(run, confidence or run.header.confidence, run.header.delta if delta is None else delta, baseline)


def _failed(summary: Summary) -> bool:
    return any(row.status in ("failed", "partial") for row in summary.rows)


def judged(path: str, options: Options) -> tuple[tuple[Run, Summary], str, int]:
    """The run and its summary, the text of its report, and the exit code: 1 when a case failed."""
    from clamh.report import render

    run, summary = _judge(path, options.confidence, options.delta, options.baseline)
    form = "log" if options.verbosity == "EXTRA" else "terminal"
    text = render(summary, run, form, titles=titles(), width=show.width(), color=show.color(), unicode=show.unicode())
    return (run, summary), text, int(_failed(summary))


def write_files(judgement: tuple[Run, Summary], path: str, options: Options) -> None:
    """Write the files that -rf, -rff and -trendfile ask for. Raises ResultsError when one cannot be written."""
    run, summary = judgement
    if options.result_file:
        from clamh.report import render

        text = render(summary, run, options.result_format, titles=titles())
        _write(text, "-rff", options.result_file, f"{path} -rf {options.result_format} -rff FILE", path,
               f" ({options.result_format})")
    if options.trend_file:
        from clamh.report.trend import render_trend

        _write(render_trend(run), "-trendfile", options.trend_file, f"{path} -trendfile FILE", path)


def _write(text: str, option: str, file: str, again: str, paths: str, form: str = "") -> None:
    try:
        with open(file, "w", encoding="utf-8", newline="") as opened:  # CSV has line ends of its own
            opened.write(text)
    except OSError as error:
        told = f"{option}: cannot write '{file}': {error.strerror}; write it elsewhere with `clamh report {again}`"
        raise ResultsError(told, paths) from None
    print(f"{'report' if option == '-rff' else 'trend'}: {file}{form}", file=sys.stderr)


def titles() -> dict[str, str]:
    """The languages' names for sentences, by id, without what a title has in brackets."""
    from clamh.languages import languages

    return {one.id: one.title.partition(" (")[0] for one in languages().values()}
