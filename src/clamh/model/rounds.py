"""What belongs to several cases of a run: rounds, looks and sets, as lines of the results file."""

from __future__ import annotations

from typing import Annotated

import msgspec

from clamh.model.cases import Turn
from clamh.model.noun import Noun
from clamh.model.worker import Count, Int64


class RoundRecord(Noun, tag_field="event", tag="round"):
    """A round of a run with a precision or a budget, decided after the round before it; its forks in order.

    Other runs have the rounds of their plan. Warmup rounds are blocks -1, -2 …
    """

    block: int
    turns: tuple[Turn, ...]
    undecided: int = 0  # cases without the requested precision at that time
    outlook_s: float | None = None  # predicted time of their remaining forks with the same scatter; None: unknown
    left_s: float | None = None  # left of the budget


class LookRecord(Noun, tag_field="event", tag="look"):
    """A look at sides that take turns, after `sets` sets, in a run with a precision or a budget.

    All looks so far used the share `spent` of the error probability 1 − confidence.
    """

    cases: tuple[str, ...]
    sets: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
    spent: Annotated[float, msgspec.Meta(ge=0, le=1)]


class SetRecord(Noun, tag_field="event", tag="set"):
    """One iteration of a set: processes of several cases that took turns, slice by slice, each stopped while it waited.

    Its turns in their order: `order` has whose turn it was, by its place in `cases`; `elapsed_ns` and `waited_ns` (for
    a CPU; -1: not known) are summed over the threads. Each side has its own `counts` of timed invocations in a slice
    (JMH: ns), and of those before, `warmin`. `operations` are those of each turn, () where each invocation is one and
    all sides count invocations. `idle_ns` is the CPU time that a side used while it was stopped; -1: unknown. Turns of
    blocks in which the control group had used up its CPU time are in `throttled`, by their place, and count for
    nothing. `slice_ns` is how long slices are meant to be, 0 where turns are whole iterations. The sides were warmed up
    `warmup_factor` times as long as asked for, and for `warmup_laps` laps of slices after that. `major_faults`,
    `collections` (of garbage) and `others_ns` (CPU time of other threads than the measuring ones) are each side's in
    these turns; -1: unknown. Sides that are `cold` have longer un-timed parts, because data leave the caches during
    the turns of others.
    """

    cases: tuple[str, ...]
    forks: tuple[int, ...]
    index: int
    order: tuple[Annotated[int, msgspec.Meta(ge=0, le=1000)], ...]
    counts: tuple[Int64, ...]
    warmin: tuple[Int64, ...]
    elapsed_ns: tuple[Int64, ...]
    waited_ns: tuple[Int64, ...]
    operations: tuple[Count, ...] = ()
    idle_ns: tuple[Int64, ...] = ()
    slice_ns: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    warmup_factor: Annotated[float, msgspec.Meta(ge=1, le=1e6)] = 1.0
    warmup_laps: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] = 0
    throttled: tuple[Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)], ...] = ()
    major_faults: tuple[Int64, ...] = ()
    collections: tuple[Int64, ...] = ()
    others_ns: tuple[Int64, ...] = ()
    cold: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        turns, sides = len(self.order), len(self.cases)
        counted = len(self.operations) == turns if self.operations or not turns else len(self.counts) == sides
        if not (0 < sides == len(self.forks) and max(self.order, default=0) < sides and counted
                and turns == len(self.elapsed_ns) == len(self.waited_ns)):
            raise ValueError("the lists of a set have different lengths")
