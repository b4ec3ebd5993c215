"""What a run was asked to reach, a precision or a budget, and what became of it: nouns of a summary."""

from __future__ import annotations

from clamh.model.noun import Noun


class Aim(Noun):
    """What a row reached of the precision asked for: `half_width` as a share of the score, at the confidence that decided.

    None where there is no interval; `reached` is None where only a budget was given.
    """

    half_width: float | None
    reached: bool | None


class Asked(Noun):
    """What a run was to reach, a `precision` (a share), a budget or both, and why it ended.

    `ended` is reached, budget, failed (no case was left) or cut off; `elapsed_s` is None where nobody wrote it down.
    """

    precision: float | None
    budget_s: float | None
    confidence: float
    elapsed_s: float | None
    ended: str
