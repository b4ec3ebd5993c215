"""clamh report [FILE]: judge and print a results file again, even years later."""

from __future__ import annotations

import gc
import glob
import os
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clamh.cli import arguments, show
from clamh.cli.chart_library import require_charts
from clamh.cli.source_links import link_sources
from clamh.cli.writing import check_writable, make_folder, write_raw
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import ResultsError
from clamh.model.folders import find_root, shorten_path
from clamh.model.options import Options
from clamh.report.look import Look

if TYPE_CHECKING:
    from clamh.model.summary import Judgement

LATEST = ".clamh/runs/latest"  # in the project's root
WRITTEN = {"-rff": "report", "--html": "page", "-trendfile": "trend",
           "-o": "history"}  # what an option's file is called in the line about it


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("report", "Judge and print a results file again (the newest).", "[FILE]",
                                      levels=True)
    verb.add_argument("paths", nargs="*", metavar="FILE",
                      help=f"a results file ({LATEST}), or a file of another tool")
    arguments.add_report_file(verb)
    arguments.add_html(verb)
    arguments.add_trend_file(verb)
    arguments.add_table(verb, None)
    arguments.add_screen(verb)
    verb.group("results").add_argument("--plot", action="store_true", help="also draw bars of the times")
    verb.group("results").add_argument("-tu", metavar="UNIT", help="time unit of scores: ns us ms s m h d")
    return verb


def main(argv: list[str]) -> int:
    """Report one results file, the newest when none is named."""
    _, options = arguments.parse_command_line(parser(), argv)
    if options.html:
        require_charts("--html")
    if len(options.paths) > 1:
        message = f"clamh report: got {len(options.paths)} results files, but reports one"
        raise input_error("usage", message, "to compare two: clamh compare A B")
    path = choose_run(options.paths, "clamh report")
    gc.disable()  # a report makes no reference cycles; the collector took 6 % of the time of a large report
    try:
        return report_run(path, options)
    finally:
        gc.enable()


def find_newest_run() -> str:
    """The path of the newest run of the project of the current folder, whether it exists or not."""
    return os.path.join(shorten_path(find_root(["."])), LATEST).removeprefix("./")


def choose_run(paths: Sequence[str], verb: str) -> str:
    """The named results file, or the project's newest run. Raises InputError where the project has none."""
    if paths:
        return paths[0]
    if os.path.exists(path := find_newest_run()):
        return path
    below = sorted(glob.glob(f"*/{LATEST}"))  # subfolders may be projects of their own with runs
    raise input_error(
        "results", f"nothing was measured here yet: there is no {path}",
        f"measure with `clamh run`, or name a results file{f': {verb} {shlex.quote(below[0])}' if below else ''}")


def report_run(path: str, options: Options) -> int:
    """Print and write the report of a results file; the exit code is that of its run."""
    judgement, text = render_report(path, options)  # before check_writable: a wrong FILE leaves no empty report
    check_writable(options, write_raw([path]))
    print(text, end="")
    write_files(judgement, path, options)
    return exit_code(judgement, options)


def exit_code(judgement: Judgement, options: Options) -> int:
    """1 when a case failed or implementations computed different values; the latter is reported here."""
    different = judgement.summary.different
    if different and options.verbosity != "SILENT":
        from clamh.report.work import HINT

        message = f"the implementations of {' and '.join(different)} compute different values"
        show.warn([Diagnostic(code="different-work", message=message, hint=HINT["different"])])
    return int(judgement.failed or bool(different))


def render_report(path: str, options: Options) -> tuple[Judgement, str]:
    """The judged run and the text of its report."""
    from clamh import pipeline

    judgement = pipeline.judge(path, options.confidence, options.delta, options.baseline, options.estimator,
                               options.settings.time_unit or "")
    form = "log" if options.verbosity == "EXTRA" else "terminal"
    return judgement, pipeline.show(
        judgement, form,
        add_detail(show.look(options.by), path, options)._replace(links=link_sources(judgement.run)))


def add_detail(look: Look, path: str, options: Options) -> Look:
    """The look with the amount of detail; a table that is divided by something else than benchmarks is part of the full
    report.
    """
    return look._replace(full=options.full or bool(options.by), plot=options.plot, sort=options.sort,
                         iterations=options.iterations, time_unit=options.settings.time_unit or "",
                         more=name_report(path))


def name_report(path: str) -> str:
    """The command that reports this run, as the user would type it in the current folder."""
    newest = os.path.realpath(find_newest_run()) == os.path.realpath(path)
    return "clamh report" if newest else f"clamh report {shlex.quote(shorten_path(path))}"


def write_files(judgement: Judgement, path: str, options: Options) -> None:
    """Write the files of -rf, -rff, --html and -trendfile. Raises ResultsError when a cannot be written."""
    again = f"clamh report {shlex.quote(path)}"  # with the file's name, because a later run may be the newest then
    if options.result_file:
        from clamh import pipeline

        text = pipeline.show(judgement, options.result_format, add_detail(Look(by=options.by), path, options))
        write(text, "-rff", options.result_file, f"{again} -rf {options.result_format} -rff FILE", path,
              f" ({options.result_format})")
    if options.html:
        write(render_page(judgement, add_detail(Look(), path, options)), "--html", options.html,
              f"{again} --html FILE", path)
    if options.trend_file:
        from clamh.report.trend import render_trend

        write(render_trend(judgement.run), "-trendfile", options.trend_file, f"{again} -trendfile FILE", path)


def render_page(judgement: Judgement, look: Look) -> str:
    """The report as HTML."""
    from clamh.cli.chart_library import load_javascript
    from clamh.cli.listings import read_listings
    from clamh.languages import short_titles, titles
    from clamh.report import page

    return page.render(judgement.summary, judgement.run, look._replace(titles=titles(), short_titles=short_titles()),
                       load_javascript(), read_listings(judgement.run.path))


def write(text: str, option: str, file: str, again: str, paths: str, form: str = "") -> None:
    """Write the file of `option`. Raises ResultsError with the command that tries it `again`, when it cannot be
    written.
    """
    try:
        make_folder(file)
        with open(file, "w", encoding="utf-8", newline="") as opened:  # CSV brings its own line ends
            opened.write(text)
    except OSError as error:
        message = f"{option}: cannot write '{file}': {error.strerror}; write it elsewhere with `{again}`"
        raise ResultsError(message, paths) from None
    print(f"{WRITTEN[option]}: {file}{form}", file=sys.stderr)
