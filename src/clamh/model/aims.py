"""The precision or budget of a run, and whether it was reached: nouns of a summary."""

from __future__ import annotations

from clamh.model.noun import Noun


class Aim(Noun):
    """Whether a row reached the requested precision: `half_width` is a share of the score, at the confidence of the
    decision.

    `half_width` is None without an interval; `reached` is None if the run had only a budget.
    """

    half_width: float | None
    reached: bool | None


class Goal(Noun, rename={"end_reason": "ended"}):
    """The goal of a run, a `precision` (a share), a budget or both, and why the run ended.

    `ended` is reached, budget, failed (no case was left) or cut off; `elapsed_s` is None if it was not recorded.
    """

    precision: float | None
    budget_s: float | None
    confidence: float
    elapsed_s: float | None
    end_reason: str
