"""Which rows of a gate may hide a regression?"""

from __future__ import annotations

import pytest
from made_gate import base, judged, new, timed
from made_runs import run
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.judge_gate import judge_gate, open_cases
from clamh.model.decisions import Gate
from clamh.model.results import CalibrationRecord, Run
from clamh.model.summary import Drift, Interval, Summary


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
    (0.995, 1.05, {"drift": Drift(case_id="a", value=1.1), "reason": "not steady"}, 1),
    (0.995, 1.05, {"reason": "a collector ran in a short run"}, 1),  # its interval decides nothing
    (0.995, 1.05, {"reason": "not measured together", "shift": 0.01}, 0),  # which the interval contains
])
def test_a_row_that_may_be_slower_by_more_than_delta_counts(low: float, high: float, fields: dict[str, object], undecided: int) -> None:
    assert len(with_interval(low, high, **fields).undecided) == undecided


def test_a_row_with_too_few_forks_counts() -> None:
    decided = judge_gate(compare_runs(judged(base()), judged(new())))
    assert {decision.pair.row.key for decision in decided.undecided} == {"print", "split"}


@pytest.mark.parametrize(("floor", "undecided"), [(0.0, {"wide"}), (0.01, {"wide"}), (0.1, set())])
def test_a_row_within_the_noise_floor_is_no_possible_regression(floor: float, undecided: set[str]) -> None:
    """A regression within the floor is never called, so more sets would not decide the row."""
    def measure(ns: float, spread: float) -> tuple[Run, Summary]:
        result = run([timed("wide", ns, spread)])
        calibration = CalibrationRecord(platform="cpp/g++-12", mode="avgt", forks=5, comparisons=10, excluded=0, confidence=0.95,
                                        floor=floor, latest=floor, deviation=floor, time="2026-01-01T00:00:00Z")
        return judged(replace(result, calibrations=(calibration,)))

    decided = judge_gate(compare_runs(measure(20.0, 1.0), measure(20.3, 10.0)))
    assert decided.decisions[0].ruling == "undecided" and decided.decisions[0].pair.ratio.noise_floor is None
    assert {decision.pair.row.key for decision in decided.undecided} == open_cases(decided) == undecided
