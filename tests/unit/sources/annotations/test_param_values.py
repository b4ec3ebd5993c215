from __future__ import annotations

import pytest

from clamh.model.sources import Argument, Call, Location
from clamh.sources.annotations.cycles import find_cycles
from clamh.sources.annotations.param_values import param_values

HERE = Location(path="x", line=1)


def call(name: str, *values: object, **named: object) -> Call:
    return Call(name=name, arguments=(
        *(Argument(key=None, value=value) for value in values),
        *(Argument(key=key, value=value) for key, value in named.items()),
    ))


@pytest.mark.parametrize(("listed", "values"), [
    (call("range", 8, 64), "8 16 32 64"),
    (call("range", 8, 100), "8 16 32 64 100"),
    (call("range", 10, 100), "10 16 32 64 100"),  # powers of mult, not multiples of lo, as Google Benchmark's
    (call("range", 1, 1000, 10), "1 10 100 1000"),
    (call("range", 0, 3), "0 1 2 3"),
    (call("range", 5, 5), "5"),
    (call("range", hi=8, lo=2), "2 4 8"),
    (call("denseRange", 1, 4), "1 2 3 4"),
    (call("denseRange", -3, 4, step=3), "-3 0 3"),
    (call("denseRange", 2, 2), "2"),
])
def test_ranges_are_expanded(listed: Call, values: str) -> None:
    assert param_values([listed], HERE) == (tuple(values.split()), [])


@pytest.mark.parametrize(("listed", "code"), [
    (call("range", 8, 4), "wrong-range"),
    (call("range", -1, 4), "wrong-range"),
    (call("range", 1, 8, mult=1), "wrong-range"),
    (call("range", 1), "wrong-range"),
    (call("range", 1, 2, 3, 4), "wrong-range"),
    (call("range", 1, 2.5), "wrong-range"),
    (call("range", 1, True), "wrong-range"),
    (call("range", 1, 8, step=2), "wrong-range"),
    (call("denseRange", 1, 8, step=0), "wrong-range"),
    (call("denseRange", 0, 10**12), "wrong-range"),
    (call("denseRange", 0, 10**19), "wrong-range"),  # too long for len()
    (call("linspace", 1, 8), "unknown-call"),
])
def test_a_wrong_range_is_reported(listed: Call, code: str) -> None:
    values, (problem,) = param_values([listed], HERE)
    assert (values, problem.code, problem.location) == ((), code, HERE)


def test_texts_are_unchanged_and_in_order() -> None:
    assert param_values(["b", "0x1F", call("denseRange", 1, 2), " a, b "], HERE) == (("b", "0x1F", "1", "2", " a, b "), [])
    values, (problem,) = param_values(["1", call("denseRange", 1, 2)], HERE)
    assert (values, problem.code) == (("1", "2"), "repeated-value")


@pytest.mark.parametrize(("needs", "expected"), [
    ({}, []),
    ({"a": ["b", "c"], "b": ["d"], "c": ["d"]}, []),
    ({"a": ["a"]}, [{"a"}]),
    ({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}, [{"a", "b", "c"}]),
    ({"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"]}, [{"a", "b"}, {"c", "d"}]),
])
def test_cycles_are_found(needs: dict[str, list[str]], expected: list[set[str]]) -> None:
    cycles = find_cycles(needs)
    assert [set(cycle) for cycle in cycles] == expected
    for cycle in cycles:
        assert all(after in needs[before] for before, after in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
