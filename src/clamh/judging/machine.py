"""How the machine was used while a case was measured, and whether two results are of one machine."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clamh.judging.statistics.forks import log_mean
from clamh.judging.statistics.median import median
from clamh.model.results import ForkResult, Run
from clamh.model.summary import Warning, warning
from clamh.model.waiting import OWN_WAIT, waited_ns

MANIFOLD = 2.0  # from here on a change is told as a factor, not as percent more
# What an edited file says beyond these no machine can have done.
MOST_CPUS = 1e4  # where their number is not known
MOST_SWITCHES = 1e6  # a second
LEAST_S = 1e-3  # no process lives shorter
LAG_S = 4.0  # a system brings its counts up to date every second or two


class Use(NamedTuple):
    """How the machine was used while a case was measured.

    `switches` are those that a measuring thread did not want, a second; the others are shares of the time: of waiting of its own threads,
    of what the hypervisor gave away, and in which some process waited. `chain_ns` is what the chain of instructions took, by iteration.
    """

    switches: float = 0.0
    own_wait: float = 0.0
    stolen: float = 0.0
    waited: float = 0.0
    chain_ns: tuple[float, ...] = ()


def speed_ns(forks: Iterable[ForkResult]) -> list[float]:
    """What the chain of instructions took in each measured iteration that has readings: their median, in ns."""
    return [median(one.speed_ns) for fork in forks for one in fork.measurement if one.speed_ns]


def tool(run: Run) -> str:
    """What measured the run: facts of the machine are told in each tool's own way."""
    return run.origin.tool if run.origin else "CLAMH"


def other(a: Run, b: Run) -> Warning | None:
    """The doubt about comparing two runs that were not measured on one machine."""
    if a.header.fingerprint == b.header.fingerprint or "" in (a.header.fingerprint, b.header.fingerprint):
        return None  # "" is that of another tool's file, which does not say
    hosts = [str(one.header.environment.get("host") or "unknown") for one in (a, b)]
    cpus = [str(one.header.environment.get("cpu") or "unknown") for one in (a, b)]
    if hosts == ["unknown"] * 2 or hosts[0] == hosts[1] and (cpus[0] == cpus[1] or "unknown" in cpus):
        return None  # an earlier boot or another kernel of the same machine, or not all is known: a term says so
    return warning("other-machine", f"measured on another machine: {hosts[0]} ({cpus[0]}) and {hosts[1]} ({cpus[1]})")


def variables(run: Run) -> Warning | None:
    """The doubt about variables of the environment that act on what was measured."""
    known = run.header.environment.get("variables")
    if not isinstance(known, dict) or not known:
        return None
    return warning("environment", "variables of the environment act on what is measured: " + ", ".join(f"{name}={value}" for name, value in known.items()))


def use(counted: Sequence[ForkResult], cpus: object) -> Use:
    """How the machine was used while a case was measured, whose forks that count these are; `cpus` is how many there are.

    In the middle fork: a fork that was disturbed alone is what several forks are for. A figure that cannot be true is left out.
    """
    ends = [fork.end.machine for fork in counted if fork.end and fork.end.machine]
    known = [end for end in ends if end.elapsed_s >= LEAST_S]
    most = cpus if isinstance(cpus, int) else MOST_CPUS
    # Slices have no readings of their own: then those of the warmup say it.
    parts = [fork.measurement if any(iteration.speed_ns for iteration in fork.measurement) else fork.warmup for fork in counted]
    return Use(
        switches=_middle([_switches(fork) for fork in counted]), own_wait=_middle([_own_wait(fork) for fork in counted]),
        stolen=_middle([_share(end.stolen_s, end.elapsed_s, most) for end in known]),
        waited=min(1.0, _middle([_share(end.waited_s, end.elapsed_s, 1.0) for end in known])),
        chain_ns=tuple(median(iteration.speed_ns) for part in parts for iteration in part if iteration.speed_ns))


def waited_in_score(used: Use) -> list[Warning]:
    """That measuring threads waited for a CPU, where that time is in the score."""
    if used.own_wait <= OWN_WAIT:
        return []
    return [warning("waited", f"its threads waited for a CPU {100 * used.own_wait:.0f} % of the time: the score has that in it, and the "
                    "intervals of ratios have room for it")]


def left_out(waited: float, as_measured: Sequence[float], unit: str) -> list[Warning]:
    """That waiting for a CPU was taken off the score, where it was; `as_measured` are the fork means with it, in `unit`."""
    if not waited:
        return []
    return [warning("waited", f"its thread waited for a CPU {100 * waited:.0f} % of the time, which the score leaves out: "
                    f"with it {log_mean(as_measured):.4g} {unit}")]


def _share(of_s: float | None, elapsed_s: float, most: float) -> float | None:
    """A part of the time that passed; None for more than `most` times that and what the system's counting lags."""
    return of_s / elapsed_s if of_s is not None and of_s <= most * (elapsed_s + LAG_S) else None


def _switches(fork: ForkResult) -> float | None:
    """Involuntary context switches a second of measured time, of the thread that had most; None where none counted.

    A thread that waits for another has next to nothing timed: its iteration lasts as long as that of the longest.
    """
    lasted = [max([thread.elapsed_ns for thread in one.threads]) for one in fork.measurement]
    rates = [statistics.fmean([1e9 * one.involuntary_switches / ns for one, ns in zip(threads, lasted, strict=True)])
             for threads in zip(*(one.threads for one in fork.measurement))
             if min(lasted) > 0 and min([one.involuntary_switches for one in threads]) >= 0]
    return max((rate for rate in rates if rate <= MOST_SWITCHES), default=None)


def _own_wait(fork: ForkResult) -> float | None:
    """The part of the measured time in which measuring threads waited for a CPU; None where that is not known of one."""
    threads = [thread for one in fork.measurement for thread in one.threads]
    elapsed_ns, waits = sum([thread.elapsed_ns for thread in threads]), [waited_ns(thread) for thread in threads]
    if elapsed_ns <= 0 or min(waits) < 0:
        return None
    return min(1.0, sum(waits) / elapsed_ns)


def _middle(shares: Sequence[float | None]) -> float:
    known = [share for share in shares if share is not None]
    return statistics.median(known) if known else 0.0


def times(factor: float) -> str:
    """2042 times: a large factor, which nobody reads as 204177 % more."""
    return f"{factor:.{1 if factor < 100 else 0}f} times"
