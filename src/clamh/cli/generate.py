"""clamh generate PATH: the generated code of each source, as it would be built."""

from __future__ import annotations

import sys

from clamh.cli import arguments, show


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("generate", "Print the generated code of each source.")
    arguments.add_paths(one)
    return one


def main(argv: list[str]) -> int:
    """Print every generated file of every source."""
    _, options = arguments.read(parser(), argv)

    from clamh import pipeline

    suite = pipeline.forecast(options.paths, show.warn)
    for wrapper in pipeline.wrappers(suite):
        for name, text in wrapper.files.items():
            sys.stdout.write(f"==> {wrapper.unit.source.path}: {name} <==\n{text}\n")
    return 0
