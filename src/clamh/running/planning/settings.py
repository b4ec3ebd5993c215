"""Settings of a benchmark in one mode: the precedence of their sources, their ranges, and the options of a case."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from clamh.model.cases import MOST_CALLS, AutoWarmup, CallBounds, CaseOptions, CatalogBenchmark
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import (
    COMPILED,
    DEFAULTS,
    DEFAULT_TIME_UNIT,
    IN_TURNS,
    IN_TURNS_MODES,
    MODE_DEFAULTS,
    QUICK,
    QUICK_IN_TURNS,
    QUICK_IN_TURNS_MODES,
    QUICK_MODES,
    SETS,
    UNITS_NS,
    Options,
)
from clamh.model.sources import Member, Settings
from clamh.running.planning.settling import MIN_ITERATIONS, least_ns

ALL_MODES = ("thrpt", "avgt", "sample", "ss")  # JMH's `all`
UNTIMED = "ss"  # iterations of this mode have no duration
# Fields of CaseOptions only; all others are settings.
OWN = ("time_unit", "gc", "layouts", "language", "auto_warmup", "bounds")
SHAPE = tuple(name for name in CaseOptions.__struct_fields__ if name not in OWN)

DAY_NS = UNITS_NS["d"]
INT32, INT63 = 2**31 - 1, 2**63 - 1
# Settings with their minimum, maximum, description, and hint. The maximum keeps a mistyped number from filling the
# memory, and keeps times within the 64 bits of a worker's clock.
RANGES = {
    "forks": (1, 100_000, "forks", "-f 1 or more; to run one case without a fork, type the artifact's own --solo NAME"),
    "warmup_forks": (0, 100_000, "warmup forks", "-wf 0 or more"),
    "warmup_iterations": (0, 1_000_000, "warmup iterations", "-wi 0 or more"),
    "warmup_time_ns": (1, 100 * DAY_NS, "the time of a warmup iteration",
                       "a time such as -w 100ms; -wi 0 omits the warmup"),
    "auto_warmup_max_ns": (1, 100 * DAY_NS, "the max time of AutoWarmup", 'a time such as max = "10s"'),
    "warmup_batch_size": (1, INT32, "the warmup batch size", "-wbs 1 or more"),
    "measurement_iterations": (1, 1_000_000, "measurement iterations", "-i 1 or more"),
    "measurement_time_ns": (1, 100 * DAY_NS, "the time of a measurement iteration", "a time such as -r 100ms"),
    "measurement_batch_size": (1, INT32, "the batch size", "-bs 1 or more"),
    "operations_per_invocation": (1, INT32, "operations per invocation", "-opi 1 or more"),
    "timeout_ns": (1, 100 * DAY_NS, "the timeout", "a time such as -to 1s"),
    "min_iterations": (1, MOST_CALLS, "the minimum of calls", "--min-iterations 1 or more"),
    "max_iterations": (1, MOST_CALLS, "the maximum of calls", "--max-iterations 1 or more"),
    "layout_seed": (1, INT63, "the seed of Layout", "a positive integer of at most 63 bits"),
}


def levels(options: Options, annotated: Settings, mode: str, sides: int = 1,
           compiled: bool = False) -> tuple[Settings, ...]:
    """The sources of settings, the strongest first: command line, --quick, annotations, defaults.

    `sides` is the number of sides that take turns. With `compiled`, no compiler works while the benchmark runs.
    """
    if sides < 2:
        quick, in_turns = QUICK_MODES.get(mode, QUICK), ()
    else:
        quick = QUICK_IN_TURNS_MODES.get(mode, QUICK_IN_TURNS)
        in_turns = (Settings(forks=SETS[max(least for least in SETS if least <= sides)]),
                    *((COMPILED,) if compiled else ()), *((IN_TURNS,) if mode in IN_TURNS_MODES else ()))
    command_line = options.settings
    if command_line.warmup_iterations == 0:
        command_line = msgspec.structs.replace(command_line, auto_warmup=False)
    return command_line, *((quick,) if options.quick else
                           ()), annotated, MODE_DEFAULTS.get(mode, Settings()), *in_turns, DEFAULTS


def modes(options: Options, annotated: Settings) -> list[str]:
    """The modes to run, each once; `all` is expanded."""
    expanded: list[str] = []
    for mode in options.settings.modes or annotated.modes or DEFAULTS.modes or ():
        expanded += ALL_MODES if mode.lower() == "all" else (mode,)
    return list(dict.fromkeys(expanded))


def threads(settings: Settings, cpus: int, of_group: int = 1) -> list[int]:
    """The thread counts to run with, each once, rounded up to whole groups of `of_group` threads."""
    special = {-1: cpus, -2: max(1, cpus // 2)}
    counts = (special.get(count, count) for count in settings.threads or (1,))
    return list(dict.fromkeys(math.ceil(count / of_group) * of_group for count in counts))


def members(settings: Settings, benchmark: CatalogBenchmark, problems: list[Diagnostic]) -> tuple[Member, ...]:
    """The members of a group with their thread numbers, from -tg or from the annotations. Empty if it is no group."""
    numbers, group = settings.thread_groups, benchmark.members
    names = ", ".join(member.name for member in group)
    if group and numbers is not None and len(numbers) != len(group):
        given = f"{len(numbers)} number{'s' * (len(numbers) != 1)} of threads"
        problems.append(Diagnostic(
            code="thread-groups",
            message=f"-tg gives {given}, but the group {benchmark.name} has {len(group)} members: {names}",
            hint="give one number for each member, in this order", location=benchmark.location))
    elif numbers is not None:
        group = tuple(msgspec.structs.replace(member, threads=count) for member,
                      count in zip(group, numbers, strict=False))
    if group and not any(member.threads for member in group):
        problems.append(Diagnostic(
            code="thread-groups",
            message=f"no member of the group {benchmark.name} has a thread (its members: {names})",
            hint="write GroupThreads(1) or more at one of its members", location=benchmark.location))
    return group


def case_options(
    settings: Settings, mode: str, gc: str, layouts: int, language: dict[str, tuple[str, ...]]
) -> CaseOptions:
    """Resolved settings as the options of a case. The times of single shots are 0.

    `layouts` is the number of code layouts that its forks use in turn.
    """
    values = {name: getattr(settings, name) for name in SHAPE}
    if mode == UNTIMED:
        values |= {"warmup_time_ns": 0, "measurement_time_ns": 0}
    unit = settings.time_unit or DEFAULT_TIME_UNIT.get(mode, "ns")
    rule = UNSET
    if settings.auto_warmup and mode != UNTIMED:
        rule = AutoWarmup(max_ns=settings.auto_warmup_max_ns, tolerance=settings.auto_warmup_tolerance)
    bounds = UNSET
    if mode != UNTIMED and settings.bounded:
        bounds = CallBounds(least=settings.min_iterations or 1, most=settings.max_iterations or MOST_CALLS)
    return CaseOptions(**values, time_unit=unit, gc=gc, layouts=layouts,
                       language={**(settings.language or {}), **language}, auto_warmup=rule, bounds=bounds)


def check_auto_warmup(settings: Settings, benchmark: CatalogBenchmark, mode: str,
                      options: Options) -> Iterator[Diagnostic]:
    """Errors of AutoWarmup for single shots, or with less time than the warmup before it.

    Options of the command line win instead: the mode then has no AutoWarmup, or the warmup has the given length.
    """
    if not settings.auto_warmup:
        return
    if mode == UNTIMED and not options.settings.modes:
        message = f"{benchmark.name} has AutoWarmup, but iterations of mode {mode} have no duration"
        yield Diagnostic(code="no-auto-warmup", message=message, hint="delete AutoWarmup, or measure it in other modes",
                         location=benchmark.location)
    least = least_ns(settings.warmup_iterations, settings.warmup_time_ns)
    given = options.settings
    changed = options.quick or given.warmup_iterations is not None or given.warmup_time_ns is not None
    if mode != UNTIMED and settings.auto_warmup_max_ns < least and not changed:
        message = (f"AutoWarmup of {benchmark.name} allows {_ms(settings.auto_warmup_max_ns)}, but "
                   f"{max(settings.warmup_iterations, MIN_ITERATIONS)} iterations of {_ms(settings.warmup_time_ns)} "
                   f"take {_ms(least)}")
        yield Diagnostic(code="max-below-warmup", message=message,
                         hint=f'write max = "{_ms(least, "")}" or more, or shorten Warmup',
                         location=benchmark.location)


def _ms(time_ns: int, space: str = " ") -> str:
    return f"{time_ns // 1_000_000}{space}ms" if time_ns % 1_000_000 == 0 else f"{time_ns}{space}ns"


def check_ranges(settings: Settings, benchmark: CatalogBenchmark, text: Settings) -> Iterator[Diagnostic]:
    """Errors of settings out of range. Those of the command line (`text`) are reported once for all benchmarks."""
    for name, (least, most, what, hint) in RANGES.items():
        value = getattr(settings, name)
        if value is None or least <= value <= most:
            continue
        whose, location = (f" of {benchmark.name}", benchmark.location) if getattr(text, name) is None else ("", None)
        limit, unit = (most // DAY_NS, " d") if name.endswith("_ns") else (most, "")
        message = f"{what}{whose}: the value is more than {limit}{unit}"
        if value < least:
            message = f"{what}{whose}: {value} is less than {least}"
        else:
            hint = f"{limit}{unit} or less"
        yield Diagnostic(code="out-of-range", message=message, hint=f"give {hint}", location=location)
