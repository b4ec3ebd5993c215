"""Which of many benchmarks became slower, so that of all that is called a regression only a small share is false."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from clamh.judging.builds import identity
from clamh.judging.evidence import Evidence, evidence, p_beyond_limit
from clamh.judging.same_run import same_run
from clamh.judging.statistics.discovery import adjusted
from clamh.judging.statistics.median import median
from clamh.model.diagnostics import Diagnostic
from clamh.model.results import Run
from clamh.model.decisions import OPEN, Decision, Gate, Repeat, Ruling, SuiteShift
from clamh.model.summary import Comparison, Pair

LEAST_OF_SUITE = 3  # benchmarks, of which one may say that all changed alike
CHANGES: dict[str | None, Ruling] = {"slower": "regression", "faster": "improvement"}


def gate(comparison: Comparison) -> Gate:
    """A decision on each pair, in the comparison's order; the level of false discoveries is 1 − its confidence.

    A regression is slower by more than Δ: the p-value that is adjusted is already that of a change beyond Δ, so that no effect
    is called real at one level and large at another. Of a single benchmark it is the verdict on its ratio.
    """
    judged = [(at, p_of(pair, comparison)) for at, pair in enumerate(comparison.pairs) if pair.ratio and pair.ratio.interval]
    of = {at: (p, q) for (at, p), q in zip(judged, adjusted([p for _, p in judged]), strict=True)}
    level = 1 - comparison.confidence
    decisions = []
    for at, pair in enumerate(comparison.pairs):
        p, q = of.get(at, (None, None))
        decisions.append(Decision(pair=pair, ruling=_ruling(pair, q, level), p=p, adjusted=q))
    return Gate(comparison=comparison, decisions=tuple(decisions), judged=len(judged), shift=_suite_shift(decisions, comparison))


def obstacles(gate: Gate, a: Run, b: Run) -> Iterator[Diagnostic]:
    """Why a gate between these runs would say nothing, or something else than what it is asked."""
    cpus = [run.header.environment.get("cpu") for run in (a, b)]
    if None not in cpus and cpus[0] != cpus[1]:
        yield Diagnostic(code="other-machine", message=f"{a.path} was measured on {cpus[0]}, {b.path} on {cpus[1]}: what the gate "
                         "would judge is the machines", mend="measure both on one machine, best in one job, one after the other")
    if told := same_run(a, b):
        yield told
    if gate.judged or gate.failures:
        return
    if not any(one.pair.a and one.pair.b for one in gate.decisions):
        yield Diagnostic(code="nothing-judged", message=f"{a.path} and {b.path} have no benchmark in common (same key, params, mode, "
                         "threads and platform)", mend="give two runs of the same benchmarks")
    elif uncompared := describe_uncompared(gate):
        yield uncompared
    else:
        yield Diagnostic(code="nothing-judged", message="no benchmark has three forks in both runs, with fewer of which nothing can be "
                         "decided", mend="let both be measured at least three times" if
                         a.origin or b.origin else "measure both with -f 3 or more; 5 is the default")


def describe_uncompared(gate: Gate) -> Diagnostic | None:
    """That no pair was compared, with the reasons; None where it is not for reasons of the work that they do."""
    reasons = dict.fromkeys(one.pair.ratio.reason for one in gate.decisions if one.pair.ratio and one.pair.ratio.not_compared)
    if not reasons:
        return None
    return Diagnostic(code="nothing-judged", message=f"no benchmark can be compared: {'; '.join(reasons)}",
                      mend="let both do the same work, and work that a compiler cannot remove; clamh.toml, [differs], says why they may differ")


def suspects(gate: Gate) -> list[Decision]:
    """What is to be measured again of two runs that were not measured together: all that is undecided or slower, and can be compared."""
    return [one for one in gate.decisions if one.pair.a and one.pair.b and (one.ruling == "regression" or one.ruling in OPEN and not (
        one.pair.ratio and one.pair.ratio.not_compared))]


def open_cases(gate: Gate) -> set[str]:
    """The case_ids of both builds of the rows that more sets could decide: they may hide a regression, and have an interval that would become narrower."""
    found = [one.pair for one in gate.undecided if one.pair.ratio and one.pair.ratio.interval and (not one.pair.ratio.reason or one.pair.ratio.drift)]
    return {row.case_id for pair in found for row in (pair.a, pair.b)}


def confirmed(gate: Gate, live: Gate) -> Gate:
    """The gate with what a measurement of both builds together says of its suspects: that decides alone, adjusted for the suspects."""
    again = {identity(one.pair.row): one for one in live.decisions}

    def repeat(one: Decision) -> Decision:
        found = again.get(identity(one.pair.b))
        if found is None:
            return replace(one, again=Repeat(pair=None, reason="it is not in both builds"))
        return replace(one, again=Repeat(pair=found.pair, ruling=found.ruling, p=found.p, adjusted=found.adjusted))

    chosen = suspects(gate)
    if not chosen:
        return gate
    whole = all(one in chosen for one in gate.decisions if one.p is not None)
    return replace(gate, decisions=tuple(repeat(one) if one in chosen else one for one in gate.decisions), shift=live.shift if whole else None)


def p_of(pair: Pair, comparison: Comparison) -> float:
    """The p-value of a change beyond Δ of a pair with an interval."""
    return p_beyond_limit(_evidence(pair, comparison), comparison.delta, comparison.confidence)


def _evidence(pair: Pair, comparison: Comparison) -> Evidence:
    found = evidence(pair.b, pair.a, comparison.confidence, comparison.delta, comparison.estimator, bool(comparison.builds))
    return found._replace(shift=math.log1p(pair.ratio.shift or 0.0))


def _suite_shift(decisions: Sequence[Decision], comparison: Comparison) -> SuiteShift | None:
    """Whether what is judged changed as one: most rows changed, and the median ratio is in the interval of every row, give or take Δ.

    The intervals hold together at the gate's confidence (Bonferroni).
    """
    judged = [one for one in decisions if one.p is not None]
    changed = Counter(one.ruling for one in judged if one.ruling in CHANGES.values())
    if len({one.pair.row.key for one in judged}) < LEAST_OF_SUITE or len(changed) != 1 or 2 * changed.total() <= len(judged):
        return None
    middle = math.exp(median([math.log(one.pair.ratio.value) for one in judged]))
    each = 1 - (1 - comparison.confidence) / len(judged)
    around = [_evidence(one.pair, comparison).interval(each) for one in judged]
    beside = 1 + comparison.delta
    if any(one is None or not one.low / beside <= middle <= one.high * beside for one in around):
        return None
    return SuiteShift(value=middle, rows=len(judged))


def _ruling(pair: Pair, adjusted_p: float | None, level: float) -> Ruling:
    if pair.b is None:
        return "gone"
    if pair.a is None:
        return "failed" if pair.b.score is None and pair.b.forks_planned else "new"
    if pair.b.score is None:
        return "failed"
    if adjusted_p is None:
        return "no verdict"
    if adjusted_p <= level * (1 + 1e-12):  # as confidence is a share, 1 − 0.95 is a little more or less than 0.05
        return "regression" if pair.ratio.value < 1 else "improvement"
    return "undecided" if pair.ratio.verdict in CHANGES else pair.ratio.verdict
