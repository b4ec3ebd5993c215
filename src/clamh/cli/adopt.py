"""clamh adopt PATH: annotated sources with the benchmarks of other tools' suites; the originals stay as they are."""

from __future__ import annotations

import argparse
import os
import shlex
from collections import Counter
from pathlib import Path

from clamh.cli import arguments, show
from clamh.model.adoption import ForeignSource
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.sources.adopt import find_foreign, is_adopted, name_sibling, render_sibling


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser(
        "adopt",
        "Translate benchmarks of other tools to annotated sources; --write writes them.",
        examples=[("clamh adopt", "what can be adopted in this folder, and why not the rest"),
                  ("clamh adopt --write", "write the sources beside the originals")])
    verb.add_argument("paths", nargs="*", metavar="PATH", help="files, or folders to search (this folder)")
    verb.add_argument("--write", action="store_true",
                      help="write the sources, not only show them; existing files stay as they are")
    verb.add_argument("--overwrite", action="store_true", help="with --write: replace existing files too")
    verb.add_argument("--into", metavar="DIR", help="write into this folder instead of beside the originals")
    return verb


def main(argv: list[str]) -> int:
    """List each benchmark with what becomes of it; with --write, write the sources."""
    args, _ = arguments.parse_command_line(parser(), argv)
    paths = args.paths or ["."]
    _check(paths, args)
    sources, problems = find_foreign(paths)
    show.warn(problems)
    if not sources:
        raise input_error("no-benchmark", "no benchmark of another tool that CLAMH can adopt in "
                          + ", ".join(f"'{shorten_path(path)}'" for path in paths),
                          f"it knows {', '.join(_tools())}; clamh list shows annotated benchmarks")
    siblings: dict[str, list[ForeignSource]] = {}
    for source in sources:
        if any(map(is_adopted, source.benchmarks)):
            siblings.setdefault(name_sibling(source, args.into or ""), []).append(source)
    for source in sources:
        print(show.escape_lines("\n".join(_describe(source))))
    failed = [_write(path, group, args.write, args.overwrite) for path, group in siblings.items()]
    print(_count(sources))
    if siblings and args.into:
        print("relative includes and imports keep their text: adapt them to the folder")
    if siblings and not args.write:
        print("nothing is written; to write: add --write")
    elif siblings and not any(failed):
        print(
            show.escape_lines(
                f"to measure: clamh run {' '.join(shlex.quote(shorten_path(path)) for path in siblings)}"))
    if not siblings and any(benchmark.runs_as_is for source in sources for benchmark in source.benchmarks):
        print(show.escape_lines(f"to measure: clamh run {' '.join(map(shlex.quote, paths))}"))
    return 1 if any(failed) else 0


def _check(paths: list[str], args: argparse.Namespace) -> None:
    """Raises InputError for paths that do not exist, and options that do not go together."""
    problems = [Diagnostic(code="no-such-file", message=f"there is no file or folder '{shorten_path(path)}'",
                           hint="check the path") for path in paths if not os.path.exists(path)]
    if args.overwrite and not args.write:
        problems.append(Diagnostic(code="option", message="--overwrite: nothing is written without --write",
                                   hint="add --write"))
    if problems:
        raise InputError(problems)


def _describe(source: ForeignSource) -> list[str]:
    """A line for each benchmark of a file: its place, its name and what becomes of it."""
    rows = []
    for benchmark in source.benchmarks:
        outcome = f"not adopted: {benchmark.reason}" if benchmark.reason else "adopted"
        outcome = "runs as it is" if benchmark.runs_as_is else outcome
        rows.append(f"{shorten_path(source.path)}:{benchmark.location.line}: {benchmark.name}: {outcome}")
    return rows


def _write(path: str, group: list[ForeignSource], write: bool, overwrite: bool) -> bool:
    """Write or announce a source; returns whether it failed because of what is there."""
    count = sum(map(is_adopted, group[0].benchmarks))
    shown = shorten_path(path)
    if len(group) > 1:
        others = ", ".join(shorten_path(source.path) for source in group)
        print(show.escape_lines(f"not written: '{shown}', since several files would become it: {others}"))
        return True
    exists = os.path.lexists(path)
    if exists and not overwrite:
        print(show.escape_lines(f"not written: '{shown}' exists; --write --overwrite replaces it"))
        return True
    if exists and (os.path.islink(path) or not os.path.isfile(path)):
        print(show.escape_lines(f"not written: '{shown}' is no plain file"))
        return True
    verb = ("replaced" if exists else "wrote") if write else "would write"
    if write:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        Path(path).write_text(render_sibling(group[0], path), encoding="utf-8")
    print(show.escape_lines(f"{verb} '{shown}' ({count} benchmark{'s' if count != 1 else ''})"))
    return False


def _count(sources: list[ForeignSource]) -> str:
    benchmarks = [benchmark for source in sources for benchmark in source.benchmarks]
    counts = Counter("run as they are" if benchmark.runs_as_is else "not adopted" if benchmark.reason else "adopted"
                     for benchmark in benchmarks)
    listed = ", ".join(f"{counts[kind]} {kind}" for kind in ("adopted", "run as they are", "not adopted")
                       if counts[kind])
    return f"{len(benchmarks)} benchmark{'s' if len(benchmarks) != 1 else ''}: {listed}"


def _tools() -> list[str]:
    from clamh.languages import languages

    return [tool.title for language in languages().values() for tool in language.foreign]
