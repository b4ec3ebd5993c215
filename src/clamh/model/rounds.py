"""What a run under a precision or a budget decides while it measures: lines of the results file."""

from __future__ import annotations

from typing import Annotated

import msgspec

from clamh.model.cases import Turn
from clamh.model.noun import Noun


class RoundRecord(Noun, tag_field="event", tag="round"):
    """A round of a run under a precision or a budget, decided when the one before it was over; its forks in their order.

    Other runs have the rounds of their plan. Warmup rounds are blocks -1, -2 …
    """

    block: int
    turns: tuple[Turn, ...]
    undecided: int = 0  # cases that did not have their precision when it was decided
    outlook_s: float | None = None  # what their forks would take if they went on to spread as they did; None: not known
    left_s: float | None = None  # of the budget


class LookRecord(Noun, tag_field="event", tag="look"):
    """Sides that take turns were looked at after so many `sets` under a precision or a budget: all looks so far `spent` that of 1 − confidence."""

    cases: tuple[str, ...]
    sets: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
    spent: Annotated[float, msgspec.Meta(ge=0, le=1)]
