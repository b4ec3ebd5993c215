from __future__ import annotations

import pytest

from clamh.languages.javascript.values import is_among, is_of, common_type


@pytest.mark.parametrize(("values", "type"), [
    (["1", "-2.5", "1e3", ".5", "0x1F", "Infinity", "NaN", "+1"], "number"), (["true", "false"], "boolean"), (["true", "1"], "string"),
    (["1", ""], "string"), (["1 "], "string"), (["1_000"], "string"), (["1\n"], "string"), ([], "string"), (["1n"], "string"),
])
def test_untyped_field_gets_common_type_of_values(values: list[str], type: str) -> None:
    assert common_type(values) == type


def test_values_are_checked_against_type() -> None:
    assert is_of("-12345678901234567890", "bigint") and not is_of("1.5", "bigint") and not is_of("1n", "bigint")
    assert is_of("anything", "string") and is_of("anything", "")
    assert not is_of("True", "boolean") and not is_of("١", "number")


def test_numbers_match_literals_by_value() -> None:
    assert is_among("1.0", ["1", "2"], "number") and is_among("0x2", ["1", "2"], "number") and not is_among("x", ["1"], "number")
    assert is_among("9007199254740993", ["9007199254740993"], "bigint")
    assert not is_among("9007199254740992", ["9007199254740993"], "bigint")
    assert is_among("a", ["a"], "string") and not is_among("1.0", ["1"], "string")
