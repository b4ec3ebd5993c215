"""clamh explain KEY PATH: the emitted code of a benchmark on each platform, and facts about its loops."""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, show
from clamh.cli.listings import keep_listings
from clamh.cli.progress import print_line
from clamh.cli.report import LATEST, name_report
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.folders import find_root
from clamh.model.identity import fold
from clamh.model.listing import KeptListing
from clamh.model.sources import Suite

if TYPE_CHECKING:
    from clamh.model.summary import Judgement

NEAR = 2  # similar keys in an error
EXAMPLES = (
    ("clamh explain sum", "the benchmark sum of this folder"),
    ("clamh explain sum --full --platform 'c/*'", "all its code, of C's compilers"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("explain", "Show the emitted code of a benchmark and count what its loops do.",
                                      "KEY [PATH ...]", examples=EXAMPLES)
    verb.group("benchmarks").add_argument("key", metavar="KEY", nargs="?", default="",
                                          help="a benchmark's key or full name (see clamh list)")
    arguments.add_paths(verb)
    arguments.add_cases(verb)
    verb.group("output").add_argument("--full", action="store_true", help="all code, not only the hot loops")
    arguments.add_languages(verb)
    return verb


def main(argv: list[str]) -> int:
    """Build the benchmark and print what its artifacts contain; 2 when the code of a platform cannot be shown."""
    verb = parser()
    args, options = arguments.parse_command_line(verb, argv)
    if not args.key:
        verb.error("name a benchmark: clamh list shows the keys")

    from clamh import pipeline
    from clamh.building.explain import find_unknown_params, read_codes
    from clamh.report.explain import Explained, find_rows, is_measured, render_explained
    from clamh.report.listing import build_listing
    from clamh.running.plan import find_absent_languages

    suite, keys = select_key(pipeline.select_suite(options, show.warn), args.key)
    by_source, skipped = pipeline.platforms(suite, options)
    root = find_root(options.paths or ["."])
    built = pipeline.artifacts(pipeline.generate_wrappers(suite), by_source, print_line, root=root)
    newest = _read_newest(root)
    catalogs = pipeline.describe_artifacts(built, options)
    explained, kept = [], []
    problems = [*find_absent_languages(options, catalogs, skipped), *find_unknown_params(catalogs, keys, options)]
    for (wrapper, artifact), catalog in zip(built, catalogs, strict=True):
        codes, unread = read_codes(wrapper.unit, catalog, keys, options)
        problems += unread
        explained += [Explained(artifact.platform.id, target, code,
                                *find_rows(newest, artifact, benchmark, options, root))
                      for benchmark, target, code in codes]
        if newest and is_measured(newest, artifact):
            kept += [KeptListing(artifact_sha256=artifact.sha256, key=benchmark.key, benchmark=benchmark.name,
                                 listing=build_listing(artifact.platform.id, target, code))
                     for benchmark, target, code in codes]
    lines = render_explained(explained, options.full, show.terminal_width()) if explained else []
    for line in [*lines, *(skip.line for skip in skipped)]:
        print(show.fit_encoding(line, sys.stdout))
    if kept and keep_listings(newest.run.path, kept):
        print_line(f"the page of the newest run shows this code too: {name_report(newest.run.path)} --html FILE")
    show.warn(dict.fromkeys(problems))
    return InputError.exit_code if problems else 0


def select_key(suite: Suite, key: str) -> tuple[Suite, set[str]]:
    """The units with this benchmark, and its keys: usually one. Raises InputError with similar keys."""
    benchmarks = [benchmark for unit in suite.units for benchmark in unit.benchmarks]
    keys = {benchmark.key for benchmark in benchmarks if key == benchmark.name or fold(key) == fold(benchmark.key)}
    if not keys:
        known = {fold(name): name for benchmark in benchmarks for name in (benchmark.name, benchmark.key)}
        near = [known[name] for name in get_close_matches(fold(key), known, NEAR)]
        raise input_error("no-match", f"clamh explain: no benchmark has the key or full name '{key}'",
                          f"did you mean {' or '.join(near)}?" if near else "clamh list shows the keys")
    units = tuple(unit for unit in suite.units if any(benchmark.key in keys for benchmark in unit.benchmarks))
    return replace(suite, units=units), keys


def _read_newest(root: str) -> Judgement | None:
    """The newest run of the project, judged; None if nothing was measured yet, or its file cannot be read."""
    from clamh import pipeline

    path = os.path.join(root, LATEST)
    try:
        return pipeline.judge(path) if os.path.exists(path) else None
    except InputError as error:
        show.warn(replace(problem, severity="warning") for problem in error.diagnostics)
        return None
