from __future__ import annotations

import pytest
from made_sources import codes, sources

from clamh.model.sources import State
from clamh.sources.annotations.rows import split_row
from clamh.sources.annotations.sources import Sources


def state(bound: Sources) -> State:
    (only_state,) = bound.states.values()
    return only_state


@pytest.mark.parametrize(("row", "values"), [
    ("1", ("1",)), ("n,a", ("n", "a")), (" n , a ", ("n", "a")), ("1,", ("1", "")), (",", ("", "")), ("", ("",)),
    ("'a,b', ' c ' ,d e", ("a,b", " c ", "d e")), ("'it''s',it's", ("it's", "it's")), ("''", ("",)),
    ("'open", None), ("'a' b", None), ("1,'", None),
])
def test_a_row_is_split_at_commas_outside_of_quotes(row: str, values: tuple[str, ...] | None) -> None:
    assert split_row(row) == values


def test_rows_name_params_without_case_and_underscores() -> None:
    bound = sources("""
        struct Base { @Param int m_size; };
        @ParamRows({"Size, a", "1, 1.1", "8, 11.0"}) @State(Scope.Thread)
        struct S : Base { @Param double a; @Param({"x", "y"}) char other; };
    """)
    assert codes(bound) == []
    assert state(bound).rows == (("m_size", "a"), ("1", "1.1"), ("8", "11.0"))
    assert [(param.name, param.values) for param in state(bound).params] == [
        ("S::m_size", ()), ("S::a", ()), ("S::other", ("x", "y"))]


def test_a_column_that_is_no_param_names_the_rows() -> None:
    text = '@ParamRows({{"n, name", "1, small", "8, large one"}}) @State(Scope.Thread) struct S {{ @Param int n; {} }};'
    named = state(sources(text.format("")))
    assert (named.rows, named.row_names) == ((("n",), ("1",), ("8",)), ("small", "large one"))
    unnamed = state(sources(text.format("@Param char name;")))  # a param of that name is a param
    assert (unnamed.rows, unnamed.row_names) == ((("n", "name"), ("1", "small"), ("8", "large one")), ())


@pytest.mark.parametrize(("rows", "code"), [
    ('"name,n", "a,1", "a,2"', "rows-name"), ('"name,n", ",1"', "rows-name"), ('"name,n", "a,1", "b,1"', "rows-repeated"),
    ('"name", "a", "b"', "rows-empty"), ('"name,n", "a"', "rows-width"), ('"name,name,n", "a,b,1"', "rows-unknown-param"),
])
def test_wrong_names_of_rows_are_refused(rows: str, code: str) -> None:
    assert codes(sources(f"@ParamRows({{{rows}}}) @State(Scope.Thread) struct S {{ @Param int n; }};")) == [code]


def test_java_has_values_on_the_field_and_rows_in_a_comment() -> None:
    bound = sources("""
        package p;
        //@@ParamRows({"n,a", "1,x", "2,y"})
        @State(Scope.Benchmark) public class X {
            //@@Param(units = 1024)
            @Param({"1", "2"}) public int n;
            @Param("x") public String a;
        }
    """, path="X.java")
    assert codes(bound) == []
    assert state(bound).rows == (("n", "a"), ("1", "x"), ("2", "y"))
    assert [(param.values, param.units) for param in state(bound).params] == [(("1", "2"), 1024), (("x",), 0)]


def test_java_has_ranges_in_a_comment_beside_its_own_values() -> None:
    text = """
    @State(Scope.Thread) class S {{
        //@@Param({})
        @Param({}) int n;
    }}"""
    bound = sources(text.format('{"1", range(8, 32)}, units = 1024', '{"8"}'), path="S.java")
    assert [(param.values, param.units) for param in state(bound).params] == [(("1", "8", "16", "32"), 1024)]
    assert codes(bound) == []
    assert codes(sources(text.format('"1"', '"8"'), path="S.java")) == ["left-to-jmh"]  # JMH has this argument itself
    assert codes(sources(text.format("units = 1000", "range(1, 8)"), path="S.java")) == ["wrong-kind"]
    assert codes(sources(text.format("range(8, 4)", '"8"'), path="S.java")) == ["wrong-range"]
    rows = sources('//@@ParamRows({"n", "1"})' + text.format("range(1, 8)", '"8"'), path="S.java")
    assert codes(rows) == ["param-and-rows"]


@pytest.mark.parametrize(("rows", "expected"), [
    ('{"n,a"}', ["rows-empty"]),
    ('{"n,b", "1,2"}', ["rows-unknown-param"]),
    ('{"n,a", "1,2", "3", "4,5,6"}', ["rows-width", "rows-width"]),
    ('{"n,N", "1,2"}', ["rows-repeated-name"]),
    ('{"n,a", "1,2", "1, 2"}', ["rows-repeated"]),
    ('{"n,a", "1,\'2"}', ["rows-quote"]),
])
def test_wrong_rows_are_reported(rows: str, expected: list[str]) -> None:
    text = f"@ParamRows({rows}) @State(Scope.Thread)\nstruct S {{ @Param int n; @Param int a; }};"
    assert codes(sources(text)) == expected


def test_a_param_cannot_have_both_values_and_rows() -> None:
    bound = sources('@ParamRows({"n", "1"}) @State(Scope.Thread) struct S { @Param("2") int n; };')
    assert codes(bound) == ["param-and-rows"]
