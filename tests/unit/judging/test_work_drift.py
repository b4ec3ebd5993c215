"""Is it seen that measuring changed what is computed, and is nothing claimed that values do not show?"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.judging.work_drift import find_drift
from clamh.model.results import Given, Run, UsedRecord, WorkRecord
from evaluate.own import equal_work

FRESH = ["i:99"] * 8


def calls(texts: Sequence[str], seed: int = 7) -> tuple[Given, ...]:
    return tuple(Given(seed=seed, call=call, returned=text) for call, text in enumerate(texts, 1))


def record(used: Sequence[str], case_id: str = "c") -> UsedRecord:
    return UsedRecord(case_id=case_id, fork=4, used=calls(used))


def work(fresh: Sequence[str], seed: int = 7, **fields: object) -> WorkRecord:
    return WorkRecord(case_id="c", returned=fresh[0], other_calls=calls(fresh, seed), **fields)


@pytest.mark.parametrize(("used", "fresh"), [
    (["null"] * 8, FRESH),  # a queue that is empty now
    (["i:10"] * 8, ["i:1", "i:2", "i:3"]),  # a set that is full now
    (["f:nan"] * 3, ["f:3ff8000000000000"] * 3),
    (["f:inf"] * 3, ["i:2", "i:4", "i:8"]),
])
def test_a_state_that_settled_at_another_value_has_drifted(used: Sequence[str], fresh: Sequence[str]) -> None:
    assert find_drift(record(used), work(fresh)).startswith("measuring changed what is computed: on the state after measuring each call ")


@pytest.mark.parametrize(("used", "fresh"), [
    (FRESH, FRESH),
    (["i:7", "i:8", "i:9"], ["i:1", "i:2", "i:3"]),  # a counter has come further
    (["i:7", "i:8", "i:9"], FRESH),  # a position in an array, set back before each iteration
    (["b:true"] * 8, ["b:false", "b:true", "b:false"]),  # which comes again
    (["null"] * 2, FRESH),  # two calls may be equal by chance
    (["object"] * 8, ["object"] * 8),
])
def test_changing_recurring_or_unknown_values_are_no_drift(used: Sequence[str], fresh: Sequence[str]) -> None:
    assert find_drift(record(used), work(fresh)) == ""


def test_the_message_has_values_of_both_states() -> None:
    assert find_drift(record(["null"] * 3), work(["i:1", "i:2", "i:3", "i:4"])) == (
        "measuring changed what is computed: on the state after measuring each call returned null, on a fresh state returned 1, then "
        "returned 2, then returned 3, …")


def test_a_call_that_fails_on_the_used_state_is_a_finding() -> None:
    failed = UsedRecord(case_id="c", fork=4, failure="the benchmark failed in take: IndexError: pop from empty list")
    assert find_drift(failed, None) == ("a call on the state left by measuring failed: the benchmark failed in take: IndexError: pop from "
                                       "empty list")


def test_only_a_fresh_state_with_the_same_data_is_compared() -> None:
    """With Random other seeds have other values; without it they have none."""
    assert find_drift(record(["i:5"] * 8), work(FRESH, seed=2, inputs=("Random",))) == ""
    assert find_drift(record(["i:5"] * 8), work(FRESH, seed=7, inputs=("Random",))) != ""
    assert find_drift(record(["i:5"] * 8), work(FRESH, seed=2)) != ""
    assert find_drift(record(["i:5"] * 8), None) == "" and find_drift(record(["i:5"] * 8), WorkRecord(case_id="c", failure="x")) == ""


def test_without_records_only_returned_and_checked_values_count() -> None:
    used = UsedRecord(case_id="c", fork=4, used=(Given(checks={"State::sum": "i:5"}),) * 3, unrecorded=True)
    before = WorkRecord(case_id="c", consumed=("i:1",), checks={"State::sum": "i:5"})
    assert find_drift(used, before) == "" and find_drift(replace(used, unrecorded=False), before) != ""
    emptied = replace(used, used=(Given(checks={"State::sum": "i:0"}),) * 3)
    assert find_drift(emptied, before).endswith("each call Check sum = 0, on a fresh state Check sum = 5")


def two(*used: UsedRecord, differs: str = "") -> Run:
    cases = [case([fork(n, [10.0 * (1 + at) * (1 + n / 1000)], case_id=name) for n in range(5)], name, platform)
             for at, (name, platform) in enumerate((("a", "cpp/g++-12"), ("b", "rust/rustc-1")))]
    works = tuple(WorkRecord(case_id=name, returned="i:99", differs=differs) for name in "ab")
    return replace(run(cases), works=works, used=used)


def test_equal_work_is_withdrawn_if_measuring_changed_a_side() -> None:
    drifted, steady = record(["null"] * 8, "a"), record(FRESH, "b")
    for records in ((drifted, steady), (drifted,), (drifted, record(["i:0"] * 8, "b"))):
        row = summarise(two(*records), 0.95).rows[1]
        assert row.ratio.not_compared and row.ratio.reason.startswith("work not checked: measuring changed what cpp/g++-12 ")
        assert next(term for term in row.ratio.terms if term.name == "value").holds is None


def test_sides_that_drifted_to_the_same_work_are_compared() -> None:
    rows = summarise(two(*(record(["null"] * 8, name) for name in "ab")), 0.95).rows
    assert rows[1].ratio.verdict == "slower" and all(row.has_warning("work-drifts") for row in rows)
    assert summarise(two(*(record(FRESH, name) for name in "ab")), 0.95).rows[1].ratio.verdict == "slower"


def test_values_that_both_sides_recorded_are_compared() -> None:
    mine = UsedRecord(case_id="a", fork=4, used=(Given(returned="null"),) * 3, unrecorded=True)
    theirs = replace(mine, case_id="b", used=(Given(returned="null", consumed=("i:4",)),) * 3, unrecorded=False)
    assert summarise(two(mine, theirs), 0.95).rows[1].ratio.verdict == "slower"
    assert summarise(two(replace(mine, unrecorded=False), theirs), 0.95).rows[1].ratio.not_compared


def test_work_that_the_evaluation_declares_equal_is_not_checked() -> None:
    [declared] = equal_work(SimpleNamespace(cases=[SimpleNamespace(case_id="c")]))
    assert find_drift(record(["i:1125652977"] * 8), declared) == ""
