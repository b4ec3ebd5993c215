"""Runs what is left of a schedule, one trial after another; each is in the file before the next begins."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from clamh.running.worker.trial import utc_now

from evaluate.own import Failure
from evaluate.records import Begun, Done, Outcome, Refused, Start, Writer, done, read
from evaluate.schedule import Trial


class Found(NamedTuple):
    """What a trial came to; `a` and `b` are what was measured of the sides, in ns."""

    steps: tuple[int, int]
    outcomes: Sequence[Outcome]
    a: Sequence[float]
    b: Sequence[float]


Perform = Callable[[Trial], Found]
NOTHING = Found((0, 0), (), (), ())


def left(path: Path, trials: Sequence[Trial], schedule: str) -> tuple[list[Trial], int]:
    """The trials that are not in the file yet, and how many starts it has. Raises Refused where it is of another schedule."""
    if not path.exists() or not path.read_bytes().count(b"\n"):
        return list(trials), 0
    records = read(path)
    starts = [record for record in records if isinstance(record, Start)]
    if any(start.schedule != schedule for start in starts):
        raise Refused(f"{path}: begun with another schedule of seeds; keep that file, and give another")
    there = done(records)
    return [trial for trial in trials if trial.index not in there], len(starts)


def go(writer: Writer, trials: Sequence[Trial], start: int, perform: Perform, tell: Callable[[str], None],
       until: float = math.inf) -> None:
    """Performs the trials in their order; none begins after `until` (time.monotonic). A trial of which nothing came is a record too, and is not tried again."""
    for number, trial in enumerate(trials, 1):
        if time.monotonic() >= until:
            tell(f"the time of this part is over; {len(trials) - number + 1} trials are left")
            return
        writer.append(Begun(index=trial.index))
        began = time.monotonic()
        found, failure = NOTHING, ""
        try:
            found = perform(trial)
        except Failure as error:
            failure = str(error) or "no reason was given"
        seconds = time.monotonic() - began
        writer.append(Done(index=trial.index, start=start, time=utc_now(), seconds=seconds, steps=found.steps,
                           outcomes=tuple(found.outcomes), a=tuple(found.a), b=tuple(found.b), failure=failure))
        tell(f"{number} of {len(trials)}: {trial.tool} {trial.language} {trial.track} {trial.kernel}, {seconds:.1f} s"
             + (f", FAILED: {failure}" if failure else ""))
