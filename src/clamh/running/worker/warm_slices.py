"""What precedes the measured slices of a set: the pace, and laps of slices until all sides are warm."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from clamh.judging.statistics.median import median
from clamh.model.waiting import waited_ns, working_ns
from clamh.running.planning import turns
from clamh.running.planning.steadiness import moving, relative
from clamh.running.worker.sets import Side, Turn
from clamh.running.worker.sliced import LONGEST_NS, Sliced, Unsliced, take_turns

STABLE, STABLE_BYTES = 0.05, 1 << 20  # memory is stable if it grows by less between two runs of warmup laps


class Pace(NamedTuple):
    """The length of slices, and the number of blocks of turns in an iteration: the same in all sets of a contest.

    `cold` has the case_ids of sides that have a longer un-timed part, all that can if any needs it; None before that is
    tried.
    """

    slice_ns: int
    blocks: int
    cold: frozenset[str] | None = None


class Manner(NamedTuple):
    """How the slices of a set are taken.

    `draw` decides their order. `timed` has the case_ids whose workers take slices in ns. `pace` is that of the
    contest's first set; None in that set. `slice_ns` is the least length of slices. `factor` is the factor of the
    warmups' requested time, `delta` the smallest difference that matters. The files `throttling` count how often the
    control group was stopped. `between` is called after each block of turns, while all sides are stopped, with
    iteration, lap and laps.
    """

    draw: random.Random
    timed: Collection[str]
    pace: Pace | None
    slice_ns: int
    factor: float
    delta: float
    throttling: tuple[Path, ...] = ()
    between: Callable[[int, int, int], None] = lambda index, lap, laps: None


def prepare_slices(sides: Sequence[Side], manner: Manner) -> tuple[list[Sliced], Pace, int, int]:
    """Finds the pace of sides that are warm and stopped, and runs the laps that end the warmup. Raises Unsliced.

    Returns the sides with the lengths of their slices, the pace, the side that had the last turn, and the number of
    laps.
    """
    sliced_sides = [Sliced(side, side.case.case_id in manner.timed) for side in sides]
    invocation_ns = []
    for sliced in sliced_sides:
        with sliced.side.turn():
            invocation_ns.append(sliced.pace(manner.slice_ns))
    pace = manner.pace or _pace(sides, invocation_ns, manner.slice_ns)
    for sliced, side_ns in zip(sliced_sides, invocation_ns, strict=True):
        sliced.cold = sliced.case.case_id in (pace.cold or ())
        sliced.set_counts(pace.slice_ns, side_ns)
    before, laps = manner.draw.randrange(len(sides)), 0
    if all(sliced.phase == "warmup" for sliced in sliced_sides):  # else no warmup was requested
        laps = _warm_up(sliced_sides, before, pace.slice_ns, manner)
        if pace.cold is None:
            cold, tried = _try_cold(sliced_sides, before, pace.slice_ns, manner)
            pace, laps = pace._replace(cold=cold), laps + tried
            if cold:
                laps += _warm_up(sliced_sides, before, pace.slice_ns, manner)
    for sliced in sliced_sides:
        sliced.phase = "measurement"
    return sliced_sides, pace, before, laps


def _pace(sides: Sequence[Side], took_ns: Sequence[float], least_ns: int) -> Pace:
    """All sides have equally long slices, at least as long as any invocation. Blocks fill the requested time."""
    options = sides[0].case.options
    longest = max(took_ns)
    if longest > LONGEST_NS:
        slow = sides[took_ns.index(longest)].case.side
        raise Unsliced(f"an invocation on {slow} takes {longest / 1e6:.0f} ms, but slices are at most "
                       f"{LONGEST_NS // 1_000_000} ms long")
    length_ns = max(least_ns, round(longest))
    return Pace(length_ns,
                turns.blocks(len(sides), length_ns, options.measurement_iterations, options.measurement_time_ns))


def _warm_up(sides: Sequence[Sliced], before: int, slice_ns: int, manner: Manner) -> int:
    """Runs laps that end the warmup, until no side shows a trend and memory is stable. Returns the number of laps.

    Each run of laps is a warmup iteration; the pacing slices have begun the first. After it, the middle slice sets the
    numbers of invocations, so that slices of all sides are equally long. Waiting for a CPU counts on purpose: on a busy
    machine, shorter slices lose the CPU less often (evaluate/README.md).
    """
    laps = 0
    resident = [sliced.side.resident_bytes() for sliced in sides]
    for _ in range(turns.MAX_WARM_RUNS):
        blocks = turns.warm_blocks(len(sides), slice_ns, sides[0].case)
        order = [place for _ in range(blocks) for place in turns.block_of_turns(len(sides), before, manner.draw)]
        taken = take_turns(sides, order, {place: turn for turn, place in enumerate(order)}, end=1)
        laps += len(order) // len(sides)
        costs = [[_cost(turn) for turn in taken if turn.side == place] for place in range(len(sides))]
        for place, sliced in enumerate(sides):
            durations = [max(1, max(thread.whole_ns for thread in turn.threads))
                         for turn in taken if turn.side == place]
            sliced.set_counts(slice_ns, median(durations) / sliced.count)
        now = [sliced.side.resident_bytes() for sliced in sides]
        stable = all(after - then <= max(STABLE_BYTES, STABLE * then)
                     for then, after in zip(resident, now, strict=True))
        if stable and not moving([relative(costs)], manner.delta):
            break
        resident = now
    return laps


def _try_cold(sides: Sequence[Sliced], before: int, slice_ns: int, manner: Manner) -> tuple[frozenset[str], int]:
    """The case_ids of the sides that are to have a longer un-timed part, and the number of laps that tried it: all that
    can if it makes any faster, else none.

    Each side has slices with the usual and the longer part in alternation, always after another side's.
    """
    able = [sliced.can_be_longer() for sliced in sides]
    lengths = [tuple(_set_cold(sliced, cold, slice_ns) for cold in (False, can))
               for sliced, can in zip(sides, able, strict=True)]
    tried = [place for place, (usual, longer) in enumerate(lengths) if longer > usual]
    laps = 2 * max((turns.tried_slices(len(sides), slice_ns, sides[place].case) for place in tried), default=0)
    others = [place for place in range(len(sides)) if place != before]
    ring = [*manner.draw.sample(others, len(others)), before]
    costs: list[tuple[list[float], list[float]]] = [([], []) for _ in sides]
    for lap in range(laps):
        for place in ring:
            is_longer = (lap + place) % 2 == 1
            _set_cold(sides[place], is_longer and able[place], slice_ns)
            [turn] = take_turns(sides, [place], {place: 0}, end=int(lap == laps - 1))
            costs[place][is_longer].append(_cost(turn))
    # A disturbance makes slices slower, so hardly ever all of a kind.
    cold = any(min(usual) > (1 + turns.COLD) * median(longer) for usual, longer in (costs[place] for place in tried))
    for sliced, can in zip(sides, able, strict=True):
        _set_cold(sliced, cold and can, slice_ns)
    return frozenset(sliced.case.case_id for sliced in sides if sliced.cold), laps


def _set_cold(sliced: Sliced, cold: bool, slice_ns: int) -> int:
    """Sets whether its data are taken to leave the caches. Returns the length of its un-timed part."""
    sliced.cold = cold
    sliced.set_warmin(slice_ns)
    return sliced.warmin


def _cost(turn: Turn) -> float:
    """Time per operation, without waiting for a CPU: that does not show how warm a side is."""
    took_ns = math.fsum(working_ns(thread.elapsed_ns, waited_ns(thread)) for thread in turn.threads)
    return max(1.0, took_ns) / math.fsum(thread.operations for thread in turn.threads)
