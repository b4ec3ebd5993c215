"""plan: Catalog + Options → Plan: the cases with all options resolved, and their order."""

from __future__ import annotations

import hashlib
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from clamh.judging.statistics import stopping
from clamh.languages import languages
from clamh.machine.cpus import Machine, read_machine_cpus, read_usable
from clamh.model.artifacts import Skip
from clamh.model.baselines import Known, describe_unclear
from clamh.model.cases import Case, CaseOptions, Catalog, CatalogBenchmark, Plan, Turn
from clamh.model.diagnostics import Diagnostic, select_errors
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.identity import add_build, make_key
from clamh.model.options import ADDED_SETS, LAYOUTS, MAX_LAYOUTS, Options
from clamh.model.selection import describe_empty_selection, describe_same_key, is_selected, matches_any
from clamh.model.settings import merge_levels
from clamh.model.sources import Member, Settings, Unit
from clamh.running.planning import affinity, call_counts, platforms, settings
from clamh.running.planning.combine_params import Overrides, combinations, name_rows, shown_names
from clamh.running.planning.contests import Contests, contests, place, side_by_side, sides

BULK = ("BULK", "BULK_INDI")  # warmup modes in which every fork first warms up all benchmarks


def plan(
    catalogs: Sequence[Catalog],
    options: Options,
    skipped: Sequence[Skip] = (),
    cpus: int | None = None,
    on: Machine | None = None,
    of_builds: bool = False,
) -> Plan:
    """Resolves command line > annotations > defaults, expands params × modes × threads, and orders the forks.

    Round r holds fork r of every case that has so many forks. `random.Random(seed)` shuffles all rounds, so the same
    seed, sources and options give the same order. Rounds of warmup forks come first. Without `--seed` a new seed is
    drawn; the plan contains it. `cpus` (default: as many as this process may use) is Threads.MAX. `on` (default: this
    process's machine) is what `--bind` binds to. With `of_builds`, the catalogs are of two builds, which are compared
    platform by platform.

    A case that a platform cannot run is skipped and reported, if anything else is left to run. Raises InputError with
    all problems at once.
    """
    all_names = [benchmark.name for catalog in catalogs for benchmark in catalog.benchmarks]
    only_warm = [_only_warm(catalog, options) for catalog in catalogs]
    catalogs = [_selected(catalog, options) for catalog in catalogs]
    expansion = _Expansion(catalogs, options, cpus or read_usable(), of_builds)
    cases = [case for index, catalog in enumerate(catalogs) for benchmark in catalog.benchmarks
             for case in expansion.cases(index, benchmark)]
    warmups = [case for index, benchmarks in enumerate(only_warm) for benchmark in benchmarks
               for case in expansion.cases(index, benchmark)]
    lacking, lacks = expansion.lacks.describe_skips(nothing_left=not cases)
    problems = [*expansion.problems, *lacks]
    if catalogs:
        problems += expansion.overrides.unused(benchmark for catalog in catalogs for benchmark in catalog.benchmarks)
    problems += find_absent_languages(options, catalogs, skipped)
    problems += _useless_warmups(options, catalogs, only_warm)
    problems += _useless_groups(options, catalogs)
    problems += _duplicates(cases, catalogs)
    problems += _unclear_baseline(cases, catalogs, options.baseline)
    # If every platform is skipped, that is not an error (design section 4): the plan is empty.
    if not cases and all_names and not problems:
        problems.append(describe_empty_selection(options, all_names))
    if not cases and not problems and (catalogs or not skipped):
        message = "there is no benchmark to run: none was compiled in"
        problems.append(Diagnostic(code="no-benchmark", message=message, hint="see `clamh list`"))
    problems = list(dict.fromkeys(problems))
    if select_errors(problems):
        raise InputError(problems)
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else options.seed
    absent = [
        Skip(platform=catalog.artifact.platform.id, reason=f"{name} is not compiled in",
             hint=catalog.missing_hint or "check the #if or build condition around it")
        for catalog in catalogs
        for name in catalog.missing
    ]
    competing, apart = contests(cases, catalogs, of_builds) if options.live else ((), ())
    complete_plan = Plan(
        catalogs=tuple(catalogs),
        cases=tuple(_warmed(cases, warmups, options)),
        rounds=_rounds(cases, seed, competing),
        contests=competing,
        doubts=apart,
        seed=seed,
        replayed=options.replayed,
        skipped=(*skipped, *lacking, *absent),
        warmups=tuple(warmups),
        warnings=expansion.without_gc,
    )
    if options.bind == "none":
        return complete_plan
    cpus = on or read_machine_cpus()
    return affinity.bind_cases(complete_plan, options.bind, cpus) if options.bind else affinity.bind_contests(
        complete_plan, cpus)


def code_layouts(unit: Unit, options: Options, forecast: Counter[tuple[str, str]]) -> int:
    """The number of code layouts that the forks of a unit's benchmarks can use, which is how many to build.

    `forecast` has the number of sides of each benchmark, as the sources tell it.
    """
    folder = os.path.dirname(unit.source.path)
    by_mode = ((benchmark, mode, forecast[folder, benchmark.key] if options.live else 1)
               for benchmark in unit.benchmarks for mode in settings.modes(options, benchmark.settings))
    return max(
        (_layouts(options, merge_levels(settings.levels(options, benchmark.settings, mode, count)), count)
         for benchmark, mode, count in by_mode), default=1)


def _layouts(options: Options, resolved: Settings, sides: int) -> int:
    """At most one layout per fork, unless forks may be added. Sides that take turns have one layout per set."""
    if resolved.layout != "random":
        return 1
    most = options.layouts or (MAX_LAYOUTS if sides > 1 else LAYOUTS)
    if options.precision is not None or options.budget_ns is not None and options.adds_sets is not False:
        return most
    return min(most, max(resolved.forks, ADDED_SETS) if options.adds_sets and sides > 1 else resolved.forks)


def pair_catalogs(catalogs: Sequence[Catalog]) -> list[Catalog]:
    """Each catalog as two builds, a and b, of the same artifact."""
    return [msgspec.structs.replace(catalog, artifact=msgspec.structs.replace(catalog.artifact, build=build))
            for catalog in catalogs for build in ("a", "b")]


def repeat_plan(plan: Plan, times: int) -> Plan:
    """The plan with `times` as many forks of each case, in rounds as before."""
    cases = tuple(
        msgspec.structs.replace(case, options=msgspec.structs.replace(case.options, forks=times * case.options.forks))
        for case in plan.cases)
    return msgspec.structs.replace(plan, cases=cases, rounds=_rounds(cases, plan.seed, plan.contests))


def _selected(catalog: Catalog, options: Options) -> Catalog:
    """The catalog with only the selected benchmarks."""
    source, language = catalog.artifact.source, catalog.artifact.platform.language
    return msgspec.structs.replace(
        catalog,
        benchmarks=tuple(benchmark for benchmark in catalog.benchmarks
                         if is_selected(options, source, benchmark.name, benchmark.key)),
        missing=tuple(name for name in catalog.missing if is_selected(options, source, name, make_key(name, language))),
    )


def _only_warm(catalog: Catalog, options: Options) -> list[CatalogBenchmark]:
    """The benchmarks that -wmb names and that are not selected."""
    source = catalog.artifact.source
    return [benchmark for benchmark in catalog.benchmarks
            if matches_any(options.warmup_benchmarks, benchmark.name, benchmark.key)
            and not is_selected(options, source, benchmark.name, benchmark.key)]


class _Expansion:
    """Expands benchmarks to cases, and collects problems and what platforms lack until all are expanded."""

    def __init__(self, catalogs: Sequence[Catalog], options: Options, cpus: int, of_builds: bool):
        self.catalogs, self.options, self.cpus, self.of_builds = catalogs, options, cpus, of_builds
        self.overrides = Overrides(options.params)
        self.compiled = {language.id for language in languages().values() if language.compiled}
        self.sides = sides(catalogs, of_builds) if options.live else Counter()
        self.lacks = platforms.Lacks(options)
        self.gc, self.without_gc = platforms.resolve_gc([catalog for catalog in catalogs if catalog.benchmarks],
                                                        options.gc)
        self.problems = list(self.without_gc.values())
        self._params: dict[str, str] = {}  # a param's normal name → the spelling of the first platform, which is shown
        self._counters: dict[str, str] = {}

    def cases(self, index: int, benchmark: CatalogBenchmark) -> Iterator[Case]:
        """All cases of a benchmark on one platform."""
        catalog, options = self.catalogs[index], self.options
        platform = catalog.artifact.platform
        modes = settings.modes(options, benchmark.settings)
        sides = self.sides[place(catalog, benchmark.key, self.of_builds)]
        compiled = platform.language in self.compiled
        by_mode = {mode: merge_levels(settings.levels(options, benchmark.settings, mode, sides, compiled))
                   for mode in modes}
        members = settings.members(next(iter(by_mode.values())), benchmark, self.problems)
        of_group = max(1, sum(member.threads for member in members))
        counts = {mode: settings.threads(by_mode[mode], self.cpus, of_group) for mode in modes}
        for mode in modes:
            self.problems += settings.check_ranges(by_mode[mode], benchmark, options.settings)
            self.problems += settings.check_auto_warmup(by_mode[mode], benchmark, mode, options)
            self.problems += call_counts.check_bounds(by_mode[mode], benchmark, mode, catalog, options.settings)
            self.problems += call_counts.check_batches(by_mode[mode], benchmark, mode, catalog, options.settings)
            self.problems += platforms.threads(catalog, benchmark, counts[mode])
        rows = combinations(benchmark, platform.language, self.overrides, self.problems)
        shown = shown_names([param.same or param.name for param in benchmark.params], self._params)
        counters = shown_names(list(benchmark.counters), self._counters)
        own = options.language.get(platform.language, {})
        for mode in self.lacks.possible(catalog, benchmark, modes):
            resolved = settings.case_options(by_mode[mode], mode, self.gc.get(platform.id, "false"),
                                             min(_layouts(options, by_mode[mode], sides),
                                                 1 + len(catalog.artifact.layouts)), own)
            if options.precision is not None:  # the stopping rule needs a minimum of forks
                resolved = msgspec.structs.replace(resolved, forks=max(resolved.forks, stopping.MIN_FORKS))
            identify = _identifier(benchmark.key, platform.id, mode, resolved, options, members)
            for count in counts[mode]:
                for row in rows:
                    params = dict(zip(shown, row, strict=True))
                    yield Case(
                        case_id=add_build(identify(count, params), catalog.artifact.build),
                        key=benchmark.key,
                        benchmark=benchmark.name,
                        platform=platform.id,
                        artifact=index,
                        mode=mode,
                        threads=count,
                        params=params,
                        wire_params={param.name: value for param, value in zip(benchmark.params, row, strict=True)},
                        options=resolved,
                        baseline=benchmark.baseline,
                        launch=benchmark.launch,
                        counters=dict(zip(counters, benchmark.counters.values(), strict=True)),
                        row_names=name_rows(benchmark, row, shown),
                        units={name: param.units for name, param in zip(shown, benchmark.params, strict=True)
                               if param.units},
                        operations=benchmark.operations,
                        optimisation=benchmark.optimisation,
                        target=benchmark.target,
                        members=members,
                        build=catalog.artifact.build,
                        settle_ns=catalog.capabilities.get("settle_ns", 0),
                        aside=tuple(catalog.capabilities.get("aside", ())),
                        opening=benchmark.opening,
                    )


def _identifier(
    key: str, platform: str, mode: str, options: CaseOptions, run_options: Options, members: Sequence[Member]
) -> Callable[[int, dict[str, str]], str]:
    """A function that returns ids: 12 hex digits of a hash of all that defines a case; equal in every run."""
    warmed = [run_options.warmup_mode, sorted(run_options.warmup_benchmarks)]
    common = [key, platform, mode, options, *(warmed if warmed != ["INDI", []] else []),
              *([members] if members else [])]
    prefix = hashlib.sha256(msgspec.json.encode(common, order="deterministic"))

    def identify(threads: int, params: dict[str, str]) -> str:
        digest = prefix.copy()
        digest.update(msgspec.json.encode([threads, sorted(params.items())]))
        return digest.hexdigest()[:12]

    return identify


def _warmed(cases: Sequence[Case], warmups: Sequence[Case], options: Options) -> Sequence[Case]:
    """The cases, each with the cases that its forks warm up first. As in JMH, those of -wmb come first."""
    if not options.warmup_benchmarks and options.warmup_mode not in BULK:
        return cases
    selected = cases if options.warmup_mode in BULK else [
        case for case in cases if matches_any(options.warmup_benchmarks, case.benchmark, case.key)]
    by_artifact: dict[int, tuple[str, ...]] = {}
    for index in {case.artifact for case in cases}:
        by_artifact[index] = tuple(case.case_id for case in (*warmups, *selected) if case.artifact == index)
    return [msgspec.structs.replace(case, warm=by_artifact[case.artifact], warms_itself=options.warmup_mode != "BULK")
            for case in cases]


def _useless_warmups(
    options: Options, catalogs: Sequence[Catalog], only_warm: Sequence[Sequence[CatalogBenchmark]]
) -> Iterator[Diagnostic]:
    """Errors of -wmb expressions that match no benchmark of the built sources."""
    available = [*(benchmark for benchmarks in only_warm for benchmark in benchmarks),
                 *(benchmark for catalog in catalogs for benchmark in catalog.benchmarks)]
    for regex in options.warmup_benchmarks if catalogs else ():
        if not any(matches_any([regex], benchmark.name, benchmark.key) for benchmark in available):
            yield Diagnostic(code="none-selected",
                             message=f"-wmb '{regex}' matches no benchmark of the selected sources",
                             hint="a process can only warm up benchmarks of its own source: see `clamh list`")


def _useless_groups(options: Options, catalogs: Sequence[Catalog]) -> Iterator[Diagnostic]:
    """The error of -tg when no benchmark is a group."""
    if options.settings.thread_groups and catalogs and not any(
            benchmark.members for catalog in catalogs for benchmark in catalog.benchmarks):
        yield Diagnostic(code="thread-groups", message="-tg: no selected benchmark is a group",
                         hint="delete -tg, or set the number of threads with -t")


def find_absent_languages(
    options: Options, catalogs: Sequence[Catalog], skipped: Sequence[Skip]
) -> Iterator[Diagnostic]:
    """Errors of options for a language that has no selected benchmark: they would have no effect."""
    present = {catalog.artifact.platform.language for catalog in catalogs if catalog.benchmarks}
    present |= {skip.platform.split("/")[0] for skip in skipped}
    for language, language_options in options.language.items():
        if language not in present:
            names = ", ".join(f"-{name}" for name in language_options)
            message = f"{names}: no selected benchmark is in {languages()[language].title}"
            hint = f"delete {'this option' if len(language_options) == 1 else 'these options'}"
            yield Diagnostic(code="no-such-language", message=message, hint=hint)


def _duplicates(cases: Sequence[Case], catalogs: Sequence[Catalog]) -> Iterator[Diagnostic]:
    """Errors of two benchmarks of a platform that would share a row."""
    cases_by_id: dict[str, Case] = {}
    for case in cases:
        first = cases_by_id.setdefault(case.case_id, case)
        if first is not case:
            names = [f"{same.benchmark} ({shorten_path(catalogs[same.artifact].artifact.source)})"
                     for same in (first, case)]
            places = {benchmark.name: benchmark.location for benchmark in catalogs[case.artifact].benchmarks}
            mark = languages()[catalogs[case.artifact].artifact.platform.language].lexer.mark
            yield describe_same_key(names, case.key, case.platform, mark, places.get(case.benchmark))


def _unclear_baseline(cases: Sequence[Case], catalogs: Sequence[Catalog], baseline: str) -> Iterator[Diagnostic]:
    """The error of a --baseline that matches nothing, or several things, among the cases."""
    known = [Known(os.path.dirname(catalogs[case.artifact].artifact.source), case.key, case.benchmark, case.platform)
             for case in cases]
    if baseline and known and (wrong := describe_unclear(baseline, known)):
        yield Diagnostic(code="no-baseline", message=f"--baseline: {wrong[0]}", hint=wrong[1])


def _rounds(cases: Sequence[Case], seed: int, competing: Contests) -> tuple[tuple[Turn, ...], ...]:
    """The order of the forks. JMH runs a benchmark's warmup forks right before its first measured fork.

    Here all warmup forks come first. So the measured rounds contain nothing else, and drift affects all cases alike.
    """
    generator = random.Random(seed)
    forks = max((case.options.forks for case in cases), default=0)
    warmup_forks = max((case.options.warmup_forks for case in cases), default=0)
    rounds = []
    for fork in (*range(-1, -warmup_forks - 1, -1), *range(forks)):
        turns = [Turn(case_id=case.case_id, fork=fork) for case in cases
                 if (fork < case.options.forks if fork >= 0 else -fork <= case.options.warmup_forks)]
        generator.shuffle(turns)
        rounds.append(side_by_side(turns, competing))
    return tuple(rounds)
