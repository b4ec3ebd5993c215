"""Is every canonical text read as its value, and shown as people write it?"""

from __future__ import annotations

import math

import pytest

from clamh.judging.canonical import OBJECT, Digest, describe_value, is_informative, parse_value, split_elements


@pytest.mark.parametrize(("text", "value", "expected"), [
    ("i:-42", -42, "-42"),
    ("i:18446744073709551615", 2**64 - 1, "18446744073709551615"),
    ("i:15511210043330986055303168", 15511210043330986055303168, "1.5511210043330986e+25"),
    ("i:15511210043330985984000001", 15511210043330985984000001, "15511210043330985984000001"),
    ("i:" + "9" * 400, int("9" * 400), "9" * 30 + "…" + "9" * 29),
    ("f:3fb999999999999a", 0.1, "0.1"),
    ("f:inf", math.inf, "inf"),
    ("f:-inf", -math.inf, "-inf"),
    ("b:true", True, "true"),
    ("null", None, "null"),
    ("object", OBJECT, "an object without a value"),
    ("s:", "", '""'),
    ("s:a\n\x1b[2J", "a\n\x1b[2J", r'"a\n\u001b[2J"'),
    ("x:00ff", b"\x00\xff", "bytes 00ff"),
    ("[]", [], "[]"),
    ("[i:1,[f:3fb999999999999a,null],s:x]", [1, [0.1, None], "x"], '[1, [0.1, null], "x"]'),
    ("sha256:" + "ab" * 32 + ":1346", Digest("ab" * 32, 1346), "1346 bytes or values with SHA-256 abababababab…"),
    ("z:later", "z:later", '"z:later"'),  # of a newer worker
])
def test_each_text_is_read_as_its_value(text: str, value: object, expected: str) -> None:
    assert parse_value(text) == value and type(parse_value(text)) is type(value)
    assert describe_value(text) == expected


def test_nan_is_a_float() -> None:
    assert math.isnan(parse_value("f:nan")) and describe_value("f:nan") == "nan"


@pytest.mark.parametrize("text", ["i:", "i:1.5", "f:12", "f:zz", "x:0", "x:zz", "sha256:12:3", "[", ""])
def test_an_unknown_form_is_read_as_a_text(text: str) -> None:
    assert isinstance(parse_value(text), str)


def test_a_text_with_a_comma_is_one_element_where_no_value_could_begin() -> None:
    assert split_elements("[s:a, b,s:c]") == ["s:a, b", "s:c"]


@pytest.mark.parametrize(("text", "informs_"), [
    ("i:0", True), ("null", True), ("[]", True), ("[object,i:1]", True), ("object", False), ("[object,[object]]", False)])
def test_objects_have_no_value(text: str, informs_: bool) -> None:
    assert is_informative(text) == informs_


def test_a_value_of_any_depth_is_described() -> None:
    """An edited results file had one of a thousand brackets, which ended in a RecursionError."""
    for text in ("[" * 1500 + "]" * 1500, "[i:1," * 1500 + "i:1" + "]" * 1500, "[" * 1500):
        assert is_informative(text) and len(describe_value(text)) <= 60
