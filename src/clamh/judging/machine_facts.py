"""Facts about the machine during a whole run, for a line of the report: load, throttling, frequency, virtual machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from clamh.judging.machine import Use
from clamh.model.summary import Row, Warning, make_warning
from clamh.model.waiting import OWN_WAIT

# Warnings that are recorded for single rows, but are about the machine.
OF_THE_MACHINE = ("throttled", "quota", "isolated-cpus", "no-lock")
# The kernel's own threads interrupt a measuring thread that is alone on its CPU a few times a second. A second
# computing thread does so once per time slice, which is some ms.
SWITCHES = 25.0  # per second
STOLEN = 0.02  # share of a case's time that the hypervisor gave away
WAITED = 0.25  # share of a case's time in which some process waited for a CPU; a JIT's own threads cause up to a tenth
LOADED = 0.25  # share of the CPUs that was busy before the run
SPEED = 0.05  # between the slow and the fast readings of the chain of instructions
QUANTILES = (0.05, 0.95)  # of the readings; an interrupt made those beyond longer
MIN_READINGS, MIN_SIDES = 10, 2

BUSY: tuple[tuple[Callable[[Use], float], float, str],
            ...] = ((lambda use: use.own_wait, OWN_WAIT,
                     "measuring threads waited for a CPU up to {percent:.0f} % of the time"),
                    (lambda use: use.switches, SWITCHES,
                     "the system took the CPU from a measuring thread up to {value:,.0f} times a second"),
                    (lambda use: use.stolen, STOLEN,
                     "the hypervisor gave up to {percent:.0f} % of a CPU's time to other machines"),
                    (lambda use: use.waited, WAITED, "some process waited for a CPU up to {percent:.0f} % of the time"))


def machine_facts(uses: Sequence[Sequence[Use]], environment: Mapping[str, Any],
                  recorded: Collection[Warning]) -> tuple[Warning, ...]:
    """All facts, the most important first. `uses` are those of the cases of each side; `recorded` are warnings of rows.
    """
    every = [use for of_side in uses for use in of_side]
    facts = (*_distinct(recorded), _warn_of_busy_machine(every, environment), _warn_of_moving_speed(uses),
             _warn_of_frequency(environment), _warn_of_virtual_machine(environment))
    return tuple(fact for fact in facts if fact is not None)


def separate_machine_warnings(row: Row) -> tuple[Row, tuple[Warning, ...]]:
    """The row with its own warnings, and the warnings about the machine."""
    about = tuple(warning for warning in row.warnings if warning.code in OF_THE_MACHINE)
    return (replace(row, warnings=tuple(warning for warning in row.warnings
                                        if warning not in about)), about) if about else (row, ())


def _distinct(recorded: Collection[Warning]) -> Iterator[Warning]:
    for code in OF_THE_MACHINE:
        yield from dict.fromkeys(warning for warning in recorded if warning.code == code)


def _warn_of_busy_machine(uses: Sequence[Use], environment: Mapping[str, Any]) -> Warning | None:
    """Other processes used the CPUs: before the run, or while cases were measured."""
    parts = []
    load, cpus = environment.get("load"), environment.get("cpus")
    before = load[0] if isinstance(load, list | tuple) and load else None
    if isinstance(before, int | float) and isinstance(cpus, int) and before > LOADED * cpus:
        parts.append(f"the load was {before:.2g} on {cpus} CPU{'s' * (cpus != 1)} when the run began")
    for figure, limit, text in BUSY:
        beyond = [figure(use) for use in uses if figure(use) > limit]
        if beyond:
            parts.append(
                text.format(value=max(beyond), percent=100 * max(beyond)) + _count_rows(len(beyond), len(uses)))
    return make_warning("machine-busy", "; ".join(parts)) if parts else None


def _count_rows(affected: int, total: int) -> str:
    return f" (in {affected} of {total} rows)" if affected < total else ""


def _warn_of_moving_speed(uses: Iterable[Sequence[Use]]) -> Warning | None:
    """The change that all sides saw. Each side has its own chain of instructions, and is compared with itself.

    A change on one side only may be its own: a collector that runs beside the reading, or bytecode that is compiled
    meanwhile.
    """
    spreads = []
    for of_side in uses:
        readings = sorted(reading for use in of_side for reading in use.chain_ns if reading > 0)
        if len(readings) >= MIN_READINGS:
            fast, slow = (readings[round(share * (len(readings) - 1))] for share in QUANTILES)
            spreads.append(slow / fast - 1)
    if len(spreads) < MIN_SIDES or min(spreads) < SPEED:
        return None
    return make_warning(
        "cpu-speed-moved",
        f"on all sides the same chain of instructions took up to {100 * min(spreads):.0f} % longer at some times")


def _warn_of_frequency(environment: Mapping[str, Any]) -> Warning | None:
    governor, turbo = environment.get("governor"), environment.get("turbo")
    words = [f"governor {governor}"] if isinstance(governor, str) and governor != "performance" else []
    words += ["turbo on"] if turbo is True else []
    return make_warning("frequency-scaling", f"the CPU's frequency is not fixed: {', '.join(words)}") if words else None


def _warn_of_virtual_machine(environment: Mapping[str, Any]) -> Warning | None:
    if not environment.get("hypervisor"):
        return None
    return make_warning("virtual-machine", "this is a virtual machine: the load of its host is not visible")
