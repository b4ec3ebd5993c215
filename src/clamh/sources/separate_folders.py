"""Find implementations of a benchmark that are never compared, because each language has a folder of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator

from clamh.model.configuration import may_match
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.options import Options
from clamh.model.selection import is_selected
from clamh.model.sources import Benchmark, Suite


def find_separate_folders(suite: Suite, options: Options = Options()) -> Iterator[Diagnostic]:
    """A warning if the languages of selected benchmarks are in separate folders. With two languages in any folder, the
    folders are suites of their own, which may use the same names.
    """
    implementations: dict[str, dict[str, tuple[str, Benchmark]]] = {}  # by key and language
    languages: dict[tuple[str, str], set[str]] = {}
    for unit in suite.units:
        if options.platforms and not any(pattern == "all" or may_match(pattern, unit.source.language)
                                         for pattern in options.platforms):
            continue
        for benchmark in unit.benchmarks:
            if not is_selected(options, unit.source.path, benchmark.name, benchmark.key):
                continue
            languages.setdefault((os.path.dirname(unit.source.path), benchmark.key), set()).add(unit.source.language)
            implementations.setdefault(benchmark.key, {}).setdefault(
                unit.source.language, (unit.source.path, benchmark))
    separate = [list(sources.values()) for sources in implementations.values() if len(sources) > 1]
    if separate and all(len(each) == 1 for each in languages.values()):
        (first, benchmark), (second, _), *_ = separate[0]
        others = f" (and {len(separate) - 1} more)" if separate[1:] else ""
        yield Diagnostic(
            code="separate-folders", severity="warning", location=benchmark.location,
            message=f"{benchmark.name}{others} in {shorten_path(first)} is not compared with that in "
                    f"{shorten_path(second)}: CLAMH compares the sources of a folder",
            hint="put the sources of all languages into one folder; clamh.toml can name the libraries that each needs")
