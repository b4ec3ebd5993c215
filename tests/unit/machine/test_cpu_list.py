"""Are lists of CPUs read and written as the system and taskset do?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamh.machine.cpu_list import format_ranges, parse_ranges, sort_cpus


@pytest.mark.parametrize(("text", "numbers"), [
    ("", set()), ("\n", set()), ("0", {0}), ("0-3", {0, 1, 2, 3}), ("2,4-6, 9", {2, 4, 5, 6, 9}), ("0-10:4", {0, 4, 8}), ("3-3", {3}),
    ("1,1,0-1", {0, 1}), ("65535", {65535}),
])
def test_a_list_is_read(text: str, numbers: set[int]) -> None:
    assert parse_ranges(text) == numbers


@pytest.mark.parametrize(("text", "message"), [
    ("a", "'a' is neither a number"), ("1,,2", "'' is neither"), ("1-", "'1-' is neither"), ("-1", "'-1' is neither"), ("0x1", "'0x1' is neither"),
    ("3:2", "'3:2' is neither"), ("٣", "'٣' is neither"), ("5-2", "'5-2' ends before it begins"), ("0-4:0", "a step of 0"),
    ("0-99999999999", "above 65535"), ("65536", "above 65535"),
])
def test_an_invalid_list_is_refused_with_its_wrong_part(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_ranges(text)


@given(st.frozensets(st.integers(0, 300)))
def test_a_formatted_list_is_parsed_again(numbers: frozenset[int]) -> None:
    assert parse_ranges(format_ranges(numbers)) == numbers


@pytest.mark.parametrize(("numbers", "text"), [
    ((), ""), ((2,), "2"), ((0, 1, 2, 5), "0-2,5"), ((1, 0), "1,0"), ((0, 1, 0, 1), "0-1 in turn"), ((1, 0, 1), "1,0 in turn"),
    ((3, 3, 3), "3"), ((0, 0, 1), "0,0,1"),
])
def test_cpus_of_threads_keep_their_order(numbers: tuple[int, ...], text: str) -> None:
    assert sort_cpus(numbers) == text
