"""What turns themselves change: each side in turns and uninterrupted, in the same processes and the same seconds."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from clamh.judging.statistics.sets import Total, compare_sets
from clamh.languages import languages
from clamh.model.cases import Catalog, Plan
from clamh.model.errors import ClamhError, Interrupted
from clamh.model.results import Record
from clamh.model.waiting import MAX_WAIT, waited_ns
from clamh.model.worker import ThreadIteration
from clamh.running.execute import block_seed
from clamh.running.layouts import fork_layout
from clamh.running.planning.contests import slices_by_time
from clamh.running.planning.turns import LONGER, block_of_turns, slice_ns
from clamh.running.starting import case_command, fork_command
from clamh.running.worker.fork import Fork
from clamh.running.worker.sets import Apart, Side, run_set
from clamh.running.worker.sliced import Sliced, Unsliced
from clamh.running.worker.trial import Place
from clamh.running.worker.warm_slices import Manner, Pace, prepare_slices

from evaluate.live.measured import UNIT, Bias
from evaluate.live.schedule import BIAS_SETS, Run
from evaluate.live.sides import CONFIDENCE, DELTA, options, plan_sides
from evaluate.own import Failure

ALONE_NS = 70_000_000  # an uninterrupted stretch, after as long a stretch that is not timed
ROUNDS = 12  # in a set: a block of turns of all sides and a stretch of each

Parts = list[list[ThreadIteration]]  # by side, the thread in each of its slices or stretches


class Phases(NamedTuple):
    """What the sides of a set did in turns and uninterrupted."""

    turns: Parts
    alone: Parts


def measure_bias(run: Run, built: dict[str, Catalog], folder: Path) -> tuple[tuple[Bias, ...], int]:
    """The bias of each side, and the share of its time, in per mille, in which the side that waited most for a CPU did. Raises Failure."""
    try:
        plan = plan_sides(run.cell.sides, built, options(run.cell, run.seed, folder))
        sets: list[Phases] = []
        pace = None
        for number in range(BIAS_SETS):
            phases, pace = _measure_set(plan, number, pace, folder)
            sets.append(phases)
    except Interrupted:
        raise KeyboardInterrupt from None
    except (ClamhError, Apart, Unsliced) as error:
        raise Failure(str(error)) from None
    biases, waited = [], []
    for place, side in enumerate(run.cell.sides):
        unwaited = languages()[side.language].no_helpers
        turns, alone = ([total(parts[place], unwaited) for parts in phase] for phase in zip(*sets, strict=True))
        biases.append(estimate(turns, alone))
        threads = [thread for phases in sets for parts in phases for thread in parts[place]]
        waited.append(sum(max(waited_ns(thread), 0) for thread in threads) / sum(thread.elapsed_ns for thread in threads))
    return tuple(biases), round(1000 * max(waited))


def estimate(turns: Sequence[Total], alone: Sequence[Total]) -> Bias:
    """The log of the ratio of a side's time per operation in turns to that uninterrupted, by a jackknife over sets."""
    jackknife = compare_sets(turns, alone)
    low, high = jackknife.interval(CONFIDENCE)
    return Bias(*(round(log / UNIT) for log in (jackknife.middle, math.log(low), math.log(high))))


def total(threads: Sequence[ThreadIteration], unwaited: bool) -> Total:
    """What a side did in a phase of a set; with `unwaited`, without the time that it waited for a CPU, if that is known.

    `clamh run` leaves waiting out in the same way only where no side that takes turns has a runtime with threads of its own,
    which wait unseen. Beside a managed side, its interval covers the ratio with and without waiting.
    """
    time_ns, waits = math.fsum(thread.elapsed_ns for thread in threads), [waited_ns(thread) for thread in threads]
    left_out_ns = min(sum(waits), MAX_WAIT * time_ns) if unwaited and min(waits) >= 0 else 0.0
    return Total(time_ns - left_out_ns, math.fsum(thread.operations for thread in threads))


def _measure_set(plan: Plan, number: int, pace: Pace | None, folder: Path) -> tuple[Phases, Pace]:
    """One set, and the pace of its slices, which the next takes over as in a run. Raises Failure."""
    draw = random.Random(f"{plan.seed}/bias/{number}")
    factor = draw.uniform(1, LONGER)
    timed = [case.case_id for case in plan.cases if slices_by_time(plan.catalogs[case.artifact])]
    measured: list[tuple[Phases, Pace]] = []

    def measure(sides: Sequence[Side], record: Callable[[Record], None]) -> None:
        manner = Manner(draw, timed, pace, slice_ns(sides[0].case), factor, DELTA)
        sliced_sides, found, before, _ = prepare_slices(sides, manner)
        measured.append((measure_rounds(sliced_sides, found.slice_ns, before, draw), found))
        for sliced in sliced_sides:
            _slice(sliced, 0, sliced.count, end=2)

    forks = []
    for position, case in enumerate(plan.cases):
        layout = fork_layout(case, plan.seed, number, False)
        place = Place(fork=number, block=number, position=position, seed=block_seed(plan.seed, number), layout=layout)
        forks.append(Fork(fork_command(plan, case, layout, case_command), case, place, folder, lambda record: None))
    outcomes = run_set(forks, measure, lambda record: None, factor)
    failed = [outcome.end for outcome in outcomes if outcome and outcome.end and outcome.end.status == "failed"]
    if failed:
        raise Failure(f"{failed[0].reason}: {failed[0].message}")
    return measured[0]


def measure_rounds(sides: Sequence[Sliced], length_ns: int, before: int, draw: random.Random) -> Phases:
    """The rounds of a set, of sides whose warmup has ended. `before` had the last turn.

    Each round draws which phase comes first: otherwise a cost that falls during the set would count for one phase only.
    """
    phases = Phases([[] for _ in sides], [[] for _ in sides])
    for _ in range(ROUNDS):
        order = block_of_turns(len(sides), before, draw)
        before = order[-1]
        for phase in draw.sample(phases._fields, 2):
            if phase == "turns":
                for place in order:
                    phases.turns[place].append(_slice(sides[place], sides[place].warmin, sides[place].count))
                continue
            for place in draw.sample(range(len(sides)), len(sides)):
                count = max(1, round(sides[place].count * ALONE_NS / length_ns))
                phases.alone[place].append(_slice(sides[place], count, count))
    return phases


def _slice(sliced: Sliced, warmin: int, count: int, end: int = 0) -> ThreadIteration:
    with sliced.side.turn():
        [thread] = sliced.slice(warmin, count, end)
    return thread
