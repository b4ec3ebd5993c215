"""Progress of a run on standard error: called between iterations only: nothing is drawn while a worker measures."""

from __future__ import annotations

import math
import os
import shutil
import sys
import time
from collections import Counter
from statistics import mean

from rich.cells import set_cell_size

from clamh.cli import show
from clamh.cli.announce_plan import format_rough_time
from clamh.cli.narrowing import widest_margin
from clamh.model.cases import Case, Plan, count_warmup_iterations, find_auto_warmup
from clamh.model.identity import fork_name
from clamh.model.options import UNITS_NS
from clamh.model.results import End, ForkEnd, ForkStart, IterationRecord, Record, RoundRecord
from clamh.model.scores import name_unit, score
from clamh.report.formatting import format_percent
from clamh.report.screen import shorten
from clamh.report.units import format_count
from clamh.report.work import format_title
from clamh.running.context import Lap, Listener
from clamh.running.planning.estimate import floor_seconds, fork_parts, turn_sides, untimed, warming_seconds

FLOORS = ""  # among the cases' ids: the time of measuring floors


def make_listener(plan: Plan, silent: bool) -> Listener:
    """Progress on standard error, and what the user should know at once: a terminal redraws a line, others get a plain
    line per fork.
    """
    if silent:
        return Listener(notice=print_line)
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return Listener(record=_Log(plan), notice=print_line)
    line = _Line(plan)
    return Listener(record=line, notice=print_line, lap=line.lap)


class Account:
    """What a run has done of its plan, and the scores of its cases so far."""

    def __init__(self, plan: Plan):
        self.cases = {case.case_id: case for case in plan.cases}
        self.forks = sum(map(len, plan.rounds))
        self.ended = 0
        self.last: dict[str, float] = {}  # case_id → score of its last iteration, warmup or not
        self.measured: dict[str, list[float]] = {}  # scores of the measurement of each case's fork
        self._means: dict[str, list[float]] = {}  # of each case's forks that are over
        self._sides_of = {case_id: contest for contest in plan.contests for case_id in contest}
        self._plan = plan
        self._warming, self._sides = warming_seconds(plan), turn_sides(plan)
        self._turns = Counter(turn.case_id for turns in plan.rounds for turn in turns)  # forks left
        self._left = {FLOORS: floor_seconds(plan)}
        # of all cases: a precision or a budget also adds forks to those that a resumed run has no planned forks of
        self._parts = {case_id: fork_parts(plan, case, self._warming, self._sides)
                       for case_id, case in self.cases.items()}
        self._partial: dict[str, float] = {}  # of each case's iteration under way: seconds of it that are over
        self._set: dict[str, int] = {}  # the fork under way of each case
        self._lap: Lap | None = None
        for case_id, count in self._turns.items():
            self._left[case_id] = count * math.fsum(self._parts[case_id])
        self._total = sum(self._left.values())
        self._began = 0.0
        self._fork_began = 0.0
        self._shots: dict[str, list[float]] = {}  # how long the forks of single shots took, by case
        self._until: float | None = None  # when a budget is over
        self._outlook: float | None = None  # when a precision will be reached

    def note(self, record: Record) -> None:
        """Takes a record into account."""
        if isinstance(record, RoundRecord):
            self._added(record)
        elif isinstance(record, ForkStart):
            self._left[FLOORS] = 0.0
            now = time.monotonic()
            self._partial[record.case_id], self._set[record.case_id], self._lap = 0.0, record.fork, None
            self._done(record.case_id, self._parts[record.case_id].start_s)
            if not self._began:  # only from here on: before, the machine's lock may have been waited for
                self._began = now - (self._total - sum(self._left.values()))
            self._fork_began = now
            self.measured[record.case_id] = []
        elif isinstance(record, IterationRecord):
            case = self.cases[record.case_id]
            options = case.options
            warmup = record.phase == "warmup"
            parts, partial = self._parts[record.case_id], self._partial.get(record.case_id, 0.0)
            seconds = _warmup_s(case, parts.warmup_s) if warmup else parts.measuring_s / options.measurement_iterations
            self._done(record.case_id, seconds - partial)
            self._partial[record.case_id] = 0.0
            self.last[record.case_id] = score(record, case.mode, UNITS_NS[options.time_unit])
            if not warmup:
                self.measured.setdefault(record.case_id, []).append(self.last[record.case_id])
        elif isinstance(record, ForkEnd):
            over = 1
            if record.status != "ok":  # its other forks are not run
                self._left[record.case_id] = 0.0
                over = self._turns[record.case_id]
            self._turns[record.case_id] -= over
            self._left[record.case_id] = min(self._left[record.case_id],
                                             self._turns[record.case_id] * math.fsum(self._parts[record.case_id]))
            self.ended += over
            if record.status == "ok" and record.fork >= 0 and (scores := self.measured.get(record.case_id)):
                self._means.setdefault(record.case_id, []).append(mean(scores))
            if untimed(self.cases[record.case_id]):
                self._shots.setdefault(record.case_id, []).append(time.monotonic() - self._fork_began)

    def note_lap(self, lap: Lap) -> None:
        """Takes into account how far an iteration of a set is."""
        self._lap = lap
        for case_id in lap.cases:
            seconds = self._parts[case_id].measuring_s / self.cases[
                case_id].options.measurement_iterations * lap.lap / lap.laps
            self._done(case_id, seconds - self._partial.get(case_id, 0.0))
            self._partial[case_id] = seconds

    def margin(self, case_id: str) -> str:
        """How wide the interval is so far, of a contest the widest; "" where too little is known."""
        contest = self._sides_of.get(case_id, (case_id,))
        margin = widest_margin([self._means.get(side, []) for side in contest])
        return "" if margin is None else f"±{format_percent(margin)}"

    def place(self, case_id: str) -> str:
        """Which set of how many is measured, of a case whose sides take turns, and in which lap it is; "" of another.
        """
        if self._sides.get(case_id, (1, False))[0] < 2 or case_id not in self._set:
            return ""
        fork, planned = self._set[case_id], self.cases[case_id].options.forks
        several = f"set {fork + 1}{f'/{planned}' if fork < planned else ''}" if fork >= 0 else f"warmup set {-fork}"
        lap = self._lap
        if lap is None or case_id not in lap.cases:
            return several
        return (f"{several}, lap "
                f"{lap.index * lap.laps + lap.lap}/{lap.laps * self.cases[case_id].options.measurement_iterations}")

    def _added(self, record: RoundRecord) -> None:
        """A round that a precision or a budget decided on; those of the plan are counted already."""
        now = time.monotonic()
        self._began = self._began or now
        self._until = None if record.left_s is None else now + record.left_s
        self._outlook = None if record.outlook_s is None else now + record.outlook_s
        for turn in record.turns:
            if self._turns[turn.case_id] <= 0:
                self._turns[turn.case_id] += 1
                self.forks += 1
                self._left[turn.case_id] = math.fsum(self._parts[turn.case_id])
                self._total += self._left[turn.case_id]

    def _ahead(self) -> float | None:
        """Seconds to the end of a run under a precision or a budget, whichever comes first; None for another run."""
        ends = [value for value in (self._until, self._outlook) if value is not None]
        return max(0.0, min(ends) - time.monotonic()) if ends else None

    @property
    def finished(self) -> float:
        """The part of the plan that is over, 0 to 1: of its time, or of its forks where some have no known time."""
        ahead = self._ahead()
        if ahead is not None:
            over = time.monotonic() - self._began
            return over / (over + ahead) if over + ahead else 1.0
        if any(untimed(case) for case in self.cases.values()):
            return self.ended / self.forks
        return 1 - sum(self._left.values()) / self._total if self._total else 1.0

    @property
    def left(self) -> str:
        """The time left: what is planned, scaled by what was needed so far, as JMH's ETA is: fixtures take time too.

        What single shots take is learned from those that ran: of the same case, else of the others.
        """
        ahead = self._ahead()
        if ahead is not None:
            return (f"{format_rough_time(ahead)} left" if self._outlook is None
                    else f"about {format_rough_time(ahead)} left")
        left = sum(self._left.values())
        over, shots = self._total - left, sum(map(sum, self._shots.values()))
        scale = (time.monotonic() - self._began - shots) / over if over > 0 else 1.0
        left *= max(1.0, scale)
        waiting = {text: count for text, count in self._turns.items() if count and untimed(self.cases[text])}
        every = [seconds for several in self._shots.values() for seconds in several]
        for case_id, count in waiting.items():
            left += count * mean(self._shots.get(case_id, every) or [0.0])
        if waiting and not every:
            return f"{format_rough_time(left)} and {format_count(sum(waiting.values()), 'fork')} of single shots left"
        return f"{format_rough_time(left)} left" if left and self.ended < self.forks else "done"

    def _done(self, case_id: str, seconds: float) -> None:
        self._left[case_id] = max(0.0, self._left[case_id] - seconds)


class _Log:
    """One line per fork, for logs and CI."""

    def __init__(self, plan: Plan):
        self._account = Account(plan)

    def __call__(self, record: Record) -> None:
        account = self._account
        account.note(record)
        if isinstance(record, ForkEnd):
            case = account.cases[record.case_id]
            place = f"[{account.ended}/{account.forks}] {format_title(case)} {fork_name(record.fork)}: "
            if record.status == "ok":
                scores = account.measured.get(record.case_id, [])
                mean = math.fsum(scores) / len(scores) if scores else math.nan
                margin = account.margin(record.case_id)
                print_line(f"{place}{format_score(case, mean)}, {f'{margin} so far, ' if margin else ''}{account.left}")
            else:
                print_line(f"{place}FAILED: {_why(record)}")


def _warmup_s(case: Case, planned_s: float) -> float:
    """What a warmup iteration takes of the time that is planned for all of them, which is the most under AutoWarmup."""
    return case.options.warmup_time_ns / 1e9 if find_auto_warmup(case) else planned_s / max(
        1, count_warmup_iterations(case))


class _Line:
    """Percent, time left, what runs now and its last score, redrawn in place."""

    def __init__(self, plan: Plan):
        self._account = Account(plan)

    def __call__(self, record: Record) -> None:
        self._account.note(record)
        if isinstance(record, ForkStart | IterationRecord):
            self._draw(self._account.cases[record.case_id])
        elif isinstance(record, ForkEnd) and record.status != "ok":
            self._clear()
            print_line(
                f"{format_title(self._account.cases[record.case_id])} {fork_name(record.fork)} FAILED: {_why(record)}")
        elif isinstance(record, End):
            self._clear()

    def lap(self, lap: Lap) -> None:
        """Shows how far a set is."""
        self._account.note_lap(lap)
        self._draw(self._account.cases[lap.cases[0]], score=False)

    def _draw(self, case: Case, score: bool = True) -> None:
        account = self._account
        width = shutil.get_terminal_size().columns - 1
        head = f"{100 * account.finished:3.0f} %  {account.left}  "
        if margin := account.margin(case.case_id):
            head += f"{margin}  "
        tail = f"  {format_score(case, account.last[case.case_id])}" if score and case.case_id in account.last else ""
        if place := account.place(case.case_id):
            head += f"{place}  "
        room = max(0, width - len(head) - len(tail))
        title = set_cell_size(shorten(format_title(case, mode=False, platform=score), room), room)
        sys.stderr.write("\r" + set_cell_size(show.fit_encoding(f"{head}{title}{tail}", sys.stderr), width))
        sys.stderr.flush()

    def _clear(self) -> None:
        sys.stderr.write("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r")
        sys.stderr.flush()


def print_line(text: str) -> None:
    """One line on standard error, in the letters that its locale has; one write, since builds tell in parallel."""
    sys.stderr.write(f"{show.fit_encoding(text, sys.stderr)}\n")
    sys.stderr.flush()


def print_nothing(_: object) -> None:
    """Prints nothing."""


def format_score(case: Case, value: float) -> str:
    """A score with its unit, in four significant digits, without an exponent where it can be."""
    called = name_unit(case.mode, case.options.time_unit)
    if not 1e-9 < value < 1e15:
        return f"{value:.4g} {called}"
    return f"{value:.{max(0, 3 - math.floor(math.log10(value)))}f} {called}"


def _why(end: ForkEnd) -> str:
    """The cause of a failed fork, on one line; the report has all of it."""
    cause = next(iter(end.message.strip().splitlines()), "") or end.reason
    return f"in {end.where}: {cause}" if end.where else cause
