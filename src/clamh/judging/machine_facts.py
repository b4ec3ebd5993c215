"""What is true of the machine during a whole run, for one line of the report: load, throttling, frequency, virtual machine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from clamh.judging.machine import Use
from clamh.model.summary import Row, Warning, warning
from clamh.model.waiting import OWN_WAIT

# Recorded of single rows, and true of the machine.
OF_THE_MACHINE = ("throttled", "quota", "isolated-cpus", "no-lock")
# A measuring thread alone on its CPU is put aside a few times a second, by the kernel's own threads; beside another
# that computes, once a time slice, which is some ms.
SWITCHES = 25.0  # a second
STOLEN = 0.02  # of a case's time, by the hypervisor
WAITED = 0.25  # of a case's time, in which some process waited for a CPU: a JIT's own threads make up to a tenth
LOADED = 0.25  # of the CPUs, by what ran before the run
SPEED = 0.05  # between the slow and the fast readings of the chain of instructions
MIDDLE = (0.05, 0.95)  # of the readings: beyond are those that an interrupt made longer
LEAST_READINGS, LEAST_SIDES = 10, 2

BUSY: tuple[tuple[Callable[[Use], float], float, str], ...] = (
    (lambda use: use.own_wait, OWN_WAIT, "measuring threads waited for a CPU up to {percent:.0f} % of the time"),
    (lambda use: use.switches, SWITCHES, "the system took the CPU from a measuring thread up to {value:,.0f} times a second"),
    (lambda use: use.stolen, STOLEN, "the hypervisor gave up to {percent:.0f} % of a CPU's time to other machines"),
    (lambda use: use.waited, WAITED, "some process waited for a CPU in up to {percent:.0f} % of the time"))


def machine_facts(uses: Sequence[Sequence[Use]], environment: Mapping[str, Any], recorded: Collection[Warning]) -> tuple[Warning, ...]:
    """All that is known, the most important first. `uses` are those of the cases of each side; `recorded` are warnings of rows."""
    every = [use for several in uses for use in several]
    found = (*_distinct(recorded), _busy(every, environment), _speed_moved(uses), _frequency(environment), _virtual(environment))
    return tuple(fact for fact in found if fact is not None)


def without_machine(row: Row) -> tuple[Row, tuple[Warning, ...]]:
    """The row with the doubts that are its own, and those that are about the machine."""
    about = tuple(warning for warning in row.warnings if warning.code in OF_THE_MACHINE)
    return (replace(row, warnings=tuple(warning for warning in row.warnings if warning not in about)), about) if about else (row, ())


def _distinct(recorded: Collection[Warning]) -> Iterator[Warning]:
    for code in OF_THE_MACHINE:
        yield from dict.fromkeys(warning for warning in recorded if warning.code == code)


def _busy(uses: Sequence[Use], environment: Mapping[str, Any]) -> Warning | None:
    """That other processes computed: before the run, or while cases were measured."""
    parts = []
    load, cpus = environment.get("load"), environment.get("cpus")
    before = load[0] if isinstance(load, list | tuple) and load else None
    if isinstance(before, int | float) and isinstance(cpus, int) and before > LOADED * cpus:
        parts.append(f"the load was {before:.2g} on {cpus} CPUs when the run began")
    for figure, limit, text in BUSY:
        beyond = [figure(use) for use in uses if figure(use) > limit]
        if beyond:
            parts.append(text.format(value=max(beyond), percent=100 * max(beyond)) + _of_rows(len(beyond), len(uses)))
    return warning("machine-busy", "; ".join(parts)) if parts else None


def _of_rows(some: int, every: int) -> str:
    return f" (in {some} of {every} rows)" if some < every else ""


def _speed_moved(uses: Iterable[Sequence[Use]]) -> Warning | None:
    """As much as all sides saw: each side has its own chain of instructions, and is compared with itself.

    What one side alone shows may be its own doing: a collector that runs beside the reading, bytecode that is compiled meanwhile.
    """
    spreads = []
    for several in uses:
        readings = sorted(reading for use in several for reading in use.chain_ns if reading > 0)
        if len(readings) >= LEAST_READINGS:
            fast, slow = (readings[round(share * (len(readings) - 1))] for share in MIDDLE)
            spreads.append(slow / fast - 1)
    if len(spreads) < LEAST_SIDES or min(spreads) < SPEED:
        return None
    return warning("cpu-speed-moved", f"on all sides the same chain of instructions took {100 * min(spreads):.0f} % longer at some times than at others")


def _frequency(environment: Mapping[str, Any]) -> Warning | None:
    governor, turbo = environment.get("governor"), environment.get("turbo")
    words = [f"governor {governor}"] if isinstance(governor, str) and governor != "performance" else []
    words += ["turbo on"] if turbo is True else []
    return warning("frequency-scaling", f"the CPU's frequency is not fixed: {', '.join(words)}") if words else None


def _virtual(environment: Mapping[str, Any]) -> Warning | None:
    if not environment.get("hypervisor"):
        return None
    return warning("virtual-machine", "a virtual machine: what else runs on its host is not seen here")
