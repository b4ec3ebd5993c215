"""clamh include: prints the folder of the headers for programs that are compiled without CLAMH."""

from __future__ import annotations

from pathlib import Path

from clamh.cli import arguments

HEADERS = Path(__file__).parent.parent / "headers" / "include"
EXAMPLES = (
    ('cc -O3 -I"$(clamh include)" prog.c', "compile a program that includes b63.h"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    return arguments.make_verb_parser(
        "include", "Print the folder of clamh.h, b63.h and metron.zig, for a compiler.", "", EXAMPLES)


def main(argv: list[str]) -> int:
    """Print the folder."""
    arguments.parse_command_line(parser(), argv)
    print(HEADERS)
    return 0
