"""How forks began, in words: the class of their warmup, the time until they were steady, the first call, what AutoWarmup did."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from clamh.model.results import WarmedRecord
from clamh.model.summary import ForkScores, Summary, Warming
from clamh.report.units import counted

MUCH_NS = 10_000.0  # a first call that is told in a table takes at least that,
TIMES = 10.0  # and so many times what a steady one takes


def line(fork: ForkScores) -> str:
    """What the log has of a fork, "" where nothing is known."""
    known = fork.warming
    if known is None:
        return ""
    told = [known.kind] if known.kind else []
    if known.steady_after_s is not None:
        told.append(f"steady after {_seconds(known.steady_after_s)}" if known.steady_after_s else "steady at once")
    if known.first_call_ns is not None:
        told.append(f"first call {_ns(known.first_call_ns)}")
    if known.first_iteration is not None:
        told.append(f"first iteration {known.first_iteration:.3g} times the steady time")
    return f"Start: {', '.join(told)}"


def notes(summary: Summary) -> list[str]:
    """A sentence for the table, where a side's forks were not steady at once or began slowly."""
    sides: dict[str, list[Warming | None]] = {}
    for row in summary.rows:
        sides.setdefault(row.side, []).extend(fork.warming for fork in row.fork_scores if fork.counts)
    told = [f"{said} on {side}" for side, forks in sides.items() if (said := _platform(forks))]
    return [*([f"Start of a process: {'; '.join(told)}."] if told else []), *_auto_notes(summary)]


def auto_line(fork: ForkScores) -> str:
    """What the log has of a fork's AutoWarmup, "" where it had none."""
    done = fork.warmed
    if done is None:
        return ""
    if not done.steady_after:
        return f"AutoWarmup: warmed up for {_seconds(done.elapsed_ns / 1e9)} ({counted(done.iterations, 'iteration')}), not found steady within {_seconds(done.max_ns / 1e9)}"
    of = f" of {done.iterations}" if done.iterations > done.steady_after else ""
    return f"AutoWarmup: warmed up for {_seconds(done.elapsed_ns / 1e9)} (steady after {done.steady_after}{of} iterations)"


def _auto_notes(summary: Summary) -> list[str]:
    """A sentence on AutoWarmup: from the shortest to the longest warmup of a side's forks, and how many were not steady."""
    sides: dict[str, list[WarmedRecord]] = {}
    for row in summary.rows:
        sides.setdefault(row.side, []).extend(fork.warmed for fork in row.fork_scores if fork.counts and fork.warmed)
    parts = [f"{_auto_side(forks)} on {side}" for side, forks in sides.items() if forks]
    return [f"AutoWarmup: {'; '.join(parts)}."] if parts else []


def _auto_side(forks: Sequence[WarmedRecord]) -> str:
    times = [_seconds(extreme(warmed.elapsed_ns for warmed in forks) / 1e9) for extreme in (min, max)]
    steady = [warmed.steady_after for warmed in forks if warmed.steady_after]
    text = f"warmed up for {' to '.join(dict.fromkeys(times))}"
    if steady:
        text += f" (steady after {' to '.join(dict.fromkeys(map(str, (min(steady), max(steady)))))} iterations)"
    if never := len(forks) - len(steady):
        limits = {warmed.max_ns for warmed in forks}
        within = _seconds(limits.pop() / 1e9) if len(limits) == 1 else "their time"
        text += f", {never} of {counted(len(forks), 'fork')} not found steady within {within}"
    return text


def _platform(known: Sequence[Warming | None]) -> str:
    forks = [one for one in known if one is not None]
    calls = [one.first_call_ns for one in forks if one.first_call_ns is not None]
    slow = [one for one in forks if one.first_call_ns is not None and one.steady_ns
            and one.first_call_ns >= max(MUCH_NS, TIMES * one.steady_ns)]
    steady = [one.steady_after_s for one in forks if one.steady_after_s]
    never = sum(one.kind == "no steady state" for one in forks)
    told = [f"the first call took {_ns(statistics.median(calls))}"] if calls and 2 * len(slow) >= len(calls) else []
    if 2 * len(steady) > len(forks):
        told.append(f"steady after {_seconds(statistics.median(steady))}")
    if never:
        told.append(f"{never} of {len(known)} forks never steady")
    return ", ".join(told)


def _seconds(time: float) -> str:
    return f"{time:.2g} s" if time < 10 else f"{time:.0f} s"


def _ns(time: float) -> str:
    for unit, ns in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if time >= ns:
            return f"{time / ns:.3g} {unit}"
    return f"{time:.0f} ns"
