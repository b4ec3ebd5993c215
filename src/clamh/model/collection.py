"""The results of a submission: per queue and host the runs of its repetitions, judged together."""

from __future__ import annotations

from typing import NamedTuple

from clamh.model.results import Run
from clamh.model.submission import Submission, TaskOutcome
from clamh.model.summary import Comparison, Judgement, Summary, Warning


class Repetition(NamedTuple):
    """The run of one finished task, judged by itself."""

    queue: str
    host: str
    cpu: str
    number: int
    run: Run
    summary: Summary

    @property
    def judgement(self) -> Judgement:
        """As the reports of a run take it."""
        return Judgement(self.run, self.summary)


class NodeResults(NamedTuple):
    """What one host of one queue measured: the summary is over its repetitions, and `run` the first of them."""

    queue: str
    host: str
    cpu: str
    repetitions: tuple[Repetition, ...]
    run: Run
    summary: Summary

    @property
    def name(self) -> str:
        """What reports call it."""
        return f"{self.queue} on {self.host}"

    @property
    def judgement(self) -> Judgement:
        """As the reports of a run take it."""
        return Judgement(self.run, self.summary)


class NodeComparison(NamedTuple):
    """Two nodes side by side; ratios are those of b to a."""

    a: NodeResults
    b: NodeResults
    comparison: Comparison


class Collection(NamedTuple):
    """A submission, what became of its tasks, and what each of its nodes measured; nodes are compared only where that was asked for."""

    submission: Submission
    outcomes: tuple[TaskOutcome, ...]
    nodes: tuple[NodeResults, ...]
    warnings: tuple[Warning, ...] = ()
    comparisons: tuple[NodeComparison, ...] = ()
