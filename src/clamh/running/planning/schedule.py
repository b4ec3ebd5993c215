"""The rounds of a run under a precision or a budget: keeps the facts that its records say, and asks rounds.py who is next."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from clamh.judging.statistics import looks
from clamh.judging.statistics.forks import mean
from clamh.model.cases import Case, Plan, Turn
from clamh.model.options import ADDED_SETS, UNITS_NS
from clamh.model.results import ForkEnd, ForkStart, IterationRecord, LookRecord, Record, RoundRecord, Run
from clamh.model.waiting import ForkMean, fork_mean, fork_means
from clamh.running.planning.contests import side_by_side
from clamh.running.planning.estimate import fork_seconds, turn_sides, warming_seconds
from clamh.running.planning.rounds import Facts, Over, Rule, left_out, next_round, outstanding_s, precise, predicted

FindOpen = Callable[[], Collection[str]]


class Schedule:
    """What each case has so far. `left_s` says what is left of the budget, infinite without one; `references` is, by case_id,
    the case that its ratio is relative to. `find_open` says after each planned look of which cases more sets could change the decision.
    """

    def __init__(self, plan: Plan, rule: Rule, left_s: Callable[[], float], references: Mapping[str, str], find_open: FindOpen | None = None):
        self.plan, self.rule, self.left_s, self.references, self._find_open = plan, rule, left_s, references, find_open
        self.over = Over("")
        self._cases = {case.case_id: case for case in _side_by_side(plan)}
        warming, sides = warming_seconds(plan), turn_sides(plan)
        self._planned = {one: fork_seconds(plan, case, warming, sides) for one, case in self._cases.items()}
        self._took: dict[str, list[float]] = {one: [] for one in self._cases}
        self._means: dict[str, list[ForkMean]] = {one: [] for one in self._cases}
        self._rivals = {one: contest for contest in plan.contests for one in contest}
        self._warmed = dict.fromkeys(self._cases, 0)  # warmup forks that ended
        self._failed: set[str] = set()
        self._measured: dict[str, list[IterationRecord]] = {}  # of each case's fork under way
        self._looked: dict[tuple[str, ...], list[int]] = {contest: [] for contest in plan.contests}
        self._block = 0
        self._open: set[tuple[str, ...]] = set()  # contests
        self._asked: dict[tuple[str, ...], int] = {}  # at how many sets of each contest it was found out whether it is open
        self._again: tuple[Turn, ...] = ()  # the round at the seam of a resumed run

    def hear(self, record: Record) -> None:
        """Takes a record of the run into account."""
        if isinstance(record, ForkStart):
            self._measured[record.case_id] = []
        elif isinstance(record, IterationRecord) and record.phase == "measurement":
            self._measured[record.case_id].append(record)
        elif isinstance(record, ForkEnd):
            self._took[record.case_id].append(record.took_s)
            if record.status != "ok":
                self._failed.add(record.case_id)
            elif record.fork >= 0:
                case = self._cases[record.case_id]
                self._means[record.case_id].append(fork_mean(self._measured[record.case_id], case.mode, UNITS_NS[case.options.time_unit]))
            else:
                self._warmed[record.case_id] += 1

    def go_on(self, run: Run) -> None:
        """Takes what a run that was cut off has already; its last round is run again where it is not whole."""
        ended = {(one.case.case_id, fork.start.fork) for one in run.cases for fork in one.forks if fork.end}
        failed = {one.case.case_id for one in run.cases for fork in one.forks if fork.end and fork.end.status != "ok"}
        last = run.rounds[-1] if run.rounds else None
        if last and any((turn.case_id, turn.fork) not in ended and turn.case_id not in failed for turn in last.turns):
            self._again = tuple(turn for turn in last.turns if turn.case_id not in failed)
        self._block = max((one.block + 1 for one in run.rounds), default=0)
        for look in run.looks:
            self._looked.setdefault(look.cases, []).append(look.sets)
        for one in run.cases:
            for fork in one.forks:
                if fork.end and Turn(case_id=one.case.case_id, fork=fork.start.fork) not in self._again:
                    for record in (fork.start, *fork.measurement, fork.end):
                        self.hear(record)

    def rounds(self) -> Iterator[RoundRecord | LookRecord]:
        """Round after round, each decided when the one before it is over; `over` says at the end why there is none.

        Before them the looks that decided, and after them the last; what there was before a run was gone on with somebody may have looked at.
        """
        yield from self._looks(any(self._means.values()))
        if self._again:
            warmup = self._again[0].fork < 0
            yield self._round(self._again[0].fork if warmup else self._block - 1, self._again)
        while not isinstance(found := next_round(self.facts(), self.rule, self.left_s()), Over):
            yield from self._warmups([self._cases[one] for one in found.cases if not self._means[one]])
            chosen = [one for one in found.cases if one not in self._failed]
            turns = [Turn(case_id=one, fork=len(self._means[one])) for one in self._order(chosen)]
            self._block += 1
            if turns:
                yield self._round(self._block - 1, turns)
                yield from self._looks(False)
                self._look_at_open()
        self.over = found
        yield from self._looks(True)

    def _looks(self, every: bool) -> Iterator[LookRecord]:
        """At each contest that has as many sets as a look was planned for, or at all; at each number of sets once."""
        for contest, before in self._looked.items():
            sets = min(len(self._means[one]) for one in contest)
            planned = sets in looks.PLANNED and self._looks_often
            if sets and sets not in before and (every or planned):
                before.append(sets)
                alpha = 1 - self.rule.confidence
                yield LookRecord(cases=contest, sets=sets, spent=alpha * (looks.spent(sets) if self._looks_often else 1.0))

    @property
    def _looks_often(self) -> bool:
        """Whether what was measured decides how much more is, so that each planned look counts."""
        return self.rule.precision is not None or self._find_open is not None

    def _look_at_open(self) -> None:
        """Which contests are open, of those that have the next planned number of sets now; the others stay as they were.

        First when each case has the sets of the plan. A contest whose plan has another number than a look is looked at once, and so is what does not
        take turns.
        """
        if self._find_open is None or any(len(self._means[one]) < case.options.forks for one, case in self._cases.items() if one not in self._failed):
            return
        most = ADDED_SETS if self.rule.budget_s is None else looks.PLANNED[-1]
        counts = {contest: min(len(self._means[one]) for one in contest) for contest in self.plan.contests}
        reached = [contest for contest, sets in counts.items() if sets in looks.PLANNED and (not self._asked or contest in self._open and sets > self._asked[contest])]
        if not reached:
            return
        open_ = set(self._find_open())
        self._asked |= {contest: counts[contest] for contest in (reached if self._asked else counts)}
        self._open -= set(reached)
        self._open |= {contest for contest in reached if counts[contest] < most and open_.intersection(contest) and not self._failed.intersection(contest)}

    def facts(self) -> list[Facts]:
        """All cases, those that are compared next to each other."""
        beyond = [seconds - self._planned[one] for one, took in self._took.items() for seconds in took]
        more_s = max(0.0, mean(beyond)) if beyond else 0.0
        found = []
        for one, case in self._cases.items():
            fork_s = predicted(self._took[one], self._planned[one], more_s)
            kept = self._means[one]
            means = [each.measured for each in kept] if one in self._rivals else fork_means(kept)[0]
            found.append(Facts(
                case_id=one, least=case.options.forks, forks=len(means), fork_s=fork_s,
                logs=tuple(math.log(value) for value in means if 0 < value < math.inf),
                first_s=(case.options.warmup_forks - self._warmed[one]) * fork_s, failed=one in self._failed, in_turns=one in self._rivals,
                open=None if self._find_open is None or len(means) < case.options.forks else self._rivals.get(one) in self._open,
                partners=(self.references.get(one, one),), sides=self._rivals.get(one, ())))
        return found

    def fits(self, turns: Collection[Turn]) -> bool:
        """Whether these forks, which are run together, are predicted to end within the budget, now that the ones before them have ended."""
        together = {turn.case_id for turn in turns}
        return math.fsum(fact.fork_s for fact in self.facts() if fact.case_id in together) <= self.left_s()

    def left_out(self) -> list[Case]:
        """The cases that the budget has no time for, as far as that can be told before the first fork."""
        return [self._cases[one] for one in left_out(self.facts(), self.left_s())]

    def unmeasured(self) -> list[Case]:
        """The cases without a single fork, none of which failed."""
        return [case for one, case in self._cases.items() if not self._means[one] and one not in self._failed]

    def _round(self, block: int, turns: Sequence[Turn]) -> RoundRecord:
        """The round, with how many cases are not yet precise, and how long it takes until all are."""
        facts = [one for one in self.facts() if not one.failed]
        known = all(one.forks >= one.least for one in facts) and self.rule.precision is not None
        return RoundRecord(block=block, turns=tuple(turns), undecided=sum(not precise(one, self.rule) for one in facts),
                           outlook_s=outstanding_s(facts, self.rule) if known else None,
                           left_s=self.left_s() if self.rule.budget_s is not None else None)

    def _warmups(self, cases: Sequence[Case]) -> Iterator[RoundRecord]:
        """The rounds of warmup forks that come before the first fork of these cases."""
        for number in range(1, max((case.options.warmup_forks for case in cases), default=0) + 1):
            several = [case.case_id for case in cases if self._warmed[case.case_id] < number <= case.options.warmup_forks
                       and case.case_id not in self._failed]
            if several:
                yield self._round(-number, [Turn(case_id=one, fork=-number) for one in several])

    def _order(self, chosen: Sequence[str]) -> list[str]:
        """As the plan has it where this is a round of the plan, else in random order by the seed."""
        for turns in self.plan.rounds:
            if turns and turns[0].fork == self._block and {turn.case_id for turn in turns} == set(chosen):
                return [turn.case_id for turn in turns]
        ordered = sorted(chosen)
        random.Random(f"{self.plan.seed}/order/{self._block}").shuffle(ordered)
        turns = side_by_side([Turn(case_id=one, fork=self._block) for one in ordered], self.plan.contests)
        return [turn.case_id for turn in turns]


def _side_by_side(plan: Plan) -> list[Case]:
    """The plan's cases, those of one benchmark, mode, thread count and set of params next to each other."""
    contests: dict[tuple, list[Case]] = {}
    for case in plan.cases:
        contests.setdefault((case.key, case.mode, case.threads, *sorted(case.params.items())), []).append(case)
    return [case for contest in contests.values() for case in contest]
