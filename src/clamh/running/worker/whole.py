"""The measured turns of a set as whole iterations: for threads, groups, samples and single shots."""

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
    """Measures all iterations of sides that are warm and stopped, in the order that `draw` decides; each is a turn.

    Iterations are recorded at once, the turns at the end. `factor` is the factor of the warmups' requested time. The
    files `throttling` count how often the control group was stopped. An iteration during a stop counts for no side,
    unless all were.
    """
    iterations = sides[0].case.options.measurement_iterations
    next_index = [0] * len(sides)
    taken: list[Turn] = []
    indexes: list[int] = []  # of the iterations that the turns were
    stopped: set[int] = set()
    stops = cgroups.count_throttled(throttling)
    for side in sides:
        side.begin_record()
    for place in turns(len(sides), iterations, draw.randrange(len(sides)), draw):
        side = sides[place]
        with side.turn():
            event = side.trial.measured_iteration(side.fork.worker, next_index[place])
        before, stops = stops, cgroups.count_throttled(throttling)
        if stops > before:
            stopped.add(next_index[place])
        indexes.append(next_index[place])
        next_index[place] += 1
        side.measured = event.threads
        taken.append(Turn(place, event.threads))
    left_out = tuple(turn for turn, index in enumerate(indexes)
                     if index in stopped) if len(stopped) < iterations else ()
    set_ = set_record(sides, 0, taken, Warmed(factor), throttled=left_out)
    record(set_)
    for warning in idle_warnings(sides, set_):
        record(warning)
