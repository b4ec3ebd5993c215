"""Decisions of a run with a precision or a budget while it measures: lines of the results file."""

from __future__ import annotations

from typing import Annotated

import msgspec

from clamh.model.cases import Turn
from clamh.model.noun import Noun


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
