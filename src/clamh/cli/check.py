"""clamh check PATH: what is wrong in the sources, a problem a line, for editors and commit hooks; nothing is built."""

from __future__ import annotations

from clamh.cli import arguments, show
from clamh.model.diagnostics import Diagnostic, errors
from clamh.model.folders import shorten_path

VALUES = "--values"


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("check", "Say what is wrong in the sources, one problem a line; nothing is built.")
    arguments.add_paths(one)
    one.add_argument("--strict", action="store_true", help="warnings fail too")
    one.add_argument(VALUES, action="store_true", help="build, and compare what implementations compute: see clamh check --values -h")
    return one


def main(argv: list[str]) -> int:
    """Print every problem of every source; 0 when none is an error, else 2. Or compare what implementations compute."""
    if arguments.asks_for(argv, VALUES):
        from clamh.cli import values

        return values.main(argv)
    _, options = arguments.read(parser(), argv)

    from clamh import pipeline

    problems = pipeline.checked(options.paths)
    for one in sorted(problems, key=show.place):
        print(line(one))
    return 2 if errors(problems) or options.strict and problems else 0


def line(one: Diagnostic) -> str:
    """`path:line:column: error: message (mend) [code]`, as GNU tools print errors and editors read them."""
    place = f"{shorten_path(one.location.path)}:{one.location.line}:{one.location.column}" if one.location else "clamh"
    place = place.replace("\n", "\\n")  # a name may hold anything; a message goes on where its line ends
    said = " ".join(f"{one.severity}: {one.message}{f' ({one.mend})' if one.mend else ''}".splitlines())
    return show.printable_lines(f"{place}: {said} [{one.code}]")
