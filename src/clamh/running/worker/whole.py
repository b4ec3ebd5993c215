"""The measured turns of a set as whole iterations, of what cannot be sliced: several threads, groups, samples, single shots."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from clamh.model.results import Record
from clamh.running.planning.turns import turns
from clamh.running.worker.sets import Side, Turn, Warmed, idle_warnings, set_record


def measure_whole(sides: Sequence[Side], record: Callable[[Record], None], draw: random.Random, factor: float) -> None:
    """All measured iterations of sides that are warm and stopped, each a turn, in an order by `draw`; recorded as it comes, and the turns at the end.

    `factor` is how many times as long as asked for they were warmed up.
    """
    each = sides[0].case.options.measurement_iterations
    done = [0] * len(sides)
    taken: list[Turn] = []
    for side in sides:
        side.begin_record()
    for who in turns(len(sides), each, draw.randrange(len(sides)), draw):
        side = sides[who]
        with side.turn():
            event = side.trial.measured_iteration(side.fork.worker, done[who])
        done[who] += 1
        side.measured = event.threads
        taken.append(Turn(who, event.threads))
    made = set_record(sides, 0, taken, Warmed(factor))
    record(made)
    for warning in idle_warnings(sides, made):
        record(warning)
