"""Do the lines of a comparison show the outcome, the implementations concerned, and the limits of the comparison?"""

from __future__ import annotations

from made_plans import tiny_plan

from clamh.model.advice import HINTS
from clamh.model.work import WorkComparison
from clamh.report.work import count_outcomes, describe_comparison, list_differences

CASE = tiny_plan().cases[0]
GAVE = (("a/1", "returned 1"), ("b/1", "returned 1"))


def test_a_doubt_is_listed_below_with_all_its_implementations() -> None:
    both = (("a/1", "work-grows", "it grows"), ("b/1", "work-grows", "it grows"), ("b/1", "work-nan", "returned nan"))
    head, *below = describe_comparison(WorkComparison(CASE, "same", "", GAVE, both))
    assert head.startswith("same work ") and head.endswith(": a/1, b/1: returned 1")
    assert below == ["    a/1, b/1  work-grows: it grows", "    b/1  work-nan: returned nan"]


def test_limits_of_the_comparison_stand_in_its_first_line() -> None:
    same = describe_comparison(WorkComparison(CASE, "same", "", GAVE, (), ("one value only", "a/1: a call takes 2 s")))
    assert same[0].endswith(": returned 1 (one value only; a/1: a call takes 2 s)")
    apart = describe_comparison(WorkComparison(CASE, "different", "seed 2: why", (("a/1", "returned 1"), ("b/1", "returned 2")), (), ("slow",)))
    assert apart[0].endswith(": seed 2: why (slow)") and apart[1:] == ["    a/1  returned 1", "    b/1  returned 2"]


def test_each_code_has_its_hint_once() -> None:
    comparison = WorkComparison(CASE, "same", "", GAVE, (("a/1", "work-grows", "it grows"), ("b/1", "work-grows", "it grows")))
    assert count_outcomes([comparison, comparison])[1:] == [f"work-grows: {HINTS['work-grows']}"]


def test_before_a_run_only_bad_outcomes_are_listed() -> None:
    assert list_differences([WorkComparison(CASE, "same", "", GAVE, (("a/1", "work-grows", "it grows"),))]) == []
