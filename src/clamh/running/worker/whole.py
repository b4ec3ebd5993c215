"""The measured turns of a set as whole iterations, of what cannot be sliced: several threads, groups, samples, single shots."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from clamh.machine import cgroups
from clamh.model.results import Record
from clamh.running.planning.turns import turns
from clamh.running.worker.sets import Side, Turn, Warmed, idle_warnings, set_record


def measure_whole(sides: Sequence[Side], record: Callable[[Record], None], draw: random.Random, factor: float,
                  throttling: Sequence[Path] = ()) -> None:
    """All measured iterations of sides that are warm and stopped, each a turn, in an order by `draw`; recorded as it comes, and the turns at the end.

    `factor` is how many times as long as asked for they were warmed up. An iteration in which the control group was stopped, which the files
    `throttling` count, counts for no side, unless there are no others.
    """
    each = sides[0].case.options.measurement_iterations
    done = [0] * len(sides)
    taken: list[Turn] = []
    indexes: list[int] = []  # of the iterations that the turns were
    stopped: set[int] = set()
    stops = cgroups.throttled(throttling)
    for side in sides:
        side.begin_record()
    for who in turns(len(sides), each, draw.randrange(len(sides)), draw):
        side = sides[who]
        with side.turn():
            event = side.trial.measured_iteration(side.fork.worker, done[who])
        before, stops = stops, cgroups.throttled(throttling)
        if stops > before:
            stopped.add(done[who])
        indexes.append(done[who])
        done[who] += 1
        side.measured = event.threads
        taken.append(Turn(who, event.threads))
    left_out = tuple(turn for turn, index in enumerate(indexes) if index in stopped) if len(stopped) < each else ()
    made = set_record(sides, 0, taken, Warmed(factor), throttled=left_out)
    record(made)
    for warning in idle_warnings(sides, made):
        record(warning)
