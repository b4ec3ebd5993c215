"""Whatever iterations take: AutoWarmup never warms up less than asked for, nor beyond its time, and all sides of a set as often."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clamh.model.cases import AutoWarmup
from clamh.running.planning.settling import MIN_ITERATIONS, Settling
from clamh.running.worker.until_steady import warm_until_steady

COSTS = st.lists(st.floats(min_value=0, max_value=1e12), min_size=1, max_size=60)


class Warmed(SimpleNamespace):
    """A trial with the costs of its warmup iterations in turn; `asked` of them are over."""

    def __init__(self, costs: list[float], rule: AutoWarmup | None, number: int, time_ns: int):
        super().__init__(costs=costs, settling=rule and Settling(rule, number), lasting_ns=time_ns, done=0, records=0)
        for _ in range(number):
            self.warm_on(None)

    def warm_on(self, worker: Any) -> None:
        if self.settling:
            self.settling.add(self.costs[self.done % len(self.costs)], self.lasting_ns)
        self.done += 1

    def record_warmup(self) -> None:
        self.records += 1


@given(st.lists(st.tuples(COSTS, st.booleans()), min_size=1, max_size=4), st.integers(0, 20), st.integers(1, 100), st.integers(1, 5000), st.floats(1e-6, 1))
def test_warmup_lasts_as_requested_and_is_equal_for_all(
    sides: list[tuple[list[float], bool]], asked: int, time_ns: int, max_ns: int, tolerance: float,
) -> None:
    rule = AutoWarmup(max_ns=max_ns, tolerance=tolerance)
    trials: list[Any] = [Warmed(costs, rule if ruled else None, asked, time_ns) for costs, ruled in sides]
    warm_until_steady(trials, [None for _ in trials])  # type: ignore[misc]
    (done,) = {trial.done for trial in trials}
    assert done >= asked and (done == asked or done * time_ns <= max_ns)
    ruled = [trial for trial in trials if trial.settling]
    assert [trial.records for trial in ruled] == [1] * len(ruled)
    if not ruled:
        assert done == asked
    for trial in ruled:
        assert trial.settling.steady_after == 0 or max(asked, MIN_ITERATIONS) <= trial.settling.steady_after <= done
    if not all(trial.settling.steady_after for trial in ruled):
        assert (done + 1) * time_ns > max_ns
