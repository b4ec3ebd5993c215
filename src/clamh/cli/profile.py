"""clamh profile KEY PATH: runs a benchmark under a profiler, prints the largest functions, and writes a flame graph."""

from __future__ import annotations

import re
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path

from msgspec.structs import replace

from clamh import __version__
from clamh.cli import arguments, show
from clamh.cli.announce_plan import describe_skips
from clamh.cli.chart_library import has_charts, load_javascript
from clamh.cli.progress import print_line
from clamh.machine import atomic
from clamh.machine.extras import find_install_command
from clamh.machine.lock import MACHINE_LOCK, machine_lock
from clamh.model.cases import Plan, describe_case
from clamh.model.diagnostics import select_errors
from clamh.model.errors import InputError
from clamh.model.failures import details, sentence
from clamh.model.folders import find_root, shorten_path
from clamh.model.options import Options
from clamh.model.profiles import CaseProfile
from clamh.model.selection import select_units
from clamh.model.sources import Suite

PROFILES = Path(".clamh/profiles")
EXAMPLES = (
    ("clamh profile sort", "in every language of this folder"),
    ("clamh profile sort suite -p size=1000", "with a value of a param"),
    ("clamh profile sort -r 10s", "for longer"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("profile", "Run a benchmark under a profiler: which functions take the time?",
                                      "KEY [PATH ...]", examples=EXAMPLES)
    group = verb.group("benchmarks")
    group.add_argument("key", metavar="KEY", nargs="?", default="",
                       help="the benchmark's name or key; several of this name are all profiled")
    arguments.add_paths(verb)
    arguments.add_cases(verb)
    arguments.add_keep_going(verb)
    group = verb.group("profiling")
    group.add_argument("-t", metavar="N", help="threads (as annotated)")
    group.add_argument("-r", metavar="TIME", help="how long each case runs, after a second of warmup (3s)")
    group.add_argument("--no-lock", action="store_true", help="do not wait for a run that measures on this machine")
    return verb


def main(argv: list[str]) -> int:
    """Profile every case of the benchmark; 1 when a case failed."""
    verb = parser()
    given, options = arguments.parse_command_line(verb, argv)
    if not given.key:
        verb.error("name a benchmark: clamh list shows their names")
    options = replace(options, only=(f"^{re.escape(given.key)}$",), profiled=True)

    from clamh import pipeline
    from clamh.running.profile import choose_tools, prepare_cases

    suite = _select_suite(given.key, options)
    plan = pipeline.make_plan(options, lambda warnings: None, print_line, measured=False,
                              refuse=show.print_unbuilt if options.keep_going else pipeline.raise_all)
    plan = prepare_cases(plan)
    for line in describe_skips(plan):
        print_line(line)
    tools = choose_tools(plan)
    show.warn(tools.second_best)
    if tools.missing and (options.strict or not tools.names):
        raise InputError(tools.missing.values())
    for problem in tools.missing.values():
        print_line(f"skipped: {problem.message}; {problem.hint}")
    plan = replace(plan, cases=tuple(case for case in plan.cases if case.platform in tools.names))
    with machine_lock(MACHINE_LOCK, print_line) if options.lock else nullcontext():
        profiles = _profile(plan, tools.names, suite, options.settings.measurement_time_ns)
    if profiles:
        write_flame_graphs(profiles, given.key, Path(find_root(options.paths or ["."])))
    return int(len(profiles) < len(plan.cases) or any(skip.failed for skip in plan.skipped))


def _select_suite(key: str, options: Options) -> Suite:
    """The sources with the benchmark. Raises InputError if there is none of this name."""
    from clamh import pipeline

    suite, problems = select_units(pipeline.forecast(options.paths, lambda warnings: None), options)
    if errors := select_errors(problems):
        raise InputError([replace(problem, message=f"no benchmark is called '{key}'") for problem in errors])
    return suite


def _profile(plan: Plan, tools: dict[str, str], suite: Suite, time_ns: int | None) -> list[CaseProfile]:
    """Profiles and prints each case; returns the profiles of those that did not fail."""
    from clamh.report.profile import render_profile
    from clamh.running.profile import profile_cases

    profiles = []
    units = {unit.source.path: unit for unit in suite.units}
    for profiled in profile_cases(plan, tools, units, time_ns):
        if profiled.profile:
            profiles.append(profiled.profile)
            text = render_profile(profiled.profile, show.look())
        else:
            lines = [f"{describe_case(profiled.case)} {profiled.case.side}: {sentence(profiled.failure)}",
                     *details(profiled.failure), *profiled.failure.output_tail]
            text = "\n".join([*lines, *([f"    hint: {profiled.hint}"] if profiled.hint else [])])
        print(show.fit_encoding(text, sys.stdout) + "\n", flush=True)
    return profiles


def write_flame_graphs(profiles: list[CaseProfile], key: str, root: Path) -> None:
    """Writes the flame graphs into the project's folder of profiles: a page, and a file for speedscope."""
    from clamh.report.speedscope import render_speedscope

    stem = re.sub(r"[^A-Za-z0-9_.-]", "_", key)
    data, page = (root / PROFILES / f"{stem}{ending}" for ending in (".speedscope.json", ".html"))
    atomic.make_folder(data.parent)
    data.write_text(render_speedscope(profiles, key, __version__), encoding="utf-8")
    shown = shorten_path(str(data))
    viewer = f"npx speedscope {shlex.quote(shown)}"
    if not has_charts():
        install = find_install_command("charts")
        print_line(f"flame graph: {shown} ({viewer} shows it; for a page, type: {install})")
        return
    from clamh.report.page import flame

    page.write_text(flame.render(profiles, key, load_javascript()), encoding="utf-8")
    print_line(f"flame graph: {shorten_path(str(page))} (or {viewer})")
