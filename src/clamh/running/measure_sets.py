"""Runs the forks of a contest: as a set of sides that take turns, or one after the other if that is impossible."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.cases import Case, Turn, count_warmup_iterations, find_auto_warmup
from clamh.model.results import ForkEnd, Record, SetRecord, WarningRecord
from clamh.running.context import Lap
from clamh.running.layouts import fork_layout
from clamh.running.planning.contests import find_sliced, slices_by_time
from clamh.running.planning.settling import least_ns
from clamh.running.planning.steadiness import Warmth, after_set, costs_of_set
from clamh.running.planning.turns import LONGER, slice_ns
from clamh.running.progress import Ongoing
from clamh.running.starting import CommandOf, block_seed, fork_command, with_temporary_folder
from clamh.running.worker import tmpfs
from clamh.running.worker.fork import Fork, Outcome, run_trial
from clamh.running.worker.process import Limits
from clamh.running.worker.sets import Apart, Side, run_set
from clamh.running.worker.sliced import Unsliced
from clamh.running.worker.slices import measure_slices
from clamh.running.worker.trial import Place
from clamh.running.worker.warm_slices import Manner
from clamh.running.worker.whole import measure_whole

LAP_S = 1.0  # the time between two reports of a set's progress


class Forking(NamedTuple):
    """What the forks of a round share; `places` are their positions in it."""

    run: Ongoing
    command: CommandOf
    limits: Limits
    block: int
    places: Mapping[Turn, int]

    @property
    def cases(self) -> Mapping[str, Case]:
        """The cases by case_id."""
        return self.run.cases

    def prepared(self, turn: Turn, living: ExitStack) -> Fork:
        """The fork of a turn. `living` ends what the fork needs beside its process."""
        run, plan, case = self.run, self.run.plan, self.run.cases[turn.case_id]
        layout = fork_layout(case, plan.seed, turn.fork, plan.replayed)
        place = Place(fork=turn.fork, block=self.block, position=self.places[turn], seed=block_seed(
            plan.seed, self.block), layout=layout, compared=turn.case_id in run.compared_cases)
        process = living.enter_context(_in_memory(run, case, fork_command(plan, case, layout, self.command)))
        warm = [run.warmups[case_id] for case_id in case.warm]
        return Fork(process, case, place, run.recording.outputs, run.record, self.limits, warm)


def measure_set(forking: Forking, turns: Sequence[Turn]) -> tuple[list[ForkEnd], list[Turn]]:
    """Runs these forks; several forks take turns in slices. Returns the ends of forks, and the turns that are left.

    If a side of a set fails, the other sides are measured again. Of sides that are measured separately only the first
    runs, so that its end is recorded before the next starts.
    """
    run = forking.run
    contest = frozenset(turn.case_id for turn in turns)
    if len(turns) == 1 or any(contest <= apart for apart in run.apart):
        return _run_forks(forking, turns[:1], _alone), list(turns[1:])
    try:
        ends = _run_forks(forking, turns, _in_turns)
    except Unsliced as reason:
        _use_whole_iterations(run, contest, str(reason))
        return measure_set(forking, turns)
    except Apart as reason:
        run.apart.add(contest)
        _warn("not-together", run, contest, f"the sides were measured one process after the other: {reason}")
        return measure_set(forking, turns)
    if not any(end.status == "failed" for end in ends):
        return ends, []
    ended = {end.case_id for end in ends}
    return ends, [turn for turn in turns if turn.case_id not in ended]


def _use_whole_iterations(run: Ongoing, case_ids: Collection[str], reason: str) -> None:
    """From now on, turns of the contest are whole iterations."""
    run.unsliced.add(frozenset(case_ids))
    _warn("not-sliced", run, case_ids, f"turns are whole iterations instead of slices: {reason}")


def _warn(code: str, run: Ongoing, case_ids: Iterable[str], message: str) -> None:
    """Records the warning for each case, once in a run."""
    for case_id in sorted(case_ids):
        if (code, case_id) not in run.given_warnings:
            run.given_warnings.add((code, case_id))
            run.record(WarningRecord(code=code, message=message, case_id=case_id))


def _run_forks(forking: Forking, turns: Sequence[Turn],
               measure: Callable[[Ongoing, list[Fork]], list[Outcome | None]]) -> list[ForkEnd]:
    """The ends of the forks of these turns, without those that a budget cut off or that must be repeated."""
    run, began_s = forking.run, forking.run.elapsed_s()
    with ExitStack() as living:
        forks = [forking.prepared(turn, living) for turn in turns]
        outcomes = measure(run, forks)
        for fork, outcome in zip(forks, outcomes, strict=True):
            if outcome:
                _warn_if_full(run, fork.case, outcome.end)
                run.measuring_s += outcome.measuring_s
    took_s = (run.elapsed_s() - began_s) / len(turns)
    return [replace(outcome.end, took_s=took_s) for outcome in outcomes if outcome and outcome.end]


def _alone(run: Ongoing, forks: list[Fork]) -> list[Outcome | None]:
    return [run_trial(fork) for fork in forks]


def _in_turns(run: Ongoing, forks: list[Fork]) -> list[Outcome | None]:
    """Runs all sides of a set in turns.

    A factor lengthens the warmups: one that each set draws, so that rare events fall elsewhere in each, times the one
    that earlier sets of the contest showed to be necessary. Under AutoWarmup, warmups of all sides fit into its time.
    """
    contest = tuple(sorted(fork.case.case_id for fork in forks))
    draw = random.Random(f"{run.plan.seed}/set/{forks[0].place.fork}/{contest}")
    warmth, catalogs = run.warmth.get(contest, Warmth()), run.plan.catalogs
    warmup_factor = min(warmth.factor * draw.uniform(1, LONGER), *(_largest_factor(fork.case) for fork in forks))
    records: list[SetRecord] = []

    def record_and_keep(record: Record) -> None:
        run.record(record)
        if isinstance(record, SetRecord):
            records.append(record)

    reported_s = time.monotonic()

    def between(index: int, lap: int, laps: int) -> None:
        nonlocal reported_s
        if time.monotonic() - reported_s >= LAP_S:
            run.listener.lap(Lap(contest, index, lap, laps))
            reported_s = time.monotonic()

    whole = partial(measure_whole, draw=draw, factor=warmup_factor, throttling=run.throttling)

    def measure(sides: Sequence[Side], record: Callable[[Record], None]) -> None:
        if refused := [side for side in sides if side.trial.opened.unsliced]:
            _use_whole_iterations(run, contest, f"{refused[0].case.side}: {refused[0].trial.opened.unsliced}")
            return whole(sides, record)
        timed = [fork.case.case_id for fork in forks if slices_by_time(catalogs[fork.case.artifact])]
        manner = Manner(draw, timed, run.paces.get(contest), slice_ns(sides[0].case), warmup_factor, run.delta,
                        run.throttling, between)
        run.paces[contest] = measure_slices(sides, record, manner)

    whole_before = any(unsliced.issuperset(contest) for unsliced in run.unsliced)
    slices = not whole_before and find_sliced((fork.case for fork in forks), catalogs)
    outcomes = run_set(forks, measure if slices else whole, record_and_keep, warmup_factor)
    if all(outcome and outcome.end and outcome.end.status == "ok" for outcome in outcomes):
        run.warmth[contest] = after_set(warmth, costs_of_set(records), run.delta)
    throttled = [set_ for set_ in records if set_.throttled]
    if throttled:
        laps = sum(len(set_.throttled) for set_ in throttled) // len(forks)
        all_laps = sum(len(set_.order) for set_ in records) // len(forks)
        _warn("throttled", run, contest, "the control group used up its CPU quota and was stopped in "
              f"{laps} of {all_laps} laps of a set: such laps count for no side, also in further sets")
    return outcomes


def _largest_factor(case: Case) -> float:
    """The largest factor of the warmup that fits into the time of AutoWarmup; at least 1, infinite without AutoWarmup.
    """
    rule, options = find_auto_warmup(case), case.options
    if not rule:
        return math.inf
    return max(1.0, rule.max_ns / least_ns(count_warmup_iterations(case), options.warmup_time_ns))


@contextmanager
def _in_memory(run: Ongoing, case: Case, process: Command) -> Iterator[Command]:
    """The process with the memory folder of --tmpfs, or unchanged."""
    if run.memory is None:
        yield process
        return
    messages: list[str] = []
    with tmpfs.make_folder(run.memory, messages) as folder:
        yield with_temporary_folder(run.plan, case, process, folder)
    for message in messages:
        run.record(WarningRecord(code="tmpfs", message=message, case_id=case.case_id))


def _warn_if_full(run: Ongoing, case: Case, end: ForkEnd | None) -> None:
    failure = " ".join((end.message, *end.output_tail)) if end and end.status == "failed" else ""
    if run.memory and (message := tmpfs.describe_full(run.memory, failure)):
        run.record(WarningRecord(code="tmpfs", message=message, case_id=case.case_id))
