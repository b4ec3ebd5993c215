"""The schedulers that tasks can be given to, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clamh.cluster import slurm
from clamh.cluster.folder import TaskKey
from clamh.model.submission import SchedulerState, Submission

Submit = Callable[[Submission, str, Sequence[int], str, Mapping[str, str]], Iterator[tuple[str, tuple[int, ...]]]]


class Scheduler(NamedTuple):
    """What a scheduler can do for us. All of it raises InputError with the scheduler's own words.

    `queues` lists the queues, None where the scheduler cannot say. `submit` gives the id of each batch with its repetitions.
    """

    queues: Callable[[Mapping[str, str]], list[str] | None]
    submit: Submit
    states: Callable[[Submission, Mapping[str, str]], dict[TaskKey, SchedulerState]]


SLURM = Scheduler(slurm.list_queues, slurm.submit_array, slurm.read_states)
SCHEDULERS = {"slurm": SLURM}
