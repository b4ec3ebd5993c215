"""Does one line state the requested precision and budget and their outcome?"""

from __future__ import annotations

import pytest

from clamh.model.aims import Goal
from clamh.model.summary import Summary
from clamh.report.aims import describe_aims


def describe(precision: float | None, budget_s: float | None, elapsed_s: float | None = 29.84, ended: str = "budget") -> str:
    requested = Goal(precision=precision, budget_s=budget_s, confidence=0.95, elapsed_s=elapsed_s, end_reason=ended)
    return describe_aims(Summary(confidence=0.95, contests=(), reference="", warnings=(), goal=requested))


@pytest.mark.parametrize(("requested", "line"), [
    ((0.01, None), "Requested: ±1 %; reached in 0 of 0 rows; measuring took 29.8 s."),
    ((0.005, 300.0, 299.6), "Requested: ±0.5 % within 300 s; reached in 0 of 0 rows; measuring took 300 s."),
    ((None, 30.0), "Requested: as much as fits within 30 s; measuring took 29.8 s."),
    ((None, 30.0, None), "Requested: as much as fits within 30 s; the run was interrupted."),
    ((0.01, 30.0, None), "Requested: ±1 % within 30 s; reached in 0 of 0 rows; the run was interrupted."),
])
def test_one_line_has_the_request_and_its_outcome(requested: tuple, line: str) -> None:
    assert describe(*requested) == line


def test_no_line_without_a_request() -> None:
    assert describe_aims(Summary(confidence=0.95, contests=(), reference="", warnings=())) == ""
