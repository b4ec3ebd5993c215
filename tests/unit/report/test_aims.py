"""Is what a precision and a budget came to said in one line?"""

from __future__ import annotations

import pytest

from clamh.model.aims import Asked
from clamh.model.summary import Summary
from clamh.report.aims import describe_aims


def told(precision: float | None, budget_s: float | None, elapsed_s: float | None = 29.84, ended: str = "budget") -> str:
    asked = Asked(precision=precision, budget_s=budget_s, confidence=0.95, elapsed_s=elapsed_s, ended=ended)
    return describe_aims(Summary(confidence=0.95, contests=(), reference="", warnings=(), asked=asked))


@pytest.mark.parametrize(("asked", "line"), [
    ((0.01, None), "Asked for: ±1 %; reached in 0 of 0 rows; measuring took 29.8 s."),
    ((0.005, 300.0, 299.6), "Asked for: ±0.5 % within 300 s; reached in 0 of 0 rows; measuring took 300 s."),
    ((None, 30.0), "Asked for: all that fits within 30 s; measuring took 29.8 s."),
    ((0.01, 30.0, None), "Asked for: ±1 % within 30 s; reached in 0 of 0 rows; the run was cut off."),
])
def test_one_line_says_what_was_asked_and_what_came_of_it(asked: tuple, line: str) -> None:
    assert told(*asked) == line


def test_nothing_is_said_where_nothing_was_asked() -> None:
    assert describe_aims(Summary(confidence=0.95, contests=(), reference="", warnings=())) == ""
