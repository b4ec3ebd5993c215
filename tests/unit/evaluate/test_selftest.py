"""Does the self-test fail when what is injected is not there?"""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluate import selftest
from evaluate.kernels import KERNELS
from evaluate.selftest import COUNTED, instructions, levels

FIXED, SORT = 40, 90_000


def honest(kernel: str, steps: int) -> int:
    return FIXED + (SORT if kernel == "branches" else 0) + 5 * steps


def checks(monkeypatch: pytest.MonkeyPatch, counts) -> dict[tuple[str, str], bool]:  # noqa: ANN001
    monkeypatch.setattr(selftest, "counted", lambda program, kernel, steps, times: counts(kernel, steps))
    return {(instruction.kernel, instruction.what): instruction.passed for instruction in instructions(Path("program"))}


def test_steps_that_cost_what_steps_cost_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checks(monkeypatch, honest)
    assert len(found) == 8 and all(found.values())
    assert ("chain", "share of instructions that 100 steps add") in found


def test_steps_that_a_compiler_left_out_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed form: any number of steps costs the same."""
    found = checks(monkeypatch, lambda kernel, steps: honest(kernel, min(steps, KERNELS[kernel].steps)))
    assert not any(found.values())


def test_a_step_that_costs_two_hundredths_more_beyond_the_base_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def bent(kernel: str, steps: int) -> int:
        return honest(kernel, steps) + max(0, steps - KERNELS[kernel].steps) // 10

    found = checks(monkeypatch, bent)
    assert not any(passed for (kernel, _), passed in found.items() if kernel != "branches")


@pytest.mark.parametrize("name", KERNELS)
def test_no_the_smallest_and_the_largest_value_are_accepted(name: str) -> None:
    base, least, most = levels(KERNELS[name])
    assert base == KERNELS[name].steps < least < most
    if base:
        assert (least, most) == (base + base // 200, base + base // 20)


def test_what_callgrind_says_is_read() -> None:
    text = "==4== Events    : Ir\n==4== Collected : 100042\n==4== \n==4== I   refs:      100,042\n"
    assert COUNTED.search(text)[1] == "100042"
