"""clamh build PATH: the runnable artifacts, with the guide's names beside their sources."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from clamh.cli import arguments, show
from clamh.cli.progress import say
from clamh.model.folders import find_root, shorten_path


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("build", "Build the runnable artifact of each source and put it beside the source.")
    arguments.add_paths(one)
    one.add_argument("--platform", metavar="PATTERN", action="append", default=[],
                     help="build for these platforms, such as 'cpp/clang*' (the first of a language is published)")
    one.add_argument("--strict", action="store_true", help="a missing toolchain is an error")
    one.add_argument("--one", action="store_true", help="one artifact of all sources, named after the first (Java)")
    arguments.add_keep_going(one)
    return one


def main(argv: list[str]) -> int:
    """Build every source on its language's platforms and publish the default platform's artifact; 1 where one failed (--keep-going)."""
    given, options = arguments.read(parser(), argv)

    from clamh import pipeline
    from clamh.building.publish import neighbours, publish, published_names
    from clamh.sources.discover import discover
    from clamh.sources.one_unit import join_sources

    failed: list[pipeline.Unbuilt] = []

    def pass_over(several: Sequence[pipeline.Unbuilt]) -> None:
        failed.extend(several)
        (show.unbuilt if options.keep_going else pipeline.raise_all)(several)

    suite = pipeline.forecast(options.paths, show.warn)
    if given.one:
        suite = join_sources(suite)
    chosen, skipped = pipeline.platforms(suite, options)
    for skip in skipped:
        print(skip.line)
    sources = {unit.source.path: unit.source.language for unit in suite.units}
    others, _ = discover(neighbours(sources))
    names = published_names(sources, {file.path: file.language for file in others if file.benchmarks})
    for wrapper, artifact in pipeline.artifacts(pipeline.wrappers(suite), chosen, say, root=find_root(options.paths or ["."]), refuse=pass_over):
        how = "from the cache" if artifact.cached else f"{artifact.build_s:.2f} s"
        if artifact.platform == chosen[wrapper.unit.source.path][0]:
            path = publish(artifact, names[artifact.source], _program())
        else:
            path = artifact.path
        print(f"{shorten_path(str(path))}  {artifact.platform.id}  {how}")
    return int(bool(failed))


def _program() -> str:
    """The path of this clamh, which published artifacts start; "" where it was started without one."""
    for path in (Path(sys.argv[0]), Path(sys.executable).with_name("clamh")):
        if path.stem == "clamh" and path.is_file() and os.access(path, os.X_OK):
            return str(path.absolute())
    return ""
