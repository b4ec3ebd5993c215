"""Which of many benchmarks became slower, so that only a small share of the reported regressions is false."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from clamh.judging.builds import identify_row
from clamh.judging.evidence import Evidence, gather_evidence, p_beyond_limit
from clamh.judging.same_run import same_run
from clamh.judging.statistics.discovery import adjust_p_values
from clamh.judging.statistics.median import median
from clamh.model.decisions import OPEN, Decision, Gate, Repeat, Ruling, SuiteShift
from clamh.model.diagnostics import Diagnostic
from clamh.model.results import Run
from clamh.model.summary import Comparison, Pair

MIN_OF_SUITE = 3  # benchmarks; with fewer no common shift is reported
RULINGS: dict[str | None, Ruling] = {"slower": "regression", "faster": "improvement"}


def judge_gate(comparison: Comparison) -> Gate:
    """A decision on each pair, in the comparison's order. The level of false discoveries is 1 − its confidence.

    A regression is slower by more than Δ. The p-value that is adjusted is already that of a change beyond Δ, so
    significance and size are tested at one level. For a single benchmark the decision equals the verdict on its ratio.
    """
    judged = [(number, compute_p_value(pair, comparison)) for number, pair in enumerate(comparison.pairs)
              if pair.ratio and pair.ratio.interval]
    p_values = {number: (p, q) for (number, p), q in zip(judged, adjust_p_values([p for _, p in judged]), strict=True)}
    level = 1 - comparison.confidence
    decisions = []
    for number, pair in enumerate(comparison.pairs):
        p, q = p_values.get(number, (None, None))
        decisions.append(Decision(pair=pair, ruling=_ruling(pair, q, level), p=p, adjusted=q))
    return Gate(comparison=comparison, decisions=tuple(decisions), judged=len(judged),
                shift=_suite_shift(decisions, comparison))


def find_obstacles(gate: Gate, a: Run, b: Run) -> Iterator[Diagnostic]:
    """Why a gate between these runs would decide nothing, or something else than requested."""
    cpus = [run.header.environment.get("cpu") for run in (a, b)]
    if None not in cpus and cpus[0] != cpus[1]:
        yield Diagnostic(
            code="other-machine",
            message=f"{a.path} was measured on {cpus[0]}, {b.path} on {cpus[1]}: the gate would compare "
            "machines", hint="measure both on one machine, best one after the other in one job")
    if problem := same_run(a, b):
        yield problem
    if gate.judged or gate.failures:
        return
    if not any(decision.pair.a and decision.pair.b for decision in gate.decisions):
        yield Diagnostic(
            code="nothing-judged",
            message=f"{a.path} and {b.path} share no benchmark (same key, params, mode, threads and "
            "platform)", hint="give two runs of the same benchmarks")
    elif uncompared := describe_uncompared(gate):
        yield uncompared
    else:
        yield Diagnostic(code="nothing-judged", message="no benchmark has three forks in both runs; the "
                         "gate cannot decide with fewer", hint="measure both at least three times" if
                         a.origin or b.origin else "measure both with -f 3 or more")


def describe_uncompared(gate: Gate) -> Diagnostic | None:
    """That no pair was compared, with the reasons; None where the reasons are not in their work."""
    reasons = dict.fromkeys(decision.pair.ratio.reason for decision in gate.decisions
                            if decision.pair.ratio and decision.pair.ratio.not_compared)
    if not reasons:
        return None
    return Diagnostic(
        code="nothing-judged", message=f"no benchmark can be compared: {'; '.join(reasons)}", hint=
        "let both do the same work, which a compiler cannot remove; or explain the difference in clamh.toml, [differs]")


def select_suspects(gate: Gate) -> list[Decision]:
    """The decisions to measure again for two runs that were not measured together: all undecided or slower ones that
    can be compared.
    """
    return [
        decision for decision in gate.decisions
        if decision.pair.a and decision.pair.b and (decision.ruling == "regression" or decision.ruling in OPEN
                                                    and not (decision.pair.ratio and decision.pair.ratio.not_compared))
    ]


def open_cases(gate: Gate) -> set[str]:
    """The case_ids of both builds of the rows that more sets could decide.

    These rows may hide a regression, and have an interval that would become narrower.
    """
    pairs = [decision.pair for decision in gate.undecided if decision.pair.ratio and decision.pair.ratio.interval
             and (not decision.pair.ratio.reason or decision.pair.ratio.drift)]
    return {row.case_id for pair in pairs for row in pair.rows}


def confirm_gate(gate: Gate, live: Gate) -> Gate:
    """The gate after both builds of its suspects were measured together: that measurement alone decides, adjusted for
    the suspects.
    """
    repeats = {identify_row(decision.pair.b): decision for decision in live.decisions if decision.pair.b}

    def repeat(decision: Decision) -> Decision:
        repeated = repeats.get(identify_row(decision.pair.b))
        if repeated is None:
            return replace(decision, repeat=Repeat(pair=None, reason="it is only in one build"))
        return replace(
            decision, repeat=Repeat(pair=repeated.pair, ruling=repeated.ruling, p=repeated.p,
                                    adjusted=repeated.adjusted, judged=live.judged))

    chosen = select_suspects(gate)
    if not chosen:
        return gate
    all_repeated = all(decision in chosen for decision in gate.decisions if decision.p is not None)
    return replace(gate,
                   decisions=tuple(repeat(decision) if decision in chosen else decision
                                   for decision in gate.decisions), shift=live.shift if all_repeated else None)


def compute_p_value(pair: Pair, comparison: Comparison) -> float:
    """The p-value of a change beyond Δ, of a pair with an interval."""
    return p_beyond_limit(_evidence(pair, comparison), comparison.delta, comparison.confidence)


def _evidence(pair: Pair, comparison: Comparison) -> Evidence:
    pair_evidence = gather_evidence(pair.b, pair.a, comparison.confidence, comparison.delta, comparison.estimator,
                                    bool(comparison.builds))
    return pair_evidence._replace(shift=math.log1p(pair.ratio.shift or 0.0))


def _suite_shift(decisions: Sequence[Decision], comparison: Comparison) -> SuiteShift | None:
    """The shift of all judged rows together: most rows changed, and the median ratio is in the interval of every row,
    give or take Δ.

    The intervals hold together at the gate's confidence (Bonferroni). None without such a shift.
    """
    judged = [decision for decision in decisions if decision.p is not None]
    changed = Counter(decision.ruling for decision in judged if decision.ruling in RULINGS.values())
    if len({decision.pair.row.key
            for decision in judged}) < MIN_OF_SUITE or len(changed) != 1 or 2 * changed.total() <= len(judged):
        return None
    middle = math.exp(median([math.log(decision.pair.ratio.value) for decision in judged]))
    level = 1 - (1 - comparison.confidence) / len(judged)
    intervals = [_evidence(decision.pair, comparison).interval(level) for decision in judged]
    margin = 1 + comparison.delta
    if any(interval is None or not interval.low / margin <= middle <= interval.high * margin for interval in intervals):
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
    if adjusted_p <= level * (1 + 1e-12):  # confidence is a share: 1 − 0.95 is not exactly 0.05
        return "regression" if pair.ratio.value < 1 else "improvement"
    return "undecided" if pair.ratio.verdict in RULINGS else pair.ratio.verdict
