"""clamh build PATH: puts the runnable artifacts beside their sources, with the guide's names."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from clamh.cli import arguments, show
from clamh.cli.progress import print_line
from clamh.model.folders import find_root, shorten_path


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("build", "Build the runnable artifact of each source, beside the source.")
    arguments.add_paths(verb)
    verb.add_argument(
        "--platform", metavar="PATTERN", action="append", default=[],
        help="build for these platforms, such as 'cpp/clang*' (only the first of a language is published)")
    verb.add_argument("--strict", action="store_true", help="a missing toolchain is an error")
    verb.add_argument("--one", action="store_true", help="one artifact of all sources, named after the first (Java)")
    arguments.add_keep_going(verb)
    return verb


def main(argv: list[str]) -> int:
    """Build every source for its language's platforms and publish the artifact of the default one; 1 where a failed
    (--keep-going).
    """
    args, options = arguments.parse_command_line(parser(), argv)

    from clamh import pipeline
    from clamh.building.publish import neighbours, publish, published_names
    from clamh.sources.discover import discover
    from clamh.sources.one_unit import join_sources

    failed: list[pipeline.Unbuilt] = []

    def pass_over(unbuilt: Sequence[pipeline.Unbuilt]) -> None:
        failed.extend(unbuilt)
        (show.print_unbuilt if options.keep_going else pipeline.raise_all)(unbuilt)

    suite = pipeline.forecast(options.paths, show.warn)
    if args.one:
        suite = join_sources(suite)
    chosen, skipped = pipeline.platforms(suite, options)
    for skip in skipped:
        print(skip.line)
    sources = {unit.source.path: unit.source.language for unit in suite.units}
    neighbour_files, _ = discover(neighbours(sources))
    names = published_names(sources, {file.path: file.language for file in neighbour_files if file.benchmarks})
    for wrapper, artifact in pipeline.artifacts(pipeline.generate_wrappers(suite), chosen, print_line,
                                                root=find_root(options.paths or ["."]), refuse=pass_over):
        how = "from the cache" if artifact.cached else f"{artifact.build_s:.2f} s"
        if artifact.platform == chosen[wrapper.unit.source.path][0]:
            path = publish(artifact, names[artifact.source], _program())
        else:
            path = artifact.path
        print(f"{shorten_path(str(path))}  {artifact.platform.id}  {how}")
    return int(bool(failed))


def _program() -> str:
    """The path of this clamh, which published artifacts start; "" where no such program started us."""
    for path in (Path(sys.argv[0]), Path(sys.executable).with_name("clamh")):
        if path.stem == "clamh" and path.is_file() and os.access(path, os.X_OK):
            return str(path.absolute())
    return ""
