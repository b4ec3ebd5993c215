"""How the sides of a set take turns: the length, the number and the order of slices."""

from __future__ import annotations

import math
import random

from clamh.model.cases import Case

SLICE_NS = 5_000_000
WARMIN = 0.4  # of a slice's length: un-timed before it, because another side's turn leaves caches and predictors cold
# The same before a slice of a side whose collector runs. A heap that is filled and collected has left the caches during
# another side's turn: V8's calls then took 32 % longer, 10 % after 4 ms, 4 % after 9 ms and 1 % after 16 ms.
COLLECTED_NS = 20_000_000
# The same before slices that are so much faster after it: hops through 4 MB took 2.8 times as long after 2 ms as
# uninterrupted, 37 % longer after 10 ms, 13 % after 20 ms and 1 % after 40 ms.
COLD, COLD_NS = 0.1, 40_000_000
TRIED = 6  # slices of each side with either un-timed part that show this
LAPS = 20  # at least, in a set; if the requested time is too short for so many slices, slices are shorter
LONGER = 2.0  # warmups of a set are up to this factor longer, so that rare events fall elsewhere in each set
WARM_LAPS = 10  # at least, in one run of the laps that end the warmup
MAX_WARM_RUNS = 4
TURN_S = 0.0004  # the overhead of a turn: stopping, waking, two lines through pipes


def slice_ns(case: Case) -> int:
    """The planned length of a slice of the case: LAPS slices fit into the requested time."""
    options = case.options
    return max(1, min(case.slice_ns or SLICE_NS, options.measurement_iterations * options.measurement_time_ns // LAPS))


def blocks(sides: int, length_ns: int, iterations: int, time_ns: int) -> int:
    """The number of blocks of turns in an iteration: as long as requested, rounded up, and LAPS in a set."""
    return max(1, math.ceil(time_ns / (length_ns * sides)), math.ceil(LAPS / (sides * iterations)))


def warm_blocks(sides: int, length_ns: int, case: Case) -> int:
    """The number of blocks of turns in one run of the laps that end the warmup.

    It is lower if slices are so long that the laps would take more than half of the measurement's time.
    """
    requested_ns = case.options.measurement_iterations * case.options.measurement_time_ns
    return max(1, min(math.ceil(WARM_LAPS / sides), requested_ns // (2 * sides * length_ns)))


def tried_slices(sides: int, length_ns: int, case: Case) -> int:
    """The number of slices of a side with the usual un-timed part, and of those with COLD_NS, that show if it is cold.

    None if the usual part is as long.
    """
    return min(TRIED, sides * warm_blocks(sides, length_ns, case)) if warmin_ns(case, length_ns) < COLD_NS else 0


def warmin_ns(case: Case, length_ns: int) -> float:
    """The planned length of the un-timed part before a slice."""
    return max(WARMIN * length_ns, case.settle_ns)


def warming_seconds(sides: int, case: Case) -> float:
    """The duration of one side's slices in one run of the laps that end the warmup."""
    return warm_blocks(sides, slice_ns(case), case) * sides * _turn_seconds(case, slice_ns(case))


def trying_seconds(sides: int, case: Case) -> float:
    """The duration of a side's slices that show, in the first set of a contest, whether its data leave the caches."""
    length_ns = slice_ns(case)
    both_s = 2 * _turn_seconds(case, length_ns) + (COLD_NS - warmin_ns(case, length_ns)) / 1e9
    return tried_slices(sides, length_ns, case) * both_s


def measuring_seconds(sides: int, case: Case) -> float:
    """The duration of one side's measured slices and of what stands between them."""
    options, length_ns = case.options, slice_ns(case)
    turns = options.measurement_iterations * sides * blocks(sides, length_ns, options.measurement_iterations,
                                                            options.measurement_time_ns)
    return turns * _turn_seconds(case, length_ns)


def _turn_seconds(case: Case, length_ns: int) -> float:
    return (warmin_ns(case, length_ns) + length_ns) / 1e9 + TURN_S


def turns(sides: int, each: int, before: int, draw: random.Random) -> list[int]:
    """An order in which each side has `each` turns: whole blocks, then a part of one.

    In that part, each side follows as many different sides as possible.
    """
    order: list[int] = []
    for _ in range(each // sides):
        order += block_of_turns(sides, order[-1] if order else before, draw)
    ring, more = draw.sample(range(sides), sides), each % sides
    followers: list[list[int]] = [[] for _ in range(sides)]
    for place, side in enumerate(ring):
        followers[side] = draw.sample([ring[(place + step) % sides] for step in range(1, more + 1)], more)
    return order + _circuit(followers, order[-1] if order else before)


def block_of_turns(sides: int, before: int, draw: random.Random) -> list[int]:
    """`sides`² turns in which each side follows every side, itself included, once. `before` had the turn before them.

    `before` also has the last turn, so blocks can follow each other.
    """
    return _circuit([draw.sample(range(sides), sides) for _ in range(sides)], before)


def _circuit(followers: list[list[int]], before: int) -> list[int]:
    """An order in which each side is followed by each of its `followers`. It begins after `before` and ends with it.

    `followers` is used up. The order is an Eulerian circuit of the directed graph with these edges, which has as many
    edges to each side as from it (C. Hierholzer, "Ueber die Möglichkeit, einen Linienzug ohne Wiederholung und ohne
    Unterbrechung zu umfahren", Mathematische Annalen 6, 1873).
    """
    path, circuit = [before], []
    while path:
        if followers[path[-1]]:
            path.append(followers[path[-1]].pop())
        else:
            circuit.append(path.pop())
    return circuit[-2::-1]
