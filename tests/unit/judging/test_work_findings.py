"""What do several calls of an implementation show by themselves, and what do they show beside those of another?"""

from __future__ import annotations

from typing import Any

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.judging.work import CaseWork, judge_case_works
from clamh.judging.work_findings import find_doubts, is_one_value
from clamh.judging.work_pairs import PairJudgement, Side, compare_works
from clamh.model.results import Given, WorkRecord
from clamh.model.worker import MemberValue


def work(first: str | None, *states: tuple[str | None, ...], case_id: str = "c", **fields: Any) -> WorkRecord:
    """The first call with seed 1 returns `first`; the calls on the states of seeds 2, 3 … return these."""
    more = tuple(Given(seed=seed, call=call, returned=text) for seed, texts in enumerate(states, 2) for call, text in enumerate(texts, 1))
    return WorkRecord(case_id=case_id, returned=first, other_calls=more, **fields)


VARIES = work("i:5", ("i:6",) * 3, ("i:7",) * 3, inputs=("Random",), distinct=3)
REMEMBERS = work("i:5", ("i:5",) * 3, ("i:5",) * 3, inputs=("Random",), distinct=1)
COUNTS = work("i:5", ("i:6", "i:7", "i:8"), ("i:7", "i:8", "i:9"), inputs=("Random",), distinct=3)
TURNS = work("i:5", ("i:6", "i:-6", "i:6"), ("i:7", "i:-7", "i:7"), inputs=("Random",), distinct=3)
LITERAL = work("i:42", ("i:42",) * 3, ("i:42",) * 3)
NAN = work("f:nan", ("f:nan",) * 3, ("f:nan",) * 3, inputs=("Random",), distinct=1)
VOID = work(None, (None,) * 3, (None,) * 3, inputs=("Random",), distinct=1)


def compared(a: WorkRecord, b: WorkRecord) -> PairJudgement:
    return compare_works(Side("a", a), Side("b", b))


def codes(*works: WorkRecord) -> list[list[str]]:
    found = find_doubts({"ab"[at]: work_record for at, work_record in enumerate(works)})
    return [[doubt.code for doubt in doubts] for doubts in found.values()]


@pytest.mark.parametrize(("a", "b", "found"), [
    (VARIES, VARIES, [[], []]),
    (REMEMBERS, VARIES, [["work-constant"], []]),
    (COUNTS, VARIES, [["work-grows"], []]),
    (TURNS, VARIES, [["work-changes"], []]),
    (TURNS, TURNS, [[], []]),  # all alike: it is the work
    (COUNTS, COUNTS, [["work-grows"], ["work-grows"]]),
    (LITERAL, LITERAL, [[], []]),  # nothing that it is given differs: no accusation
    (NAN, NAN, [["work-nan"], ["work-nan"]]),
    (VOID, VOID, [["work-nothing"], ["work-nothing"]]),
])
def test_each_kind_of_work_has_its_finding(a: WorkRecord, b: WorkRecord, found: list[list[str]]) -> None:
    assert codes(a, b) == found


@pytest.mark.parametrize(("texts", "grows"), [
    (("[i:1]", "[i:1,i:1]", "[i:1,i:1,i:1]"), True),
    (("s:a", "s:ab", "s:abc"), True),
    (("i:1", "i:2", "i:3"), True),
    (("i:1", "i:2", "i:9"), False),  # no equal steps: what Random draws may rise
    (("i:3", "i:2", "i:1"), False),
    (("i:1", "i:1", "i:1"), False),
    (("b:false", "b:true", "b:true"), False),
    (("f:nan", "f:nan", "f:nan"), False),
    (("i:1", "i:2"), False),  # two calls are too few
])
def test_a_value_that_grows_with_each_call_is_found(texts: tuple[str, ...], grows: bool) -> None:
    assert ("work-grows" in codes(work("i:0", texts))[0]) is grows


def test_growth_on_one_state_only_is_no_growth() -> None:
    assert codes(work("i:0", ("i:1", "i:2", "i:3"), ("i:3", "i:1", "i:2"))) == [[]]


def test_more_consumed_values_per_call_are_growth() -> None:
    more = tuple(Given(seed=2, call=call, consumed=("i:1",) * call) for call in (1, 2, 3))
    assert codes(WorkRecord(case_id="c", consumed=("i:1",), other_calls=more)) == [["work-grows"]]


def test_a_later_seed_shows_a_value_that_is_remembered() -> None:
    assert compared(REMEMBERS, VARIES) == PairJudgement(
        outcome="different", message="different work: seed 2: a returned 5, b returned 6", seed=2,
        cause="the value of a does not depend on the input: returned 5 for every seed of Random")


def test_a_later_call_shows_a_value_that_changes() -> None:
    assert compared(VARIES, COUNTS) == PairJudgement(
        outcome="different", message="different work: call 2 on one state, seed 2: a returned 6, b returned 7", seed=2, call=2,
        cause="the value of b changes from call to call on one state")


@pytest.mark.parametrize("one", [VARIES, COUNTS, TURNS, LITERAL])
def test_values_equal_call_by_call_are_the_same_work(one: WorkRecord) -> None:
    assert compared(one, one) == PairJudgement(outcome="same")


@pytest.mark.parametrize(("one", "why"), [
    (REMEMBERS, "a and b give the same value for every input"),
    (NAN, "a and b give NaN; two NaN do not prove the same work"),
    (VOID, "neither side gives a value to compare"),
])
def test_weak_evidence_leaves_the_work_unknown(one: WorkRecord, why: str) -> None:
    assert compared(one, one) == PairJudgement(outcome="not checked", message=f"work not checked: {why}")


def test_nan_against_a_number_is_different_work() -> None:
    assert compared(NAN, VARIES).outcome == "different"


def test_only_calls_that_both_made_are_compared() -> None:
    assert compared(work("i:5"), VARIES).outcome == "same"


def test_a_nan_inside_a_list_counts_as_nan() -> None:
    assert codes(work("[i:1,[f:nan]]")) == [["work-nan"]]


@pytest.mark.parametrize(("one", "weak"), [(LITERAL, True), (work("i:1"), True), (VARIES, False), (COUNTS, False),
                                          (work("i:1", ("i:1", "i:2", "i:3")), False)])
def test_one_value_without_an_input_is_weak(one: WorkRecord, weak: bool) -> None:
    assert is_one_value(one) is weak


def test_a_constant_is_described_with_its_inputs() -> None:
    doubts = find_doubts({"a": work("b:true", inputs=("Random", "n"), distinct=1)})["a"]
    assert [doubt.message for doubt in doubts] == [
        "the value does not depend on the input: returned true for every seed of Random and every n"]


def test_members_of_a_group_have_no_change_finding() -> None:
    of_group = WorkRecord(case_id="c", members={"put": MemberValue(returned="i:1")},
                          other_calls=(Given(seed=2, call=1, members={"put": MemberValue(returned="i:1")}),
                                       Given(seed=2, call=2, members={"put": MemberValue(returned="i:7")})))
    assert codes(of_group, LITERAL) == [[], []]


def test_each_case_of_a_run_has_its_work() -> None:
    result = run([case([]), case([], "d", "java/17"), case([], "e", "go/1", key="alone")])
    works = (VARIES, replace(REMEMBERS, case_id="d"), replace(VARIES, case_id="e"))
    found = judge_case_works(replace(result, works=works))
    assert {name: (case_work.state, [doubt.code for doubt in case_work.findings]) for name, case_work in found.items()} == {
        "c": ("different", []), "d": ("different", ["work-constant"])}
    assert found["c"].message.startswith("different work: seed 2: ")


@pytest.mark.parametrize(("one", "state"), [(VARIES, "same"), (NAN, "unknown"), (replace(VARIES, differs="rounds"), "same")])
def test_the_state_of_a_case_is_that_of_its_worst_comparison(one: WorkRecord, state: str) -> None:
    result = run([case([]), case([], "d", "java/17")])
    found = judge_case_works(replace(result, works=(one, replace(one, case_id="d"))))
    assert [case_work.state for case_work in found.values()] == [state] * 2
    assert all(isinstance(case_work, CaseWork) for case_work in found.values())


def test_a_finding_stands_with_the_row_of_its_case() -> None:
    result = run([case([fork(number, (10.0,) * 3, case_id=name) for number in range(3)], name, side) for name, side in (("c", "cpp/g++-12"), ("d", "java/17"))])
    rows = summarise(replace(result, works=(VARIES, replace(TURNS, case_id="d"))), 0.95).rows
    assert {row.case_id: row.has_warning("work-changes") for row in rows} == {"c": False, "d": True}
