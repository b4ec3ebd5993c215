"""Which rows of a gate may hide a regression?"""

from __future__ import annotations

import pytest
from made_gate import base, judged, new
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.judge_gate import judge_gate
from clamh.model.decisions import Gate
from clamh.model.summary import Drift, Interval


def with_interval(low: float, high: float, **fields: object) -> Gate:
    """A gate with one undecided row, which has this interval."""
    decided = judge_gate(compare_runs(judged(base()), judged(base())))
    decision = decided.decisions[0]
    ratio = replace(decision.pair.ratio, interval=Interval(low=low, high=high), **fields)
    return replace(decided, decisions=(replace(decision, ruling="undecided", pair=replace(decision.pair, ratio=ratio)),))


@pytest.mark.parametrize(("low", "high", "fields", "undecided"), [
    (0.5, 2.0, {}, 1),
    (0.995, 1.05, {}, 0),  # at worst slower by less than Δ
    (0.985, 1.05, {}, 1),
    (0.985, 1.05, {"noise_floor": 0.02}, 0),
    (0.995, 1.05, {"drift": Drift(case_id="a", value=1.1), "reason": "not steady"}, 1),
    (0.995, 1.05, {"reason": "a collector ran in a short run"}, 1),  # its interval decides nothing
    (0.995, 1.05, {"reason": "not measured together", "shift": 0.01}, 0),  # which the interval contains
])
def test_a_row_that_may_be_slower_by_more_than_delta_counts(low: float, high: float, fields: dict[str, object], undecided: int) -> None:
    assert len(with_interval(low, high, **fields).undecided) == undecided


def test_a_row_with_too_few_forks_counts() -> None:
    decided = judge_gate(compare_runs(judged(base()), judged(new())))
    assert {decision.pair.row.key for decision in decided.undecided} == {"print", "split"}
