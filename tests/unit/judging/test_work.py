"""Is the work of implementations the same exactly when all that they gave is, and is every other case said in words?"""

from __future__ import annotations

from typing import Any

import pytest
from made_runs import case, run
from msgspec.structs import replace

from clamh.judging.work import PairJudgement, Side, compare_values, find_different_keys, judge_sides
from clamh.model.results import Given, WorkRecord
from clamh.model.worker import MemberValue


def work(*consumed: str, returned: str | None = None, **fields: Any) -> WorkRecord:
    return WorkRecord(case_id="c", returned=returned, consumed=consumed, **fields)


def judge_works(*works: WorkRecord | None) -> PairJudgement:
    return judge_sides([Side(f"{'abcdef'[at]}/1", work_record) for at, work_record in enumerate(works)])


@pytest.mark.parametrize(("a", "b"), [
    (work(returned="i:5"), work(returned="i:5")),
    (work("i:1", "i:2"), work("i:1", "i:2")),
    (work("i:5"), work(returned="i:5")),  # what is returned is given to Blackhole by the harness
    (work("i:1", returned="s:x"), work("i:1", returned="s:x")),
    (work(checks={"S::sum": "i:6"}), work(checks={"Bench.State.SUM": "i:6"})),
    (work(returned="object", checks={"a": "i:1"}), work(checks={"a": "i:1"})),  # the checks are what is to be compared
    (work(returned="null"), work(returned="null")),
])
def test_equal_values_are_the_same_work(a: WorkRecord, b: WorkRecord) -> None:
    assert judge_works(a, b) == judge_works(b, a) == PairJudgement(outcome="same")


@pytest.mark.parametrize(("a", "b", "message", "cause"), [
    (work(returned="i:7034535277573963776"), work(returned="i:15511210043330986055303168"),
     "different work: a/1 returned 7034535277573963776, b/1 returned 1.5511210043330986e+25",
     "one side exceeds a 64-bit integer: an integer overflow on the other"),
    (work("i:1", "i:2"), work("i:2", "i:1"), "different work: a/1 consumed 1, 2, b/1 consumed 2, 1", "the same values in another order"),
    (work("i:1", "i:-2"), work("i:1", "i:254"), "different work: a/1 consumed 1, -2, b/1 consumed 1, 254",
     "first difference at value 1, -2 and 254: the same 8 bits, signed on one side and unsigned on the other"),
    (work("i:1", returned="i:2"), work(returned="i:2"), "different work: a/1 consumed 1 and returned 2, b/1 returned 2", "1 and 2 values"),
    (work(*[f"i:{n}" for n in range(9)]), work("i:0"), "different work: a/1 consumed 0, 1, 2, 3, …, b/1 consumed 0", "1 and 9 values"),
    (work(returned="i:1", checks={"S::sum": "i:6"}), work(returned="i:1", checks={"sum": "i:7"}),
     "different work: Check sum: a/1 gives 6, b/1 gives 7", ""),
])
def test_unequal_values_are_different_work(a: WorkRecord, b: WorkRecord, message: str, cause: str) -> None:
    assert judge_works(a, b) == PairJudgement(outcome="different", message=message, cause=cause)


@pytest.mark.parametrize(("a", "b", "message"), [
    (work(), work(), "neither side gives a value to compare"),
    (work(), work(returned="i:1"), "a/1 gives no value to compare"),
    (work(returned="object"), work(returned="[object]"), "neither side gives a value to compare"),
    (work(returned="i:1", checks={"S::sum": "i:1"}), work(returned="i:1"), "Check sum is on a/1 and not on b/1"),
    (work(returned="i:1"), work(returned="i:1", checks={"S::sum": "i:1"}), "Check sum is on b/1 and not on a/1"),
])
def test_work_without_values_is_not_checked(a: WorkRecord, b: WorkRecord, message: str) -> None:
    assert judge_works(a, b) == PairJudgement(outcome="not checked", message=f"work not checked: {message}")


def test_clamh_toml_admits_a_comparison_of_work_without_values() -> None:
    judgement = judge_works(work(differs="it returns nothing"), work(returned="i:1"))
    assert (judgement.outcome, judgement.message) == ("excused", "not checked, as clamh.toml says: it returns nothing")


def test_an_implementation_without_a_record_is_not_checked() -> None:
    assert judge_works(None, work(returned="i:1")) == PairJudgement(outcome="not checked", message="work not checked")


def test_a_failure_is_no_difference() -> None:
    assert judge_works(work(failure="timed out"), work(returned="i:1")).message == "work not checked: a/1: timed out"


def test_a_value_that_differs_from_itself_is_not_repeatable() -> None:
    pair_judgement = judge_works(work(returned="i:1", second_process=Given(returned="i:2")), work(returned="i:1"))
    assert pair_judgement == PairJudgement(outcome="not repeatable", message="not repeatable: a/1 first returned 1, then returned 2")


def test_the_worst_pair_of_several_counts() -> None:
    five, six = work(returned="i:5"), work(returned="i:6")
    assert judge_works(five, five, six).message == "different work: a/1 returned 5, c/1 returned 6"
    assert judge_works(work(), five, six).outcome == "different"
    assert judge_works(five, five, work()).outcome == "not checked"


def test_a_reason_excuses_a_difference_and_nothing_else() -> None:
    five, six = work(returned="i:5", differs="doubles round"), work(returned="i:6")
    assert judge_works(five, six) == PairJudgement(outcome="excused", message="different, as clamh.toml says: doubles round")
    assert judge_works(six, five).outcome == "excused"
    assert judge_works(five, five) == PairJudgement(outcome="same")
    assert judge_works(work(failure="timed out", differs="x"), six).outcome == "failed"


def test_the_value_term_of_a_ratio_follows_its_works() -> None:
    a = "a/1", work(returned="i:1")
    assert compare_values(a, a) == (True, "")
    assert compare_values(a, ("b/1", work(returned="i:4294967297"))) == (
        False, "different work: a/1 returned 1, b/1 returned 4294967297: equal modulo 2^32: an integer overflow of 32 bits on one side")
    assert compare_values(a, ("b/1", None)) == compare_values(("b/1", None), a) == (None, "work not checked")


@pytest.mark.parametrize(("b", "holds"), [
    (work(returned="i:1"), True), (work(returned="i:2"), False), (work(), None), (work(returned="i:2", differs="x"), True),
    (work(returned="i:1", second_process=Given(returned="i:3")), False), (work(failure="x"), None)])
def test_the_value_term_holds_for_same_work_only(b: WorkRecord, holds: bool | None) -> None:
    assert compare_values(("a/1", work(returned="i:1")), ("b/1", b))[0] is holds


def group(again: Given | None = None, checks: dict[str, str] = {}, **members: str | None) -> WorkRecord:
    result = {name: MemberValue(returned=returned) for name, returned in members.items()}
    return WorkRecord(case_id="c", members=result, second_process=again, checks=checks)


def test_functions_of_a_group_are_compared_by_their_names_in_any_style() -> None:
    assert judge_works(group(put_one="i:1", take=None), group(putOne="i:1", take=None)).outcome == "same"
    assert judge_works(group(put="i:1", take="i:2"), group(put="i:1", take=None)).message == (
        "work not checked: b/1 gives no value to compare")
    assert judge_works(group(put=None), group(put=None)).message == "work not checked: neither side gives a value to compare"
    assert judge_works(group(put=None, checks={"sum": "i:1"}), group(put=None, checks={"sum": "i:1"})).outcome == "same"


def test_only_checks_of_a_group_can_differ() -> None:
    """The tutorial's counter was read before it was added to by Rust's threads, twice, and after by those of C++."""
    pair_judgement = judge_works(group(put="i:1", take="i:2"), group(put="i:1", take="i:3"))
    assert (pair_judgement.outcome, pair_judgement.message) == (
        "not checked", "work not checked: the functions of the group run at the same time: take: a/1 gives 2, b/1 gives 3")
    work_record, other_work_record = (group(put="i:1", take=take, checks={"sum": f"i:{sum}"}) for take, sum in (("i:2", 3), ("i:3", 4)))
    assert (judge_works(work_record, work_record).outcome, judge_works(work_record, other_work_record).outcome) == ("same", "different")
    assert judge_works(work_record, other_work_record).message == "different work: Check sum: a/1 gives 3, b/1 gives 4"


def test_a_group_with_changing_values_is_not_checked() -> None:
    again = Given(members={"put": MemberValue(returned="i:2")})
    pair_judgement = judge_works(group(again, put="i:1"), group(put="i:1"))
    assert (pair_judgement.outcome, pair_judgement.message) == (
        "not checked", "work not checked: the functions of the group run at the same time: a/1 first put returned 1, then put returned 2")


@pytest.mark.parametrize("changed", [{"key": "other"}, {"params": {"number": "26"}}, {"source": "elsewhere/factorial.cpp"}])
def test_only_implementations_of_one_benchmark_are_compared(changed: dict[str, Any]) -> None:
    works = (work(returned="i:1"), replace(work(returned="i:2"), case_id="d"))

    def compare(**fields: Any) -> tuple[str, ...]:
        return find_different_keys(replace(run([case([]), case([], "d", "java/17", **fields)]), works=works))

    assert compare() == ("factorial",)
    assert compare(**changed) == ()
