"""Is what is injected what is meant, and the truth what the injected steps make of it?"""

from __future__ import annotations

import math

import pytest

from evaluate.kernels import KERNELS, Cost, expected, injected, truth

COST = Cost(fixed_ns=100.0, step_ns=2.0)


@pytest.mark.parametrize("p", [0.005, 0.01, 0.02, 0.05])
@pytest.mark.parametrize("name", ["chain", "memory", "allocation"])
def test_a_share_of_the_steps_is_a_whole_number_of_them(name: str, p: float) -> None:
    kernel = KERNELS[name]
    assert injected(kernel, p, COST) == p * kernel.steps


def test_beside_a_sort_steps_are_added_by_what_they_cost() -> None:
    assert injected(KERNELS["branches"], 0.01, Cost(fixed_ns=20_000.0, step_ns=2.0)) == 100
    assert injected(KERNELS["branches"], 0.0, None) == 0


def test_the_truth_leaves_out_what_is_no_step() -> None:
    assert truth(COST, 1000, 1010) == pytest.approx(math.log((100 + 2020) / (100 + 2000)))
    assert truth(COST, 1010, 1000) == pytest.approx(-truth(COST, 1000, 1010))
    assert truth(Cost(fixed_ns=0.0, step_ns=3.0), 1000, 1010) == pytest.approx(math.log(1.01))
    assert truth(COST, 1000, 1000) == 0


@pytest.mark.parametrize("name", KERNELS)
def test_every_step_changes_what_is_returned(name: str) -> None:
    numbers = [expected(KERNELS[name], steps) for steps in range(1000, 1006)]
    assert len(set(numbers)) == 6


def test_the_ring_is_one_cycle_through_all_places() -> None:
    """So that no number of hops less than its size comes back."""
    from evaluate.kernels import RING

    assert expected(KERNELS["memory"], RING) == 0
    assert expected(KERNELS["memory"], RING // 2) != 0 != expected(KERNELS["memory"], RING // 5)
