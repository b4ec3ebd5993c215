"""Do paths, names and regular expressions select benchmarks, and does a miss give a hint with similar names?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_plans import catalog

from clamh.model.cases import CatalogBenchmark
from clamh.model.errors import InputError
from clamh.model.opening import Opening
from clamh.model.options import Options
from clamh.model.selection import is_selected, select_units
from clamh.model.sources import Benchmark, Location, Settings, SourceFile, Suite, Unit
from clamh.running.plan import plan

NAME, KEY = "n::Factorial::cpp_FactorialRecursive", "factorialrecursive"


@pytest.mark.parametrize(
    "regex",
    ["Recursive", "^cpp_Factorial", r"^Factorial\.cpp", r"^n::Factorial::", r"n\.Factorial\.cpp", "^factorialrecursive$", "", "X|cur"],
)
def test_a_regex_is_searched_in_every_name_and_the_key(regex: str) -> None:
    assert is_selected(Options(only=(regex,)), "a.src", NAME, KEY)
    assert not is_selected(Options(exclude=(regex,)), "a.src", NAME, KEY)


def test_a_regex_is_case_sensitive() -> None:
    assert not is_selected(Options(only=("RECURSIVE",)), "a.src", NAME, KEY)


@pytest.mark.parametrize("name", ["put_one", "putOne", "A.putOne", "a::put_one", "A.PutOne"])
def test_a_regex_finds_a_name_in_the_style_of_another_language(name: str) -> None:
    assert all(is_selected(Options(only=(regex,)), "a.src", name, "putone") for regex in ("putOne", "^put_one$", "tO", "t_o"))
    assert not any(is_selected(Options(only=(regex,)), "a.src", name, "putone") for regex in ("PUT", "put__one", "^One"))


@pytest.mark.parametrize("name", ["parse_json_file", "parseJSONFile", "parseJsonFile", "ParseJSONFile"])
@pytest.mark.parametrize("regex", ["parse_json_file", "parseJSONFile", "^parseJSONFile$", "JSONFi", "json_file"])
def test_a_regex_finds_an_acronym_in_every_style(name: str, regex: str) -> None:
    assert is_selected(Options(only=(regex,)), "a.src", name, "parsejsonfile")
    assert not is_selected(Options(exclude=(regex,)), "a.src", name, "parsejsonfile")


@pytest.mark.parametrize("regex", ["crc32_fast", "CRC32Fast", "CRC32"])
def test_a_number_belongs_to_its_acronym(regex: str) -> None:
    assert all(is_selected(Options(only=(regex,)), "a.src", name, "crc32fast") for name in ("CRC32Fast", "crc32_fast"))


@pytest.mark.parametrize(("regex", "name"), [("IO_read", "audioRead"), ("MB_1", "comb10"), ("DBget", "feedbGet")])
def test_an_acronym_is_a_word_and_no_part_of_another(regex: str, name: str) -> None:
    assert not is_selected(Options(only=(regex,)), "a.src", name, name.casefold())


def test_any_only_must_match_and_no_exclude() -> None:
    assert is_selected(Options(only=("Iterative", "Recursive")), "a.src", NAME, KEY)
    assert not is_selected(Options(only=("Recursive",), exclude=("nothing", "cpp_")), "a.src", NAME, KEY)


def test_a_regex_of_a_path_applies_only_below_it(tmp_path: Path) -> None:
    inside, beside = str(tmp_path / "suite" / "x" / "a.src"), str(tmp_path / "suite2" / "a.src")
    folder, second = str(tmp_path / "suite"), str(tmp_path / "suite2")
    options = Options(paths=(folder, second), within={folder: ("Iterative",)})
    assert not is_selected(options, inside, NAME, KEY)
    assert is_selected(options, beside, NAME, KEY)


def test_a_file_of_two_paths_needs_a_match_for_one_path() -> None:
    options = Options(paths=("suite", "suite/a.src"), within={"suite": ("Iterative",)})
    assert is_selected(options, "suite/a.src", NAME, KEY)
    assert not is_selected(options, "suite/b.src", NAME, KEY)


def suite(**files: tuple[str, ...]) -> Suite:
    units = []
    for stem, names in files.items():
        path = f"{stem}.src"
        benchmarks = tuple(
            Benchmark(key=name.casefold(), name=f"N::{name}", index=i, settings=Settings(), states=(),
                      location=Location(path=path, line=1)) for i, name in enumerate(names))
        source = SourceFile(path=path, language="a", sha256="", benchmarks=True)
        units.append(Unit(source=source, companions=(), parsed=(), benchmarks=benchmarks, states=(), fixtures=()))
    return Suite(units=tuple(units))


SUITE = suite(one=("fibRecursive", "fibIterative"), two=("sum",))


def test_sources_without_a_selected_benchmark_are_left_out() -> None:
    kept, problems = select_units(SUITE, Options(only=("Iter",)))
    assert ([unit.source.path for unit in kept.units], len(kept.units[0].benchmarks), problems) == (["one.src"], 2, [])


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        (Options(only=("fibRecursiv3",)), "--only 'fibRecursiv3' selects no benchmark", "did you mean fibRecursive?"),
        (Options(only=("FIB",)), "--only 'FIB' selects no benchmark", "did you mean fibRecursive or fibIterative?"),
        (Options(only=("sum", "zzz")), "--only 'zzz' selects no benchmark", "benchmarks: fibRecursive, fibIterative, sum"),
        (Options(paths=("one.src", "two.src"), within={"one.src": ("sum",)}), "one.src::sum selects no benchmark",
         "benchmarks: fibRecursive, fibIterative"),
        (Options(only=("fib",), exclude=("fib",)), "the selection leaves out all 3 benchmarks",
         "did you mean fibRecursive or fibIterative?"),
        (Options(exclude=("zzz",)), "-e 'zzz' excludes no benchmark", "benchmarks: fibRecursive, fibIterative, sum"),
    ],
)
def test_a_useless_selection_has_a_hint(options: Options, message: str, hint: str) -> None:
    _, (problem,) = select_units(SUITE, options)
    assert (problem.message, problem.hint) == (message, hint)
    assert problem.severity == ("warning" if "excludes" in message else "error")


def test_many_names_are_cut_short() -> None:
    many = suite(one=tuple(f"b{n}" for n in range(9)))
    assert select_units(many, Options(only=("zzz",)))[1][0].hint == "benchmarks: b0, b1, b2, b3, b4 and 4 more: see `clamh list`"


def catalog_with(*names: str):
    return catalog("a/1", *(CatalogBenchmark(name=name, key=name, settings=Settings(), params=(), opening=Opening(benchmark=0)) for name in names))


def test_a_plan_has_only_selected_cases() -> None:
    planned = plan([catalog_with("slow", "fast")], Options(exclude=("slow",)))
    assert [case.benchmark for case in planned.cases] == ["fast"]


def test_an_artifact_without_a_selected_benchmark_gives_a_hint() -> None:
    with pytest.raises(InputError) as error:
        plan([catalog_with("slow", "fast")], Options(only=("slower",)))
    (problem,) = error.value.diagnostics
    assert (problem.code, problem.hint) == ("none-selected", "did you mean slow?")
