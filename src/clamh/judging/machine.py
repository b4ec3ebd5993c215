"""Doubts about the machine: its speed moved, others used it, or two results are not of one machine."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

from clamh.judging.statistics.forks import log_mean
from clamh.judging.statistics.median import median
from clamh.model.results import ForkResult, Run
from clamh.model.summary import Ratio, Warning, warning
from clamh.model.waiting import OWN_WAIT, waited_ns

SPEED = 0.05  # spread of the CPU-speed readings, far above the 1 ns they are rounded to
MANIFOLD = 2.0  # from here on a change is told as a factor, not as percent more
# A measuring thread alone on its CPU is put aside a few times a second, by the kernel's own threads; beside another
# that computes, once a time slice, which is some ms.
SWITCHES = 25.0  # a second
STOLEN = 0.02  # of a fork's time, by the hypervisor
WAITED = 0.25  # of a fork's time, in which somebody waited for a CPU: a JIT's own threads make up to a tenth
# What an edited file says beyond these no machine can have done.
MOST_CPUS = 1e4  # where their number is not known
MOST_SWITCHES = 1e6  # a second
LEAST_S = 1e-3  # no process lives shorter
LAG_S = 4.0  # a system brings its counts up to date every second or two


def doubts(counted: Sequence[ForkResult], cpus: object = None) -> list[Warning | None]:
    """Those about the machine while these forks, which count, were measured; `cpus` is how many it has, if known."""
    return [_moved(counted), _busy(counted, cpus)]


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


def _busy(counted: Sequence[ForkResult], cpus: object) -> Warning | None:
    """In the middle fork: a fork that was disturbed alone is what several forks are for. What cannot be is not told."""
    told = []
    if (switched := _middle([_switches(fork) for fork in counted])) > SWITCHES:
        told.append(f"the system took the CPU from a measuring thread {switched:,.0f} times a second")
    if (own := _middle([_own_wait(fork) for fork in counted])) > OWN_WAIT:
        told.append(f"measuring threads waited for a CPU {100 * own:.0f} % of the time")
    ends = [fork.end.machine for fork in counted if fork.end and fork.end.machine]
    used = [one for one in ends if one.elapsed_s >= LEAST_S]
    most = cpus if isinstance(cpus, int) else MOST_CPUS
    stolen = _middle([_share(one.stolen_s, one.elapsed_s, most) for one in used])
    waited = _middle([_share(one.waited_s, one.elapsed_s, 1.0) for one in used])
    if stolen > STOLEN:  # of all CPUs together: it may be more than the time that passed
        told.append(f"the hypervisor gave {100 * stolen:.0f} % of a CPU's time to other machines")
    if waited > WAITED:
        told.append(f"somebody waited for a CPU in {100 * min(1.0, waited):.0f} % of the time")
    return warning("machine-busy", ", and ".join(told)) if told else None


def unequal_waiting(ratio: Ratio) -> list[Warning]:
    """That waiting for a CPU made the interval of a ratio wider, where it did."""
    if ratio.unwaited is None:
        return []
    return [warning("waited", f"without the time in which threads waited for a CPU the ratio would be {ratio.unwaited:.3g}, and its interval has both in it")]


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
