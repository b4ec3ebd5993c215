"""What turns themselves change: each side in turns and uninterrupted, in the same processes and the same seconds."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from clamh.judging.statistics.sets import Total, compare_sets
from clamh.model.cases import Catalog, Plan
from clamh.model.results import Record
from clamh.running.execute import block_seed
from clamh.running.layouts import fork_layout
from clamh.running.planning.contests import slices_by_time
from clamh.running.planning.turns import LONGER, SLICE_NS, block_of_turns, warmin_ns
from clamh.running.starting import case_command, fork_command
from clamh.running.worker import commands
from clamh.running.worker.answers import OpenCase
from clamh.running.worker.conversation import ask, timeout_s
from clamh.running.worker.fork import Fork
from clamh.running.worker.sets import Side, run_set
from clamh.running.worker.trial import Place

from evaluate.live.measured import UNIT, Bias
from evaluate.live.schedule import BIAS_SETS, Run
from evaluate.live.sides import CONFIDENCE, options, plan_sides
from evaluate.own import Failure

ALONE_NS = 70_000_000  # an uninterrupted stretch, after as long a stretch that is not timed
ROUNDS = 15  # in a set: a block of turns of all sides, then a stretch of each
PROBE_NS = 1_000_000  # the last slice of those that find out what an invocation takes is as long as that

Totals = list[list[Total]]  # by side, a total of each set


def measure_bias(run: Run, built: dict[str, Catalog], folder: Path) -> tuple[Bias, ...]:
    """The bias of each side. Raises Failure."""
    plan = plan_sides(run.cell.sides, built, options(run.cell, run.seed, folder))
    turns: Totals = [[] for _ in run.cell.sides]
    alone: Totals = [[] for _ in run.cell.sides]
    for number in range(BIAS_SETS):
        _measure_set(plan, number, folder, turns, alone)
    return tuple(estimate(*totals) for totals in zip(turns, alone, strict=True))


def estimate(turns: Sequence[Total], alone: Sequence[Total]) -> Bias:
    """The log of the ratio of a side's time per operation in turns to that uninterrupted, by a jackknife over sets."""
    jackknife = compare_sets(turns, alone)
    low, high = jackknife.interval(CONFIDENCE)
    return Bias(*(round(log / UNIT) for log in (jackknife.middle, math.log(low), math.log(high))))


def _measure_set(plan: Plan, number: int, folder: Path, turns: Totals, alone: Totals) -> None:
    """One set; its totals are added to those of each side."""
    draw = random.Random(f"{plan.seed}/bias/{number}")
    counted = [not slices_by_time(plan.catalogs[case.artifact]) for case in plan.cases]

    def measure(sides: Sequence[Side], record: Callable[[Record], None]) -> None:
        sliced = [_Sliced(side, counts) for side, counts in zip(sides, counted, strict=True)]
        slices: list[list[Total]] = [[] for _ in sides]
        stretches: list[list[Total]] = [[] for _ in sides]
        before = draw.randrange(len(sides))
        for _ in range(ROUNDS):
            order = block_of_turns(len(sides), before, draw)
            before = order[-1]
            for who in order:
                slices[who].append(sliced[who].run(SLICE_NS, warmin_ns(sides[who].case, SLICE_NS) / SLICE_NS))
            for who in draw.sample(range(len(sides)), len(sides)):
                stretches[who].append(sliced[who].run(ALONE_NS, 1.0))
        for into, several in ((turns, slices), (alone, stretches)):
            for place, parts in enumerate(several):
                into[place].append(Total(math.fsum(part.time_ns for part in parts), math.fsum(part.operations for part in parts)))
        for side in sliced:
            side.run(SLICE_NS, 0.0, end=2)

    forks = []
    for position, case in enumerate(plan.cases):
        layout = fork_layout(case, plan.seed, number, False)
        place = Place(fork=number, block=number, position=position, seed=block_seed(plan.seed, number), layout=layout)
        forks.append(Fork(fork_command(plan, case, layout, case_command), case, place, folder, lambda record: None))
    outcomes = run_set(forks, measure, lambda record: None, draw.uniform(1, LONGER))
    failed = [outcome.end for outcome in outcomes if outcome and outcome.end and outcome.end.status == "failed"]
    if failed:
        raise Failure(f"{failed[0].reason}: {failed[0].message}")


class _Sliced:
    """A side and what an invocation of it takes, which slices that double find out; 1 where slices are asked for in ns."""

    def __init__(self, side: Side, counted: bool):
        self.side, self.each_ns, self._begun = side, 1.0, False
        count = 1
        while counted:
            total = self._ask(0, count, 0)
            if total.time_ns >= PROBE_NS:
                self.each_ns = total.time_ns / count
                break
            count *= 2

    def run(self, length_ns: float, warmin: float, end: int = 0) -> Total:
        """A turn of so many ns, after `warmin` times as long that is not timed."""
        count = max(1, round(length_ns / self.each_ns))
        return self._ask(math.ceil(warmin * count), count, end)

    def _ask(self, warmin: int, count: int, end: int) -> Total:
        side = self.side
        begin = 0 if self._begun else 1 if side.trial.begun else 2  # of an iteration, and of the trial
        self._begun = side.trial.begun = True
        command = commands.take_slice(side.case, side.trial.opened or OpenCase(), "measurement", warmin, count, begin, end)
        with side.turn():
            [thread] = ask(side.fork.worker, side.case, command, timeout_s(side.case) + side.trial.interrupts_s).threads
        return Total(thread.elapsed_ns, thread.operations)
