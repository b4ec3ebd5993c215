"""Is the state that measuring left called only where a call shows that state, and where fresh states have its data?"""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from made_plans import tiny_plan
from msgspec.structs import replace

from clamh.model.opening import Step
from clamh.running.worker import used_state
from clamh.running.worker.answers import OpenCase
from clamh.running.worker.process import LIMITS
from clamh.running.worker.sliced import Sliced
from clamh.running.worker.trial import Place, Trial


@pytest.mark.parametrize(("redraws", "fork", "expected"), [(False, 1, True), (False, 0, False), (True, 1, False)])
def test_data_that_each_iteration_draws_anew_are_not_compared(redraws: bool, fork: int, expected: bool) -> None:
    (case,) = tiny_plan().cases
    case = replace(case, opening=replace(case.opening, redraws=redraws))
    assert used_state.wanted(case, OpenCase(can_invoke=True), fork) == expected


@pytest.mark.parametrize(("level", "operations", "expected"), [
    ("Iteration", True, False), ("Iteration", False, True), ("Trial", True, True), ("Invocation", True, True)])
def test_a_state_that_a_setup_fills_again_after_the_last_slice_is_not_called(level: str, operations: bool, expected: bool) -> None:
    """With Operations the last slice ends the iteration."""
    (case,) = tiny_plan().cases
    step = Step(level=level, state=0, setups=(0,), teardowns=())
    case = replace(case, operations=operations, opening=replace(case.opening, steps=(step,)))
    trial = Trial(case, Place(fork=1, block=1, position=0, seed=1), print, LIMITS, (), 0.0)
    trial.invokes = True
    Sliced(SimpleNamespace(case=case, trial=trial), timed=False)
    assert trial.invokes == expected
