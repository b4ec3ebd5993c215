"""A suite sent to the queues of a cluster: what was submitted, and what became of it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

from clamh.model.noun import Noun

SUBMISSION_VERSION = 1
Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
State = Literal["waiting", "running", "finished", "failed", "killed", "timed out", "requeued", "lost"]
ACTIVE: tuple[State, ...] = ("waiting", "running")


class Batch(Noun):
    """Tasks of one queue that were given to the scheduler at once; `id` is part of the names of their files."""

    queue: str
    id: str
    repetitions: tuple[Count, ...]
    time: str  # UTC, ISO 8601
    native: str = ""  # the scheduler's id where `id` is ours


class Submission(Noun):
    """What `clamh submit` was asked for: on each queue so many tasks, each of which runs `clamh COMMAND` in `folder`.

    `options` are passed to the scheduler's own command.
    """

    version: int
    id: str
    clamh_version: str
    created: str  # UTC, ISO 8601
    scheduler: str
    folder: str
    command: tuple[str, ...]
    queues: tuple[str, ...]
    repetitions: Count
    time_limit: str
    options: tuple[str, ...] = ()
    solo: bool = False  # the artifacts of the command are run by themselves, without CLAMH on the node
    batches: tuple[Batch, ...] = ()


class Task(NamedTuple):
    """One repetition on one queue: one run on one node."""

    queue: str
    repetition: int

    @property
    def name(self) -> str:
        """What reports call it."""
        return f"{self.queue} repetition {self.repetition}"


class Start(Noun):
    """What a task writes before it does anything else; `restart` counts how often the scheduler has begun it again."""

    submission: str
    queue: str
    repetition: Count
    batch: str
    restart: int
    host: str
    cpu: str
    time: str  # UTC, ISO 8601
    command: tuple[str, ...]


class Ending(Noun):
    """What a task writes last."""

    exit_code: int
    time: str  # UTC, ISO 8601


class SchedulerState(Noun):
    """What the scheduler says of a task: its own word for the state, its reason, and how the program ended."""

    state: str
    reason: str = ""
    exit_code: int | None = None
    signal: int = 0
    nodes: str = ""


class Attempt(NamedTuple):
    """One start of a task, or the wait for it: its place in the folder, and what became of it, in one sentence.

    `results` is the results file of a finished attempt, "" of others. `exit_code` is that of `clamh run`, where that came to its end.
    """

    task: Task
    batch: str
    folder: str
    state: State
    reason: str = ""
    host: str = ""
    cpu: str = ""
    results: str = ""
    exit_code: int | None = None
    command: tuple[str, ...] = ()  # what it ran
    errors: tuple[str, ...] = ()  # the last lines that it wrote to standard error, where it failed


class TaskOutcome(NamedTuple):
    """All attempts of a task, in the order they were submitted; the last one says what became of it."""

    task: Task
    attempts: tuple[Attempt, ...]

    @property
    def state(self) -> State:
        """Finished when any attempt is, else the state of the last one."""
        return "finished" if self.finished else self.attempts[-1].state if self.attempts else "lost"

    @property
    def finished(self) -> Attempt | None:
        """The attempt that came to its end, if any."""
        return next((attempt for attempt in self.attempts if attempt.state == "finished"), None)
