"""Transcripts: what a scenario's own code wrote, and the form in which two of them are compared.

A raw line is `PID EVENT`. An event is a fixture (`setup Trial Kitchen`), a call of a benchmark (`call dine`) or something that
fails (its last word is `fails`). How often a benchmark is called depends on the clock, so a run of one call is `call dine +`,
and a run of calls with their invocation fixtures is one round of them, each with the `+`; any other fixture that runs twice
is two lines.
"""

from __future__ import annotations

from itertools import groupby

CALL = "call "
EACH = " Invocation"
FAILS = " fails"
PROCESS = "process"


def processes(raw: str, *, counted: bool = False) -> list[list[str]]:
    """A raw transcript as one list of events per process; sorted, since forks run in seeded random order.

    `counted` says that the number of calls is fixed: then every one of them stays.
    """
    events: dict[str, list[str]] = {}
    for line in raw.splitlines():
        process, _, event = line.partition(" ")
        events.setdefault(process, []).append(event)
    return sorted(own if counted else _collapsed(own) for own in events.values())


def _collapsed(events: list[str]) -> list[str]:
    """Every run of calls, with their invocation fixtures, as one round of it."""
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
    """Whether a process ended in the event that was meant to fail."""
    return bool(events) and events[-1].endswith(FAILS)


def until_failure(events: list[str]) -> list[str]:
    """The events up to the one that fails, that one included."""
    ends = (number for number, event in enumerate(events, 1) if event.endswith(FAILS))
    return events[: next(ends, len(events))]


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
