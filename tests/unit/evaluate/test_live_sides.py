"""Do groups of sets say what runs of so many sets would say, and is a bias the ratio of two ways to measure?"""

from __future__ import annotations

import math
import random
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from scipy import stats

from clamh.judging.statistics.sets import Total
from clamh.model.errors import ClamhError
from clamh.model.summary import Row, SetTotal
from clamh.model.worker import ThreadIteration
from clamh.running.worker.sets import Apart
from evaluate.live import bias, sides
from evaluate.live.bias import estimate, measure_bias, measure_rounds, total
from evaluate.live.measured import UNIT
from evaluate.live.schedule import Run, cells
from evaluate.own import Failure


def row(name: str, costs: list[float]) -> Row:
    return Row(case_id=name, key="k", benchmark="b", platform=name, source="s", mode="avgt", threads=1, params={}, unit="ns/op", status="ok", score=1.0,
               interval=None, fork_means=tuple(costs), forks_planned=len(costs), fork_scores=(), pooled=None,
               sets=tuple(SetTotal(number=number, time_ns=1e6 * cost, operations=1e6, waited_ns=1e6 * cost / 50) for number, cost in enumerate(costs)))


def test_each_eight_sets_are_judged_by_themselves() -> None:
    first, second = [1.0] * 18, [1.0] * 8 + [1.1] * 8 + [3.0] * 2
    whole, *eights = sides.groups([row("a", first), row("b", second)], 18, turns=True)
    assert (whole.sets, [eight.sets for eight in eights]) == (18, [8, 8])
    [[none], [tenth]] = [eight.pairs for eight in eights]
    assert (none.estimate, none.verdict) == (0, "=")
    assert (tenth.estimate, tenth.low, tenth.high, tenth.verdict) == (round(math.log(1.1) / UNIT),) * 3 + ("f",)


@pytest.mark.parametrize(("sets", "turns"), [(8, True), (12, False)])
def test_a_run_of_eight_sets_and_rounds_of_forks_have_no_groups(sets: int, turns: bool) -> None:
    rows = [row("a", ([1.0, 1.1] * 6)[:sets]), row("b", ([1.0, 1.2] * 6)[:sets])]
    assert len(sides.groups(rows, sets, turns)) == 1


def test_side_that_waited_most_is_reported_in_per_mille() -> None:
    assert sides.waited([row("a", [1.0, 2.0]), row("b", [1.0, 1.0])]) == 20
    assert sides.waited([SimpleNamespace(sets=(), waited=0.25)]) == 250


def test_waiting_that_scores_leave_out_is_reported_too() -> None:
    total = SetTotal(number=0, time_ns=750.0, operations=1, left_out_ns=250.0)
    assert sides.waited([SimpleNamespace(sets=(total,))]) == 250


def test_options_are_those_of_the_command_line(tmp_path) -> None:  # noqa: ANN001
    by_name = {cell.name: cell for cell in cells()}
    default, sixteen, quick, rounds = (sides.options(by_name[name], 7, tmp_path) for name in (
        "cpp steady", "cpp steady, 16 sets", "languages steady, quick", "cpp steady, rounds of forks"))
    assert (default.settings.forks, default.live, default.quick, default.seed) == (None, True, False, 7)
    assert (sixteen.settings.forks, quick.quick, rounds.live) == (16, True, False)


def test_a_bias_is_time_in_turns_by_time_alone() -> None:
    turns, alone = [[Total(1e6 * cost, 1e6) for cost in costs] for costs in ([1.02, 1.03, 1.04, 1.03], [1.0, 1.0, 1.0, 1.0])]
    found = estimate(turns, alone)
    logs = [math.log(turn.time_ns / 1e6) for turn in turns]
    low, high = stats.t.interval(0.95, 3, loc=math.log(1.03), scale=stats.sem(logs))
    assert found.estimate == round(math.log(1.03) / UNIT)
    assert (found.low, found.high) == pytest.approx((low / UNIT, high / UNIT), rel=0.02)


def thread(elapsed_ns: int, waited_ns: int = -1) -> ThreadIteration:
    return ThreadIteration(operations=10, all_operations=10, elapsed_ns=elapsed_ns, waited_ns=waited_ns)


def test_waiting_is_left_out_without_a_managed_runtime_and_where_it_is_known() -> None:
    waited, unknown = [thread(500, 100), thread(500, 50)], [thread(500, 100), thread(500)]
    assert total(waited, unwaited=True) == Total(850, 20)
    assert total(waited, unwaited=False) == total(unknown, unwaited=True) == Total(1000, 20)


def test_either_phase_may_come_first_in_a_round() -> None:
    slices: list[tuple[int, int]] = []

    def take(warmin: int, count: int, end: int) -> list[ThreadIteration]:
        slices.append((warmin, count))
        return [thread(count)]

    sliced_sides = [SimpleNamespace(side=SimpleNamespace(turn=nullcontext), slice=take, warmin=2, count=5)] * 2
    phases = measure_rounds(sliced_sides, 5_000_000, 0, random.Random(1))
    assert [len(parts) for parts in phases.turns] == [24, 24] and [len(parts) for parts in phases.alone] == [12, 12]
    assert set(slices) == {(2, 5), (70, 70)}, "an uninterrupted stretch follows as long a stretch that is not timed"
    firsts = {slices[at] for at in range(0, len(slices), 6)}
    assert len(slices) == 72 and firsts == {(2, 5), (70, 70)}


@pytest.mark.parametrize("error", [Apart("too little memory"), ClamhError("the disk is full")])
def test_bias_that_cannot_be_measured_is_a_failed_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(bias, "plan_sides", lambda *_: None)
    monkeypatch.setattr(bias, "_measure_set", fail)
    with pytest.raises(Failure, match=str(error)):
        measure_bias(Run(next(cell for cell in cells() if cell.what == "bias"), 0), {}, tmp_path)
