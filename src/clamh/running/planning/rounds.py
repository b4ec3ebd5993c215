"""Who runs next when a precision or a budget decides: facts so far → the cases of the next round, or why there is none.

Whole rounds, so that what is compared is measured at the same time. With a budget that cannot give all of them their
precision, a round holds those whose intervals become narrower the fastest: the marginal form of T. Kalibera & R. Jones,
"Rigorous benchmarking in reasonable time", ISMM 2013, who divide repetitions by what they cost and what they bring.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clamh.judging.statistics import looks, stopping

RECENT = 5  # forks that a prediction looks back on
BRIEF_S = 1e-6  # no process takes less
SHARE = 0.5  # of the best gain a second: who has less waits for a later round


class Rule(NamedTuple):
    """What was asked for: ± `precision` (a share) of each score, at this confidence, or all that fits the budget."""

    precision: float | None
    budget_s: float | None
    confidence: float


class Facts(NamedTuple):
    """One case so far. `logs` are ln of its fork means; `least` forks are run whatever they say."""

    case_id: str
    least: int
    forks: int = 0  # that ended well
    logs: tuple[float, ...] = ()
    fork_s: float = 0.0  # what one more is predicted to take
    first_s: float = 0.0  # what the first takes more than that: its warmup forks
    failed: bool = False
    in_turns: bool = False  # looked at only after the planned numbers of sets, and not measured any more after the last
    open: bool | None = None  # whether more sets could change what a gate decides; None where no gate is asked
    partners: tuple[str, ...] = ()  # case_ids of what its ratio is relative to
    sides: tuple[str, ...] = ()  # and of what takes turns with it, which are measured with it or not at all

    @property
    def next_s(self) -> float:
        """What its next fork takes."""
        return self.fork_s if self.forks else self.fork_s + self.first_s


class Round(NamedTuple):
    """The cases of the next round, each once."""

    cases: tuple[str, ...]


class Over(NamedTuple):
    """Why no round follows: `reached` all that was asked for, the `budget`, or `failed`, since no case is left."""

    why: str


def predicted(took_s: Sequence[float], planned_s: float, more_s: float) -> float:
    """What a fork will take: as long as the longest of the last ones of its case; before the first what was planned, and
    `more_s`, which is what other cases' forks took beyond that."""
    return max(took_s[-RECENT:]) if took_s else planned_s + more_s


def precise(one: Facts, rule: Rule) -> bool:
    """Whether more forks of the case would not be asked for: its precision is reached, no number of forks gives one, or no more sets are planned."""
    if len(one.logs) < one.forks:  # a time of 0 or an infinite rate has no interval
        return True
    if one.open is not None:
        return not one.open
    if rule.precision is None or one.forks < stopping.LEAST:
        return False
    if one.in_turns and one.forks not in looks.PLANNED:
        return one.forks > looks.PLANNED[-1]
    if one.in_turns and one.forks == looks.PLANNED[-1]:
        return True
    return stopping.enough(stopping.deviation(one.logs), one.forks, rule.precision, rule.confidence)


def next_round(facts: Sequence[Facts], rule: Rule, left_s: float) -> Round | Over:
    """The next round; `left_s` is what is left of the budget, infinite without one.

    First what every case has in any case: rounds of all that have the fewest forks. Then rounds of those that are not yet
    precise, each with its reference. What does not fit is left out, and then those that fit take its place: nothing begins
    that is predicted to end after the budget.
    """
    alive = [one for one in facts if not one.failed]
    if not alive:
        return Over("failed")
    waiting = [one for one in alive if one.forks < one.least]
    fewest = min((one.forks for one in waiting), default=0)
    first = [one for one in waiting if one.forks == fewest]
    open_ = [one for one in alive if one not in waiting and not precise(one, rule)]
    if not waiting and not open_:
        return Over("reached")
    for several in (first, _helped_most(open_, rule, left_s), [*waiting, *open_]):
        chosen = _fitting(several, alive, several is not first, left_s)
        if chosen:
            return Round(tuple(chosen))
    return Over("budget")


def left_out(facts: Sequence[Facts], left_s: float) -> list[str]:
    """The cases of which, at the start, not even one fork fits with the others'."""
    chosen = _fitting(facts, facts, False, left_s)
    return [one.case_id for one in facts if one.case_id not in chosen]


def outstanding_s(facts: Iterable[Facts], rule: Rule) -> float:
    """What the forks take that are missing to the precision, if the forks go on to spread as they did."""
    return math.fsum(_missing(one, rule) * max(one.fork_s, BRIEF_S) for one in facts if not one.failed)


def _missing(one: Facts, rule: Rule) -> float:
    """How many forks the case still needs."""
    if one.forks < one.least or precise(one, rule):
        return max(0, one.least - one.forks)
    if rule.precision is None:
        return math.inf
    if one.forks < stopping.LEAST:
        return stopping.LEAST - one.forks
    needed = stopping.needed(stopping.deviation(one.logs), one.forks, rule.precision, rule.confidence)
    if one.in_turns:
        needed = next((planned for planned in looks.PLANNED if planned >= max(needed, one.forks)), looks.PLANNED[-1])
    return needed - one.forks


def _helped_most(open_: Sequence[Facts], rule: Rule, left_s: float) -> list[Facts]:
    """Those that the round is for, the most helped first; all of them where there is time for all."""
    gains = {one.case_id: _gain_per_s(one, rule.confidence) for one in open_}
    ranked = sorted(open_, key=lambda one: -gains[one.case_id])
    if not ranked or outstanding_s(open_, rule) <= left_s:
        return ranked
    return [one for one in ranked if gains[one.case_id] >= SHARE * gains[ranked[0].case_id]]


def _gain_per_s(one: Facts, confidence: float) -> float:
    if one.forks < 2:
        return math.inf
    return stopping.gain(stopping.deviation(one.logs), one.forks, confidence) / max(one.fork_s, BRIEF_S)


def _fitting(several: Iterable[Facts], alive: Iterable[Facts], partners: bool, left_s: float) -> dict[str, Facts]:
    """Those that fit one after the other, in this order, each together with those that take turns with it, and with its `partners`
    where that is asked for; others than those `alive` are left out."""
    chosen: dict[str, Facts] = {}
    known = {one.case_id: one for one in alive}
    for one in several:
        wanted = [one, *(known[each] for each in one.partners if partners and each in known)]
        together = [*wanted, *(known[each] for fact in wanted for each in fact.sides if each in known)]
        more = {each.case_id: each for each in together if each.case_id not in chosen}
        cost = math.fsum(each.next_s for each in more.values())
        if cost <= left_s:
            chosen |= more
            left_s -= cost
    return chosen
