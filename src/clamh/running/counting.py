"""Profilers of the command line → the counters of a run: what this machine can count, and how a process opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from clamh.languages import languages
from clamh.machine import energy, perf_access
from clamh.machine.perf_access import Access
from clamh.machine.perf_events import Event, find_event, find_leader, pack_attributes
from clamh.machine.processes import PROC
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Catalog, Plan
from clamh.model.counting import ALLOCATIONS, ENERGY, GC, PEAK_MEMORY, RUSAGE, Counting, SystemCounter, choose_reader
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError
from clamh.model.results import CountingRecord, Record, WarningRecord
from clamh.running.instructions import CALLGRIND, explain_lack, find_loop
from clamh.running.passed_profilers import find_passed
from clamh.running.starting import CommandOf

NAMED = 8  # at most so many working events are named in a message


def prepare_counting(
    profilers: Mapping[str, Sequence[str]],
    try_event: Callable[[Event], Access] = perf_access.try_event,
    proc: Path = PROC,
) -> tuple[Counting, list[Diagnostic]]:
    """The counters, and a warning about events that this machine does not count. Raises InputError if it counts none of
    them.
    """
    counters: list[SystemCounter] = []
    events: list[str] = []
    warnings: list[Diagnostic] = []
    if GC in profilers:  # read first and last: some runtimes work for a while to read them
        counters += ALLOCATIONS
    if "perf" in profilers:
        accesses = [try_event(find_event(name)) for name in profilers["perf"]]
        # Each counter once: cpu-cycles is cycles, and what the system counts of cycles may be cycles:u.
        tried = {access.event.name + ":u" * access.user_only: access for access in accesses}
        working = {name: access for name, access in tried.items() if not access.reason}
        if lacking := [access for access in tried.values() if access.reason]:
            problem = describe_lacking(lacking, [access.event.name for access in working.values()])
            if not working:
                raise InputError([problem])
            warnings.append(replace(problem, severity="warning"))
        names = tuple(working)
        counters += [SystemCounter(name=name, profiler="perf", unit=access.event.unit)
                     for name, access in working.items()]
        events += [f"{find_leader(names, place)}:{pack_attributes(access.event, access.user_only).hex()}"
                   for place, access in enumerate(working.values())]
    if "rusage" in profilers:
        counters += [*RUSAGE, *([PEAK_MEMORY] if proc.is_dir() else ())]  # only /proc has it of another process
    if CALLGRIND in profilers and (lack := explain_lack())[0]:
        raise input_error("counter-missing", f"-prof callgrind counts nothing: {lack[0]}", lack[1])
    if ENERGY in profilers:
        names = list(dict.fromkeys(zone.counter for zone in energy.find_zones()))
        if not names:
            reason, hint = energy.explain_lack()
            raise input_error("counter-missing", f"this machine does not count energy, because {reason}", hint)
        counters += [SystemCounter(name=name, profiler=ENERGY, unit="uJ") for name in names]
    return Counting(counters=tuple(counters), events=tuple(events)), warnings


def describe_lacking(lacking: Sequence[Access], working: Sequence[str]) -> Diagnostic:
    """A diagnostic about all events that are not counted, each reason once."""
    by_reason: dict[tuple[str, str], list[str]] = {}
    for access in lacking:
        by_reason.setdefault((access.reason, access.hint), []).append(access.event.name)
    reasons = "; ".join(f"{', '.join(names)}, because {reason}" for (reason, _), names in by_reason.items())
    names = list(working) or list(perf_access.list_working())
    more = f" and {len(names) - NAMED} more (clamh doctor --counters)" if len(names) > NAMED else ""
    works = f"these work: {', '.join(names[:NAMED])}{more}" if names else "no event works here; -prof rusage does"
    hints = [hint for _, hint in by_reason]
    return Diagnostic(code="counter-missing", message=f"this machine does not count {reasons}; {works}",
                      hint="; ".join(hints))


def check_platforms(catalogs: Sequence[Catalog], profilers: Mapping[str, Sequence[str]]) -> list[Diagnostic]:
    """A warning about platforms that count nothing of a profiler, an error if these are all."""
    problems: list[Diagnostic] = []
    for language, passed in find_passed(profilers).items():
        title = languages()[language].title
        problems += _find_lacking(
            catalogs, [catalog.artifact.platform.language == language for catalog in catalogs],
            f"-prof {', '.join(passed)} profiles nothing", f"only {title} has it",
            f"measure {title} too, or leave it out; clamh profile works in every language")
    if CALLGRIND in profilers:
        problems += _find_lacking(
            catalogs, [bool(find_loop(catalog)) for catalog in catalogs], "-prof callgrind counts nothing",
            "it counts the instructions of compiled programs, not those of an interpreter or a JIT compiler",
            "leave out -prof callgrind, or measure on a native platform too")
    if GC in profilers:
        typed = ",".join(profilers[GC])  # the counters of -c that the user wrote instead of -prof gc
        option = f"-c {typed}" if typed else "-prof gc"
        program = f"; a program of B63 names {typed} in B63_RUN_WITH" if typed else ""
        problems += _find_lacking(
            catalogs, [bool(choose_reader(catalog.hello, ALLOCATIONS)[0]) for catalog in catalogs],
            f"{option} counts nothing", "neither allocations nor collections",
            f"leave out {option}, or measure on another platform: `clamh doctor --counters` lists "
            f"what each language counts{program}")
    return problems


def _find_lacking(catalogs: Sequence[Catalog], able: Sequence[bool], what: str, reason: str,
                  hint: str) -> list[Diagnostic]:
    """The problem of the platforms that are not able, if there are any."""
    lacking = dict.fromkeys(catalog.artifact.platform.id for catalog, counts in zip(catalogs, able, strict=True)
                            if not counts)
    return [Diagnostic(code="counter-missing", severity="warning" if any(able) else "error",
                       message=f"{what} on {', '.join(lacking)}: {reason}", hint=hint)] if lacking else []


def make_counting_records(counting: Counting, warnings: Sequence[Diagnostic]) -> list[Record]:
    """The records about what is counted, and what is not."""
    return [*([CountingRecord(counters=counting.counters)] if counting.counters else []),
            *(WarningRecord(code="counter-missing", message=warning.message) for warning in warnings)]


def count_in(command: CommandOf, counting: Counting) -> CommandOf:
    """The same processes, with counters."""
    if not counting.counters:
        return command

    def counted(plan: Plan, case: Case) -> Command:
        counters, by_worker = choose_reader(plan.catalogs[case.artifact].hello, counting.counters)
        return replace(command(plan, case), counting=replace(counting, counters=counters, by_worker=by_worker))

    return counted
