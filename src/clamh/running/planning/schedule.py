"""The rounds of a run under a precision or a budget: collects facts of its records, and asks rounds.py for the next."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from clamh.judging.statistics import looks
from clamh.judging.statistics.forks import mean
from clamh.languages import languages
from clamh.model.cases import Case, Plan, Turn
from clamh.model.options import ADDED_SETS, UNITS_NS
from clamh.model.results import ForkEnd, ForkStart, IterationRecord, LookRecord, Record, RoundRecord, Run, SetRecord
from clamh.model.waiting import (ForkMean, can_leave_out, find_cases_without_waiting, fork_mean, fork_means,
                                 without_waiting)
from clamh.running.planning.contests import side_by_side
from clamh.running.planning.estimate import fork_seconds, turn_sides, warming_seconds
from clamh.running.planning.rounds import (EndOfRounds, Facts, Rule, find_unaffordable, is_precise, next_round,
                                           outstanding_s, predict_fork)

FindOpen = Callable[[], Collection[str]]


class Schedule:
    """The facts about each case so far, and the rounds that follow from them.

    `left_s` returns the rest of the budget; infinite without one. `references` has, by case_id, the case that its ratio
    is relative to. `find_open` returns, after each planned look, the cases whose decision more sets could change.
    """

    def __init__(self, plan: Plan, rule: Rule, left_s: Callable[[], float], references: Mapping[str, str],
                 find_open: FindOpen | None = None):
        self.plan, self.rule, self.left_s, self.references, self._find_open = plan, rule, left_s, references, find_open
        self.over = EndOfRounds("")
        self._cases = {case.case_id: case for case in _list_neighbours(plan)}
        warming, sides = warming_seconds(plan), turn_sides(plan)
        self._planned = {case_id: fork_seconds(plan, case, warming, sides) for case_id, case in self._cases.items()}
        self._took: dict[str, list[float]] = {case_id: [] for case_id in self._cases}
        self._means: dict[str, list[ForkMean]] = {case_id: [] for case_id in self._cases}
        self._logs: dict[str, tuple[float, ...]] = {}  # ln of the fork means, until the case has another fork
        self._excess_s: list[float] = []  # by how much each fork exceeded its planned duration
        self._rivals = {case_id: contest for contest in plan.contests for case_id in contest}
        self._without_waiting = _find_cases_without_waiting(plan)
        self._warmed = dict.fromkeys(self._cases, 0)  # the number of finished warmup forks
        self._failed: set[str] = set()
        self._measured: dict[str, list[IterationRecord]] = {}  # iterations of each case's current fork
        self._looked: dict[tuple[str, ...], list[int]] = {contest: [] for contest in plan.contests}
        self._block = 0
        self._open: set[tuple[str, ...]] = set()  # contests
        # the number of sets of each contest when `find_open` last judged it
        self._asked: dict[tuple[str, ...], int] = {}
        self._again: tuple[Turn, ...] = ()  # the round that a resumed run repeats

    def hear(self, record: Record) -> None:
        """Adds the facts of a record of the run."""
        if isinstance(record, ForkStart):
            self._measured[record.case_id] = []
        elif isinstance(record, SetRecord):  # before the ends of its forks
            self._without_waiting -= set(record.cases) - find_cases_without_waiting([record], {})
        elif isinstance(record, IterationRecord) and record.phase == "measurement":
            self._measured[record.case_id].append(record)
        elif isinstance(record, ForkEnd):
            self._took[record.case_id].append(record.took_s)
            self._excess_s.append(record.took_s - self._planned[record.case_id])
            self._logs.pop(record.case_id, None)
            if record.status != "ok":
                self._failed.add(record.case_id)
            elif record.fork >= 0:
                case, iterations = self._cases[record.case_id], self._measured[record.case_id]
                if record.case_id in self._without_waiting:
                    iterations = list(map(without_waiting, iterations))
                self._means[record.case_id].append(
                    fork_mean(iterations, case.mode, UNITS_NS[case.options.time_unit]))
            else:
                self._warmed[record.case_id] += 1

    def go_on(self, run: Run) -> None:
        """Adds the facts of an interrupted run. Its last round is repeated if it is incomplete."""
        ended = {(case.case.case_id, fork.start.fork) for case in run.cases for fork in case.forks if fork.end}
        failed = {case.case.case_id for case in run.cases for fork in case.forks if fork.end
                  and fork.end.status != "ok"}
        last = run.rounds[-1] if run.rounds else None
        if last and any((turn.case_id, turn.fork) not in ended and turn.case_id not in failed for turn in last.turns):
            self._again = tuple(turn for turn in last.turns if turn.case_id not in failed)
        self._block = max((earlier.block + 1 for earlier in run.rounds), default=0)
        for look in run.looks:
            self._looked.setdefault(look.cases, []).append(look.sets)
        for record in run.sets:
            self.hear(record)
        for case in run.cases:
            for fork in case.forks:
                if fork.end and Turn(case_id=case.case.case_id, fork=fork.start.fork) not in self._again:
                    for record in (fork.start, *fork.measurement, fork.end):
                        self.hear(record)

    def rounds(self) -> Iterator[RoundRecord | LookRecord]:
        """Yields rounds; each is decided when the one before it has ended. `over` then says why none follows.

        Also yields looks: before the rounds those of an earlier part of the run, because a user may have read its
        report; then those that decide; at the end the last.
        """
        yield from self._looks(any(self._means.values()))
        if self._again:
            warmup = self._again[0].fork < 0
            yield self._round(self._again[0].fork if warmup else self._block - 1, self._again)
            yield from self._looks(False)
        while not isinstance(following := next_round(self.facts(), self.rule, self.left_s()), EndOfRounds):
            yield from self._warmups([self._cases[case_id] for case_id in following.cases if not self._means[case_id]])
            chosen = [case_id for case_id in following.cases if case_id not in self._failed]
            turns = [Turn(case_id=case_id, fork=len(self._means[case_id])) for case_id in self._order(chosen)]
            self._block += 1
            if turns:
                yield self._round(self._block - 1, turns)
                yield from self._looks(False)
                self._look_at_open()
        self.over = following
        yield from self._looks(True)

    def _looks(self, every: bool) -> Iterator[LookRecord]:
        """A look at each contest that reached a planned number of sets, not below what it has in any case (any number
        with `every`), once per number.
        """
        for contest, before in self._looked.items():
            sets = min((len(self._means[case_id]) for case_id in contest if case_id not in self._failed), default=0)
            least = max(self._cases[case_id].options.forks for case_id in contest)
            planned = sets in looks.PLANNED and sets >= least and self._looks_often
            if sets and sets not in before and (every or planned):
                before.append(sets)
                alpha = 1 - self.rule.confidence
                yield LookRecord(cases=contest, sets=sets,
                                 spent=alpha * (looks.spent(sets) if self._looks_often else 1.0))

    @property
    def _looks_often(self) -> bool:
        """Whether results decide how much more is measured, so that each planned look spends a share of the error."""
        return self.rule.precision is not None or self._find_open is not None

    def _look_at_open(self) -> None:
        """Updates which contests are open, among those that have now reached the next planned number of sets.

        The first update is when each case has the sets of the plan, except for those that the budget has no time for. A
        contest with another number of sets than a look is judged once, and so are cases that do not take turns.
        """
        if self._find_open is None:
            return
        alive = {fact.case_id: fact for fact in self.facts() if not fact.failed}
        late = [fact for fact in alive.values() if fact.forks < fact.least]
        if any(math.fsum(alive[case_id].next_s for case_id in fact.sides or (fact.case_id,) if case_id in alive)
               <= self.left_s() for fact in late):
            return
        most = ADDED_SETS if self.rule.budget_s is None else looks.PLANNED[-1]
        incomplete = {fact.sides for fact in late}
        counts = {contest: min(len(self._means[case_id]) for case_id in contest) for contest in self.plan.contests
                  if contest not in incomplete}
        reached = [contest for contest, sets in counts.items() if sets in looks.PLANNED
                   and (contest not in self._asked or contest in self._open and sets > self._asked[contest])]
        if not reached:
            return
        open_ = set(self._find_open())
        self._asked = counts | self._asked | {contest: counts[contest] for contest in reached}
        self._open -= set(reached)
        self._open |= {contest for contest in reached if counts[contest] < most and open_.intersection(contest)
                       and not self._failed.intersection(contest)}

    def facts(self) -> list[Facts]:
        """The facts about all cases; compared cases stand next to each other."""
        more_s = max(0.0, mean(self._excess_s)) if self._excess_s else 0.0
        facts = []
        for case_id, case in self._cases.items():
            fork_s = predict_fork(self._took[case_id], self._planned[case_id], more_s)
            forks = len(self._means[case_id])
            in_turns = case_id in self._rivals
            if case_id not in self._logs:
                self._logs[case_id] = _compute_logs(self._means[case_id], in_turns)
            undecided = self._find_open is None or forks < case.options.forks
            facts.append(Facts(
                case_id=case_id, least=case.options.forks, forks=forks, fork_s=fork_s, logs=self._logs[case_id],
                first_s=(case.options.warmup_forks - self._warmed[case_id]) * fork_s, failed=case_id in self._failed,
                in_turns=in_turns, open=None if undecided else self._rivals.get(case_id) in self._open,
                partners=(self.references.get(case_id, case_id),), sides=self._rivals.get(case_id, ())))
        return facts

    def fits(self, turns: Collection[Turn]) -> bool:
        """Whether these forks, which run together, are now predicted to end within the budget."""
        together = {turn.case_id for turn in turns}
        return math.fsum(fact.fork_s for fact in self.facts() if fact.case_id in together) <= self.left_s()

    def left_out(self) -> list[Case]:
        """The cases that the budget has no time for, as predicted before the first fork."""
        return [self._cases[case_id] for case_id in find_unaffordable(self.facts(), self.left_s())]

    def unmeasured(self) -> list[Case]:
        """The cases without any measured fork that have not failed."""
        return [case for case_id, case in self._cases.items() if not self._means[case_id]
                and case_id not in self._failed]

    def _round(self, block: int, turns: Sequence[Turn]) -> RoundRecord:
        """The record of a round, with the number of cases that are not yet precise, and the predicted time for them."""
        facts = [fact for fact in self.facts() if not fact.failed]
        known = self.rule.fixed or self.rule.precision is not None and all(fact.forks >= fact.least for fact in facts)
        return RoundRecord(block=block, turns=tuple(turns),
                           undecided=sum(not is_precise(fact, self.rule) for fact in facts),
                           outlook_s=outstanding_s(facts, self.rule) if known else None,
                           left_s=self.left_s() if self.rule.budget_s is not None else None)

    def _warmups(self, cases: Sequence[Case]) -> Iterator[RoundRecord]:
        """The rounds of warmup forks before the first fork of these cases."""
        for number in range(1, max((case.options.warmup_forks for case in cases), default=0) + 1):
            case_ids = [case.case_id for case in cases
                        if self._warmed[case.case_id] < number <= case.options.warmup_forks
                        and case.case_id not in self._failed]
            if case_ids:
                yield self._round(-number, [Turn(case_id=case_id, fork=-number) for case_id in case_ids])

    def _order(self, chosen: Sequence[str]) -> list[str]:
        """The plan's order if this is a round of the plan; else a random order from the seed."""
        for turns in self.plan.rounds:
            if turns and turns[0].fork == self._block and {turn.case_id for turn in turns} == set(chosen):
                return [turn.case_id for turn in turns]
        ordered = sorted(chosen)
        random.Random(f"{self.plan.seed}/order/{self._block}").shuffle(ordered)
        turns = side_by_side([Turn(case_id=case_id, fork=self._block) for case_id in ordered], self.plan.contests)
        return [turn.case_id for turn in turns]


def _compute_logs(forks: Sequence[ForkMean], in_turns: bool) -> tuple[float, ...]:
    """ln of the fork means, without those of a time of 0 or an infinite rate."""
    means = [fork.measured for fork in forks] if in_turns else fork_means(forks)[0]
    return tuple([math.log(value) for value in means if 0 < value < math.inf])


def _find_cases_without_waiting(plan: Plan) -> set[str]:
    """The case_ids of contests whose scores leave out waiting for a CPU: no side's runtime has threads of its own."""
    native = {language.id for language in languages().values() if language.no_helpers}
    able = {case.case_id for case in plan.cases
            if can_leave_out(case) and plan.catalogs[case.artifact].artifact.platform.language in native}
    return {case_id for contest in plan.contests if able.issuperset(contest) for case_id in contest}


def _list_neighbours(plan: Plan) -> list[Case]:
    """The plan's cases; cases of a benchmark, mode, thread count and params stand next to each other."""
    contests: dict[tuple, list[Case]] = {}
    for case in plan.cases:
        contests.setdefault((case.key, case.mode, case.threads, *sorted(case.params.items())), []).append(case)
    return [case for contest in contests.values() for case in contest]
