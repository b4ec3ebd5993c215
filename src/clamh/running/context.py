"""What a run is given beside its plan and its options: what is known before, who listens, where files go, how workers start."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from clamh.machine.lock import MACHINE_LOCK
from clamh.model.results import Record, Run
from clamh.running.starting import CommandOf, case_command
from clamh.running.worker.process import LIMITS, Limits

RUNS = Path(".clamh/runs")


@dataclass(frozen=True, kw_only=True)
class Context:
    """What is known before the first measurement, and stands in the results file.

    `command` is the command line, `environment`, `fingerprint` and `machine` are the machine's; `revision` is what git has
    checked out, "" where it has nothing, and `uncommitted` whether tracked files differ from that; `facts` are records such as what the cases
    compute. `references` are, by case_id, the cases that ratios will refer to: both are measured for equally long. `resumed` is
    the run to go on with: its file is appended to. `find_open` is asked with the results file so far of which cases more sets could change what is
    decided; without it the plan, a precision or a budget says how many there are.
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


class Lap(NamedTuple):
    """Where a set is: which lap of how many of its iteration `index` has ended; `cases` are its sides."""

    cases: tuple[str, ...]
    index: int
    lap: int
    laps: int


@dataclass(frozen=True, kw_only=True)
class Listener:
    """Who hears of a run: `record` every record that is in the file, never while a worker measures; `notice` what the user
    should know now, such as that the run waits for the machine's lock; `lap` now and then where a set is, while all of its sides are
    stopped."""

    record: Callable[[Record], None] = lambda record: None
    notice: Callable[[str], None] = lambda text: None
    lap: Callable[[Lap], None] = lambda lap: None


@dataclass(frozen=True, kw_only=True)
class Places:
    """Where a run keeps its results files, unless the options name one, in the project's root; and the machine's lock."""

    runs: Path = RUNS
    lock: Path = MACHINE_LOCK


@dataclass(frozen=True, kw_only=True)
class Workers:
    """How the process of a case is started, and how long it may take for an answer."""

    command: CommandOf = case_command
    limits: Limits = LIMITS
