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
            print(show.printable(f"==> {wrapper.unit.source.path}: {name} <=="), flush=True)
            # Code is what it is, byte for byte, in whatever locale: it may be redirected and compiled.
            sys.stdout.buffer.write(f"{text}\n".encode("utf-8", "surrogateescape"))
            sys.stdout.buffer.flush()
    return 0
