"""How the machine was used while a case was measured, and whether two results are of a machine."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clamh.judging.statistics.forks import log_mean
from clamh.judging.statistics.median import median
from clamh.model.results import ForkResult, Run
from clamh.model.summary import Warning, make_warning
from clamh.model.waiting import OWN_WAIT, waited_ns

MANIFOLD = 2.0  # from this factor on a change is printed as a factor instead of a percentage
# Larger values than these are impossible: the file was edited.
MAX_CPUS = 1e4  # where their number is not known
MAX_SWITCHES = 1e6  # per second
MIN_S = 1e-3  # no process is shorter
LAG_S = 4.0  # a system updates its counts every second or two


class Use(NamedTuple):
    """How the machine was used while a case was measured.

    `switches` are involuntary context switches of a measuring thread per second. The others are shares of the time:
    waiting of its own threads, time that the hypervisor gave away, and time in which some process waited. `chain_ns` is
    the time of the chain of instructions, by iteration.
    """

    switches: float = 0.0
    own_wait: float = 0.0
    stolen: float = 0.0
    waited: float = 0.0
    chain_ns: tuple[float, ...] = ()


def find_speeds_ns(forks: Iterable[ForkResult]) -> list[float]:
    """The median time of the chain of instructions, in ns, of each measured iteration that has readings."""
    return [median(iteration.speed_ns) for fork in forks for iteration in fork.measurement if iteration.speed_ns]


def find_tool(run: Run) -> str:
    """The tool that measured the run. Each tool describes the machine in its own way."""
    return run.origin.tool if run.origin else "CLAMH"


def warn_of_other_machine(a: Run, b: Run) -> Warning | None:
    """The warning about comparing two runs that were not measured on one machine."""
    if a.header.fingerprint == b.header.fingerprint or "" in (a.header.fingerprint, b.header.fingerprint):
        return None  # "" is that of another tool's file, which does not state it
    hosts = [str(run.header.environment.get("host") or "unknown") for run in (a, b)]
    cpus = [str(run.header.environment.get("cpu") or "unknown") for run in (a, b)]
    if hosts == ["unknown"] * 2 or hosts[0] == hosts[1] and (cpus[0] == cpus[1] or "unknown" in cpus):
        return None  # another boot or kernel of the same machine, or not all is known: a term reports it
    return make_warning("other-machine",
                        f"measured on different machines: {hosts[0]} ({cpus[0]}) and {hosts[1]} ({cpus[1]})")


def warn_of_variables(run: Run) -> Warning | None:
    """The warning about variables of the environment that affect the measurement."""
    known = run.header.environment.get("variables")
    if not isinstance(known, dict) or not known:
        return None
    return make_warning(
        "environment", "environment variables affect the measurement: " + ", ".join(f"{name}={value}"
                                                                                    for name, value in known.items()))


def find_use(counted: Sequence[ForkResult], cpus: object) -> Use:
    """How the machine was used while a case was measured. `counted` are its forks that count, `cpus` is the number of
    CPUs.

    The figures are those of the median fork: several forks exist because one may be disturbed. Impossible figures are
    left out.
    """
    ends = [fork.end.machine for fork in counted if fork.end and fork.end.machine]
    known = [end for end in ends if end.elapsed_s >= MIN_S]
    most = cpus if isinstance(cpus, int) else MAX_CPUS
    # Slices have no readings of their own. Then the readings of the warmup are used.
    parts = [
        fork.measurement if any(iteration.speed_ns for iteration in fork.measurement) else fork.warmup
        for fork in counted
    ]
    return Use(switches=_middle([_find_switches(fork)
                                 for fork in counted]), own_wait=_middle([_find_own_wait(fork) for fork in counted]),
               stolen=_middle([_share(end.stolen_s, end.elapsed_s, most) for end in known]), waited=min(
                   1.0, _middle([_share(end.waited_s, end.elapsed_s, 1.0) for end in known])), chain_ns=tuple(
                       median(iteration.speed_ns) for part in parts for iteration in part if iteration.speed_ns))


def warn_of_waiting_in_score(share: float, in_turns: bool) -> list[Warning]:
    """The warning that measuring threads waited for a CPU for this share of the time, where that is in the score."""
    if share <= OWN_WAIT:
        return []
    return [
        make_warning(
            "waited",
            f"its threads waited for a CPU {100 * share:.0f} % of the time; the score includes that, and "
            + ("the intervals of ratios allow for it" if in_turns else "so do ratios"))
    ]


def warn_of_unknown_waiting(forks: Sequence[ForkResult], time_ns: int) -> list[Warning]:
    """The warning that threads which time each invocation alone waited for a CPU, in iterations of at least `time_ns`:
    waiting between the invocations is not in the score.
    """
    threads = [thread for fork in forks for iteration in fork.measurement for thread in iteration.threads
               if thread.timings and thread.waited_ns >= 0]
    lasted_ns = sum(max(time_ns, thread.elapsed_ns) for thread in threads)
    waited = sum(thread.waited_ns for thread in threads)
    if lasted_ns == 0 or waited <= OWN_WAIT * lasted_ns:
        return []
    return [
        make_warning(
            "waited",
            f"its threads waited for a CPU {100 * min(1.0, waited / lasted_ns):.0f} % of the time, some or all of it "
            "in timed invocations; the score includes that part")
    ]


def warn_of_left_out_waiting(waited: float, as_measured: Sequence[float], unit: str) -> list[Warning]:
    """The warning that waiting for a CPU was subtracted from the score. `as_measured` are the fork means with it, in
    `unit`.
    """
    if not waited:
        return []
    measured = float(f"{log_mean(as_measured):.4g}")
    return [
        make_warning(
            "waited",
            f"its thread waited for a CPU {100 * waited:.0f} % of the time; the score excludes that (with it: "
            f"{measured:.15g} {unit})")
    ]


def _share(of_s: float | None, elapsed_s: float, most: float) -> float | None:
    """A share of the elapsed time; None for more than `most` times that time and the lag of the system's counts."""
    return of_s / elapsed_s if of_s is not None and of_s <= most * (elapsed_s + LAG_S) else None


def _find_switches(fork: ForkResult) -> float | None:
    """Involuntary context switches per second of measured time, of the thread with the most; None where they were not
    counted.

    A thread that waits for another times nearly nothing, so its iteration counts as long as that of the longest thread.
    """
    longest_ns = [max([thread.elapsed_ns for thread in iteration.threads]) for iteration in fork.measurement]
    rates = [
        statistics.fmean(
            [1e9 * thread.involuntary_switches / ns for thread, ns in zip(threads, longest_ns, strict=True)])
        for threads in zip(*(iteration.threads for iteration in fork.measurement))
        if min(longest_ns) > 0 and min([thread.involuntary_switches for thread in threads]) >= 0
    ]
    return max((rate for rate in rates if rate <= MAX_SWITCHES), default=None)


def _find_own_wait(fork: ForkResult) -> float | None:
    """The share of the measured time in which measuring threads waited for a CPU; None where it is unknown for a
    thread.
    """
    threads = [thread for iteration in fork.measurement for thread in iteration.threads]
    elapsed_ns, waits = sum([thread.elapsed_ns for thread in threads]), [waited_ns(thread) for thread in threads]
    if elapsed_ns <= 0 or min(waits) < 0:
        return None
    return min(1.0, sum(waits) / elapsed_ns)


def _middle(shares: Sequence[float | None]) -> float:
    known = [share for share in shares if share is not None]
    return statistics.median(known) if known else 0.0


def format_times(factor: float) -> str:
    """A large factor in words: "2042 times" is easier to read than "204177 % more"."""
    return f"{factor:.{1 if factor < 100 else 0}f} times"
