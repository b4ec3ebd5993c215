"""clamh report FILE: judge and print a results file again, years later if need be."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from clamh.cli import arguments, show
from clamh.diagnostics import Diagnostic
from clamh.errors import InputError, ResultsError
from clamh.options import Options

if TYPE_CHECKING:
    from clamh.results import Run
    from clamh.summary import Summary


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("report", "Judge and print a results file again (default: the newest run).", "[FILE]")
    one.add_argument("paths", nargs="*", metavar="FILE", help="a results file (.clamh/runs/latest)")
    one.add_argument("-rf", metavar="FORMAT", help=arguments.REPORT_FILE)
    one.add_argument("-rff", metavar="FILE", help=arguments.REPORT_NAME)
    arguments.add_judging(one)
    return one


def main(argv: list[str]) -> int:
    """Report one results file, the newest when none is named."""
    _, options = arguments.read(parser(), argv)
    if len(options.paths) > 1:
        raise InputError([Diagnostic(code="usage", message="clamh report: more than one results file",
                                     mend="give one file; comparing two runs comes with a later version")])
    check_writable(options.result_file)
    path = options.paths[0] if options.paths else ".clamh/runs/latest"
    summary, text, code = judged(path, options)
    print(text, end="")
    write_file(summary, path, options)
    return code


def judged(path: str, options: Options) -> tuple[tuple[Run, Summary], str, int]:
    """The run and its summary, the text of its report, and the exit code: 1 when a case failed."""
    from clamh.report import render
    from clamh.results import read
    from clamh.summarise import summarise

    run = read(path)
    summary = summarise(run, options.confidence)
    form = "log" if options.verbosity == "EXTRA" else "terminal"
    failed = any(row.status in ("failed", "partial") for row in summary.rows)
    text = render(summary, run, form, titles=titles(), width=show.width(), color=show.color(), unicode=show.unicode())
    return (run, summary), text, int(failed)


def write_file(judgement: tuple[Run, Summary], path: str, options: Options) -> None:
    """Write the report file that -rf and -rff ask for. Raises ResultsError when it cannot be written."""
    if not options.result_file:
        return
    from clamh.report import render

    run, summary = judgement
    text = render(summary, run, options.result_format, titles=titles())
    try:
        with open(options.result_file, "w", encoding="utf-8", newline="") as file:  # CSV has line ends of its own
            file.write(text)
    except OSError as error:
        again = f"clamh report {path} -rf {options.result_format} -rff FILE"
        told = f"-rff: cannot write '{options.result_file}': {error.strerror}; write it elsewhere with `{again}`"
        raise ResultsError(told, path) from None
    print(f"report: {options.result_file}", file=sys.stderr)


def check_writable(path: str) -> None:
    """A report that cannot be written is said before anything is measured, not after."""
    if path:
        try:
            with open(path, "a", encoding="utf-8"):
                pass
        except OSError as error:
            raise InputError([Diagnostic(code="unwritable", message=f"-rff: cannot write '{path}': {error.strerror}",
                                         mend="name a file in a folder that exists and may be written to")]) from None


def titles() -> dict[str, str]:
    """The languages' names for sentences, by id, without what a title has in brackets."""
    from clamh.languages import languages

    return {one.id: one.title.partition(" (")[0] for one in languages().values()}
