"""Two builds in one run: planned, announced, measured in turns, compared."""

from __future__ import annotations

import os
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from clamh.building.generate import generate
from clamh.building.variables import find_unused_variables
from clamh.cli import run, show
from clamh.cli.announce_plan import describe_crowding, describe_plan
from clamh.cli.dependencies import (check_configuration, check_imports, check_read_files, check_search_paths,
                                    check_settings, provide_dependencies, provide_programs)
from clamh.cli.ending import keep_results
from clamh.cli.progress import print_line
from clamh.cli.sides import NEW, OLD, Side, Sides, name_trees
from clamh.cli.untracked import explain_failure, explain_rows
from clamh.model.cases import Case, Plan, describe_case
from clamh.model.diagnostics import Diagnostic, input_error, select_errors
from clamh.model.errors import BuildError, BuildErrors, InputError, Interrupted
from clamh.model.folders import relate_path, shorten_path
from clamh.model.identity import name_some
from clamh.model.options import ADDED_SETS, Options
from clamh.running.builds import count_same_artifacts, keep_pairs
from clamh.running.describe import check_programs
from clamh.sources.precheck import find_doubts

if TYPE_CHECKING:
    from clamh.building.unbuilt import Unbuilt
    from clamh.model.artifacts import Skip
    from clamh.model.cases import Catalog, Doubt
    from clamh.model.sources import Suite
    from clamh.model.summary import Comparison, Judgement, Row
    from clamh.pipeline import Warn

RUNS = Path(".clamh/compared")  # not among the runs: `clamh compare` takes the last two of those
LACKING = ("nothing-judged", "bad-configuration")  # problems that a missing file may cause
NOTHING = {"no-benchmark", "none-selected"}  # the codes of a side without benchmarks
LISTED = 5  # cases in a line


class Planned(NamedTuple):
    """The plan of both builds, the cases that only one build has, and the first lines of reports about the builds."""

    plan: Plan
    alone: tuple[Case, ...]
    builds: tuple[str, ...]
    sources: tuple[dict[str, str], dict[str, str]]
    folders: dict[str, tuple[str, str]] = {}  # by build, and its name in both builds


class Measured(NamedTuple):
    """The results file, and the comparison and judgements of the two builds in it."""

    path: str
    comparison: Comparison
    a: Judgement
    b: Judgement


class OneBuilt(BuildErrors):
    """Nothing of one build could be built; `plan` is that of the other build, `side`, alone."""

    def __init__(self, errors: Iterable[BuildError | InputError], side: Side, plan: Plan):
        self.side, self.plan = side, plan
        super().__init__(errors)


def print_failures(sides: Sequence[Side], work: Callable[[], int], write: Callable[[str], None] = lambda text: None,
                   measure: Callable[[OneBuilt], None] = lambda built: None) -> int:
    """The exit code of the work. Errors are printed while the trees exist, with REVISION:PATH for the paths in them.

    `write` gets their text too. After that `measure` gets the build that could be built, if it is only one.
    """
    try:
        return work()
    except (InputError, BuildError, BuildErrors) as error:
        text = show.format_error(error)
        hints = "".join(f"\n{hint}" for hint in explain_failure(text, sides, _may_lack_files(error)))
        text = name_trees(text, sides) + hints
        print(text, file=sys.stderr)
        write(text)
        if isinstance(error, OneBuilt):
            measure(error)
        return error.exit_code


def _may_lack_files(error: InputError | BuildError | BuildErrors) -> bool:
    """Whether a compiler failed, no benchmark is left, or clamh.toml is wrong, perhaps because a file is missing."""
    return any(
        isinstance(each, BuildError) or any(problem.code in LACKING for problem in each.diagnostics)
        for each in (error.errors if isinstance(error, BuildErrors) else (error,)))


def measure_alone(built: OneBuilt, sides: Sides, options: Options, command: Sequence[str]) -> None:
    """Measure and report the build that could be built, so that its time was not spent in vain."""
    from clamh.cli.report import render_report
    from clamh.running.context import Places

    if options.verbosity != "SILENT":
        print_line(name_trees(f"the {built.side.build} build is measured alone: {built.side.title}\n"
                              f"{describe_plan(built.plan, options)}", sides))
    path = run.measure_plan(built.plan, options, command, places=Places(runs=RUNS, sources=built.side.folder))
    print(name_trees(render_report(path, options)[1], sides), end="")
    path = shorten_path(path)
    print_line(f"results of the {built.side.build} build: {path} (clamh report {shlex.quote(path)} shows them)")


def plan_builds(sides: Sides, options: Options, root: str) -> Planned:
    """Everything before the first measurement; `root` is the project's root.

    Raises InputError where neither build has a benchmark, BuildError and BuildErrors where a cannot be built.
    """
    from clamh import pipeline
    from clamh.running.counting import prepare_counting
    from clamh.running.plan import plan

    def warn(problems: Iterable[Diagnostic]) -> None:
        if text := show.format_diagnostics(dict.fromkeys(problems)):
            print(name_trees(text, sides), file=sys.stderr)

    warn(prepare_counting(options.profilers)[1])  # before the builds, which take long
    suites, unread = _select_suites(sides, options, warn)
    doubts = _find_doubts(sides, suites, options, warn)
    check_search_paths(sides, suites)
    for side, suite in zip(sides, suites, strict=True):
        if not all(each.repository for each in sides):  # else it applies to neither build
            check_configuration(side, suite)
        warn(list(provide_dependencies(side, suite)))
        provide_programs(side, suite)
    catalogs, skipped, failed = _describe_artifacts(sides, suites, options, root, warn)
    catalogs_of_sides = [(side, catalog) for side, suite in zip(sides, suites, strict=True) for catalog in catalogs
                         if any(catalog.artifact.source == unit.source.path for unit in suite.units)]
    check_read_files(sides, catalogs_of_sides)
    named = [
        replace(catalog, artifact=replace(catalog.artifact, source=side.labelled(catalog.artifact.source),
                                          build=side.build)) for side, catalog in catalogs_of_sides
    ]
    if failed or unread:
        built = [side for side in sides if any(owner is side for owner, _ in catalogs_of_sides)]
        errors: list[BuildError | InputError] = [*unread, *(unbuilt.error for unbuilt in failed)]
        if len(built) == 1 and named:
            catalogs = [replace(catalog, artifact=replace(catalog.artifact, build="")) for catalog in named]
            own = [replace(doubt, build="") for doubt in doubts if doubt.build == built[0].build]
            own += pipeline.check_catalogs(catalogs, options, warn)
            alone_plan = plan(catalogs, options, skipped)
            raise OneBuilt(errors, built[0], replace(alone_plan, root=root, doubts=(*alone_plan.doubts, *own)))
        if unread:
            raise BuildErrors(errors)
        if not options.keep_going or not catalogs:
            pipeline.raise_all(failed)
        print(name_trees(show.format_error(BuildErrors(errors)), sides), file=sys.stderr)
        skipped += map(pipeline.left_out, failed)
    doubts += pipeline.check_catalogs(named, options, warn)
    plan_of_pairs, alone = keep_pairs(replace(plan(named, options, skipped, of_builds=True), root=root))
    problems = check_programs(plan_of_pairs)
    if select_errors(problems):
        raise InputError(problems)
    warn([*problems, *(doubt.warning for doubt in plan_of_pairs.doubts)])
    plan_of_pairs = replace(plan_of_pairs, doubts=(*plan_of_pairs.doubts, *doubts))
    sources = tuple({
        relate_path(side.labelled(path), root): sha256 for owner, catalog in catalogs_of_sides if owner is side
        for path, sha256 in catalog.artifact.sources.items()
    } for side in sides)
    return Planned(plan_of_pairs, alone,
                   (*(f"{side.build}: {side.title}" for side in sides), *_describe_same(plan_of_pairs)), sources,
                   {side.build: (side.tree or side.folder, side.labelled(side.tree or side.folder)) for side in sides})


def _find_doubts(sides: Sides, suites: Sequence[Suite], options: Options, warn: Warn) -> list[Doubt]:
    """The doubts that the sources of both builds show. Those that both builds have are printed once."""
    doubts = [
        replace(doubt, source=side.labelled(doubt.source), build=side.build)
        for side, suite in zip(sides, suites, strict=True)
        for doubt in find_doubts(suite, replace(options, paths=side.paths, within=side.within))
    ]
    warn({(doubt.source, doubt.benchmark, doubt.warning.message): doubt.warning for doubt in doubts}.values())
    return doubts


def _describe_artifacts(sides: Sides, suites: Sequence[Suite], options: Options, root: str,
                        warn: Warn) -> tuple[list[Catalog], list[Skip], list[Unbuilt]]:
    """The catalogs of both sides, with each source built once; what was left out, and what could not be built."""
    from clamh import pipeline
    from clamh.running.plan import code_layouts

    def announce(text: str) -> None:
        if options.verbosity != "SILENT":
            print_line(name_trees(text, sides))

    platforms, skipped = {}, []
    for suite in (suite for suite in suites if suite.units):
        chosen, left_out = pipeline.platforms(suite, options)
        platforms.update(chosen)
        skipped += left_out
    check_imports(sides, suites, platforms)
    check_settings(sides, suites, platforms, root)
    warn(find_unused_variables((on.language for chosen in platforms.values() for on in chosen), os.environ))
    units = {unit.source.path: unit for suite in suites for unit in suite.units}  # a dict: both sides may be one folder
    failed: list[Unbuilt] = []
    sides_by_key = Counter({(os.path.dirname(unit.source.path), benchmark.key): len(sides)
                            for unit in units.values() for benchmark in unit.benchmarks})
    built = pipeline.artifacts(
        [generate(unit) for unit in units.values()], platforms, announce,
        lambda unit: code_layouts(unit, options, sides_by_key), True, root, failed.extend)
    return pipeline.describe_artifacts(built, options, failed.extend), list(dict.fromkeys(skipped)), failed


def _describe_same(plan: Plan) -> list[str]:
    """A line that says which artifacts are the same in both builds."""
    same, pairs = count_same_artifacts(plan)
    if not same:
        return []
    if same == pairs:
        return ["A/A: both builds are the same artifact, so any difference is a measuring error"]
    are = "is" if same == 1 else "are"
    return [f"{same} of {pairs} pairs of artifacts {are} identical: a difference in their rows is a measuring error"]


def _select_suites(sides: Sides, options: Options, warn: Warn) -> tuple[list[Suite], list[InputError]]:
    """The selected benchmarks of each side, and the errors in the sources of one side.

    One side may have no benchmarks, and then none of its problems is an error. Raises InputError or BuildErrors where
    neither side has any.
    """
    from clamh import pipeline
    from clamh.model.sources import Suite

    suites: list[Suite] = []
    failures: list[InputError] = []
    unread: list[InputError] = []
    for side in sides:
        try:
            if not side.paths:
                raise input_error("no-benchmark", f"{side.title} has none of the given paths", "check the paths")
            suites.append(
                pipeline.select_suite(replace(options, paths=side.paths, within=side.within),
                                      warn if side.build == NEW else list))
        except InputError as error:
            errors = [problem for problem in select_errors(error.diagnostics) if problem.code not in NOTHING]
            if not all(problem.location for problem in errors):
                raise  # of the command line, which is that of both sides
            (unread if errors else failures).append(error)
            suites.append(Suite(units=()))
    if len(unread) + len(failures) == len(sides):
        raise BuildErrors(unread) if unread else failures[-1]
    return suites, unread


def describe_alone(plan_of_builds: Planned) -> list[str]:
    """A line about the cases of each build that the other build does not have."""
    lines = []
    for build, word in ((OLD, "gone"), (NEW, "new")):
        cases = [case for case in plan_of_builds.alone if case.build == build]
        if cases:
            names = [f"{describe_case(case)} {case.mode} on {case.platform}" for case in cases]
            lines.append(f"{word}, only in the {build} build, not measured: {name_some(names, LISTED, '; ')}")
    return lines


def measure_builds(plan_of_builds: Planned, sides: Sides, options: Options, command: Sequence[str]) -> Measured:
    """Measure and compare. Raises InputError where no case is in both builds, Interrupted after Ctrl-C."""
    from clamh.machine.environment import read_environment
    from clamh.running.context import Places

    plan, silent = plan_of_builds.plan, options.verbosity == "SILENT"
    lines = [*plan_of_builds.builds, *describe_alone(plan_of_builds)]
    if not silent:
        print_line(name_trees("\n".join([*lines, describe_plan(plan, options)] if plan.cases else lines), sides))
        if plan.cases and options.adds_sets and options.budget_ns is None:
            print_line(f"undecided rows get more sets, at most {ADDED_SETS}")
        if plan.cases and (warnings := describe_crowding(plan, read_environment())):
            print_line("\n".join(warnings))
    if not plan.cases:
        skips = [skip.line for skip in plan.skipped]
        raise input_error("nothing-judged", "the two builds share no benchmark (same folder, key, params, mode, "
                          f"threads and platform){': ' if skips else ''}" f"{'; '.join(skips)}",
                          "compare builds of the same benchmarks; if only params, mode or threads differ, give "
                          "both the same: -p NAME=VALUE, -bm MODE, -t N")
    path = run.measure_plan(plan, options, command, places=Places(runs=RUNS),
                            find_open=(lambda path: _find_open(plan_of_builds, path)) if options.adds_sets else None)
    with keep_results(path, resumable=False):
        return compare_measured(plan_of_builds, path)


def _find_open(plan_of_builds: Planned, path: str) -> set[str]:
    """The case_ids for which more sets could change the gate's decision, by the results so far."""
    from clamh.judging.judge_gate import judge_gate, open_cases

    return open_cases(judge_gate(compare_measured(plan_of_builds, path).comparison))


def compare_measured(plan_of_builds: Planned, path: str) -> Measured:
    """The comparison of the builds from a results file, as far as it is written."""
    from clamh.judging.builds import compare_builds, make_unmeasured_row
    from clamh.judging.results_file import read_results

    plan = plan_of_builds.plan
    rows: list[Row] = [
        make_unmeasured_row(case, relate_path(plan.catalogs[case.artifact].artifact.source, plan.root))
        for case in plan_of_builds.alone
    ]
    return Measured(
        path, *compare_builds(read_results(path), (OLD, NEW), rows, plan_of_builds.sources, plan_of_builds.builds,
                              plan_of_builds.folders))


def print_results(measured: Measured, sides: Sequence[Side]) -> None:
    """Print where the results are, and what may have caused a failure."""
    for side, judgement in zip(sides, (measured.a, measured.b), strict=True):
        for hint in explain_rows(judgement.summary.rows, side):
            print_line(hint)
    path = shorten_path(measured.path)
    print_line(f"results of both builds: {path} (clamh report {shlex.quote(path)} shows them)")


def after_interrupt(plan_of_builds: Planned, error: Interrupted) -> Measured:
    """The comparison of what was measured before Ctrl-C. Raises KeyboardInterrupt where nothing was measured."""
    if not error.results:
        raise KeyboardInterrupt from None
    return compare_measured(plan_of_builds, error.results)
