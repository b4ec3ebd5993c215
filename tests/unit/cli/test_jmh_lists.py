"""Does -lp list the values that a run with the same options would take?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh import pipeline
from clamh.cli.jmh_lists import list_suite
from clamh.cli.main import main
from clamh.languages import languages
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.sources import SourceFile, Suite
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

SOURCE = """
//@@State(Scope.Thread)
//@@ParamRows({"bytes, step", "1024, 1", "65536, 64", "65536, 1"})
struct Walk {
    //@@Param
    long bytes;
    //@@Param
    long step;
    //@@Param({"a", "b"})
    std::string other;
};
//@@Benchmark
int walk(const Walk &state);
"""


NAMED = SOURCE.replace('"bytes, step", "1024, 1", "65536, 64", "65536, 1"', '"name, bytes, step", "dense, 1024, 1", "wide, 65536, 64"')


def suite(text: str = SOURCE) -> Suite:
    file = SourceFile(path="x.cpp", language="cpp", sha256="", benchmarks=True)
    parsed, problems = parse_text(file, text.encode(), languages()["cpp"])
    suite, more_problems = bind([[parsed]])
    assert not [*problems, *more_problems]
    return suite


@pytest.mark.parametrize(("chosen", "listed"), [
    ({}, ['"bytes,step" = {1024,1, 65536,64, 65536,1}', '"other" = {a, b}']),
    ({"step": ("1",)}, ['"bytes,step" = {1024,1, 65536,1}', '"other" = {a, b}']),
    ({"Walk.bytes": ("65536",), "other": ("c",)}, ['"bytes,step" = {65536,64, 65536,1}', '"other" = {c}']),
    ({"other": ("c",), "Walk.other": ("d",)}, ['"bytes,step" = {1024,1, 65536,64, 65536,1}', '"other" = {d}']),
    ({"bytes": ("8", "9"), "step": ("2",)}, ['"bytes" = {8, 9}', '"step" = {2}', '"other" = {a, b}']),
])
def test_rows_are_those_that_a_run_would_take(chosen: dict[str, tuple[str, ...]], listed: list[str]) -> None:
    assert list_suite(suite(), Options(params=chosen), params=True).splitlines() == [
        "Benchmarks:", "walk", *(f"  param {line}" for line in listed)]


@pytest.mark.parametrize(("chosen", "listed"), [
    ({}, "dense,1024,1, wide,65536,64"), ({"name": ("wide",)}, "wide,65536,64"), ({"bytes": ("1024",)}, "dense,1024,1")])
def test_names_of_rows_are_listed_and_select_rows(chosen: dict[str, tuple[str, ...]], listed: str) -> None:
    lines = list_suite(suite(NAMED), Options(params=chosen), params=True).splitlines()
    assert lines[2] == f'  param "name,bytes,step" = {{{listed}}}'


@pytest.mark.parametrize("name", ["NOSUCH", "Other.bytes"])
@pytest.mark.parametrize("params", [True, False])
def test_a_param_that_no_listed_benchmark_has_is_refused_as_a_run_refuses_it(name: str, params: bool) -> None:
    with pytest.raises(InputError) as caught:
        list_suite(suite(), Options(params={name: ("1",), "step": ("1",)}), params)
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.hint) == ("no-such-param", "params: bytes, other, step") and problem.message.startswith(f"-p {name}:")


def test_a_list_goes_to_o_and_leaves_out_sources_without_a_chosen_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.cpp").write_text("//@@Benchmark\nint add() { return 1; }\n")
    (tmp_path / "b.c").write_text("//@@Benchmark\nint both(void) { return 1; }\n")
    monkeypatch.setattr(pipeline, "platforms", lambda suite, options: (
        {unit.source.path: [options.platforms] * (unit.source.language == "cpp") for unit in suite.units}, []))
    assert main(["run", "-l", "-o", "list.txt", "--platform", "cpp/*"]) == 0
    assert (capsys.readouterr().out, Path("list.txt").read_text()) == ("", "Benchmarks:\nadd\n")
    assert main(["run", "-l", "-o", "a.cpp"]) == 2 and "a.cpp' is a source of this run" in capsys.readouterr().err
