"""What a run needs beside its plan and options: facts, listeners, places of files, and commands that start workers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from clamh.machine.lock import MACHINE_LOCK
from clamh.model.counting import Counting
from clamh.model.results import Record, Run
from clamh.running.starting import CommandOf, case_command
from clamh.running.worker.process import LIMITS, Limits

RUNS = Path(".clamh/runs")


@dataclass(frozen=True, kw_only=True)
class Context:
    """Facts that are known before the first measurement. The results file contains them.

    `command` is the command line. `environment`, `fingerprint` and `machine` describe the machine. `revision` is git's
    current commit ("" without git); `uncommitted` tells whether tracked files differ from it. `facts` are records, such
    as what the cases compute. `references` has, by case_id, the case that its ratio refers to: while a case is
    undecided, its reference is measured too. `resumed` is the run to continue: its file is appended to. `find_open`
    reads the results file so far and returns the cases whose decision more sets could change. Without it, the plan, a
    precision or a budget determines the number of sets. `counting` is what -prof counts.
    """

    command: tuple[str, ...] = ()
    environment: Mapping[str, Any] = field(default_factory=dict)
    fingerprint: str = ""
    machine: str = ""
    revision: str = ""
    uncommitted: bool = False
    facts: tuple[Record, ...] = ()
    references: Mapping[str, str] = field(default_factory=dict)
    resumed: Run | None = None
    find_open: Callable[[str], Collection[str]] | None = None
    counting: Counting = Counting()


class Lap(NamedTuple):
    """The progress of a set: `lap` of `laps` of iteration `index` has ended; `cases` are its sides."""

    cases: tuple[str, ...]
    index: int
    lap: int
    laps: int


@dataclass(frozen=True, kw_only=True)
class Listener:
    """Callbacks of a run.

    `record` receives every record of the file, never while a worker measures. `notice` receives what the user should
    know at once, such as that the run waits for the machine lock. `lap` receives the progress of a set from time to
    time, while all of its sides are stopped.
    """

    record: Callable[[Record], None] = lambda record: None
    notice: Callable[[str], None] = lambda text: None
    lap: Callable[[Lap], None] = lambda lap: None


@dataclass(frozen=True, kw_only=True)
class Places:
    """The folder of results files in the project's root, unless the options name a file; the folder of the measured
    sources, whose commit the results have ("" is the project's root); and the machine lock.
    """

    runs: Path = RUNS
    sources: str = ""
    lock: Path = MACHINE_LOCK


@dataclass(frozen=True, kw_only=True)
class Workers:
    """How the process of a case is started, and how long it may take to answer."""

    command: CommandOf = case_command
    limits: Limits = LIMITS
