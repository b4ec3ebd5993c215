"""All stages on one screen: paths → suite → wrappers → artifacts → catalogs → plan → results → summary.

Each function runs a stage. A verb of the command line stops after the stage whose noun it prints. Every verb and the
evaluation end with `measure`, `judge` and `show`. Planning, measuring, statistics and reports are imported by the
functions that use them: other verbs start sooner, and while measuring only what measures is in memory.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from clamh.building.build import build, make_finder
from clamh.building.cache import cache_root
from clamh.building.cleaning import drop_old, hold
from clamh.building.configuration import configurations, read_suites
from clamh.building.generate import generate
from clamh.building.platforms import choose_platforms
from clamh.building.prebuilt import make_artifact, named_build
from clamh.building.steps import build_all
from clamh.building.unbuilt import Refuse, Unbuilt, left_out, raise_all
from clamh.building.variables import find_unused_variables, recorded_variables
from clamh.languages import short_titles, titles
from clamh.machine.environment import fingerprint, read_environment, read_machine
from clamh.machine.repository import find_revision
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.cases import Catalog, Doubt, Plan
from clamh.model.diagnostics import Diagnostic, select_errors
from clamh.model.errors import BuildError, InputError
from clamh.model.folders import find_root
from clamh.model.identity import param_key
from clamh.model.options import Estimator, Options
from clamh.model.results import ShiftRecord, WorkRecord
from clamh.model.selection import select_units
from clamh.model.sources import Parsed, SourceFile, Suite, Unit, Wrapper
from clamh.model.summary import Comparison, Judgement
from clamh.model.work import group_implementations
from clamh.report.look import Look
from clamh.report.units import format_count
from clamh.sources.baselines import add_baselines, check_requested_baseline
from clamh.sources.bind import bind
from clamh.sources.defaults import add_defaults
from clamh.sources.discover import add_companions, discover, find_unclaimed, has_annotations
from clamh.sources.excuses import Excuses, excuses, find_unknown
from clamh.sources.free_calls import find_free_calls
from clamh.sources.join import join
from clamh.sources.parse import parse, syntax, unclosed
from clamh.sources.precheck import find_doubts, precheck
from clamh.sources.same_keys import find_same_keys
from clamh.sources.separate_folders import find_separate_folders
from clamh.sources.unequal_params import unequal_params
from clamh.sources.unused import find_unused

if TYPE_CHECKING:
    from clamh.running.context import Context, Listener, Places


class Work(NamedTuple):
    """What the compared cases compute, and the lines of clamh.toml that excuse different values."""

    records: list[WorkRecord]
    excuses: Excuses


Read = tuple[Parsed, list[Diagnostic]]  # a parsed file, and its problems
Warn = Callable[[Iterable[Diagnostic]], None]
Tell = Callable[[str], None]


def forecast(paths: Sequence[str], warn: Warn, full: bool = True) -> Suite:
    """paths → SourceFile → Declaration → Suite. Raises InputError with every problem of every file at once.

    With `full`, sources have their full paths, so that nothing depends on the current folder. Code that goes to another
    machine is read without it.
    """
    files, problems = discover(map(os.path.abspath, paths or ["."]) if full else paths or ["."])
    if any(problem.code == "no-benchmark" for problem in select_errors(problems)):  # it may be misspelled
        problems += [problem for problem in check_sources(paths) if problem.code != "no-benchmark"]
    _stop_at_errors(problems, warn)
    sources = _with_companions(files)
    problems += find_unclaimed(files, sources)
    suite, bind_problems = _bind_and_join(_parse(sources), paths)
    wrong_files = {problem.location.path for problem in select_errors(bind_problems) if problem.location}
    bind_problems += [bracket for source in sources for file in source if file.path in wrong_files
                      for bracket in unclosed(file)]
    _stop_at_errors([*problems, *bind_problems], warn)
    return suite


def check_sources(paths: Sequence[str]) -> list[Diagnostic]:
    """Returns every problem of the sources among `paths`, for editors and commit hooks. Builds nothing.

    A file of an unknown language is no problem here, nor is a file without benchmarks. A file that belongs to no source
    is read alone when it has annotations in comments, because only CLAMH uses those.
    """
    files, problems = discover(map(os.path.abspath, paths or ["."]))
    sources = _with_companions(files)
    paths_of_sources = {file.path for source in sources for file in source}
    alone = {file.path: [file] for file in files if file.path not in paths_of_sources and has_annotations(file)}
    parsed_sources = _parse([*sources, *alone.values()])
    suite, bind_problems = _bind_and_join(parsed_sources, paths)
    bind_problems += [*(doubt.warning for doubt in precheck(suite)), *unequal_params(suite), *find_same_keys(suite)]
    bind_problems += [*find_separate_folders(suite), *(
        problem for source in parsed_sources for parsed, earlier in source for problem in syntax(parsed, earlier))]

    def lacks_benchmark(problem: Diagnostic, paths: Iterable[str]) -> bool:
        return problem.code == "no-benchmark" and problem.location is not None and problem.location.path in paths

    paths_of_files = [file.path for file in files]
    problems = [problem for problem in problems
                if problem.code != "unknown-language" and not lacks_benchmark(problem, paths_of_files)]
    problems += [problem for problem in bind_problems if not lacks_benchmark(problem, alone)]
    # A folder or source without any benchmark gets a warning only: its code may be correct.
    return [msgspec.structs.replace(problem, severity="warning") if problem.code == "no-benchmark" else problem
            for problem in dict.fromkeys(problems)]


def _with_companions(files: Sequence[SourceFile]) -> list[list[SourceFile]]:
    """Each source with its companions, including those of clamh.toml. Problems of clamh.toml are reported later."""
    configured, _ = configurations(file.path for file in files if file.benchmarks)
    return add_companions(files, lambda file: configured[file.path].sources.get(file.language, ()))


def _parse(sources: Sequence[Sequence[SourceFile]]) -> list[list[Read]]:
    return [[parse(file) for file in source] for source in sources]


def _bind_and_join(sources: Sequence[Sequence[Read]], paths: Sequence[str]) -> tuple[Suite, list[Diagnostic]]:
    """Parsed files → Suite, and all problems of parsing, binding, joining and clamh.toml."""
    problems = [problem for source in sources for _, parse_problems in source for problem in parse_problems]
    suite, bind_problems = bind([[parsed for parsed, _ in source] for source in sources])
    wrong_files = {problem.location.path for problem in select_errors(problems) if problem.location}
    bind_problems = [problem for problem in bind_problems
                     if problem.code != "no-benchmark" or problem.location and problem.location.path not in wrong_files]
    configured, toml_problems = configurations(unit.source.path for unit in suite.units)
    problems += [*bind_problems, *toml_problems, *find_free_calls(suite)]
    if not select_errors(problems):
        problems += find_unused(suite)
        suite, join_problems = join(suite, configured, paths)
        problems += [*join_problems, *find_unknown(suite, configured, paths)]
        suite = add_defaults(suite, configured)
        suite, baseline_problems = add_baselines(suite, configured, paths)
        problems += baseline_problems
    return suite, problems


def select_suite(options: Options, warn: Warn) -> Suite:
    """The units that have a selected benchmark. A unit stays whole, so the build does not depend on the selection.

    Raises InputError when a selection selects nothing.
    """
    suite, problems = select_units(forecast(options.paths, warn), options)
    problems += [*unequal_params(suite, {param_key(name) for name in options.params}), *find_same_keys(suite, options)]
    _stop_at_errors([*problems, *find_separate_folders(suite, options)], warn)
    return suite


def generate_wrappers(suite: Suite) -> list[Wrapper]:
    """Suite → Wrapper, one per unit."""
    return [generate(unit) for unit in suite.units]


def platforms(suite: Suite, options: Options) -> tuple[dict[str, list[Platform]], list[Skip]]:
    """The platforms of each source, by its path, and the skipped ones. Raises InputError (see choose_platforms)."""
    find, probe = make_finder(options)
    return choose_platforms(suite, options, find, probe)


def artifacts(
    result: Sequence[Wrapper], chosen: dict[str, list[Platform]], tell: Tell = lambda text: None,
    layouts: Callable[[Unit], int] = lambda unit: 1, link: bool = True, root: str = "", refuse: Refuse = raise_all
) -> list[tuple[Wrapper, Artifact]]:
    """Wrapper → Artifact, one per wrapper and platform, built in parallel. All builds end before measuring begins.

    `layouts` returns the number of code layouts of a unit; without `link` only the first layout is linked. `tell`
    receives a line about each step that is not in the cache. `root` is the project's root. `refuse` receives all failed
    builds of all languages at once; when it returns, they are left out.
    """
    from clamh.running.unfinished import find_resumable

    work = [(wrapper, platform) for wrapper in result for platform in chosen[wrapper.unit.source.path]]
    cache = cache_root(os.environ, root)
    hold(cache)
    built = build_all(lambda pair: _build(*pair, tell, layouts(pair[0].unit), link, root), work)
    finished = [artifact for artifact in built if isinstance(artifact, Artifact)]
    # The user cleans a folder that CLAMH_CACHE names.
    if not os.environ.get("CLAMH_CACHE") and not all(artifact.cached for artifact in finished):
        drop_old(cache, {Path(artifact.path).parent for artifact in finished}, find_resumable(root))
    refuse([unbuilt for unbuilt in built if isinstance(unbuilt, Unbuilt)])
    return [(wrapper, artifact) for (wrapper, _), artifact in zip(work, built, strict=True)
            if isinstance(artifact, Artifact)]


def _build(wrapper: Wrapper, platform: Platform, tell: Tell, layouts: int, link: bool, root: str) -> Artifact | Unbuilt:
    """The artifact of a wrapper, or its build error. An unclosed bracket in the sources becomes the error's cause."""
    try:
        return build(wrapper, platform, os.environ, tell, layouts, link, root)
    except BuildError as error:
        files = (wrapper.unit.source, *wrapper.unit.companions)
        error.causes = tuple(bracket for file in files for bracket in unclosed(file))
        return Unbuilt(wrapper, platform, error)


def describe_artifacts(built: Sequence[tuple[Wrapper, Artifact]], options: Options = Options(),
                       refuse: Refuse = raise_all) -> list[Catalog]:
    """Artifact → Catalog, joined with the forecast. `refuse` receives the artifacts whose `describe` failed."""
    from clamh.running.describe import describe

    described, failed = [], []
    for wrapper, artifact in built:
        try:
            described.append(describe(_with_options(artifact, options), wrapper.unit))
        except InputError as error:
            failed.append(Unbuilt(wrapper, artifact.platform, error))
    refuse(failed)
    return described


def make_plan(options: Options, warn: Warn, tell: Tell = lambda text: None, measured: bool = True,
              refuse: Refuse = raise_all, paired: bool = False) -> Plan:
    """paths → Plan: everything before the first measurement. `tell` receives a line about each slow step.

    Without `measured`, code layouts are not linked. `refuse` receives all failed builds at once. When it returns, they
    are skipped and reported; but if nothing is left, the failures are raised. `paired`: each artifact beside itself.
    """
    from clamh.running.counting import prepare_counting
    from clamh.running.describe import check_programs
    from clamh.running.plan import code_layouts, pair_catalogs, plan
    from clamh.running.planning.contests import forecast_sides

    failed: list[Unbuilt] = []
    if measured:
        warn(prepare_counting(options.profilers)[1])  # before the builds, which take long
    suite = select_suite(options, warn)
    doubts = find_doubts(suite, options)
    warn([doubt.warning for doubt in doubts])
    by_source, skipped = platforms(suite, options)
    _stop_at_errors(check_requested_baseline(suite, by_source, options), warn)
    warn(list(find_unused_variables((on.language for chosen in by_source.values() for on in chosen), os.environ)))
    root = find_root(options.paths or ["."])
    sides = forecast_sides(suite.units, by_source, paired)
    built = artifacts(generate_wrappers(suite), by_source, tell, lambda unit: code_layouts(unit, options, sides),
                      measured, root, failed.extend)
    described = describe_artifacts(built, options, failed.extend)
    (refuse if described else raise_all)(failed)
    skipped += [left_out(unbuilt) for unbuilt in failed]
    doubts += check_catalogs(described, options, warn)
    whole = plan(pair_catalogs(described) if paired else described, options, skipped, of_builds=paired)
    _stop_at_errors(check_programs(whole), warn)
    return msgspec.structs.replace(whole, root=root, baselines=suite.baselines, doubts=(*whole.doubts, *doubts))


def check_catalogs(catalogs: Sequence[Catalog], options: Options, warn: Warn) -> list[Doubt]:
    """The doubts that the artifacts show about sources. Warns of them, and of flags and counters. Raises InputError."""
    from clamh.judging.flags import warn_of_flags
    from clamh.running.counting import check_platforms

    doubts = warn_of_flags(catalogs)
    _stop_at_errors([*(doubt.warning for doubt in doubts), *check_platforms(catalogs, options.profilers)], warn)
    return [doubt for doubt in doubts if doubt.source]  # each ratio with unequal flags carries its own warning


def plan_artifacts(files: Sequence[tuple[str, str]], options: Options, warn: Warn) -> Plan:
    """The plan of artifacts that were built before, each as (language, file), from their `describe` alone.

    Several artifacts of a platform are builds, each named after its file. Raises InputError with the problems of all.
    """
    from clamh.running.counting import check_platforms
    from clamh.running.describe import check_programs, describe
    from clamh.running.plan import plan

    find, _ = make_finder(options)
    described: list[Catalog] = []
    problems: list[Diagnostic] = []
    for language, path in files:
        try:
            artifact = make_artifact(language, os.path.abspath(path), find)
            described.append(describe(_with_options(artifact, options), None))
            own = described[-1].artifact.platform.id.partition("/")[0]
            if own != language:
                message = f"--artifact: '{path}' is of {own}, not {language}"
                problems.append(Diagnostic(code="no-artifact", message=message, hint=f"write --artifact {own}:{path}"))
        except InputError as error:
            problems += error.diagnostics
    _stop_at_errors([*problems, *check_platforms(described, options.profilers)], lambda warnings: None)
    count_by_platform = Counter(catalog.artifact.platform.id for catalog in described)
    described = [catalog if count_by_platform[catalog.artifact.platform.id] == 1
                 else msgspec.structs.replace(catalog, artifact=named_build(catalog.artifact)) for catalog in described]
    whole = plan(described, options, [])
    _stop_at_errors(check_programs(whole), warn)
    return msgspec.structs.replace(whole, root=find_root([path for _, path in files]))


# ---- After the plan.


def compute(plan: Plan, tell: Tell) -> Work:
    """The values that compared implementations compute, from processes that never measure. `tell` receives one line."""
    from clamh.judging.work import is_settled
    from clamh.running.verify import verify

    if compared := group_implementations(plan):
        count = format_count(len({cases[0].key for cases in compared}), "benchmark")
        tell(f"checking that all languages compute the same value ({count})")
    excused = excuses(plan, read_suites(catalog.artifact.folder for catalog in plan.catalogs))
    return Work(verify(plan, is_settled, {what: line.reason for what, line in excused.items()}), excused)


def measure(plan: Plan, options: Options, context: Context | None = None, listener: Listener | None = None,
            places: Places | None = None) -> Path:
    """Plan → results file. Completes `context` with the facts of the machine and the references of the ratios.

    Raises what running.execute raises.
    """
    from clamh.running.context import Context, Listener, Places
    from clamh.running.counting import check_platforms, make_counting_records, prepare_counting
    from clamh.running.execute import execute
    from clamh.running.resume import restore_goal

    context, places = context or Context(), places or Places()
    options = restore_goal(options, context.resumed)
    sources = [path for catalog in plan.catalogs for path in catalog.artifact.sources]
    revision, uncommitted = find_revision(places.sources or plan.root, sources)
    variables = recorded_variables([catalog.artifact.platform.language for catalog in plan.catalogs], os.environ)
    counting, lacking = prepare_counting(options.profilers)
    lacking += check_platforms(plan.catalogs, options.profilers)
    follows_ratios = options.precision is not None or options.budget_ns is not None or context.find_open is not None
    references = _references(plan, options) if follows_ratios else {}
    known = replace(context, environment={**read_environment(), **variables}, fingerprint=fingerprint(),
                    machine=read_machine(), facts=(*context.facts, *make_counting_records(counting, lacking)),
                    counting=counting, revision=revision, uncommitted=uncommitted, references=references)
    return execute(plan, options, known, listener or Listener(), places)


def _references(plan: Plan, options: Options) -> dict[str, str]:
    """By case_id, the case that its ratio refers to. While a case is undecided, its reference is measured too."""
    from clamh.judging.planned_references import plan_references
    from clamh.running.builds import keep_references
    from clamh.running.planning.records import baseline_records, case_record

    records = [case_record(plan, case) for case in plan.cases]
    return keep_references(plan, plan_references(records, baseline_records(plan), options.baseline))


def judge(path: str | Path, confidence: float | None = None, delta: float | None = None, baseline: str = "",
          estimator: Estimator | None = None, time_unit: str = "") -> Judgement:
    """Results file → Summary. Other tools' files are read too.

    `confidence`, `delta` and `estimator` default to those of the run. Scores are in `time_unit`, or in each case's own
    unit.
    """
    from clamh.judging.foreign import read_any_results
    from clamh.judging.summarise import summarise
    from clamh.judging.time_unit import in_unit

    run = in_unit(read_any_results(str(path)), time_unit)
    summary = summarise(run, confidence or run.header.confidence, run.header.delta if delta is None else delta,
                        baseline, estimator or run.header.estimator)
    return Judgement(run, summary)


def show(judgement: Judgement, format: str, look: Look = Look()) -> str:
    """Summary → text, in one of report.FORMATS."""
    from clamh.report import render

    return render(judgement.summary, judgement.run, format, look._replace(titles=titles(), short_titles=short_titles()))


def compare_files(a: Judgement, b: Judgement, stored: Sequence[ShiftRecord] = ()) -> Comparison:
    """Compares two judged runs that were not measured together.

    `stored` calibrations tell how much scores move between runs.
    """
    from clamh.judging.compare_runs import compare_runs

    return compare_runs(a, b, stored)


def show_comparison(a: Judgement, b: Judgement, format: str, look: Look, comparison: Comparison) -> str:
    """The comparison of two judged runs or builds, side by side, in one of report.COMPARISON_FORMATS."""
    from clamh.report import render_comparison

    return render_comparison(comparison, a, b, format, look._replace(titles=titles()))


def _stop_at_errors(problems: list[Diagnostic], warn: Warn) -> None:
    if select_errors(problems):
        raise InputError(problems)
    warn(problems)
    problems.clear()


def _with_options(artifact: Artifact, options: Options) -> Artifact:
    return msgspec.structs.replace(artifact, options=options.language.get(artifact.platform.language, {}))
