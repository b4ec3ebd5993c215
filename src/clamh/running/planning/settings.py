"""Settings of one benchmark in one mode: which level wins, what is out of range, and the options that a case gets."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from clamh.model.cases import AutoWarmup, CaseOptions, CatalogBenchmark
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import (
    COMPILED, DEFAULT_TIME_UNIT, DEFAULTS, IN_TURNS, IN_TURNS_MODES, MODE_DEFAULTS, QUICK, QUICK_IN_TURNS, QUICK_IN_TURNS_MODES, QUICK_MODES, SETS, UNITS_NS,
    Options,
)
from clamh.model.sources import Member, Settings
from clamh.running.planning.settling import LEAST, least_ns

ALL_MODES = ("thrpt", "avgt", "sample", "ss")  # what JMH's `all` means
UNTIMED = "ss"  # its iterations are counted and have no duration
OWN = ("time_unit", "gc", "layouts", "language", "auto_warmup")  # of CaseOptions; all others are settings of the same name
SHAPE = tuple(name for name in CaseOptions.__struct_fields__ if name not in OWN)

DAY_NS = UNITS_NS["d"]
INT32, INT63 = 2**31 - 1, 2**63 - 1
# Settings with their least and most, what they are called, and what to give. The most keeps a mistyped number from
# filling the memory, and times within the 64 bits of a worker's clock.
RANGES = {
    "forks": (1, 100_000, "forks", "-f 1 or more; to run one case without forking: the artifact's own --solo NAME"),
    "warmup_forks": (0, 100_000, "warmup forks", "-wf 0 or more"),
    "warmup_iterations": (0, 1_000_000, "warmup iterations", "-wi 0 or more"),
    "warmup_time_ns": (1, 100 * DAY_NS, "the time of a warmup iteration", "-w 100ms, say; -wi 0 leaves the warmup out"),
    "auto_warmup_max_ns": (1, 100 * DAY_NS, "the most time of AutoWarmup", "10s, say"),
    "warmup_batch_size": (1, INT32, "the warmup batch size", "-wbs 1 or more"),
    "measurement_iterations": (1, 1_000_000, "measurement iterations", "-i 1 or more"),
    "measurement_time_ns": (1, 100 * DAY_NS, "the time of a measurement iteration", "-r 100ms, say"),
    "measurement_batch_size": (1, INT32, "the batch size", "-bs 1 or more"),
    "operations_per_invocation": (1, INT32, "operations per invocation", "-opi 1 or more"),
    "timeout_ns": (1, 100 * DAY_NS, "the timeout", "-to 1s, say"),
    "layout_seed": (1, INT63, "the seed of Layout", "one of 63 bits"),
}


def levels(options: Options, annotated: Settings, mode: str, sides: int = 1, compiled: bool = False) -> tuple[Settings, ...]:
    """Who may say something about a setting, the strongest first: command line, --quick, annotations, defaults.

    `sides` take turns; `compiled` says that nothing compiles the benchmark while it runs.
    """
    if sides < 2:
        quick, in_turns = QUICK_MODES.get(mode, QUICK), ()
    else:
        quick = QUICK_IN_TURNS_MODES.get(mode, QUICK_IN_TURNS)
        in_turns = (Settings(forks=SETS[max(least for least in SETS if least <= sides)]), *((COMPILED,) if compiled else ()),
                    *((IN_TURNS,) if mode in IN_TURNS_MODES else ()))
    command_line = options.settings
    if command_line.warmup_iterations == 0:
        command_line = msgspec.structs.replace(command_line, auto_warmup=False)
    return command_line, *((quick,) if options.quick else ()), annotated, MODE_DEFAULTS.get(mode, Settings()), *in_turns, DEFAULTS


def resolved(several: tuple[Settings, ...]) -> Settings:
    """The first level that says something wins, setting by setting."""
    return Settings(**{
        name: next((value for one in several if (value := getattr(one, name)) is not None), None)
        for name in Settings.__struct_fields__
    })


def modes(options: Options, annotated: Settings) -> list[str]:
    """The modes to run, each once, `all` taken apart."""
    found: list[str] = []
    for mode in options.settings.modes or annotated.modes or DEFAULTS.modes or ():
        found += ALL_MODES if mode.lower() == "all" else (mode,)
    return list(dict.fromkeys(found))


def threads(settings: Settings, cpus: int, of_group: int = 1) -> list[int]:
    """The thread counts to run with, each once; those of a group, which has so many, are rounded up to whole groups."""
    special = {-1: cpus, -2: max(1, cpus // 2)}
    wanted = (special.get(one, one) for one in settings.threads or (1,))
    return list(dict.fromkeys(math.ceil(one / of_group) * of_group for one in wanted))


def members(settings: Settings, benchmark: CatalogBenchmark, problems: list[Diagnostic]) -> tuple[Member, ...]:
    """The members of a group with their numbers of threads: those of -tg, else the annotated ones; () of no group."""
    said, found = settings.thread_groups, benchmark.members
    names = ", ".join(one.name for one in found)
    if found and said is not None and len(said) != len(found):
        given = f"{len(said)} number{'s' * (len(said) != 1)} of threads"
        problems.append(Diagnostic(
            code="thread-groups", message=f"-tg gives {given}, and the group {benchmark.name} has {len(found)} members: {names}",
            hint="give one number for each of them, in this order", location=benchmark.location))
    elif said is not None:
        found = tuple(msgspec.structs.replace(one, threads=count) for one, count in zip(found, said, strict=False))
    if found and not any(one.threads for one in found):
        problems.append(Diagnostic(
            code="thread-groups", message=f"no member of the group {benchmark.name} has a thread ({names})",
            hint="give one of them GroupThreads(1) or more", location=benchmark.location))
    return found


def case_options(
    settings: Settings, mode: str, gc: str, layouts: int, language: dict[str, tuple[str, ...]]
) -> CaseOptions:
    """Resolved settings as a case has them; a single shot lasts as long as it takes, so its times are 0.

    `layouts`: how many code layouts its forks take in turn.
    """
    said = {name: getattr(settings, name) for name in SHAPE}
    if mode == UNTIMED:
        said |= {"warmup_time_ns": 0, "measurement_time_ns": 0}
    unit = settings.time_unit or DEFAULT_TIME_UNIT.get(mode, "ns")
    rule = UNSET
    if settings.auto_warmup and mode != UNTIMED:
        rule = AutoWarmup(max_ns=settings.auto_warmup_max_ns, tolerance=settings.auto_warmup_tolerance)
    return CaseOptions(**said, time_unit=unit, gc=gc, layouts=layouts, language={**(settings.language or {}), **language}, auto_warmup=rule)


def wrong_auto_warmup(settings: Settings, benchmark: CatalogBenchmark, mode: str, options: Options) -> Iterator[Diagnostic]:
    """An AutoWarmup of a single shot, or with less time than the warmup that comes before it. What the command line says stands: the
    mode has none then, or the warmup is as long as it says."""
    if not settings.auto_warmup:
        return
    if mode == UNTIMED and not options.settings.modes:
        message = f"{benchmark.name} has AutoWarmup in mode {mode}, whose iterations have no duration"
        yield Diagnostic(code="no-auto-warmup", message=message, hint="delete AutoWarmup, or measure it in other modes", location=benchmark.location)
    least = least_ns(settings.warmup_iterations, settings.warmup_time_ns)
    changed = options.quick or options.settings.warmup_iterations is not None or options.settings.warmup_time_ns is not None
    if mode != UNTIMED and settings.auto_warmup_max_ns < least and not changed:
        message = (f"AutoWarmup of {benchmark.name}: {_ms(settings.auto_warmup_max_ns)} is less than the {_ms(least)} that "
                   f"{max(settings.warmup_iterations, LEAST)} iterations of {_ms(settings.warmup_time_ns)} take")
        yield Diagnostic(code="max-below-warmup", message=message, hint=f'write max = "{_ms(least, "")}" or more, or a shorter Warmup',
                         location=benchmark.location)


def _ms(time_ns: int, space: str = " ") -> str:
    return f"{time_ns // 1_000_000}{space}ms" if time_ns % 1_000_000 == 0 else f"{time_ns}{space}ns"


def out_of_range(settings: Settings, benchmark: CatalogBenchmark, said: Settings) -> Iterator[Diagnostic]:
    """What the settings go beyond. Where the command line `said` it, once for all benchmarks: their sources are right."""
    for name, (least, most, what, hint) in RANGES.items():
        value = getattr(settings, name)
        if value is None or least <= value <= most:
            continue
        whose, location = (f" of {benchmark.name}", benchmark.location) if getattr(said, name) is None else ("", None)
        limit, unit = (most // DAY_NS, " d") if name.endswith("_ns") else (most, "")
        message = f"{what}{whose}: more than {limit}{unit}"
        if value < least:
            message = f"{what}{whose}: {value} is less than {least}"
        else:
            hint = f"{limit}{unit} at most"
        yield Diagnostic(code="out-of-range", message=message, hint=f"give {hint}", location=location)
