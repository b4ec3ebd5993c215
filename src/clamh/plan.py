"""plan: Catalog + Options → Plan: which cases, with every option resolved, in which order."""

from __future__ import annotations

import hashlib
import itertools
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from clamh.diagnostics import Diagnostic
from clamh.errors import InputError
from clamh.identity import folded, key_of, param_key, parts
from clamh.languages import languages
from clamh.cases import Case, CaseOptions, Catalog, CatalogBenchmark, CatalogParam, Plan, Turn
from clamh.model import Artifact, Settings, Skip
from clamh.options import DEFAULT_TIME_UNIT, DEFAULTS, UNITS_NS, Options
from clamh.selection import none_left, selects
from clamh.values import convert

ALL_MODES = ("thrpt", "avgt", "sample", "ss")
SHAPE = tuple(name for name in CaseOptions.__struct_fields__ if name not in ("time_unit", "language", "gc"))

DAY_NS = UNITS_NS["d"]
INT32 = 2**31 - 1
# Settings with their least and most, what they are called, and what to give. The most keeps a mistyped number from
# filling the memory, and times within the 64 bits of a worker's clock.
RANGES = {
    "forks": (1, 100_000, "forks", "-f 1 or more; to run one case without forking: the artifact's own --solo NAME"),
    "warmup_iterations": (0, 1_000_000, "warmup iterations", "-wi 0 or more"),
    "warmup_time_ns": (1, 100 * DAY_NS, "the time of a warmup iteration", "-w 100ms, say; -wi 0 leaves the warmup out"),
    "warmup_batch_size": (1, INT32, "the warmup batch size", "1 or more"),
    "measurement_iterations": (1, 1_000_000, "measurement iterations", "-i 1 or more"),
    "measurement_time_ns": (1, 100 * DAY_NS, "the time of a measurement iteration", "-r 100ms, say"),
    "measurement_batch_size": (1, INT32, "the batch size", "1 or more"),
    "operations_per_invocation": (1, INT32, "operations per invocation", "1 or more"),
    "timeout_ns": (1, 100 * DAY_NS, "the timeout", "-to 1s, say"),
}


def plan(
    catalogs: Sequence[Catalog],
    options: Options,
    skipped: Sequence[Skip] = (),
    cpus: int | None = None,
) -> Plan:
    """Resolves command line > annotations > defaults, expands params × modes × threads, and orders the forks.

    Round r holds fork r of every case that has so many forks, shuffled by `random.Random(seed)`, one generator for all
    rounds; the same seed, sources and options give the same order. Without `-seed` a new seed is drawn, which the plan
    keeps. `cpus` (default: those this process may use) is Threads.MAX. Raises InputError with every problem at once.
    """
    problems: list[Diagnostic] = []
    everything = [one.name for catalog in catalogs for one in catalog.benchmarks]
    catalogs = [_selected(catalog, options) for catalog in catalogs]
    overrides = _Overrides(options.params)
    names: dict[str, str] = {}  # a param's normal name → how it is shown: as the first platform spells it
    cases = []
    for index, catalog in enumerate(catalogs):
        for benchmark in catalog.benchmarks:
            cases += _cases(index, catalog, benchmark, options, overrides, names, cpus or _cpus(), problems)
    if catalogs:
        problems += overrides.unused(catalogs)
    problems += _of_absent_languages(options, catalogs, skipped)
    problems += _twins(cases, catalogs)
    # With every platform skipped there is nothing to run and nothing wrong (design section 4): an empty plan says so.
    if not cases and everything and not problems:
        problems.append(none_left(options, everything))
    if not cases and not problems and (catalogs or not skipped):
        message = "there is no benchmark to run: none was compiled in"
        problems.append(Diagnostic(code="no-benchmark", message=message, mend="see `clamh list`"))
    if problems:
        raise InputError(dict.fromkeys(problems))
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else options.seed
    absent = [
        Skip(platform=catalog.artifact.platform.id, reason=f"{name} is not compiled in", mend="see the #if around it")
        for catalog in catalogs
        for name in catalog.missing
    ]
    return Plan(
        catalogs=tuple(catalogs),
        cases=tuple(cases),
        rounds=_rounds(cases, seed),
        seed=seed,
        skipped=(*skipped, *absent),
    )


def _selected(catalog: Catalog, options: Options) -> Catalog:
    """The catalog with the selected benchmarks only."""
    source, language = catalog.artifact.source, catalog.artifact.platform.language
    return msgspec.structs.replace(
        catalog,
        benchmarks=tuple(one for one in catalog.benchmarks if selects(options, source, one.name, one.key)),
        missing=tuple(one for one in catalog.missing if selects(options, source, one, key_of(one, language))),
    )


def _cases(
    index: int,
    catalog: Catalog,
    benchmark: CatalogBenchmark,
    options: Options,
    overrides: _Overrides,
    names: dict[str, str],
    cpus: int,
    problems: list[Diagnostic],
) -> Iterator[Case]:
    """All cases of one benchmark on one platform."""
    artifact = catalog.artifact
    settings = _resolve(options.settings, benchmark.settings, DEFAULTS)
    problems += _out_of_range(settings, benchmark, options.settings)
    modes, threads = _modes(settings), _threads(settings, cpus)
    problems += _unsupported(catalog, benchmark, modes, threads, options.settings.modes is not None)
    values = [_values(param, benchmark, overrides, problems, artifact) for param in benchmark.params]
    shown = _shown_names(benchmark.params, names)
    for mode, count, row in itertools.product(modes, threads, itertools.product(*values)):
        resolved = CaseOptions(
            **{name: getattr(settings, name) for name in SHAPE},
            time_unit=settings.time_unit or DEFAULT_TIME_UNIT.get(mode, "ns"),
            gc=options.gc,
            language={**(settings.language or {}), **options.language.get(artifact.platform.language, {})},
        )
        params = dict(zip(shown, row, strict=True))
        yield Case(
            case_id=_case_id(benchmark.key, artifact.platform.id, mode, count, params, resolved),
            key=benchmark.key,
            benchmark=benchmark.name,
            platform=artifact.platform.id,
            artifact=index,
            mode=mode,
            threads=count,
            params=params,
            wire_params={param.name: value for param, value in zip(benchmark.params, row, strict=True)},
            options=resolved,
            baseline=benchmark.baseline,
            launch=benchmark.launch,
        )


def _resolve(*levels: Settings) -> Settings:
    """The first level that says something wins, setting by setting."""
    said: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        said[name] = next((value for one in levels if (value := getattr(one, name)) is not None), None)
    return Settings(**said)


def _modes(settings: Settings) -> list[str]:
    modes: list[str] = []
    for mode in settings.modes or DEFAULTS.modes or ():
        modes += ALL_MODES if mode.lower() == "all" else (mode,)
    return list(dict.fromkeys(modes))


def _threads(settings: Settings, cpus: int) -> list[int]:
    special = {-1: cpus, -2: max(1, cpus // 2)}
    return list(dict.fromkeys(special.get(one, one) for one in settings.threads or (1,)))


def _cpus() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _out_of_range(settings: Settings, benchmark: CatalogBenchmark, said: Settings) -> Iterator[Diagnostic]:
    """What the settings go beyond. Where the command line `said` it, once for all benchmarks: their sources are right."""
    for name, (least, most, what, mend) in RANGES.items():
        value = getattr(settings, name)
        whose, location = (f" of {benchmark.name}", benchmark.location) if getattr(said, name) is None else ("", None)
        if not least <= value <= most:
            limit, unit = (most // DAY_NS, " d") if name.endswith("_ns") else (most, "")
            if value < least:
                message = f"{what}{whose}: {value} is less than {least}"
            else:
                message = f"{what}{whose}: more than {limit}{unit}"
                mend = f"{limit}{unit} at most"
            yield Diagnostic(code="out-of-range", message=message, mend=f"give {mend}", location=location)
    if settings.warmup_forks:
        message = f"{benchmark.name}: warmup forks are not built yet"
        yield Diagnostic(code="not-built", message=message, mend="leave them out", location=benchmark.location)


def _unsupported(
    catalog: Catalog, benchmark: CatalogBenchmark, modes: list[str], threads: list[int], said: bool
) -> Iterator[Diagnostic]:
    """Modes and threads that the platform has not. Modes that the command line `said` are told once for all benchmarks."""
    capabilities = catalog.hello.get("capabilities", {})
    platform = catalog.artifact.platform.id
    built = capabilities.get("modes", ())
    for mode in modes:
        if mode not in built:
            whose, location = ("-bm", None) if said else (benchmark.name, benchmark.location)
            message = f"{whose}: the mode {mode} is not built yet for {platform}"
            mend = f"use one of: {', '.join(built)} (-bm)"
            yield Diagnostic(code="not-built", message=message, mend=mend, location=location)
    most = capabilities.get("max_threads", 1)
    for count in threads:
        if not 1 <= count <= most:
            message = f"{benchmark.name}: {count} threads, where {platform} can have 1 to {most}"
            mend = "change Threads, or leave it out"
            yield Diagnostic(code="threads", message=message, mend=mend, location=benchmark.location)


def _values(
    param: CatalogParam,
    benchmark: CatalogBenchmark,
    overrides: _Overrides,
    problems: list[Diagnostic],
    artifact: Artifact,
) -> list[str]:
    """The values of one param, checked and in their one spelling; what does not convert is a problem and left out."""
    option = overrides.of(param, benchmark, problems)
    texts = overrides.params[option] if option is not None else param.values
    said = f"-p {option}" if option is not None else f"Param {param.name}"
    location = None if option is not None else param.location or benchmark.location
    if not texts:
        message = f"Param {param.name} has no values"
        mend = f"give it some: -p {_last(param.name)}=…"
        problems.append(Diagnostic(code="param-values", message=message, mend=mend, location=param.location))
    values = []
    for text in texts:
        value, wrong = convert(text, param)
        if wrong:
            language = artifact.platform.language
            message = f"{said}: '{text}' is no value of {param.name} in {language}, which takes {wrong}"
            problems.append(Diagnostic(code="param-value", message=message, mend=f"give {wrong}", location=location))
        else:
            values.append(value)
    return list(dict.fromkeys(values))


class _Overrides:
    """The `-p` options, and which of them found a param."""

    def __init__(self, params: dict[str, tuple[str, ...]]):
        self.params = params
        self._used: set[str] = set()

    def of(self, param: CatalogParam, benchmark: CatalogBenchmark, problems: list[Diagnostic]) -> str | None:
        """The option that names this param: short, class-qualified or in full. One that names two is a problem."""
        found = [name for name in self.params if _names(name, param)]
        for name in found:
            self._used.add(name)
            others = [one.name for one in benchmark.params if one is not param and _names(name, one)]
            if others:
                message = f"-p {name}: {benchmark.name} has {param.name} and {', '.join(others)}"
                mend = f"name one with its class: -p {'.'.join(parts(param.name)[-2:])}=…"
                problems.append(Diagnostic(code="param-ambiguous", message=message, mend=mend))
        return max(found, key=lambda name: len(parts(name)), default=None)

    def unused(self, catalogs: Iterable[Catalog]) -> Iterator[Diagnostic]:
        """The options that no selected benchmark has a param for."""
        params = {_last(p.name) for catalog in catalogs for one in catalog.benchmarks for p in one.params}
        for name in self.params:
            if name not in self._used:
                mend = f"there are: {', '.join(sorted(params))}" if params else "no selected benchmark has a param"
                message = f"-p {name}: no selected benchmark has a param of this name"
                yield Diagnostic(code="no-such-param", message=message, mend=mend)


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
            mend = f"leave {'it' if len(said) == 1 else 'them'} out"
            yield Diagnostic(code="no-such-language", message=message, mend=mend)


def _last(name: str) -> str:
    return parts(name)[-1]


def _folded(name: str) -> list[str]:
    return [*map(folded, parts(name)[:-1]), param_key(name)]


def _names(given: str, param: CatalogParam) -> bool:
    wanted = _folded(given)
    return _folded(param.name)[-len(wanted) :] == wanted


def _shown_names(params: Sequence[CatalogParam], names: dict[str, str]) -> list[str]:
    """How params are shown and joined across platforms: the short name, with its class where two have the same."""
    shorts = [param_key(param.name) for param in params]
    shown = []
    for param, short in zip(params, shorts, strict=True):
        width = 2 if shorts.count(short) > 1 else 1
        shown.append(names.setdefault(".".join(_folded(param.name)[-width:]), ".".join(parts(param.name)[-width:])))
    return shown


def _case_id(
    key: str, platform: str, mode: str, threads: int, params: dict[str, str], options: CaseOptions
) -> str:
    """12 hex digits of the hash of all that makes a case what it is; equal cases of two runs have equal ids."""
    text = msgspec.json.encode([key, platform, mode, threads, sorted(params.items()), options], order="deterministic")
    return hashlib.sha256(text).hexdigest()[:12]


def _twins(cases: Sequence[Case], catalogs: Sequence[Catalog]) -> Iterator[Diagnostic]:
    """Two benchmarks of one platform that would be one row."""
    first: dict[str, Case] = {}
    for case in cases:
        other = first.setdefault(case.case_id, case)
        if other is not case:
            both = [f"{one.benchmark} ({catalogs[one.artifact].artifact.source})" for one in (other, case)]
            message = f"{both[0]} and {both[1]} are both {case.key!r} on {case.platform}"
            mend = "give one of them a name of its own, Benchmark(name = …), or run them one after the other"
            places = {one.name: one.location for one in catalogs[case.artifact].benchmarks}
            yield Diagnostic(code="same-key", message=message, mend=mend, location=places.get(case.benchmark))


def _rounds(cases: Sequence[Case], seed: int) -> tuple[tuple[Turn, ...], ...]:
    generator = random.Random(seed)
    rounds = []
    for fork in range(max((case.options.forks for case in cases), default=0)):
        turns = [Turn(case_id=case.case_id, fork=fork) for case in cases if fork < case.options.forks]
        generator.shuffle(turns)
        rounds.append(tuple(turns))
    return tuple(rounds)
