"""The next round under a precision or a budget: facts so far → the cases of the next round, or why there is none.

Rounds are whole, so compared cases are measured at the same time. If the budget cannot give all cases their precision,
a round has those whose intervals narrow fastest: the marginal form of T. Kalibera & R. Jones, "Rigorous benchmarking
in reasonable time", ISMM 2013, who weigh the cost of repetitions against their gain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clamh.judging.statistics import looks, stopping

RECENT = 5  # a prediction uses the last forks of a case
BRIEF_S = 1e-6  # a lower limit of a process's duration
SHARE = 0.5  # cases with less than this share of the best gain per second wait for a later round


class Rule(NamedTuple):
    """The goal: ± `precision` (a share) of each score at this confidence, or as much as fits into the budget.

    If `fixed`, it is the planned forks, as far as they fit.
    """

    precision: float | None
    budget_s: float | None
    confidence: float
    fixed: bool = False


class Facts(NamedTuple):
    """One case so far. `logs` are ln of its fork means; `least` forks are run in any case."""

    case_id: str
    least: int
    forks: int = 0  # successful ones
    logs: tuple[float, ...] = ()
    fork_s: float = 0.0  # predicted duration of one more fork
    first_s: float = 0.0  # additional duration of the first fork: the warmup forks
    failed: bool = False
    # its interval is judged only at the planned numbers of sets; the last of them ends measuring
    in_turns: bool = False
    open: bool | None = None  # whether more sets could change a gate's decision; None without a gate
    partners: tuple[str, ...] = ()  # case_ids that its ratio is relative to
    sides: tuple[str, ...] = ()  # case_ids that take turns with it: all are measured, or none

    @property
    def next_s(self) -> float:
        """The predicted duration of its next fork."""
        return self.fork_s if self.forks else self.fork_s + self.first_s


class Round(NamedTuple):
    """The cases of the next round, each once."""

    cases: tuple[str, ...]


class EndOfRounds(NamedTuple):
    """Why no round follows: the goal is `reached`, the `budget` is over, or all cases `failed`."""

    reason: str


def predict_fork(took_s: Sequence[float], planned_s: float, more_s: float) -> float:
    """The predicted duration of a fork: the longest of the case's last forks.

    Before the first fork it is the planned duration plus `more_s`, by which other cases' forks exceeded theirs.
    """
    return max(took_s[-RECENT:]) if took_s else planned_s + more_s


def is_precise(fact: Facts, rule: Rule) -> bool:
    """Whether the case needs no more forks.

    It has its precision, or no number of forks gives it one, or no more sets are planned.
    """
    if len(fact.logs) < fact.forks:  # a time of 0 or an infinite rate has no interval
        return True
    if rule.fixed:
        return fact.forks >= fact.least
    if fact.open is not None:
        return not fact.open
    if rule.precision is None or fact.forks < stopping.MIN_FORKS:
        return False
    if fact.in_turns and fact.forks not in looks.PLANNED:
        return fact.forks > looks.PLANNED[-1]
    if fact.in_turns and fact.forks == looks.PLANNED[-1]:
        return True
    return stopping.is_enough(stopping.deviation(fact.logs), fact.forks, rule.precision, rule.confidence)


def next_round(facts: Sequence[Facts], rule: Rule, left_s: float) -> Round | EndOfRounds:
    """The next round. `left_s` is the rest of the budget; infinite without one.

    First all cases get their minimum of forks, in rounds of the cases that have the fewest. Later rounds have the cases
    that are not yet precise, each with its reference. Cases that do not fit are left out, and others that fit take
    their place. No fork starts that is predicted to end after the budget.
    """
    alive = [fact for fact in facts if not fact.failed]
    if not alive:
        return EndOfRounds("failed")
    waiting = [fact for fact in alive if fact.forks < fact.least]
    fewest = min((fact.forks for fact in waiting), default=0)
    first = [fact for fact in waiting if fact.forks == fewest]
    open_ = [fact for fact in alive if fact not in waiting and not is_precise(fact, rule)]
    if not waiting and not open_:
        return EndOfRounds("reached")
    for candidates in (first, _helped_most(open_, rule, left_s), [*waiting, *open_]):
        chosen = _fitting(candidates, alive, candidates is not first, left_s)
        if chosen:
            return Round(tuple(chosen))
    return EndOfRounds("budget")


def find_unaffordable(facts: Sequence[Facts], left_s: float) -> list[str]:
    """The cases of which, at the start, not even one fork fits beside the others'."""
    chosen = _fitting(facts, facts, False, left_s)
    return [fact.case_id for fact in facts if fact.case_id not in chosen]


def outstanding_s(facts: Iterable[Facts], rule: Rule) -> float:
    """The duration of the forks that are missing for the precision, if the forks keep their spread."""
    return math.fsum(_missing(fact, rule) * max(fact.fork_s, BRIEF_S) for fact in facts if not fact.failed)


def _missing(fact: Facts, rule: Rule) -> float:
    """How many forks the case still needs."""
    if fact.forks < fact.least or is_precise(fact, rule):
        return max(0, fact.least - fact.forks)
    if rule.precision is None:
        return math.inf
    if fact.forks < stopping.MIN_FORKS:
        return stopping.MIN_FORKS - fact.forks
    needed = stopping.count_needed(stopping.deviation(fact.logs), fact.forks, rule.precision, rule.confidence)
    if fact.in_turns:
        needed = next((planned for planned in looks.PLANNED if planned >= max(needed, fact.forks)), looks.PLANNED[-1])
    return needed - fact.forks


def _helped_most(open_: Sequence[Facts], rule: Rule, left_s: float) -> list[Facts]:
    """The cases that gain most from the round, the best first. All cases if there is time for all."""
    gains = {fact.case_id: _gain_per_s(fact, rule.confidence) for fact in open_}
    ranked = sorted(open_, key=lambda fact: -gains[fact.case_id])
    if not ranked or outstanding_s(open_, rule) <= left_s:
        return ranked
    return [fact for fact in ranked if gains[fact.case_id] >= SHARE * gains[ranked[0].case_id]]


def _gain_per_s(fact: Facts, confidence: float) -> float:
    if fact.forks < 2:
        return math.inf
    return stopping.gain(stopping.deviation(fact.logs), fact.forks, confidence) / max(fact.fork_s, BRIEF_S)


def _fitting(candidates: Iterable[Facts], alive: Iterable[Facts], partners: bool, left_s: float) -> dict[str, Facts]:
    """The candidates that fit into the time, in this order.

    Each brings along the cases that take turns with it, and its `partners` if requested, unless these have failed.
    """
    chosen: dict[str, Facts] = {}
    by_id = {fact.case_id: fact for fact in alive}
    for candidate in candidates:
        wanted = [candidate, *(by_id[case_id] for case_id in candidate.partners if partners and case_id in by_id)]
        together = [*wanted, *(by_id[case_id] for fact in wanted for case_id in fact.sides if case_id in by_id)]
        more = {fact.case_id: fact for fact in together if fact.case_id not in chosen}
        cost = math.fsum(fact.next_s for fact in more.values())
        if cost <= left_s:
            chosen |= more
            left_s -= cost
    return chosen
