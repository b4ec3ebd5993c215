"""Trials → figures: false positives, power, wrong signs, coverage, width, time, for each rule on each track. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence

from clamh.model.noun import Noun

from evaluate import proportions
from evaluate.kernels import Cost, truth
from evaluate.records import Calibrated, Done, Outcome, Record, Start
from evaluate.schedule import Trial

UNDECIDED = "undecided"
OURS = "CLAMH"  # the rule of a ratio in a report


class Judged(Noun):
    """One rule's word on one trial, beside what is true: ln(time of B ÷ time of A)."""

    trial: Trial
    outcome: Outcome
    true: float
    seconds: float

    @property
    def null(self) -> bool:
        """Whether nothing was injected."""
        return self.trial.slower == 0


class Line(Noun):
    """The figures of several trials; a share is (how many, of how many), and a figure None where there is nothing to say."""

    trials: int
    false_positives: tuple[int, int]
    power: dict[float, tuple[int, int]]  # by the size of what was injected
    wrong_signs: tuple[int, int]  # of the positives where something was injected
    covered: tuple[int, int]
    half_width: float | None  # median, of the logarithm
    undecided: tuple[int, int]
    seconds: float
    seconds_p90: float


def judged(trials: Sequence[Trial], records: Iterable[Record]) -> tuple[list[Judged], list[tuple[Trial, Done]]]:
    """Every rule's word on every trial done, and the trials of which nothing came.

    The truth of a trial is by what a step cost in its tool's way of measuring, at the start of the command that did it.
    """
    by_index = {trial.index: trial for trial in trials}
    judgeds: list[Judged] = []
    failed: list[tuple[Trial, Done]] = []
    costs: dict[tuple[int, str, str, str], Cost] = {}
    start = -1
    for record in records:
        if isinstance(record, Start):
            start += 1
        elif isinstance(record, Calibrated):
            costs[start, record.tool, record.language, record.kernel] = Cost(fixed_ns=record.fixed_ns, step_ns=record.step_ns)
        elif isinstance(record, Done):
            trial = by_index[record.index]
            if record.failure:
                failed.append((trial, record))
                continue
            way = "hyperfine" if trial.tool == "hyperfine" else "clamh"
            true = truth(costs[record.start, way, trial.language, trial.kernel], *record.steps) if trial.slower else 0.0
            judgeds += [Judged(trial=trial, outcome=outcome, true=true, seconds=record.seconds) for outcome in record.outcomes]
    return judgeds, failed


def line(several: Sequence[Judged]) -> Line:
    """The figures of these; at least one."""
    nulls = [item for item in several if item.null]
    injected = [item for item in several if not item.null]
    sizes = sorted({abs(item.trial.slower) for item in injected})
    right = [item for item in injected if item.outcome.positive]
    ranged = [item for item in several if item.outcome.low is not None and item.outcome.high is not None]
    decided = [item for item in several if item.outcome.verdict]
    seconds = sorted(item.seconds for item in several)
    return Line(
        trials=len(several),
        false_positives=(sum(item.outcome.positive for item in nulls), len(nulls)),
        power={size: _share(item.outcome.positive for item in injected if abs(item.trial.slower) == size) for size in sizes},
        wrong_signs=_share(item.outcome.estimate * item.true < 0 for item in right),
        covered=_share(item.outcome.low <= item.true <= item.outcome.high for item in ranged),
        half_width=statistics.median((item.outcome.high - item.outcome.low) / 2 for item in ranged) if ranged else None,
        undecided=_share(item.outcome.verdict == UNDECIDED for item in decided),
        seconds=statistics.median(seconds),
        seconds_p90=seconds[max(0, -(-9 * len(seconds) // 10) - 1)],
    )


def _share(facts: Iterable[bool]) -> tuple[int, int]:
    known = list(facts)
    return sum(known), len(known)


def grouped(several: Iterable[Judged]) -> Iterator[tuple[tuple[str, str, str], list[Judged]]]:
    """By track, language and rule, in the order of the table: tracks are different questions, and are never pooled."""
    groups: dict[tuple[str, str, str], list[Judged]] = {}
    for entry in several:
        groups.setdefault((entry.trial.track, entry.trial.language, entry.outcome.tool), []).append(entry)
    yield from sorted(groups.items(), key=lambda item: (item[0][0], item[0][1], not item[0][2].startswith("CLAMH"), item[0][2]))


def worst(several: Sequence[Judged]) -> tuple[str, tuple[int, int]] | None:
    """The kernel with the most false positives of its nulls; None without a null."""
    cells = {kernel: line([item for item in several if item.trial.kernel == kernel]).false_positives
             for kernel in sorted({item.trial.kernel for item in several if item.null})}
    return max(cells.items(), key=lambda item: item[1][0] / item[1][1], default=None)


class Claim(Noun):
    """The decisive figure of tier aa: comparisons, those that found a difference where there is none, and their bounds.

    A comparison of which nothing came counts as a false positive.
    """

    comparisons: int
    positives: int
    failed: int
    upper: float
    effect: float
    clustered_upper: float


def claim(several: Sequence[Judged], failed: Sequence[tuple[Trial, Done]]) -> Claim:
    """All comparisons of the tier together, by our own rule; sessions are those of the schedule."""
    sessions: dict[int, list[bool]] = {}
    for item in several:
        if item.outcome.tool != OURS:
            continue
        sessions.setdefault(item.trial.session, []).append(item.outcome.positive)
    for trial, _ in failed:
        sessions.setdefault(trial.session, []).append(True)
    counts = [_share(facts) for facts in sessions.values()]
    positives, trials = sum(number for number, _ in counts), sum(number for _, number in counts)
    return Claim(comparisons=trials, positives=positives, failed=len(failed), upper=proportions.upper(positives, trials),
                 effect=proportions.design_effect(counts), clustered_upper=proportions.clustered_upper(counts, trials))  # each has processes of its own
