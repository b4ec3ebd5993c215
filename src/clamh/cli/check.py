"""clamh check PATH: what is wrong in the sources, one problem a line, for editors and commit hooks; nothing is built.
"""

from __future__ import annotations

import sys

from clamh.cli import arguments, show
from clamh.model.diagnostics import Diagnostic, select_errors

VALUES = "--values"
SENTENCE = "Report problems of the sources, one per line; nothing is built."


def parser() -> arguments.Parser:
    """All options of the verb."""
    from clamh.cli import values

    verb = values.parser()
    verb.description = SENTENCE
    return verb


def sources_parser() -> arguments.Parser:
    """The options without --values."""
    verb = arguments.make_verb_parser("check", SENTENCE)
    arguments.add_paths(verb)
    verb.add_argument("--strict", action="store_true", help="fail on warnings too")
    add_values(verb)
    verb.brings = VALUES
    return verb


def add_values(verb: arguments.Parser, more: str = ": see clamh check --values -h") -> None:
    """Add --values, which brings further options."""
    verb.add_argument(VALUES, action="store_true", help=f"build, and compare the computed values{more}")


def main(argv: list[str]) -> int:
    """Print every problem of every source; 0 when none is an error, else 2. With --values: compare what implementations
    compute.
    """
    if arguments.has_option(argv, VALUES):
        from clamh.cli import values

        return values.main(argv)
    _, options = arguments.parse_command_line(sources_parser(), argv)

    from clamh import pipeline

    problems = pipeline.check_sources(options.paths)
    for problem in sorted(problems, key=show.sort_key):
        print(format_line(problem))
    return 2 if select_errors(problems) or options.strict and problems else 0


def format_line(problem: Diagnostic) -> str:
    """`path:line:column: error: message (hint) [code]`, as GNU tools print errors and editors read them."""
    place = show.format_place(problem.location) if problem.location else "clamh"
    place = place.replace("\n", "\\n")  # a file name may hold a line break, and the problem must stay on one line
    text = " ".join(f"{problem.severity}: {problem.message}{f' ({problem.hint})' if problem.hint else ''}".splitlines())
    line = show.escape_lines(f"{place}: {text} [{problem.code}]")
    return show.link_place(line, place, problem.location, sys.stdout) if problem.location else line
