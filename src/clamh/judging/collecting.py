"""The outcomes of a submission's tasks → the results of each node, over its repetitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.repetitions import FEW, judge_nodes
from clamh.model.collection import Collection, NodeComparison, NodeResults, Repetition
from clamh.model.results import Run
from clamh.model.submission import Attempt, Submission, TaskOutcome
from clamh.model.summary import Comparison, Judgement, Warning, make_warning


def collect(submission: Submission, outcomes: Sequence[TaskOutcome], judge: Callable[[str], Judgement],
            baseline: str = "", compare_nodes: bool = False, pool: bool = False) -> Collection:
    """Judges the results file of each finished task, and all repetitions of a node together.

    Raises InputError as `judge` does.
    """
    judgements: dict[str, Judgement] = {}

    def read(path: str) -> Run:
        judgements[path] = judge(path)
        return judgements[path].run

    checked = fail_strangers(outcomes, read)
    repetitions = [
        Repetition(attempt.task.queue, attempt.host, attempt.cpu, attempt.task.repetition, *judgements[attempt.results])
        for outcome in checked if (attempt := outcome.finished)
    ]
    nodes = judge_nodes(repetitions, baseline, pool)
    comparisons = _compare_with_first(nodes) if compare_nodes else ()
    return Collection(submission, checked, nodes, tuple(find_other_cpus(nodes)), comparisons)


def fail_strangers(outcomes: Sequence[TaskOutcome], read: Callable[[str], Run]) -> tuple[TaskOutcome, ...]:
    """The outcomes, where each finished attempt whose results are those of another run becomes a failed one, with the
    reason.

    Raises InputError as `read` does.
    """
    first: Run | None = None
    checked = []
    for outcome in outcomes:
        attempts = []
        for attempt in outcome.attempts:
            if attempt.state == "finished":
                run = read(attempt.results)
                if reason := find_stranger(run, attempt, first):
                    attempt = attempt._replace(state="failed", reason=reason, results="")
                else:
                    first = first or run
            attempts.append(attempt)
        checked.append(outcome._replace(attempts=tuple(attempts)))
    return tuple(checked)


def find_stranger(run: Run, attempt: Attempt, first: Run | None) -> str:
    """Why a results file is not that of the task in whose folder it is, "" where it is. `first` is the run of another
    task.
    """
    host = str(run.header.environment.get("host"))
    if run.header.command != attempt.command or host != attempt.host:
        return f"its results belong to another run: `{' '.join(run.header.command)}` on {host}"
    if first is None or run.header.sources == first.header.sources:
        return ""
    names = {*run.header.sources, *first.header.sources}
    changed = sorted(name for name in names if run.header.sources.get(name) != first.header.sources.get(name))
    return f"its sources differ from those of the first repetition: {', '.join(changed)} changed"


def find_other_cpus(nodes: Sequence[NodeResults]) -> Iterable[Warning]:
    """The warning for each queue whose hosts have different CPUs: which hosts have which."""
    for queue in dict.fromkeys(node.queue for node in nodes):
        hosts: dict[str, list[str]] = {}
        for node in nodes:
            if node.queue == queue:
                hosts.setdefault(node.cpu, []).append(node.host)
        if len(hosts) > 1:
            each = "; ".join(f"{cpu or 'unknown'} in {', '.join(names)}" for cpu, names in hosts.items())
            yield make_warning("other-cpu", f"the nodes of {queue} have different CPUs: {each}")


def _compare_with_first(nodes: Sequence[NodeResults]) -> tuple[NodeComparison, ...]:
    """Each node beside the first node, over the repetitions of both."""
    return tuple(NodeComparison(nodes[0], node, _compare(nodes[0], node)) for node in nodes[1:])


def _compare(a: NodeResults, b: NodeResults) -> Comparison:
    """The comparison over the repetitions of both nodes. Without enough of them there is no verdict."""
    comparison = compare_runs(*(Judgement(node.run, replace(node.summary, estimator="mean")) for node in (a, b)))
    pairs = [
        replace(pair, ratio=replace(pair.ratio, verdict="undecided", reason=FEW))
        if pair.ratio and pair.ratio.interval is None and not pair.ratio.not_compared else pair
        for pair in comparison.pairs
    ]
    return replace(comparison, names=(a.name, b.name), pairs=tuple(pairs))
