"""Transcripts: what a scenario's own code wrote, and the form in which two of them are compared.

A raw line is `PID EVENT`. An event is a fixture (`setup Trial Kitchen`), a call of a benchmark (`call dine`) or something that
fails (its last word is `fails`). How often a benchmark is called depends on the clock, so a run of one call is `call dine +`,
and a run of calls with their invocation fixtures is one round of them, each with the `+`; any other fixture that runs twice
is two lines.

`PID/THREAD EVENT` is what one of several threads did. What they do at the same time has no order, so between two barriers lines
stand by thread, those of no thread first. All threads wait for each other before the iteration setups and after the last
call: a thread that does not makes one stretch into several.
"""

from __future__ import annotations

import re
from itertools import groupby

CALL = "call "
FIRST = "setup Trial"
SETUP = "setup Iteration"
EACH = " Invocation"
FAILS = " fails"
THREAD = re.compile(r"\d+: ")
PROCESS = "process"


def processes(raw: str, *, counted: bool = False) -> list[list[str]]:
    """A raw transcript as one list of events per process; sorted, since forks run in seeded random order.

    `counted` says that the number of calls is fixed: then every one of them stays. An event of a thread is `THREAD: EVENT`.
    """
    events: dict[str, list[tuple[str, str]]] = {}
    for line in raw.splitlines():
        who, _, event = line.partition(" ")
        process, _, thread = who.partition("/")
        events.setdefault(process, []).append((thread, event))
    return sorted(_ordered(own, counted) for own in events.values())


def _ordered(events: list[tuple[str, str]], counted: bool) -> list[str]:
    """The events of one process: those between two barriers by thread, those of each thread as they came."""
    if not any(thread for thread, _ in events):
        return _shortened([event for _, event in events], counted)
    ordered = []
    for _, stretch in groupby(events, lambda item: _stretch(item[1])):
        threads: dict[str, list[str]] = {}
        for thread, event in stretch:
            threads.setdefault(thread, []).append(event)
        for thread in sorted(threads, key=lambda text: int(text or -1)):
            named = f"{thread}: " if thread else ""
            ordered += [f"{named}{event}" for event in _shortened(threads[thread], counted)]
    return ordered


def _stretch(event: str) -> str:
    """Where between the barriers it belongs: before the first, between those of an iteration, or behind them."""
    if event.startswith((CALL, SETUP)) or EACH in event:
        return "inside"
    return "before" if event.startswith(FIRST) else "behind"


def _shortened(events: list[str], counted: bool) -> list[str]:
    """Every run of calls, with their invocation fixtures, as one round of it, unless their number is fixed."""
    if counted:
        return events
    collapsed: list[str] = []
    for repeats, run in groupby(events, _repeats):
        collapsed += _round(list(run)) if repeats else run
    return collapsed


def _repeats(event: str) -> bool:
    return (event.startswith(CALL) or EACH in event) and not event.endswith(FAILS)


def _round(run: list[str]) -> list[str]:
    """The shortest round that the run repeats to its end; calls without fixtures: each as often as it changes."""
    if all(event.startswith(CALL) for event in run):
        return [f"{event} +" for event, _ in groupby(run)]
    length = next(n for n in range(1, len(run) + 1) if len(run) % n == 0 and run[:n] * (len(run) // n) == run)
    return [f"{event} +" for event in run[:length]]


def failed(events: list[str]) -> bool:
    """Whether a process ended in the event that was meant to fail; of several threads, whether one of them did."""
    last = {_thread(event): event for event in events}
    return any(event.endswith(FAILS) for event in last.values())


def until_failure(events: list[str]) -> list[str]:
    """The events up to the one that fails, that one included.

    Other threads than the failing one have all of theirs up to the next barrier; what they do there is no matter of JMH's rules.
    """
    kept: list[str] = []
    over: set[str] = set()
    for event in events:
        thread = _thread(event)
        if thread not in over and not (over and _stretch(event.removeprefix(thread)) == "behind"):
            kept.append(event)
        if event.endswith(FAILS):
            over.add(thread)
    return kept


def threaded(events: list[str]) -> bool:
    """Whether they say which of several threads did what."""
    return any(map(_thread, events))


def _thread(event: str) -> str:
    named = THREAD.match(event)
    return named[0] if named else ""


def written(sorted_processes: list[list[str]]) -> list[str]:
    """The lines of an expected file; the inverse of `read`."""
    return [line for events in sorted_processes for line in (PROCESS, *(f"  {event}" for event in events))]


def read(text: str) -> list[list[str]]:
    """The processes of an expected file; `#` begins a comment line."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line == PROCESS:
            found.append([])
        elif line and not line.startswith("#"):
            found[-1].append(line.strip())
    return found
