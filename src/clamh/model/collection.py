"""The results of a submission: the runs of its repetitions, judged together per queue and host."""

from __future__ import annotations

from typing import NamedTuple

from clamh.model.results import Run
from clamh.model.submission import Submission, TaskOutcome
from clamh.model.summary import Comparison, Judgement, Summary, Warning


class Repetition(NamedTuple):
    """The run of one finished task, judged alone."""

    queue: str
    host: str
    cpu: str
    number: int
    run: Run
    summary: Summary

    @property
    def judgement(self) -> Judgement:
        """The form that the reports of a run use."""
        return Judgement(self.run, self.summary)


class NodeResults(NamedTuple):
    """The measurements of one host of one queue: `summary` is over its repetitions, `run` is the first of them with
    the cases that only later ones have.
    """

    queue: str
    host: str
    cpu: str
    repetitions: tuple[Repetition, ...]
    run: Run
    summary: Summary

    @property
    def name(self) -> str:
        """Its name in reports."""
        return f"{self.queue} on {self.host}"

    @property
    def judgement(self) -> Judgement:
        """The form that the reports of a run use."""
        return Judgement(self.run, self.summary)


class NodeComparison(NamedTuple):
    """A comparison of two nodes; ratios are those of b to a."""

    a: NodeResults
    b: NodeResults
    comparison: Comparison


class Collection(NamedTuple):
    """A submission with the outcomes of its tasks and the measurements of each node; nodes are compared only on
    request.
    """

    submission: Submission
    outcomes: tuple[TaskOutcome, ...]
    nodes: tuple[NodeResults, ...]
    warnings: tuple[Warning, ...] = ()
    comparisons: tuple[NodeComparison, ...] = ()
