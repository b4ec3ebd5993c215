"""Does the campaign have what it is to judge, in 12 hours, with some of everything in any first part?"""

from __future__ import annotations

import math
from collections import Counter

import pytest

from evaluate.live import findings
from evaluate.live.kernels import KERNELS, Side, expected, true_ratio
from evaluate.live.measured import Group, Pair
from evaluate.live.schedule import GROUP, NAMED, Cell, cells, schedule


def equal_by_default(cell: Cell, group: Group, pair: Pair) -> bool:
    """Sides that do the same, by as many sets as `clamh run` has for two of them or for all six."""
    return group.sets in (GROUP, 12) and findings.of_size(0.0, group.sets)(cell, group, pair)


def test_campaign_fits_twelve_hours() -> None:
    assert sum(run.cell.seconds for run in schedule()) < 12 * 3600


@pytest.mark.parametrize(("language", "kernel"), NAMED)
def test_named_cells_have_four_hundred_comparisons_of_the_same(language: str, kernel: str) -> None:
    own = [cell for cell in cells() if findings.is_named(cell) and not cell.busy and (cell.sides[0].language, cell.kernel) == (language, kernel)]
    assert findings.reachable_pairs(own, equal_by_default) >= 400


def test_every_other_cell_of_one_language_has_forty_comparisons_of_the_same() -> None:
    six = [cell for cell in cells() if cell.what == "turns" and len(cell.sides) == 6 and len({side.language for side in cell.sides}) == 1]
    assert len(six) > 30
    assert {cell.name: count for cell in six if (count := findings.reachable_pairs([cell], equal_by_default)) < 40} == {}


@pytest.mark.parametrize("part", [4, 8])
def test_any_first_part_has_some_of_everything(part: int) -> None:
    first = schedule()[:len(schedule()) // part]
    done, planned = Counter(run.cell.name for run in first), {cell.name: cell.runs for cell in cells()}
    assert all(abs(done[name] - count / part) <= 1 for name, count in planned.items())
    assert len({run.cell.kernel for run in first}) >= 6


def test_every_run_has_a_seed_of_its_own_that_stays() -> None:
    runs = schedule()
    assert len({run.seed for run in runs}) == len({(run.cell.name, run.number) for run in runs}) == len(runs)
    [first] = [run for run in runs if run.cell.name == "cpp steady" and run.number == 0]
    assert first.seed == 518867991


def test_the_truth_is_known_within_a_language_only() -> None:
    steady, slower = Side(language="cpp", kernel="steady"), Side(language="cpp", kernel="steady", slower=0.03)
    assert true_ratio(steady, slower) == pytest.approx(math.log(1.03)) == pytest.approx(-true_ratio(slower, steady))
    assert true_ratio(steady, Side(language="cpp", kernel="steady", clone=True)) == 0
    assert true_ratio(steady, Side(language="cpp", kernel="spikes")) == pytest.approx(math.log((19 + 10) / 20))
    assert true_ratio(steady, Side(language="rust", kernel="steady")) is None
    assert true_ratio(steady, Side(language="cpp", kernel="noisy")) is None


@pytest.mark.parametrize("name", KERNELS)
def test_one_and_three_per_cent_are_whole_steps(name: str) -> None:
    steps = KERNELS[name].steps
    assert [Side(language="cpp", kernel=name, slower=slower).steps for slower in (0.0, 0.01, 0.03)] == [steps, 1.01 * steps, 1.03 * steps]


@pytest.mark.parametrize("name", ["steady", "branchy", "memory 64 KB", "garbage"])
def test_every_step_changes_what_is_returned(name: str) -> None:
    assert len({expected(KERNELS[name], steps) for steps in range(1000, 1006)}) == 6


def test_a_ring_is_one_cycle_through_all_places() -> None:
    ring = KERNELS["memory 64 KB"]
    assert expected(ring, ring.size) == 0 != expected(ring, ring.size // 2)
