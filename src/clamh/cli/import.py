"""clamh import FILE ...: files of another tool become a results file, in which each file is a process."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from clamh.cli import arguments, show
from clamh.cli.writing import check_writable, write_raw
from clamh.model.diagnostics import input_error
from clamh.model.errors import ResultsError
from clamh.model.folders import find_root, shorten_path
from clamh.report.units import format_count

if TYPE_CHECKING:
    from clamh.model.results import Run

FOLDER = ".clamh/imported"
EXAMPLES = (
    ("clamh import target/criterion", "what criterion measured last"),
    ("clamh import 1.txt 2.txt 3.txt", "3 runs of a tool: each is a process"),
    ("clamh import out.json --results a.ndjson", "write the results to a.ndjson"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("import", "Turn files of another tool into a results file of CLAMH.", "FILE ...",
                                      EXAMPLES)
    verb.add_argument(
        "paths", nargs="*", metavar="FILE",
        help="files of a tool (docs/reference/other-tools.md), or the folder of criterion; several are several "
             "processes"
    )
    verb.group("results").add_argument("--results", metavar="FILE",
                                       help=f"write the results to FILE ({FOLDER}/<UTC>.ndjson)")
    return verb


def main(argv: list[str]) -> int:
    """Write the results file, and report what the files do not record."""
    from clamh.judging.foreign import read_any_results
    from clamh.judging.foreign.join_files import join_runs, list_records
    from clamh.report.terms import describe_origin
    from clamh.running.recording import start_recording

    _, options = arguments.parse_command_line(parser(), argv)
    if not options.paths:
        raise input_error("usage", "clamh import: no file was given", "name files of another tool: clamh import -h")
    run = join_runs([read_any_results(path) for path in options.paths])
    check_writable(options, write_raw(options.paths))
    recording = start_recording(options.results, Path(find_root(["."])) / FOLDER)
    try:
        for record in list_records(run):
            recording.append(record)
    except ResultsError as error:
        recording.path.unlink()
        reason = error.__context__.strerror if isinstance(error.__context__, OSError) else "it was interrupted"
        raise ResultsError(
            f"{recording.path} cannot be written: {reason}. It was removed. Free some space, or choose another place "
            "with --results FILE", str(recording.path)) from None
    finally:
        recording.close()
    assert run.origin
    print(
        show.escape_lines("\n".join(
            [_describe(run, len(options.paths)), *(f"{text}." for text in describe_origin(run.origin))])))
    for skipped in run.skipped:
        print(show.escape_lines(f"skipped: {skipped.line}"), file=sys.stderr)
    print(f"results: {shorten_path(os.fspath(recording.path))}")
    return 0


def _describe(run: Run, files: int) -> str:
    """What was imported: `criterion: 4 benchmarks with 3 forks each`."""
    counts = sorted({len(result.forks) for result in run.cases})
    forks = f"{counts[0]} to {format_count(counts[-1], 'fork')}" if len(
        counts) > 1 else f"{format_count(counts[0], 'fork')} each"
    return (f"{run.origin.named if run.origin else ''}: {format_count(len(run.cases), 'case')} with {forks}, from "
            f"{format_count(files, 'file')}")
