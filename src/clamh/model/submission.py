"""A suite submitted to the queues of a cluster: its tasks and their outcomes."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

from clamh.model.noun import Noun

SUBMISSION_VERSION = 1
Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
State = Literal["waiting", "running", "unknown", "finished", "failed", "killed", "timed out", "requeued", "lost"]
ACTIVE: tuple[State, ...] = ("waiting", "running", "unknown")  # it may still finish


class Batch(Noun):
    """Tasks of one queue that were submitted together; `id` is part of the names of their files."""

    queue: str
    id: str
    repetitions: tuple[Count, ...]
    time: str  # UTC, ISO 8601
    native: str = ""  # the scheduler's id, if `id` is ours


class Submission(Noun):
    """A call of `clamh submit`: `repetitions` tasks on each queue, each of which runs `clamh COMMAND` in `folder`.

    `options` are passed to the scheduler's command.
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
    solo: bool = False  # the node runs the artifacts of the command directly, without CLAMH
    batches: tuple[Batch, ...] = ()


class Task(NamedTuple):
    """One repetition on one queue: one run on one node."""

    queue: str
    repetition: int

    @property
    def name(self) -> str:
        """Its name in reports."""
        return f"{self.queue} repetition {self.repetition}"


class Start(Noun):
    """The first thing that a task writes; `restart` counts how often the scheduler has restarted it."""

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
    """The last thing that a task writes."""

    exit_code: int
    time: str  # UTC, ISO 8601


class SchedulerState(Noun):
    """The scheduler's information about a task: its own name of the state, its reason, and how the program ended."""

    state: str
    reason: str = ""
    exit_code: int | None = None
    signal: int = 0
    nodes: str = ""


class Attempt(NamedTuple):
    """One start of a task, or the wait for it: its place in the folder, and its outcome in one sentence.

    `results` is the results file of a finished attempt, "" for others. `exit_code` is that of `clamh run`, if it
    finished.
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
    command: tuple[str, ...] = ()  # the command that it ran
    errors: tuple[str, ...] = ()  # the last lines on standard error, if it failed


class TaskOutcome(NamedTuple):
    """All attempts of a task, in the order of their submission; the last one is its outcome."""

    task: Task
    attempts: tuple[Attempt, ...]

    @property
    def state(self) -> State:
        """Finished if any attempt is finished, else the state of the last attempt."""
        return "finished" if self.finished else self.attempts[-1].state if self.attempts else "lost"

    @property
    def finished(self) -> Attempt | None:
        """The finished attempt, if any."""
        return next((attempt for attempt in self.attempts if attempt.state == "finished"), None)
