"""clamh generate PATH: the generated code of each source, as it would be built, or one source with everything in it."""

from __future__ import annotations

import sys

from clamh.cli import arguments, show
from clamh.model.folders import shorten_path


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("generate", "Print the generated code of each source.")
    arguments.add_paths(one)
    one.group("output").add_argument(
        "--standalone", action="store_true",
        help="one source with the runtime in it, for machines without CLAMH: build it and run it with --solo NAME")
    return one


def main(argv: list[str]) -> int:
    """Print every generated file of every source."""
    one = parser()
    given, options = arguments.read(one, argv)

    from clamh import pipeline
    from clamh.building.generate import standalone

    suite = pipeline.forecast(options.paths, show.warn, full=not given.standalone)
    wrappers = pipeline.wrappers(suite)
    if given.standalone:
        if len(wrappers) != 1:
            one.error(f"--standalone makes one source of one, and here are {len(wrappers)}: name it")
        _write(standalone(wrappers[0]))
        return 0
    for wrapper in wrappers:
        for name, text in wrapper.files.items():
            print(show.printable_lines(f"==> {shorten_path(wrapper.unit.source.path)}: {name} <=="), flush=True)
            _write(f"{text}\n")
    return 0


def _write(code: str) -> None:
    """Code is what it is, byte for byte, in whatever locale: it may be redirected and compiled."""
    sys.stdout.buffer.write(code.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()
