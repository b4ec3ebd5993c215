"""How the sides of a set take turns: how long slices are, how many there are, and their order."""

from __future__ import annotations

import math
import random

from clamh.model.cases import Case

SLICE_NS = 5_000_000
WARMIN = 0.4  # of a slice, un-timed before it: caches and predictors are cold after a turn of another
LAPS = 20  # of a set, at least; where less time was asked for than so many slices take, slices are shorter
LONGER = 2.0  # warmups of a set are up to so many times as long as asked for, so that what happens rarely falls elsewhere in each
WARM_LAPS = 10  # of one run of those that end the warmup, at least
MOST_WARM_RUNS = 4
TURN_S = 0.0004  # what a turn costs besides: stopping, waking, two lines through pipes


def slice_ns(case: Case) -> int:
    """How long a slice of the case is, as far as that is known before: LAPS of them fit into what was asked for."""
    options = case.options
    return max(1, min(case.slice_ns or SLICE_NS, options.measurement_iterations * options.measurement_time_ns // LAPS))


def blocks(sides: int, length_ns: int, iterations: int, time_ns: int) -> int:
    """Of how many blocks of turns an iteration is made: as long as was asked for, rounded up, and LAPS in a set."""
    return max(1, math.ceil(time_ns / (length_ns * sides)), math.ceil(LAPS / (sides * iterations)))


def warm_blocks(sides: int, length_ns: int, case: Case) -> int:
    """Of how many blocks of turns a run of the laps is made that end the warmup: fewer where slices are so long that the laps would take
    more than half of the time that is to be measured."""
    asked_ns = case.options.measurement_iterations * case.options.measurement_time_ns
    return max(1, min(math.ceil(WARM_LAPS / sides), asked_ns // (2 * sides * length_ns)))


def warmin_ns(case: Case, length_ns: int) -> float:
    """How long the un-timed part before a slice of that length is."""
    return max(WARMIN * length_ns, case.settle_ns)


def warming_seconds(sides: int, case: Case) -> float:
    """What one side's slices take in the laps that end the warmup, where one run of them is enough."""
    return warm_blocks(sides, slice_ns(case), case) * sides * _turn_seconds(case, slice_ns(case))


def measuring_seconds(sides: int, case: Case) -> float:
    """What one side's measured slices take, with what stands between them."""
    options, length_ns = case.options, slice_ns(case)
    turns = options.measurement_iterations * sides * blocks(sides, length_ns, options.measurement_iterations, options.measurement_time_ns)
    return turns * _turn_seconds(case, length_ns)


def _turn_seconds(case: Case, length_ns: int) -> float:
    return (warmin_ns(case, length_ns) + length_ns) / 1e9 + TURN_S


def turns(sides: int, each: int, before: int, draw: random.Random) -> list[int]:
    """The order in which each side has so many turns: blocks, and for what is left of one each side follows as many others as it can."""
    order: list[int] = []
    for _ in range(each // sides):
        order += block_of_turns(sides, order[-1] if order else before, draw)
    ring, more = draw.sample(range(sides), sides), each % sides
    followers: list[list[int]] = [[] for _ in range(sides)]
    for place, who in enumerate(ring):
        followers[who] = draw.sample([ring[(place + step) % sides] for step in range(1, more + 1)], more)
    return order + _circuit(followers, order[-1] if order else before)


def block_of_turns(sides: int, before: int, draw: random.Random) -> list[int]:
    """`sides`² turns in which each side follows every side, itself included, exactly once; `before` had the turn before them.

    The last turn is that of `before` again, so blocks can follow each other.
    """
    return _circuit([draw.sample(range(sides), sides) for _ in range(sides)], before)


def _circuit(followers: list[list[int]], before: int) -> list[int]:
    """An order in which each side is followed by each of its `followers`, which are used up; it begins after `before` and ends with it.

    It is an Eulerian circuit of the directed graph with these edges, as many to each side as from it (C. Hierholzer, "Ueber die
    Möglichkeit, einen Linienzug ohne Wiederholung und ohne Unterbrechung zu umfahren", Mathematische Annalen 6, 1873).
    """
    path, circuit = [before], []
    while path:
        if followers[path[-1]]:
            path.append(followers[path[-1]].pop())
        else:
            circuit.append(path.pop())
    return circuit[-2::-1]
