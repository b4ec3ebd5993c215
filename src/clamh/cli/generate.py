"""clamh generate PATH: prints the generated code of each source, or one source with everything in it."""

from __future__ import annotations

import sys

from clamh.cli import arguments, show
from clamh.model.folders import shorten_path


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("generate", "Print the generated code of each source.")
    arguments.add_paths(verb)
    verb.group("output").add_argument(
        "--standalone", action="store_true",
        help="one source that includes the runtime, for machines without CLAMH: build it and run it with --solo NAME")
    return verb


def main(argv: list[str]) -> int:
    """Print every generated file of every source."""
    verb = parser()
    args, options = arguments.parse_command_line(verb, argv)

    from clamh import pipeline
    from clamh.building.generate import make_standalone

    suite = pipeline.forecast(options.paths, show.warn, full=not args.standalone)
    wrappers = pipeline.generate_wrappers(suite)
    if args.standalone:
        if len(wrappers) != 1:
            verb.error(f"--standalone takes one source, but here are {len(wrappers)}: name it")
        _write_code(make_standalone(wrappers[0]))
        return 0
    for wrapper in wrappers:
        for name, text in wrapper.files.items():
            print(show.escape_lines(f"==> {shorten_path(wrapper.unit.source.path)}: {name} <=="), flush=True)
            _write_code(f"{text}\n")
    return 0


def _write_code(code: str) -> None:
    """Write code byte for byte, whatever the locale: users redirect and compile it."""
    sys.stdout.buffer.write(code.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()
