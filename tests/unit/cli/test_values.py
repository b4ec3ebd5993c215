"""Is what implementations compute shown side by side, with the exit code that a script needs?"""

from __future__ import annotations

import pytest

from made_plans import tiny_plan

from clamh.model.work import BAD, WorkComparison
from clamh.report.work import count_outcomes, describe_comparison, list_differences

GAVE = (("a/1", "returned 1"), ("b/1", "returned 1"))


def compared(outcome: str, why: str = "", gave: tuple[tuple[str, str], ...] = (*GAVE, ("c/1", "returned 2"))) -> WorkComparison:
    return WorkComparison(tiny_plan().cases[0], outcome, why, gave)


def test_the_same_work_is_one_line() -> None:
    assert describe_comparison(compared("same", gave=GAVE)) == ["same work         work(n=1): a/1, b/1: returned 1"]


def test_sides_that_give_the_same_in_two_ways_are_not_listed() -> None:
    assert describe_comparison(compared("same", gave=(("a/1", "returned 1"), ("b/1", "consumed 1")))) == ["same work         work(n=1)"]


def test_what_differs_stands_side_by_side() -> None:
    assert describe_comparison(compared("different", "an overflow")) == [
        "DIFFERENT WORK    work(n=1): an overflow", "    a/1, b/1  returned 1", "    c/1       returned 2"]
    assert describe_comparison(compared("different"))[0] == "DIFFERENT WORK    work(n=1)"


def test_control_characters_in_values_are_escaped() -> None:
    assert describe_comparison(compared("different", "\x1b[2J", (("a\n/1", "returned \x1b"), ("b/1", "returned 2")))) == [
        r"DIFFERENT WORK    work(n=1): \x1b[2J", r"    a\x0a/1  returned \x1b", "    b/1      returned 2"]


def test_summary_counts_comparisons_and_gives_each_hint_once() -> None:
    every = [compared("same"), compared("different"), compared("different"), compared("not checked")]
    output = count_outcomes(every)
    assert output[0] == "4 comparisons: 1 same work, 1 work not checked, 2 different work"
    assert [line.partition(":")[0] for line in output[1:]] == ["different work", "work not checked"]
    assert count_outcomes([]) == ["nothing to compare: no benchmark has two implementations"]


@pytest.mark.parametrize(("outcome", "bad"), [
    ("same", False), ("excused", False), ("not checked", False), ("different", True), ("not repeatable", True), ("failed", True)])
def test_only_bad_outcomes_are_failures(outcome: str, bad: bool) -> None:
    assert (outcome in BAD) == bad


def test_before_a_run_only_the_first_doubts_are_shown() -> None:
    bad = compared("different", "why")
    assert list_differences([compared("same"), compared("excused", "x")]) == []
    assert list_differences([compared("same"), bad]) == describe_comparison(bad)
    output = list_differences([*[bad] * 6, compared("not checked", "nothing"), compared("same")])
    assert output[:-2] == describe_comparison(bad) * 4
    assert output[-2:] == ["… and 2 more: `clamh check --values` shows all",
                           "work not checked: 1 of 8 comparisons; `clamh check --values` shows why"]
