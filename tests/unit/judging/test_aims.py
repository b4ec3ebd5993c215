"""Is it said of each row what it reached of what was asked, and of the run why it ended?"""

from __future__ import annotations

import math
import re

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.statistics.forks import log_mean_interval
from clamh.judging.summarise import summarise
from clamh.model.aims import Goal
from clamh.model.results import LookRecord, Run, SetRecord
from clamh.model.summary import Row

SCORES = (100.0, 101.0, 99.0, 100.0, 100.5, 102.0)


def run_with_aim(scores: tuple[float, ...] = SCORES, precision: float | None = 0.01, budget_s: float | None = 30.0,
          reason: str = "budget", status: str | None = "complete", least: int = 5, **fields) -> Run:
    result = run([case([fork(number, [score, score]) for number, score in enumerate(scores)], planned=least, **fields)], status=status)
    end = result.end and replace(result.end, elapsed_s=29.8, reason=reason)
    return replace(result, header=replace(result.header, precision=precision, budget_s=budget_s), end=end)


def row(result: Run) -> Row:
    (item,) = summarise(result, 0.95).rows
    return item


def messages(result: Run) -> list[str]:
    return [warning.message for warning in row(result).warnings if warning.code == "not-precise"]


def test_the_reached_precision_is_the_printed_half_width() -> None:
    item = row(run_with_aim())
    high = log_mean_interval(SCORES, 0.95)[1]
    assert item.aim.half_width == pytest.approx(high / item.score - 1, rel=1e-12)
    assert (item.status, item.forks_planned, item.aim.reached) == ("ok", 6, False)
    assert messages(run_with_aim()) == ["±1.1 % of ±1 % requested: the time budget ended first"]
    assert row(run_with_aim(precision=0.02, reason="reached")).aim.reached and messages(run_with_aim(precision=0.02)) == []


def test_the_reached_precision_is_never_printed_as_the_requested() -> None:
    """It was `±1.1 % of ±1.1 % requested`."""
    assert messages(run_with_aim(precision=0.0105)) == ["±1.1 % of ±1.05 % requested: the time budget ended first"]
    barely = 0.999 * row(run_with_aim()).aim.half_width
    reached, requested = re.findall(r"±([\d.]+) %", messages(run_with_aim(precision=barely))[0])
    assert float(reached) > float(requested)


def test_too_few_forks_in_a_budget_need_more_time() -> None:
    """-f 3 cannot add forks for which there is no time."""
    advice = {reason: [warning.advice for warning in row(run_with_aim(SCORES[:1], precision=None, reason=reason)).warnings
                       if warning.code == "few-forks"] for reason in ("budget", "")}
    assert advice == {"budget": ["allow more time (--budget)"], "": ["measure at least 3 forks (-f 3)"]}


def test_of_sides_that_took_turns_too() -> None:
    result = run_with_aim(precision=0.02)
    turns = tuple(SetRecord(cases=("c",), forks=(number,), index=0, order=(0, 0), counts=(1,), warmin=(1,), elapsed_ns=(100, 100), waited_ns=(0, 0))
                  for number in range(len(SCORES)))
    item = row(replace(result, sets=turns))
    assert item.score != row(result).score  # a total over sets
    assert item.aim.half_width == pytest.approx(item.interval.high / item.score - 1, rel=1e-12)


def test_more_forks_than_planned_or_fewer_by_budget_are_no_fault() -> None:
    assert [(item.status, item.forks_planned) for item in map(row, (run_with_aim(), run_with_aim(SCORES[:2])))] == [("ok", 6), ("ok", 2)]
    assert messages(run_with_aim(SCORES[:1])) == ["no interval, although ±1 % was requested: the time budget ended first"]
    assert row(run_with_aim(SCORES[:2], status="interrupted")).forks_planned == 5


@pytest.mark.parametrize(("status", "reason", "why"), [
    (None, "", "the run was interrupted first"), ("interrupted", "", "the run was interrupted first"),
    ("stopped", "", "the run stopped first"), ("complete", "reached", "more forks do not give one")])
def test_a_missed_precision_has_its_reason(status: str | None, reason: str, why: str) -> None:
    assert messages(run_with_aim(status=status, reason=reason)) == [f"±1.1 % of ±1 % requested: {why}"]


def test_sets_that_take_turns_end_with_the_last_planned_look() -> None:
    item = run_with_aim(reason="reached")
    looked = replace(item, looks=(LookRecord(cases=("c", "d"), sets=32, spent=0.05),))
    assert messages(looked) == ["±1.1 % of ±1 % requested: no sets are added after set 32"]


@pytest.mark.parametrize(("sets", "spent", "looks"), [((8,), (0.05,), ()), ((8,), (0.022,), (8,)), ((5, 8), (0.0124, 0.022), (5, 8))])
def test_a_look_that_spent_all_of_the_error_is_as_none(sets: tuple[int, ...], spent: tuple[float, ...], looks: tuple[int, ...]) -> None:
    """With a budget alone there is a single look, at the end, after any number of sets."""
    records = tuple(LookRecord(cases=("c", "d"), sets=count, spent=share) for count, share in zip(sets, spent, strict=True))
    assert row(replace(run_with_aim(), looks=records)).looks == looks


def test_a_failed_case_has_one_warning() -> None:
    result = run_with_aim(SCORES)
    failed = replace(result.cases[0], forks=(*result.cases[0].forks, fork(6, [], end={"status": "failed", "reason": "timeout"})))
    result = replace(result, cases=(failed,))
    assert messages(result) == [] and row(result).status == "partial" and row(result).forks_planned == 7


def test_the_report_judges_at_the_confidence_of_the_run() -> None:
    item = run_with_aim(precision=0.012)
    assert [summarise(item, level).rows[0].aim.reached for level in (0.5, 0.95, 0.999)] == [True] * 3


def test_only_a_precision_or_budget_gives_an_aim() -> None:
    plain = run_with_aim(precision=None, budget_s=None)
    assert row(plain).aim is None and summarise(plain, 0.95).goal is None and row(plain).status == "partial"
    assert summarise(run_with_aim(), 0.95).goal == Goal(precision=0.01, budget_s=30.0, confidence=0.95, elapsed_s=29.8, end_reason="budget")
    assert summarise(run_with_aim(status=None), 0.95).goal.end_reason == "cut off"
    assert math.isclose(row(run_with_aim(precision=None)).aim.half_width, 0.0114,
                        rel_tol=0.1) and row(run_with_aim(precision=None)).aim.reached is None
