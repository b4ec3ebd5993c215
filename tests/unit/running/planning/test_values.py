"""Which texts are values of which param type?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamh.model.cases import CatalogParam
from clamh.running.planning.values import convert


def param(type: str, **more) -> CatalogParam:
    return CatalogParam(name="n", state="S", type=type, values=(), **more)


@pytest.mark.parametrize(("text", "sent"), [
    ("25", "25"), ("+5", "5"), ("-0x1F", "-31"), ("0X10", "16"), ("1_000", "1000"), ("010", "10"), ("-0", "0"),
    ("0xff_ff", "65535"), ("18446744073709551615", "18446744073709551615"),
])
def test_integers_are_sent_in_decimal(text: str, sent: str) -> None:
    assert convert(text, param("integer", minimum=-(2**63), maximum=2**64 - 1)) == (sent, "")


@pytest.mark.parametrize("text", [
    "", " 1", "1 ", "1.0", "1e3", "0x", "_1", "1_", "1__0", "--1", "٣", "18446744073709551616", "9" * 5000, "0b1",
])
def test_what_is_no_integer_is_refused(text: str) -> None:
    assert convert(text, param("integer", minimum=0, maximum=2**64 - 1))[1].startswith("an integer")


def test_integer_out_of_range_names_the_range() -> None:
    assert convert("300", param("integer", minimum=0, maximum=255)) == ("300", "an integer from 0 to 255")


@pytest.mark.parametrize(("text", "value"), [
    ("1", "1"), ("1.", "1"), ("1.0", "1"), ("+5", "5"), ("007", "7"), ("0x100", "256"), ("+1E9", "1000000000"), ("0x1.8p3", "12"),
    ("16.5", "16.5"), (".5", "0.5"), ("0.10", "0.1"), ("-1.5e-3", "-0.0015"), ("1e-7", "1e-07"), ("0.1000000000000000055511", "0.1"),
    ("9007199254740993", "9007199254740992"), ("18446744073709549568", "18446744073709549568"), ("1e22", "1e+22"),
    ("-0.0", "-0"), ("inf", "inf"), ("-Infinity", "-inf"), ("nan", "nan"), ("NaN(1)", "nan"), ("1e308", "1e+308"),
])
def test_equal_floats_have_the_same_text(text: str, value: str) -> None:
    assert convert(text, param("float")) == (value, "")
    assert convert(value, param("float")) == (value, "")


@given(st.integers(-(2**53), 2**53))
def test_whole_number_has_the_same_text_in_every_type(number: int) -> None:
    integer = convert(hex(number), param("integer"))
    assert integer == convert(hex(number), param("float")) == convert(f"{number}.0", param("float")) == (str(number), "")


@given(st.floats(allow_nan=False))
def test_the_text_of_a_float_keeps_its_value(number: float) -> None:
    value, _ = convert(repr(number), param("float"))
    assert repr(float(value)) == repr(number)


@pytest.mark.parametrize("text", ["1e400", "-1e400", "0x1p9999"])
def test_what_no_double_can_hold_is_refused(text: str) -> None:
    assert convert(text, param("float"))[1] == "a number that a double can hold, or inf"


@pytest.mark.parametrize("text", ["", ".", "1e", "1,5", "1_0.0", "e5", "0x", " 1", "1f", "infinite", "١"])
def test_what_is_no_float_is_refused(text: str) -> None:
    assert convert(text, param("float"))[1]


def test_a_type_of_a_few_values_has_no_others() -> None:
    few = param("float", constants=("1", "0.5"))
    assert [convert(text, few)[1] for text in ("1", "1.0", "5e-1", "0x1", "2", "nan(x)", "a")] == [
        "", "", "", "", "one of 1, 0.5", "one of 1, 0.5", "a number, such as 1.5 or 1e-3"]
    assert convert("0x10", param("integer", constants=("16",))) == ("16", "") == convert("16", param("integer", constants=("0x10",)))
    assert convert("c", param("string", constants=("a", "b")))[1] == "one of a, b"


def test_the_other_types() -> None:
    assert convert("true", param("boolean")) == ("true", "")
    assert convert("True", param("boolean"))[1] == "true or false"
    assert convert("é", param("character")) == ("é", "")
    assert convert("ab", param("character"))[1] == "exactly one character"
    assert convert("RED", param("enum", constants=("RED", "BLUE"))) == ("RED", "")
    assert convert("red", param("enum", constants=("RED", "BLUE")))[1] == "one of RED, BLUE"
    assert convert(" a, b\t", param("string")) == (" a, b\t", "")


def test_bytes_that_are_not_utf8_are_refused() -> None:
    assert convert("\udcff", param("string"))[1] == "text in UTF-8"
