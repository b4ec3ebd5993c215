"""Is a ratio of speeds turned into one of times, with the right sign, and a comparison without one into a failure?"""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace

import pytest

from clamh.model.errors import Interrupted, ResultsError
from clamh.model.summary import Interval, Ratio
from evaluate import own
from evaluate.own import Compared, Failure, compared


def row(ratio: Ratio | None = None, warnings: tuple = ()) -> SimpleNamespace:
    fork = SimpleNamespace(counts=True, measurement=(1.0, 2.0))
    lost = SimpleNamespace(counts=False, measurement=(9.0,))
    return SimpleNamespace(ratio=ratio, warnings=warnings, fork_means=(1.5, 1.5, 1.5), fork_scores=(fork, lost, fork))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch):  # noqa: ANN201
    """judged(row of B): a run of which that came."""
    monkeypatch.setattr(own, "options", lambda *text: None)
    monkeypatch.setattr(own, "planned", lambda *answer: SimpleNamespace(cases=()))
    monkeypatch.setattr(own, "measure", lambda *given: Path("x"))

    def say(second: SimpleNamespace) -> None:
        summary = SimpleNamespace(contests=[SimpleNamespace(rows=[row(), second])])
        monkeypatch.setattr(own, "judge", lambda path, confidence, delta: SimpleNamespace(summary=summary))

    return say


def test_half_as_fast_takes_twice_the_time(judged) -> None:  # noqa: ANN001
    judged(row(Ratio(reference="a", value=0.5, interval=Interval(low=0.4, high=0.8), verdict="slower")))
    found = compared(None, None, 1, Path("."))
    assert (found.estimate, found.low, found.high) == pytest.approx((math.log(2), math.log(1.25), math.log(2.5)))
    assert found.excludes_equal and found.verdict == "slower"
    assert found.iterations_a == ((1.0, 2.0), (1.0, 2.0)), "forks that do not count are left out"


@pytest.mark.parametrize(("low", "high", "excludes"), [(-0.1, 0.1, False), (0.0, 0.1, False), (0.01, 0.1, True), (-0.2, -0.1, True),
                                                       (-0.1, 0.0, False), (None, None, False)])
def test_the_interval_must_not_have_one_in_it(low: float | None, high: float | None, excludes: bool) -> None:
    assert Compared(a=(), b=(), estimate=0, low=low, high=high).excludes_equal is excludes


def test_no_interval_is_a_failure_that_says_why(judged) -> None:  # noqa: ANN001
    judged(row(warnings=(SimpleNamespace(message="2 of 5 forks failed"),)))
    with pytest.raises(Failure, match="2 of 5 forks failed"):
        compared(None, None, 1, Path("."))


@pytest.mark.parametrize(("raised", "becomes"), [(ResultsError("no room", "x"), Failure), (Interrupted("x"), KeyboardInterrupt)])
def test_ctrl_c_is_no_failure_of_a_trial(judged, monkeypatch: pytest.MonkeyPatch, raised: Exception, becomes: type) -> None:  # noqa: ANN001
    judged(row())

    def measure(*given: object) -> Path:
        raise raised

    monkeypatch.setattr(own, "measure", measure)
    with pytest.raises(becomes):
        compared(None, None, 1, Path("."))
