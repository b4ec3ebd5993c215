"""Doubts about the machine: its speed moved, others used it, or two results are not of one machine."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

from clamh.results import ForkResult, Run
from clamh.summary import Warning, warning

SPEED = 0.05  # spread of the CPU-speed readings, far above the 1 ns they are rounded to
MANIFOLD = 2.0  # from here on a change is told as a factor, not as percent more
# A measuring thread alone on its CPU is put aside a few times a second, by the kernel's own threads; beside another
# that computes, once a time slice, which is some ms.
SWITCHES = 25.0  # a second
STOLEN = 0.02  # of a fork's time, by the hypervisor
WAITED = 0.25  # of a fork's time, in which somebody waited for a CPU: a JIT's own threads make up to a tenth


def doubts(counted: Sequence[ForkResult]) -> list[Warning | None]:
    """Those about the machine while these forks, which count, were measured."""
    return [_moved(counted), _busy(counted)]


def speed_ns(forks: Iterable[ForkResult]) -> list[float]:
    """What the chain of instructions took in each measured iteration that has readings: their median, in ns."""
    return [statistics.median(one.speed_ns) for fork in forks for one in fork.measurement if one.speed_ns]


def other(a: Run, b: Run) -> Warning | None:
    """The doubt about comparing two runs that were not measured on one machine."""
    if a.header.fingerprint == b.header.fingerprint or "" in (a.header.fingerprint, b.header.fingerprint):
        return None  # "" is that of another tool's file, which does not say
    hosts = [str(one.header.environment.get("host") or "unknown") for one in (a, b)]
    cpus = [str(one.header.environment.get("cpu") or "unknown") for one in (a, b)]
    if hosts == ["unknown"] * 2 or hosts[0] == hosts[1] and cpus[0] == cpus[1]:
        return None  # an earlier boot or another kernel of the same machine: a term says so
    return warning("other-machine", f"measured on another machine: {hosts[0]} ({cpus[0]}) and {hosts[1]} ({cpus[1]})")


def _moved(counted: Sequence[ForkResult]) -> Warning | None:
    readings = speed_ns(counted)
    if len(readings) < 2 or min(readings) <= 0:
        return None
    slower = max(readings) / min(readings)
    if slower - 1 < SPEED:
        return None
    took = f"{100 * (slower - 1):.0f} % longer in one iteration than" if slower < MANIFOLD else (
        f"{times(slower)} as long in one iteration as")
    return warning("cpu-speed-moved", f"the same chain of instructions took {took} in another")


def _busy(counted: Sequence[ForkResult]) -> Warning | None:
    """In the middle fork: a fork that was disturbed alone is what several forks are for."""
    told = []
    if (switched := _middle([_switches(fork) for fork in counted])) > SWITCHES:
        told.append(f"the system took the CPU from a measuring thread {switched:,.0f} times a second")
    used = [fork.end.machine for fork in counted if fork.end and fork.end.machine and fork.end.machine.elapsed_s > 0]
    stolen, waited = ([share / one.elapsed_s for one in used if (share := getattr(one, name)) is not None]
                      for name in ("stolen_s", "waited_s"))
    if _middle(stolen) > STOLEN:
        told.append(f"the hypervisor gave {100 * _middle(stolen):.0f} % of the time to other machines")
    if _middle(waited) > WAITED:
        told.append(f"somebody waited for a CPU in {100 * _middle(waited):.0f} % of the time")
    return warning("machine-busy", ", and ".join(told)) if told else None


def _switches(fork: ForkResult) -> float | None:
    """Involuntary context switches a second of measured time, of the thread that had most; None where none counted."""
    rates = [statistics.fmean(1e9 * one.involuntary_switches / one.elapsed_ns for one in threads)
             for threads in zip(*(one.threads for one in fork.measurement))
             if all(one.involuntary_switches >= 0 and one.elapsed_ns > 0 for one in threads)]
    return max(rates, default=None)


def _middle(shares: Sequence[float | None]) -> float:
    known = [share for share in shares if share is not None]
    return statistics.median(known) if known else 0.0


def times(factor: float) -> str:
    """2042 times: a large factor, which nobody reads as 204177 % more."""
    return f"{factor:.{1 if factor < 100 else 0}f} times"
