from __future__ import annotations

from pathlib import Path

import pytest

from clamh.model.sources import Argument, Call, Constant, Fraction
from clamh.sources.annotations.grammar import GrammarError, parse_annotation, parser


@pytest.mark.parametrize(("written", "value"), [
    ("3", 3),
    ("-1", -1),
    ("1_000_000", 1000000),
    ("0x1F", 31),
    ("0XfF_0", 0xFF0),
    ("1.50", Fraction(text="1.50")),
    ("1e3", Fraction(text="1e3")),
    ("-.5", Fraction(text="-.5")),
    ("true", True),
    ("FALSE", False),
    ('"25"', "25"),
    ('"a, (b) {c}"', "a, (b) {c}"),
    (r'"\"\\\n\t\u00e9\x41\0"', '"\\\n\té' + "A\0"),
    (r'"\08"', "\0" + "8"),
    ('"größer"', "größer"),
    ("Mode.AverageTime", Constant(name="Mode.AverageTime")),
    ("Mode::AverageTime", Constant(name="Mode::AverageTime")),
    ("trueish", Constant(name="trueish")),
    ("{}", ()),
    ('{"1", "2"}', ("1", "2")),
    ('["1", "2",]', ("1", "2")),
    ("{{1}, [2]}", ((1,), (2,))),
    ("range(8, 1024)", Call(name="range", arguments=(Argument(key=None, value=8), Argument(key=None, value=1024)))),
    ("denseRange(1, 9, step = 2)", Call(name="denseRange", arguments=(
        Argument(key=None, value=1), Argument(key=None, value=9), Argument(key="step", value=2)))),
])
def test_every_kind_of_value_is_read(written: str, value: object) -> None:
    for text, key in ((f"Name({written})", None), (f"Name(key = {written})", "key"), (f"Name(\n {written} ,)", None)):
        name, (argument,) = parse_annotation(text)
        assert (name, argument.key, argument.value) == ("Name", key, value)


@pytest.mark.parametrize("text", ["Name", "Name()", "Name( )", " Name\n( )"])
def test_an_annotation_may_have_no_arguments(text: str) -> None:
    assert parse_annotation(text) == ("Name", ())


def test_arguments_have_their_offsets() -> None:
    _, arguments = parse_annotation("Warmup(iterations = 3,\n  time = 1, {2})")
    assert [argument.offset for argument in arguments] == [7, 25, 35]


@pytest.mark.parametrize(("text", "offset", "message"), [
    ("A(", 2, "found the end instead of a value or ')'"),
    ("A(010)", 2, "a number with a leading zero"),
    ("A(a = )", 6, "found ')' instead of a value"),
    ("A('x')", 2, "strings need double quotes"),
    ('A("x)', 2, "the string does not end on its line"),
    ("A(1 2)", 4, "found '2' instead of ')' or ','"),
    ("A({1)", 4, "found ')' instead of ',' or '}'"),
    ("A(,)", 2, "found ',' instead of a value or ')'"),
    (r'A("ab\q")', 5, r"unknown escape '\q'"),
    (r'A("\ud800")', 3, "half a character"),
    (r'A("\033[1m")', 3, r"unknown escape '\033'"),
    ("A(1)x", 4, "found 'x' instead of the end of the annotation"),
    ("A(1 + 2)", 4, "cannot read '+' here; expected ')' or ','"),
    ("A(" + "[" * 40 + "]" * 40 + ")", 33, "nested more than 32 deep"),
    ("A(" + "9" * 5000 + ")", 2, "an integer of 5000 digits"),
])
def test_an_error_has_its_place_and_the_expected_text(text: str, offset: int, message: str) -> None:
    with pytest.raises(GrammarError) as caught:
        parse_annotation(text)
    assert caught.value.offset == offset
    assert message in caught.value.message


@pytest.mark.parametrize("kept", [None, b"", b"no table", "half"])
def test_kept_tables_that_are_missing_or_damaged_are_computed_anew(kept: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMH_CACHE", str(tmp_path))
    tables = tmp_path / "shared" / "annotations.lark"
    try:
        parser.cache_clear()
        expected = parser().parse('Param({"1", "2"})')
        whole = tables.read_bytes()
        if kept is None:
            monkeypatch.setenv("CLAMH_CACHE", "/dev/null")  # no folder can be there
        else:
            tables.write_bytes(whole[:len(whole) // 2] if kept == "half" else kept)
        parser.cache_clear()
        assert parser().parse('Param({"1", "2"})') == expected
        assert tables.stat().st_size > len(whole) // 2
    finally:
        parser.cache_clear()


def test_folder_of_kept_tables_need_not_be_utf8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMH_CACHE", f"{tmp_path}/lat\udcefn")
    assert parser.__wrapped__().parse("Param(1)") == parser().parse("Param(1)")
