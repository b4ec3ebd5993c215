"""plan: Catalog + Options → Plan: which cases, with every option resolved, in which order."""

from __future__ import annotations

import hashlib
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from clamh.judging.statistics import stopping
from clamh.languages import languages
from clamh.machine.cpus import Machine, machine, usable
from clamh.model.artifacts import Skip
from clamh.model.baselines import Known, unclear
from clamh.model.cases import Case, CaseOptions, Catalog, CatalogBenchmark, Plan, Turn
from clamh.model.diagnostics import Diagnostic, errors
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.identity import key_of, of_build
from clamh.model.options import ADDED_SETS, LAYOUTS, MOST_LAYOUTS, Options
from clamh.model.selection import found_in, none_left, selects
from clamh.model.sources import Member, Settings, Unit
from clamh.running.planning import affinity, platforms, settings
from clamh.running.planning.contests import Contests, contests, place, side_by_side, sides
from clamh.running.planning.params import Overrides, combinations, shown_names

BULK = ("BULK", "BULK_INDI")  # the warmup modes in which every fork first warms up all benchmarks


def plan(
    catalogs: Sequence[Catalog],
    options: Options,
    skipped: Sequence[Skip] = (),
    cpus: int | None = None,
    on: Machine | None = None,
    of_builds: bool = False,
) -> Plan:
    """Resolves command line > annotations > defaults, expands params × modes × threads, and orders the forks.

    Round r holds fork r of every case that has so many forks, shuffled by `random.Random(seed)`, one generator for all
    rounds; the same seed, sources and options give the same order. Rounds of warmup forks come before them. Without
    `--seed` a new seed is drawn, which the plan keeps. `cpus` (default: as many as this process may use) is Threads.MAX;
    `on` (default: this process's machine) is what `--bind` binds to. What a platform cannot do is skipped and said, as long as something is left to run. Raises InputError with every
    problem at once. `of_builds`: the catalogs are of two builds, which are compared platform by platform.
    """
    everything = [one.name for catalog in catalogs for one in catalog.benchmarks]
    only_warm = [_only_warm(catalog, options) for catalog in catalogs]
    catalogs = [_selected(catalog, options) for catalog in catalogs]
    making = _Making(catalogs, options, cpus or usable(), of_builds)
    cases = [case for index, catalog in enumerate(catalogs) for one in catalog.benchmarks
             for case in making.cases(index, one)]
    warmups = [case for index, several in enumerate(only_warm) for one in several for case in making.cases(index, one)]
    lacking, lacks = making.lacks.told(nothing_left=not cases)
    problems = [*making.problems, *lacks]
    if catalogs:
        problems += making.overrides.unused(one for catalog in catalogs for one in catalog.benchmarks)
    problems += _of_absent_languages(options, catalogs, skipped)
    problems += _useless_warmups(options, catalogs, only_warm)
    problems += _useless_groups(options, catalogs)
    problems += _twins(cases, catalogs)
    problems += _unclear_baseline(cases, catalogs, options.baseline)
    # With every platform skipped there is nothing to run and nothing wrong (design section 4): an empty plan says so.
    if not cases and everything and not problems:
        problems.append(none_left(options, everything))
    if not cases and not problems and (catalogs or not skipped):
        message = "there is no benchmark to run: none was compiled in"
        problems.append(Diagnostic(code="no-benchmark", message=message, hint="see `clamh list`"))
    problems = list(dict.fromkeys(problems))
    if errors(problems):
        raise InputError(problems)
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else options.seed
    absent = [
        Skip(platform=catalog.artifact.platform.id, reason=f"{name} is not compiled in", hint="see the condition around it")
        for catalog in catalogs
        for name in catalog.missing
    ]
    competing, apart = contests(cases, catalogs, of_builds) if options.live else ((), ())
    made = Plan(
        catalogs=tuple(catalogs),
        cases=tuple(_warmed(cases, warmups, options)),
        rounds=_rounds(cases, seed, competing),
        contests=competing,
        doubts=apart,
        seed=seed,
        replayed=options.replayed,
        skipped=(*skipped, *lacking, *absent),
        warmups=tuple(warmups),
        warnings=making.without_gc,
    )
    if options.bind == "none":
        return made
    cpus = on or machine()
    return affinity.bound(made, options.bind, cpus) if options.bind else affinity.together(made, cpus)


def code_layouts(unit: Unit, options: Options, forecast: Counter[tuple[str, str]]) -> int:
    """How many code layouts the forks of a unit's benchmarks can use: so many are built, where that can be had.

    `forecast` is on how many sides each benchmark is, as far as the sources say.
    """
    folder = os.path.dirname(unit.source.path)
    each = ((one, mode, forecast[folder, one.key] if options.live else 1) for one in unit.benchmarks for mode in settings.modes(options, one.settings))
    return max((_layouts(options, settings.resolved(settings.levels(options, one.settings, mode, count)), count) for one, mode, count in each), default=1)


def _layouts(options: Options, said: Settings, sides: int) -> int:
    """Not more than there are forks, unless forks may be added; sides that take turns have one for each set."""
    if said.layout != "random":
        return 1
    most = options.layouts or (MOST_LAYOUTS if sides > 1 else LAYOUTS)
    if options.precision is not None or options.budget_ns is not None:
        return most
    return min(most, max(said.forks, ADDED_SETS) if options.adds_sets and sides > 1 else said.forks)


def repeated(plan: Plan, times: int) -> Plan:
    """The plan with so many times the forks of each case, in rounds as before."""
    cases = tuple(msgspec.structs.replace(case, options=msgspec.structs.replace(case.options, forks=times * case.options.forks))
                  for case in plan.cases)
    return msgspec.structs.replace(plan, cases=cases, rounds=_rounds(cases, plan.seed, plan.contests))


def _selected(catalog: Catalog, options: Options) -> Catalog:
    """The catalog with the selected benchmarks only."""
    source, language = catalog.artifact.source, catalog.artifact.platform.language
    return msgspec.structs.replace(
        catalog,
        benchmarks=tuple(one for one in catalog.benchmarks if selects(options, source, one.name, one.key)),
        missing=tuple(one for one in catalog.missing if selects(options, source, one, key_of(one, language))),
    )


def _only_warm(catalog: Catalog, options: Options) -> list[CatalogBenchmark]:
    """The benchmarks that -wmb names and that are not selected anyway."""
    source = catalog.artifact.source
    return [one for one in catalog.benchmarks if found_in(options.warmup_benchmarks, one.name, one.key)
            and not selects(options, source, one.name, one.key)]


class _Making:
    """Makes cases out of benchmarks, and keeps what is wrong, and what platforms lack, until all were made."""

    def __init__(self, catalogs: Sequence[Catalog], options: Options, cpus: int, of_builds: bool):
        self.catalogs, self.options, self.cpus, self.of_builds = catalogs, options, cpus, of_builds
        self.overrides = Overrides(options.params)
        self.compiled = {one.id for one in languages().values() if one.compiled}
        self.sides = sides(catalogs, of_builds) if options.live else Counter()
        self.lacks = platforms.Lacks(options)
        self.gc, self.without_gc = platforms.garbage([one for one in catalogs if one.benchmarks], options.gc)
        self.problems = list(self.without_gc.values())
        self._params: dict[str, str] = {}  # a param's normal name → how it is shown: as the first platform spells it
        self._counters: dict[str, str] = {}

    def cases(self, index: int, benchmark: CatalogBenchmark) -> Iterator[Case]:
        """All cases of one benchmark on one platform."""
        catalog, options = self.catalogs[index], self.options
        platform = catalog.artifact.platform
        modes = settings.modes(options, benchmark.settings)
        sides = self.sides[place(catalog, benchmark.key, self.of_builds)]
        compiled = platform.language in self.compiled
        said = {mode: settings.resolved(settings.levels(options, benchmark.settings, mode, sides, compiled)) for mode in modes}
        members = settings.members(next(iter(said.values())), benchmark, self.problems)
        of_group = max(1, sum(one.threads for one in members))
        counts = {mode: settings.threads(said[mode], self.cpus, of_group) for mode in modes}
        for mode in modes:
            self.problems += settings.out_of_range(said[mode], benchmark, options.settings)
            self.problems += settings.wrong_auto_warmup(said[mode], benchmark, mode, options)
            self.problems += platforms.threads(catalog, benchmark, counts[mode])
        rows = combinations(benchmark, platform.language, self.overrides, self.problems)
        shown = shown_names([param.same or param.name for param in benchmark.params], self._params)
        counters = shown_names(list(benchmark.counters), self._counters)
        own = options.language.get(platform.language, {})
        for mode in self.lacks.possible(catalog, benchmark, modes):
            resolved = settings.case_options(said[mode], mode, self.gc.get(platform.id, "false"),
                                             min(_layouts(options, said[mode], sides), 1 + len(catalog.artifact.layouts)), own)
            if options.precision is not None:  # what decides when to stop needs some forks to go by
                resolved = msgspec.structs.replace(resolved, forks=max(resolved.forks, stopping.LEAST))
            identify = _identifier(benchmark.key, platform.id, mode, resolved, options, members)
            for count in counts[mode]:
                for row in rows:
                    params = dict(zip(shown, row, strict=True))
                    yield Case(
                        case_id=of_build(identify(count, params), catalog.artifact.build),
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
                        units={name: param.units for name, param in zip(shown, benchmark.params, strict=True)
                               if param.units},
                        operations=benchmark.operations,
                        optimisation=benchmark.optimisation,
                        target=benchmark.target,
                        members=members,
                        build=catalog.artifact.build,
                        settle_ns=catalog.hello.get("capabilities", {}).get("settle_ns", 0),
                        opening=benchmark.opening,
                    )


def _identifier(
    key: str, platform: str, mode: str, options: CaseOptions, asked: Options, members: Sequence[Member]
) -> Callable[[int, dict[str, str]], str]:
    """Ids: 12 hex digits of the hash of all that makes a case what it is; equal cases of two runs have equal ids."""
    warmed = [asked.warmup_mode, sorted(asked.warmup_benchmarks)]
    same = [key, platform, mode, options, *(warmed if warmed != ["INDI", []] else []), *([members] if members else [])]
    begun = hashlib.sha256(msgspec.json.encode(same, order="deterministic"))

    def identify(threads: int, params: dict[str, str]) -> str:
        full = begun.copy()
        full.update(msgspec.json.encode([threads, sorted(params.items())]))
        return full.hexdigest()[:12]

    return identify


def _warmed(cases: Sequence[Case], warmups: Sequence[Case], options: Options) -> Sequence[Case]:
    """The cases with what each of their forks warms up first: JMH has the benchmarks of -wmb before the others."""
    if not options.warmup_benchmarks and options.warmup_mode not in BULK:
        return cases
    everyone = cases if options.warmup_mode in BULK else [
        case for case in cases if found_in(options.warmup_benchmarks, case.benchmark, case.key)]
    of: dict[int, tuple[str, ...]] = {}
    for index in {case.artifact for case in cases}:
        of[index] = tuple(one.case_id for one in (*warmups, *everyone) if one.artifact == index)
    return [msgspec.structs.replace(case, warm=of[case.artifact], warms_itself=options.warmup_mode != "BULK")
            for case in cases]


def _useless_warmups(
    options: Options, catalogs: Sequence[Catalog], only_warm: Sequence[Sequence[CatalogBenchmark]]
) -> Iterator[Diagnostic]:
    """Expressions of -wmb that find no benchmark in what is built."""
    there = [*(one for several in only_warm for one in several),
             *(one for catalog in catalogs for one in catalog.benchmarks)]
    for regex in options.warmup_benchmarks if catalogs else ():
        if not any(found_in([regex], one.name, one.key) for one in there):
            yield Diagnostic(code="none-selected", message=f"-wmb '{regex}' finds no benchmark beside those selected",
                             hint="only a benchmark of the same source can be warmed up in its process: see `clamh list`")


def _useless_groups(options: Options, catalogs: Sequence[Catalog]) -> Iterator[Diagnostic]:
    """A -tg where no benchmark is a group."""
    if options.settings.thread_groups and catalogs and not any(one.members for catalog in catalogs for one in catalog.benchmarks):
        yield Diagnostic(code="thread-groups", message="-tg: no selected benchmark is a group",
                         hint="leave it out, or give threads to all with -t")


def _of_absent_languages(
    options: Options, catalogs: Sequence[Catalog], skipped: Sequence[Skip]
) -> Iterator[Diagnostic]:
    """Options of a language that has no selected benchmark: they would change nothing."""
    there = {one.artifact.platform.language for one in catalogs if one.benchmarks}
    there |= {skip.platform.split("/")[0] for skip in skipped}
    for language, said in options.language.items():
        if language not in there:
            names = ", ".join(f"-{name}" for name in said)
            message = f"{names}: no selected benchmark is in {languages()[language].title}"
            hint = f"leave {'it' if len(said) == 1 else 'them'} out"
            yield Diagnostic(code="no-such-language", message=message, hint=hint)


def _twins(cases: Sequence[Case], catalogs: Sequence[Catalog]) -> Iterator[Diagnostic]:
    """Two benchmarks of one platform that would be one row."""
    first: dict[str, Case] = {}
    for case in cases:
        other = first.setdefault(case.case_id, case)
        if other is not case:
            both = [f"{one.benchmark} ({shorten_path(catalogs[one.artifact].artifact.source)})" for one in (other, case)]
            message = f"{both[0]} and {both[1]} are both {case.key!r} on {case.side}"
            hint = "give one of them a name of its own, Benchmark(name = …), or run them one after the other"
            places = {one.name: one.location for one in catalogs[case.artifact].benchmarks}
            yield Diagnostic(code="same-key", message=message, hint=hint, location=places.get(case.benchmark))


def _unclear_baseline(cases: Sequence[Case], catalogs: Sequence[Catalog], said: str) -> Iterator[Diagnostic]:
    """A --baseline that is nothing of what is to be measured, or may be several things."""
    known = [Known(os.path.dirname(catalogs[case.artifact].artifact.source), case.key, case.benchmark, case.platform)
             for case in cases]
    if said and known and (wrong := unclear(said, known)):
        yield Diagnostic(code="no-baseline", message=f"--baseline: {wrong[0]}", hint=wrong[1])


def _rounds(cases: Sequence[Case], seed: int, competing: Contests) -> tuple[tuple[Turn, ...], ...]:
    """The order of forks. JMH runs a benchmark's warmup forks before its first measured one; here all those of all
    cases come first, so that the rounds that count hold nothing else, and drift hits every case of them alike."""
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
