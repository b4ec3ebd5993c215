"""The whole story on one screen: paths → suite → wrappers → artifacts → catalogs → plan → results → summary.

Each step is one stage's function; a verb of the command line stops after the step whose noun it prints. `measure`, `judge`
and `show` are the end of it, for every verb and for the evaluation.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from clamh.building.build import build, find_platforms, probe
from clamh.building.cache import cache_root
from clamh.building.cleaning import drop_old, hold
from clamh.building.configuration import configurations
from clamh.building.generate import generate
from clamh.building.prebuilt import given_artifact, named_build
from clamh.building.steps import stop
from clamh.building.variables import recorded_variables, unused
from clamh.building.platforms import Find, Probe, choose
from clamh.judging import flags
from clamh.languages import languages, short_titles, titles
from clamh.machine.cpus import usable
from clamh.machine.environment import environment, fingerprint, machine
from clamh.machine.repository import find_revision
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.cases import Catalog, Plan
from clamh.model.diagnostics import Diagnostic, errors
from clamh.model.errors import BuildError, BuildErrors, InputError
from clamh.model.folders import find_root, shorten_path
from clamh.model.identity import param_key
from clamh.model.options import Estimator, Options
from clamh.model.results import ShiftRecord, WorkRecord
from clamh.model.selection import selected, selects
from clamh.model.settings import merged
from clamh.model.sources import Parsed, Settings, SourceFile, Suite, Unit, Wrapper
from clamh.model.summary import Comparison, Judgement
from clamh.model.work import implementations
from clamh.report.look import Look
from clamh.report.units import counted
from clamh.running.context import Context, Listener, Places
from clamh.running.describe import describe
from clamh.running.execute import execute
from clamh.running.plan import code_layouts, plan
from clamh.running.planning.contests import forecast_sides
from clamh.running.planning.records import baseline_records, case_record
from clamh.running.unfinished import resumable
from clamh.running.verify import verify
from clamh.sources.bind import bind
from clamh.sources.discover import annotated, discover, with_companions
from clamh.sources.excuses import Excuses, excuses, unknown
from clamh.sources.free_calls import find_free_calls
from clamh.sources.join import join
from clamh.sources.parse import parse, syntax, unclosed
from clamh.sources.precheck import precheck
from clamh.sources.unequal_params import unequal_params
from clamh.sources.baselines import asked_baseline, with_baselines
from clamh.sources.unused import find_unused


class Work(NamedTuple):
    """What the cases compute that are compared with others, and the lines of clamh.toml that excuse some."""

    records: list[WorkRecord]
    excuses: Excuses


class Unbuilt(NamedTuple):
    """A wrapper of which there is no artifact for a platform, or one that does not say what is in it, and why."""

    wrapper: Wrapper
    platform: Platform
    error: BuildError | InputError


Read = tuple[Parsed, list[Diagnostic]]  # a file, and what is wrong in it
Warn = Callable[[Iterable[Diagnostic]], None]
Tell = Callable[[str], None]


def forecast(paths: Sequence[str], warn: Warn, full: bool = True) -> Suite:
    """paths → SourceFile → Declaration → Suite. Raises InputError with every problem of every file at once.

    Sources have their full paths, so that nothing depends on the current folder; not `full` is for code that goes to another machine.
    """
    files, problems = discover(map(os.path.abspath, paths or ["."]) if full else paths or ["."])
    if any(one.code == "no-benchmark" for one in errors(problems)):  # its only annotation may be misspelled
        problems += [one for one in checked(paths) if one.code != "no-benchmark"]
    _stop_at_errors(problems, warn)
    sources = _with_companions(files)
    suite, found = _bound(_read(sources), paths)
    wrong = {one.location.path for one in errors(found) if one.location}
    found += [one for source in sources for file in source if file.path in wrong for one in unclosed(file)]
    _stop_at_errors([*problems, *found], warn)
    return suite


def checked(paths: Sequence[str]) -> list[Diagnostic]:
    """Every problem of the sources among `paths`, as editors and commit hooks give them; nothing is built.

    Files of no language of ours and files without benchmarks are no problem here. One that no source takes in is read
    by itself when it has annotations in comments, which are nobody else's.
    """
    files, found = discover(map(os.path.abspath, paths or ["."]))
    sources = _with_companions(files)
    taken = {file.path for source in sources for file in source}
    alone = {file.path: [file] for file in files if file.path not in taken and annotated(file)}
    read = _read([*sources, *alone.values()])
    suite, bound = _bound(read, paths)
    bound += [*(one.told for one in precheck(suite)), *unequal_params(suite)]
    bound += [one for source in read for parsed, problems in source for one in syntax(parsed, problems)]

    def benchmarkless(one: Diagnostic, paths: Iterable[str]) -> bool:
        return one.code == "no-benchmark" and one.location is not None and one.location.path in paths

    found = [one for one in found if one.code != "unknown-language" and not benchmarkless(one, [f.path for f in files])]
    found += [one for one in bound if not benchmarkless(one, alone)]
    # A folder or a source whose only benchmark is no annotation: nothing to run, and nothing wrong with what is there.
    return [msgspec.structs.replace(one, severity="warning") if one.code == "no-benchmark" else one
            for one in dict.fromkeys(found)]


def _with_companions(files: Sequence[SourceFile]) -> list[list[SourceFile]]:
    """Each source with its companions, those of its clamh.toml among them; what is wrong in that file comes later."""
    told, _ = configurations(file.path for file in files if file.benchmarks)
    return with_companions(files, lambda one: told[one.path].sources.get(one.language, ()))


def _read(sources: Sequence[Sequence[SourceFile]]) -> list[list[Read]]:
    return [[parse(file) for file in source] for source in sources]


def _bound(sources: Sequence[Sequence[Read]], paths: Sequence[str]) -> tuple[Suite, list[Diagnostic]]:
    """What parse gave of each file → Suite, and every problem on the way, those of clamh.toml among them."""
    problems = [one for source in sources for _, found in source for one in found]
    suite, found = bind([[parsed for parsed, _ in source] for source in sources])
    wrong_files = {one.location.path for one in errors(problems) if one.location}
    found = [one for one in found if one.code != "no-benchmark" or one.location and one.location.path not in wrong_files]
    told, wrong = configurations(unit.source.path for unit in suite.units)
    problems += [*found, *wrong, *find_free_calls(suite)]
    if not errors(problems):
        problems += find_unused(suite)
        suite, found = join(suite, told, paths)
        problems += [*found, *unknown(suite, told, paths)]
        suite = Suite(units=tuple(_completed(unit, told[unit.source.path].defaults) for unit in suite.units))
        suite, found = with_baselines(suite, told, paths)
        problems += found
    return suite, problems


def _completed(unit: Unit, defaults: Settings) -> Unit:
    """The unit with the defaults of its clamh.toml where its annotations say nothing."""
    return msgspec.structs.replace(unit, benchmarks=tuple(
        msgspec.structs.replace(one, settings=merged([one.settings, defaults])) for one in unit.benchmarks))


def chosen(options: Options, warn: Warn) -> Suite:
    """The forecast's units that have a selected benchmark, each whole: what is built does not depend on the selection.

    Raises InputError when a selection selects nothing.
    """
    suite, problems = selected(forecast(options.paths, warn), options)
    problems += unequal_params(suite, {param_key(name) for name in options.params})
    _stop_at_errors(problems, warn)
    return suite


def wrappers(suite: Suite) -> list[Wrapper]:
    """Suite → Wrapper, one per unit."""
    return [generate(unit) for unit in suite.units]


def platforms(suite: Suite, options: Options) -> tuple[dict[str, list[Platform]], list[Skip]]:
    """The platforms to use, by path of the source, and what was left out. Raises InputError (see platforms.choose)."""
    find, probe = finding(options)
    return choose(suite, options, find, probe)


def finding(options: Options) -> tuple[Find, Probe]:
    """How platforms are found on this machine, each language's once, and how one program of it is asked."""
    environs = {language: _environ(language, options) for language in languages()}
    return cache(lambda language: find_platforms(language, environs[language])), (
        lambda language, program, flags: probe(language, program, flags, environs[language]))


Refuse = Callable[[Sequence[Unbuilt]], None]  # what to do about what cannot be built: raise_all, or go on without


def raise_all(failed: Sequence[Unbuilt]) -> None:
    """Raises what went wrong, all of it: BuildErrors where it is of several kinds, else the error itself."""
    if failed and all(isinstance(one.error, InputError) for one in failed):
        raise InputError(told for one in failed for told in one.error.diagnostics)
    if failed:
        raise failed[0].error if len(failed) == 1 else BuildErrors(one.error for one in failed)


def artifacts(
    made: Sequence[Wrapper], chosen: dict[str, list[Platform]], tell: Tell = lambda text: None,
    layouts: Callable[[Unit], int] = lambda unit: 1, link: bool = True, root: str = "", refuse: Refuse = raise_all
) -> list[tuple[Wrapper, Artifact]]:
    """Wrapper → Artifact, one per wrapper and platform, in parallel: building is over before measuring begins.

    `layouts` says in how many code layouts, where that can be had; without `link` only the first is made. `tell` hears of everything that is not in the cache, and so takes time.
    `root` is that of the project. `refuse` is given what cannot be built, of all languages at once; what it lets pass is left out.
    """
    work = [(one, platform) for one in made for platform in chosen[one.unit.source.path]]
    cache = cache_root(os.environ, root)
    hold(cache)
    with ThreadPoolExecutor(usable()) as pool:
        try:
            built = list(pool.map(lambda pair: _built(*pair, tell, layouts(pair[0].unit), link, root), work))
        except BaseException:  # Ctrl-C, or a full disk: the pool would wait for the others to their end
            stop()
            raise
    finished = [one for one in built if isinstance(one, Artifact)]
    if not os.environ.get("CLAMH_CACHE") and not all(one.cached for one in finished):  # a folder that the user named is theirs to clean
        drop_old(cache, {Path(one.path).parent for one in finished}, resumable(root))
    refuse([one for one in built if isinstance(one, Unbuilt)])
    return [(wrapper, one) for (wrapper, _), one in zip(work, built, strict=True) if isinstance(one, Artifact)]


def _built(wrapper: Wrapper, platform: Platform, tell: Tell, layouts: int, link: bool, root: str) -> Artifact | Unbuilt:
    """The artifact of one wrapper, or why there is none, with the bracket that is never closed as its cause where there is one."""
    try:
        return build(wrapper, platform, os.environ, tell, layouts, link, root)
    except BuildError as error:
        error.causes = tuple(one for file in (wrapper.unit.source, *wrapper.unit.companions) for one in unclosed(file))
        return Unbuilt(wrapper, platform, error)


def catalogs(built: Sequence[tuple[Wrapper, Artifact]], options: Options = Options(), refuse: Refuse = raise_all) -> list[Catalog]:
    """Artifact → Catalog, joined with the forecast; `refuse` as that of `artifacts`."""
    found, failed = [], []
    for wrapper, artifact in built:
        try:
            found.append(describe(_with_options(artifact, options), wrapper.unit))
        except InputError as error:
            failed.append(Unbuilt(wrapper, artifact.platform, error))
    refuse(failed)
    return found


def planned(
    options: Options, warn: Warn, tell: Tell = lambda text: None, measured: bool = True, refuse: Refuse = raise_all
) -> Plan:
    """paths → Plan: everything that comes before the first measurement; `tell` hears of what takes time.

    What is not to be `measured` is not linked for its code layouts. All that cannot be built is given to `refuse` at once; what that
    lets pass is skipped as failed, unless nothing else is left.
    """
    failed: list[Unbuilt] = []
    suite = chosen(options, warn)
    keys = {(unit.source.path, one.name): one.key for unit in suite.units for one in unit.benchmarks}
    doubts = [one for one in precheck(suite) if selects(options, one.source, one.benchmark, keys[one.source, one.benchmark])]
    warn([one.told for one in doubts])
    on, skipped = platforms(suite, options)
    _stop_at_errors(asked_baseline(suite, on, options), warn)
    warn(list(unused([unit.source.language for unit in suite.units if on[unit.source.path]], os.environ)))
    root = find_root(options.paths or ["."])
    sides = forecast_sides(suite.units, on)
    built = artifacts(wrappers(suite), on, tell, lambda unit: code_layouts(unit, options, sides), measured, root, failed.extend)
    made = catalogs(built, options, failed.extend)
    (refuse if made else raise_all)(failed)
    skipped += [left_out(one) for one in failed]
    unequal = flags.doubts(made)
    warn([one.told for one in unequal])
    doubts += [one for one in unequal if one.source]  # unequal flags are told by each ratio that they spoil
    whole = plan(made, options, skipped)
    return msgspec.structs.replace(whole, root=root, baselines=suite.baselines, doubts=(*whole.doubts, *doubts))


def left_out(one: Unbuilt) -> Skip:
    """What a run that goes on says of what could not be built."""
    source = shorten_path(one.wrapper.unit.source.path)
    return Skip(platform=one.platform.id, reason=f"cannot build {source}", hint="correct the reported errors", failed=True)


def of_artifacts(files: Sequence[tuple[str, str]], options: Options) -> Plan:
    """The plan of artifacts that were built before, as (language, file): their own `describe` is all there is.

    Several for one platform are builds, each called by its file. Raises InputError with what is wrong with each of them.
    """
    find, _ = finding(options)
    made: list[Catalog] = []
    problems: list[Diagnostic] = []
    for language, path in files:
        try:
            made.append(describe(_with_options(given_artifact(language, os.path.abspath(path), find), options), None))
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    several = Counter(catalog.artifact.platform.id for catalog in made)
    made = [catalog if several[catalog.artifact.platform.id] == 1 else msgspec.structs.replace(catalog, artifact=named_build(catalog.artifact))
            for catalog in made]
    return msgspec.structs.replace(plan(made, options, []), root=find_root([path for _, path in files]))


# ---- from the plan on. Statistics and reports are imported after measuring: nothing of them is in memory before.


def compute(plan: Plan, tell: Tell) -> Work:
    """What implementations that are compared compute, from processes that never measure; `tell` hears that it begins."""
    from clamh.judging.work import agree

    if several := implementations(plan):
        tell(f"checking that all languages compute the same value ({counted(len({cases[0].key for cases in several}), 'benchmark')})")
    configured, _ = configurations(catalog.artifact.source for catalog in plan.catalogs)
    excused = excuses(plan, configured)
    return Work(verify(plan, agree, {what: line.reason for what, line in excused.items()}), excused)


def measure(plan: Plan, options: Options, context: Context = Context(), listener: Listener = Listener(),
            places: Places = Places()) -> Path:
    """Plan → results file: `context` is completed with what the machine is, and with what ratios will refer to.

    Raises what running.execute raises.
    """
    decides = options.precision is not None or options.budget_ns is not None or context.find_open is not None
    revision, uncommitted = find_revision(plan.root)
    known = replace(context, environment={**environment(), **recorded_variables([catalog.artifact.platform.language for catalog in plan.catalogs], os.environ)}, fingerprint=fingerprint(),
                    machine=machine(), revision=revision, uncommitted=uncommitted,
                    references=_references(plan, options) if decides else {})
    return execute(plan, options, known, listener, places)


def _references(plan: Plan, options: Options) -> dict[str, str]:
    """By case_id the case that each ratio will refer to, which is measured for as long."""
    from clamh.judging.planned_references import references

    return references([case_record(plan, case) for case in plan.cases], baseline_records(plan), options.baseline)


def judge(path: str | Path, confidence: float | None = None, delta: float | None = None, baseline: str = "",
          estimator: Estimator | None = None, time_unit: str = "") -> Judgement:
    """Results file → Summary, at the level, for the Δ and by the estimator that the run was begun with when none is given; other tools' files too.

    Scores are in the time unit of each case, or in `time_unit`.
    """
    from clamh.judging.foreign import read
    from clamh.judging.summarise import summarise
    from clamh.judging.time_unit import in_unit

    run = in_unit(read(str(path)), time_unit)
    summary = summarise(run, confidence or run.header.confidence, run.header.delta if delta is None else delta, baseline,
                        estimator or run.header.estimator)
    return Judgement(run, summary)


def show(judgement: Judgement, format: str, look: Look = Look()) -> str:
    """Summary → text, in one of report.FORMATS."""
    from clamh.report import render

    return render(judgement.summary, judgement.run, format, look._replace(titles=titles(), short_titles=short_titles()))


def compare_files(a: Judgement, b: Judgement, stored: Sequence[ShiftRecord] = ()) -> Comparison:
    """Two judged runs, which were not measured together, side by side; `stored` calibrations say how far scores move between runs."""
    from clamh.judging.compare import compare

    return compare(a, b, stored)


def show_comparison(a: Judgement, b: Judgement, format: str, look: Look = Look(), comparison: Comparison | None = None) -> str:
    """Two judged runs side by side, or two builds whose `comparison` is made already, in one of report.COMPARISON_FORMATS."""
    from clamh.report import render_comparison

    return render_comparison(comparison or compare_files(a, b), a, b, format, look._replace(titles=titles()))


def _stop_at_errors(problems: list[Diagnostic], warn: Warn) -> None:
    if errors(problems):
        raise InputError(problems)
    warn(problems)
    problems.clear()


def _with_options(artifact: Artifact, options: Options) -> Artifact:
    return msgspec.structs.replace(artifact, options=options.language.get(artifact.platform.language, {}))


def _environ(language: str, options: Options) -> dict[str, str]:
    """The environment as `find` is to see it: with the options that decide on the platform."""
    known = languages()[language].options
    said = {known[name].environment: values[-1] for name, values in options.language.get(language, {}).items()}
    return {**os.environ, **{variable: value for variable, value in said.items() if variable}}
