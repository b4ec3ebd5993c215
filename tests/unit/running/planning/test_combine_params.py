"""Do params of rows vary together, and does -p do with them what it says?"""

from __future__ import annotations

import msgspec
import pytest
from made_plans import benchmark, catalog

from clamh.model.cases import CatalogBenchmark, CounterMeaning, Rows
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.running.plan import plan

ROWS = Rows(params=("S::n", "S::a"), values=(("1", "0x10"), ("8", "11"), ("8", "12")))


def rowed(**more) -> CatalogBenchmark:
    return msgspec.structs.replace(benchmark(n=("1", "8"), k=("5", "6"), a=("16", "11")), rows=(ROWS,), **more)


def values(**params: tuple[str, ...]) -> list[str]:
    cases = plan([catalog("a/1", rowed())], Options(seed=1, params=params)).cases
    return [" ".join(f"{name}{value}" for name, value in case.params.items()) for case in cases]


def refused(**params: tuple[str, ...]) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as error:
        values(**params)
    return [(diagnostic.message, diagnostic.hint) for diagnostic in error.value.diagnostics]


def test_rows_vary_together_and_are_combined_with_other_params() -> None:
    assert values() == ["n1 k5 a16", "n1 k6 a16", "n8 k5 a11", "n8 k6 a11", "n8 k5 a12", "n8 k6 a12"]


def test_p_selects_rows_by_the_value_whatever_its_spelling() -> None:
    assert values(n=("0x8",), k=("5",)) == ["n8 k5 a11", "n8 k5 a12"]
    assert values(a=("16", "12"), k=("5",)) == ["n1 k5 a16", "n8 k5 a12"]


def test_p_of_every_param_of_the_rows_makes_combinations_in_their_place() -> None:
    assert values(n=("2", "3"), a=("7",), k=("5",)) == ["n2 k5 a7", "n3 k5 a7"]


def test_value_without_a_row_is_refused_with_the_known_values() -> None:
    assert refused(n=("9",)) == [("-p n: no row of work has n=9", "the rows have: 1, 8; to replace the rows by combinations of "
                                 "your values, also give -p a=…")]
    assert "'x' is not a value of S::n" in refused(n=("x",))[0][0]


def test_units_and_counters_go_with_the_case_by_the_names_that_are_shown() -> None:
    meaning = CounterMeaning(type="EVENTS", unit="B", scale=1024)
    catalog_benchmark = rowed(counters={"S::hits": meaning, "T::bytes": meaning})
    catalog_benchmark = msgspec.structs.replace(catalog_benchmark, params=tuple(
        msgspec.structs.replace(param, units=1024 if param.name == "S::n" else 0) for param in catalog_benchmark.params))
    (case, *_) = plan([catalog("a/1", catalog_benchmark)], Options(seed=1)).cases
    assert (case.units, case.counters) == ({"n": 1024}, {"hits": meaning, "bytes": meaning})


def named_rows(*texts: str, **params: tuple[str, ...]) -> list[tuple[str, dict[str, str]]]:
    rows = msgspec.structs.replace(ROWS, names=("small", "mid", "large"))
    item = msgspec.structs.replace(rowed(), rows=(rows,))
    cases = plan([catalog("a/1", item)], Options(seed=1, params={"k": ("5",), **params})).cases
    return [(" ".join(case.params.values()), case.row_names) for case in cases]


def test_names_of_rows_go_with_the_params_of_the_rows_and_select_them() -> None:
    assert named_rows() == [("1 5 16", {"n": "small", "a": "small"}), ("8 5 11", {"n": "mid", "a": "mid"}), ("8 5 12", {"n": "large", "a": "large"})]
    assert [values for values, _ in named_rows(name=("large", "small"))] == ["1 5 16", "8 5 12"]
    assert [values for values, _ in named_rows(name=("large", "small"), n=("8",))] == ["8 5 12"]
    assert named_rows(n=("8",), a=("11", "13")) == [("8 5 11", {"n": "mid", "a": "mid"}), ("8 5 13", {})]  # the last is no row


def test_a_name_selects_only_in_the_rows_that_have_it() -> None:
    def selected(*names: str) -> list[str]:
        rows = (Rows(params=("S::n",), values=(("1",), ("2",)), names=("small", "large")), Rows(params=("S::a",), values=(("3",), ("4",)), names=("near", "far")))
        item = msgspec.structs.replace(benchmark(n=("1", "2"), a=("3", "4")), rows=rows)
        cases = plan([catalog("a/1", item)], Options(seed=1, params={"name": names})).cases
        return [" ".join(case.params.values()) for case in cases]

    assert selected("small") == ["1 3", "1 4"] and selected("far") == ["1 4", "2 4"] and selected("large", "near") == ["2 3"]
    with pytest.raises(InputError) as error:
        selected("small", "middle")
    (problem,) = error.value.diagnostics
    assert (problem.message, problem.hint) == ("-p name: no row of work is called middle", "the rows are: small, large, near, far")


def test_an_unknown_name_of_a_row_is_refused() -> None:
    with pytest.raises(InputError) as error:
        named_rows(name=("smal",))
    (problem,) = error.value.diagnostics
    assert (problem.message, problem.hint) == ("-p name: no row of work is called smal", "the rows are: small, mid, large")
    assert "no selected benchmark has a param of this name" in refused(name=("small",))[0][0]
