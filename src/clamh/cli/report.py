"""clamh report [FILE]: judge and print a results file again, years later if need be."""

from __future__ import annotations

import gc
import glob
import os
import shlex
import sys
from typing import TYPE_CHECKING

from clamh.cli import arguments, show
from clamh.cli.writing import check_writable, make_folder, raw
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError, ResultsError
from clamh.model.folders import find_root, shorten_path
from clamh.model.options import Options
from clamh.report.look import Look

if TYPE_CHECKING:
    from clamh.model.summary import Judgement

LATEST = ".clamh/runs/latest"  # in the project's root


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("report", "Judge and print a results file again (the newest).", "[FILE]", levels=True)
    one.add_argument("paths", nargs="*", metavar="FILE",
                     help=f"a results file ({LATEST}), or JSON of JMH, Google Benchmark, hyperfine or pyperf")
    arguments.add_report_file(one)
    arguments.add_trend_file(one)
    arguments.add_table(one, None)
    arguments.add_screen(one)
    one.group("results").add_argument("-tu", metavar="UNIT", help="time unit of scores: ns us ms s m h d")
    return one


def main(argv: list[str]) -> int:
    """Report one results file, the newest when none is named."""
    _, options = arguments.read(parser(), argv)
    if len(options.paths) > 1:
        told = f"clamh report: {len(options.paths)} results files, and a report is of one"
        raise InputError([Diagnostic(code="usage", message=told, mend="to compare two: clamh compare A B")])
    path = options.paths[0] if options.paths else find_newest_run()
    if not options.paths and not os.path.exists(path):
        raise InputError([Diagnostic(code="results", message=f"nothing was measured here yet: there is no {path}", mend=suggest_run("clamh report"))])
    gc.disable()  # a report makes no cycles, and looking for them was 6 % of the time of a large one
    try:
        return one_run(path, options)
    finally:
        gc.enable()


def find_newest_run() -> str:
    """The newest run of the project that the current folder belongs to, there or not."""
    return os.path.join(shorten_path(find_root(["."])), LATEST).removeprefix("./")


def suggest_run(verb: str) -> str:
    """What to do where the project has no run: folders of this one may be projects of their own, and have some."""
    below = sorted(glob.glob(f"*/{LATEST}"))
    return f"measure with `clamh run`, or name a results file{f': {verb} {shlex.quote(below[0])}' if below else ''}"


def one_run(path: str, options: Options) -> int:
    """Print and write what was asked of one results file; the exit code is that of its run."""
    judgement, text = shown(path, options)  # first: a wrong FILE leaves no empty report behind
    check_writable(options, raw([path]))
    print(text, end="")
    write_files(judgement, path, options)
    return exit_code(judgement, options)


def exit_code(judgement: Judgement, options: Options) -> int:
    """1 when a case failed, or when implementations computed different values, which is then reported."""
    different = judgement.summary.different
    if different and options.verbosity != "SILENT":
        from clamh.report.work import MEND

        message = f"the implementations of {' and '.join(different)} compute different values"
        show.warn([Diagnostic(code="different-work", message=message, mend=MEND["different"])])
    return int(judgement.failed or bool(different))


def shown(path: str, options: Options) -> tuple[Judgement, str]:
    """The judged run and the text of its report."""
    from clamh import pipeline

    judgement = pipeline.judge(path, options.confidence, options.delta, options.baseline, options.estimator, options.settings.time_unit or "")
    form = "log" if options.verbosity == "EXTRA" else "terminal"
    return judgement, pipeline.show(judgement, form, detailed(show.look(options.by), path, options))


def detailed(look: Look, path: str, options: Options) -> Look:
    """The look with how much is shown; another division of the table than by benchmark is of the full report."""
    newest = os.path.realpath(find_newest_run()) == os.path.realpath(path)
    more = "clamh report" if newest else f"clamh report {shlex.quote(shorten_path(path))}"
    return look._replace(full=options.full or bool(options.by), sort=options.sort, time_unit=options.settings.time_unit or "", more=more)


def write_files(judgement: Judgement, path: str, options: Options) -> None:
    """Write the files that -rf, -rff and -trendfile ask for. Raises ResultsError when one cannot be written."""
    if options.result_file:
        from clamh import pipeline

        text = pipeline.show(judgement, options.result_format, detailed(Look(by=options.by), path, options))
        write(text, "-rff", options.result_file, f"clamh report {path} -rf {options.result_format} -rff FILE", path,
              f" ({options.result_format})")
    if options.trend_file:
        from clamh.report.trend import render_trend

        write(render_trend(judgement.run), "-trendfile", options.trend_file, f"clamh report {path} -trendfile FILE", path)


def write(text: str, option: str, file: str, again: str, paths: str, form: str = "") -> None:
    """Write a file that `option` asks for. Raises ResultsError when it cannot be, with the command to try it `again`."""
    try:
        make_folder(file)
        with open(file, "w", encoding="utf-8", newline="") as opened:  # CSV has line ends of its own
            opened.write(text)
    except OSError as error:
        told = f"{option}: cannot write '{file}': {error.strerror}; write it elsewhere with `{again}`"
        raise ResultsError(told, paths) from None
    print(f"{'report' if option == '-rff' else 'trend'}: {file}{form}", file=sys.stderr)
