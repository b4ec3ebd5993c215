"""Text about the start of forks: the kind of their warmup, the time until they were steady, the first call, and
AutoWarmup.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from clamh.model.results import WarmedRecord
from clamh.model.summary import ForkScores, Summary, Warming
from clamh.report.units import format_count

MIN_SLOW_CALL_NS = 10_000.0  # the table mentions a first call that takes at least this long
MIN_SLOW_CALL_RATIO = 10.0  # and at least this many times as long as a steady call


def describe_start(fork: ForkScores) -> str:
    """The log's line about the start of a fork, "" if nothing is known."""
    warming = fork.warming
    if warming is None:
        return ""
    parts = [warming.kind] if warming.kind else []
    if warming.steady_after_s is not None:
        parts.append(
            f"steady after {_format_seconds(warming.steady_after_s)}" if warming.steady_after_s else "steady at once")
    if warming.first_call_ns is not None:
        parts.append(f"first call {_format_ns(warming.first_call_ns)}")
    if warming.first_iteration is not None:
        parts.append(f"first iteration {warming.first_iteration:.3g} times the steady time")
    return f"Start: {', '.join(parts)}"


def describe_starts(summary: Summary) -> list[str]:
    """A sentence below the table if forks of a side started slowly or were not steady at once."""
    sides: dict[str, list[Warming | None]] = {}
    for row in summary.rows:
        sides.setdefault(row.side, []).extend(fork.warming for fork in row.fork_scores if fork.counts)
    parts = [f"{text} on {side}" for side, forks in sides.items() if (text := _describe_side(forks))]
    return [*([f"Start of a process: {'; '.join(parts)}."] if parts else []), *_describe_auto_warmups(summary)]


def describe_auto_warmup(fork: ForkScores) -> str:
    """The log's line about a fork's AutoWarmup, "" if it had none."""
    warmed = fork.warmed
    if warmed is None:
        return ""
    if not warmed.steady_after:
        return (
            f"AutoWarmup: warmed up for {_format_seconds(warmed.elapsed_ns / 1e9)} "
            f"({format_count(warmed.iterations, 'iteration')}), not steady by then")
    total = f" of {warmed.iterations}" if warmed.iterations > warmed.steady_after else ""
    return (f"AutoWarmup: warmed up for {_format_seconds(warmed.elapsed_ns / 1e9)} (steady after "
            f"{warmed.steady_after}{total} iterations)")


def _describe_auto_warmups(summary: Summary) -> list[str]:
    """A sentence about AutoWarmup: the shortest and longest warmup of each side's forks, and the number of unsteady
    forks.
    """
    sides: dict[str, list[WarmedRecord]] = {}
    for row in summary.rows:
        sides.setdefault(row.side, []).extend(fork.warmed for fork in row.fork_scores if fork.counts and fork.warmed)
    parts = [f"{_describe_auto_side(forks)} on {side}" for side, forks in sides.items() if forks]
    return [f"AutoWarmup: {'; '.join(parts)}."] if parts else []


def _describe_auto_side(forks: Sequence[WarmedRecord]) -> str:
    times = [_format_seconds(extreme(warmed.elapsed_ns for warmed in forks) / 1e9) for extreme in (min, max)]
    steady = [warmed.steady_after for warmed in forks if warmed.steady_after]
    text = f"warmed up for {' to '.join(dict.fromkeys(times))}"
    if steady:
        text += (f" (steady after {' to '.join(dict.fromkeys(map(str, (min(steady), max(steady)))))} "
                 f"iteration{'s' * (max(steady) > 1)})")
    if never := len(forks) - len(steady):
        text += f", {never} of {format_count(len(forks), 'fork')} not steady by then"
    return text


def _describe_side(warmings: Sequence[Warming | None]) -> str:
    known = [warming for warming in warmings if warming is not None]
    calls = [warming.first_call_ns for warming in known if warming.first_call_ns is not None]
    slow = [warming for warming in known if warming.first_call_ns is not None and warming.steady_ns
            and warming.first_call_ns >= max(MIN_SLOW_CALL_NS, MIN_SLOW_CALL_RATIO * warming.steady_ns)]
    steady = [warming.steady_after_s for warming in known if warming.steady_after_s]
    never = sum(warming.kind == "no steady state" for warming in known)
    parts = [f"the first call took {_format_ns(statistics.median(calls))}"
             ] if calls and 2 * len(slow) >= len(calls) else []
    if 2 * len(steady) > len(known):
        parts.append(f"steady after {_format_seconds(statistics.median(steady))}")
    if never:
        parts.append(f"{never} of {format_count(len(warmings), 'fork')} never steady")
    return ", ".join(parts)


def _format_seconds(time: float) -> str:
    return f"{time:.2g} s" if time < 10 else f"{time:.0f} s"


def _format_ns(time: float) -> str:
    for unit, ns in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if time >= ns:
            return f"{time / ns:.3g} {unit}"
    return f"{time:.0f} ns"
