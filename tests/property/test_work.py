"""Laws of comparing canonical values: equal exactly when the texts are, either way round, and every text can be told."""

from __future__ import annotations

import math
import struct

from hypothesis import given, settings
from hypothesis import strategies as st

from clamh.judging.canonical import describe_value, parse_value, split_elements
from clamh.judging.causes import find_cause
from clamh.judging.work import Side, judge_sides
from clamh.judging.work_findings import find_doubts
from clamh.model.results import Given, WorkRecord


def canonical(value: object) -> str:
    """protocol/README.md, once more and apart from the runtimes'."""
    if isinstance(value, bool):
        return f"b:{str(value).lower()}"
    if isinstance(value, float) and not math.isfinite(value):
        return "f:nan" if math.isnan(value) else f"f:{'-' * (value < 0)}inf"
    if isinstance(value, int) or isinstance(value, float) and value == int(value):
        return f"i:{int(value)}"
    if isinstance(value, float):
        return f"f:{struct.pack('>d', value).hex()}"
    if isinstance(value, list):
        return f"[{','.join(map(canonical, value))}]"
    return "null" if value is None else f"x:{value.hex()}" if isinstance(value, bytes) else f"s:{value}"


FLAT = st.one_of(st.booleans(), st.integers(), st.floats(), st.none(), st.binary(max_size=8))
VALUES = st.recursive(st.one_of(FLAT, st.text(max_size=8)), lambda inner: st.lists(inner, max_size=4), max_leaves=8)
UNAMBIGUOUS = st.recursive(FLAT, lambda inner: st.lists(inner, max_size=4), max_leaves=8)  # texts may look like elements
TEXTS = st.one_of(VALUES.map(canonical), st.text(max_size=20))
WORKS = st.builds(
    WorkRecord, case_id=st.just("c"), returned=st.none() | TEXTS, consumed=st.lists(TEXTS, max_size=3).map(tuple),
    checks=st.dictionaries(st.sampled_from(["S::sum", "S.sum", "other"]), TEXTS, max_size=1),
    second_process=st.none() | st.builds(Given, returned=TEXTS), failure=st.sampled_from(["", "", "", "boom"]),
    differs=st.sampled_from(["", "", "why"]), inputs=st.sampled_from([(), ("Random",), ("Random", "n")]), distinct=st.integers(0, 3),
    other_calls=st.lists(TEXTS, max_size=4).map(lambda texts: tuple(
        Given(seed=2 + at // 2, call=1 + at % 2, returned=text) for at, text in enumerate(texts))))


def of(*works: WorkRecord) -> str:
    return judge_sides([Side(str(at), work) for at, work in enumerate(works)]).outcome


@given(UNAMBIGUOUS)
def test_what_is_read_is_written_again(value: object) -> None:
    assert canonical(parse_value(canonical(value))) == canonical(value)


@given(st.lists(UNAMBIGUOUS, max_size=5))
def test_a_sequence_has_the_texts_of_its_elements(values: list[object]) -> None:
    assert split_elements(canonical(values)) == [canonical(value) for value in values]


@settings(max_examples=300)
@given(TEXTS, TEXTS)
def test_a_cause_is_the_same_either_way_round_and_equal_texts_have_none(one: str, other: str) -> None:
    assert find_cause(one, other) == find_cause(other, one)
    assert find_cause(one, one) == ""
    assert len(describe_value(one)) <= 60


@given(st.integers(), st.sampled_from([32, 64]))
def test_integer_and_its_low_bits_are_an_overflow(value: int, width: int) -> None:
    wrapped = (value + (1 << width - 1)) % (1 << width) - (1 << width - 1)
    why = find_cause(f"i:{value}", f"i:{wrapped}")
    assert why == "" if wrapped == value else "overflow" in why or "signed" in why


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=1e-300, max_value=1e300), st.integers(1, 1000))
def test_neighbours_are_counted_in_ulp(value: float, steps: int) -> None:
    other = value
    for _ in range(steps):
        other = math.nextafter(other, math.inf)
    why = find_cause(canonical(value), canonical(other))
    whole = value == int(value) and other == int(other)
    assert whole or "rounding to a" in why or why.startswith(f"{steps} ulp apart")


@given(WORKS, WORKS, WORKS)
def test_judging_is_symmetric_and_no_third_makes_it_better(a: WorkRecord, b: WorkRecord, c: WorkRecord) -> None:
    outcomes = ("same", "excused", "not checked", "failed", "not repeatable", "different")
    assert of(a, b) == of(b, a)
    assert outcomes.index(of(a, b, c)) >= outcomes.index(of(a, b)) or a.differs or b.differs or c.differs


@given(st.lists(st.integers().map(canonical), min_size=1, max_size=6), st.data())
def test_a_difference_at_any_call_is_found_there(texts: list[str], data: st.DataObject) -> None:
    def made(values: list[str]) -> WorkRecord:
        return WorkRecord(case_id="c", returned="i:0", other_calls=tuple(
            Given(seed=2 + at // 3, call=1 + at % 3, returned=text) for at, text in enumerate(values)))

    at = data.draw(st.integers(0, len(texts) - 1))
    other = [*texts[:at], "s:something else", *texts[at + 1:]]
    pair_judgement = judge_sides([Side("a", made(texts)), Side("b", made(other))])
    assert (pair_judgement.outcome, pair_judgement.seed, pair_judgement.call) == ("different", 2 + at // 3, 1 + at % 3)
    assert of(made(texts), made(texts)) == "same"


@given(WORKS, WORKS)
def test_findings_do_not_depend_on_the_order(a: WorkRecord, b: WorkRecord) -> None:
    doubts, other = find_doubts({"a": a, "b": b}), find_doubts({"b": b, "a": a})
    assert doubts == other


@given(WORKS)
def test_a_work_never_differs_from_itself(work: WorkRecord) -> None:
    assert of(work, work) != "different"
