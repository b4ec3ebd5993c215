"""Does the matrix of benchmarks stay within the terminal, with the same facts either way?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_sets import sliceable

from clamh import pipeline
from clamh.cli.jmh_lists import list_suite
from clamh.cli.list import format_matrix
from clamh.cli.main import main
from clamh.machine import slice_lengths
from clamh.machine.environment import read_machine
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.plan import plan
from clamh.running.planning.contests import stored_name

SOURCE = """//@@State(Scope.Benchmark)
struct Input {
    //@@Param({"1", "2"})
    int n;
};

//@@Benchmark
int with(const Input &input) { return input.n; }

//@@Benchmark
int without() { return 1; }
"""


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (80, ["with", "  cpp  with     a.cpp:8   Input::n = 1, 2", "without", "  cpp  without  a.cpp:11"]),
        (40, ["with", "  cpp  with     a.cpp:8", "      Input::n = 1, 2", "without", "  cpp  without  a.cpp:11"]),
    ],
)
def test_params_have_own_lines_in_a_narrow_terminal(
    width: int, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cpp").write_text(SOURCE)
    suite = pipeline.forecast(["a.cpp"], warn=lambda problems: None)
    assert format_matrix(suite, Options(), width).splitlines() == expected


def test_a_long_or_wide_name_moves_no_other_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    long = "why_" * 30
    Path("a.py").write_text(f"#@@Benchmark\ndef 計算():\n    return 1\n#@@Benchmark\ndef short():\n    return 1\n"
                            f"#@@Benchmark\ndef {long}():\n    return 1\n", encoding="utf-8")
    lines = format_matrix(pipeline.forecast(["a.py"], warn=lambda problems: None), Options(), 80).splitlines()
    assert lines[1::2] == ["  python  計算   a.py:2", "  python  short  a.py:5", f"  python  {long}  a.py:8"]


REACHED = """//@@State(Scope.Benchmark)
struct Config {
    //@@Param({"1", "2"})
    int n;
};

//@@State(Scope.Thread)
//@@ParamRows({"rows,cols", "2,64", "64,2"})
struct Table {
    //@@Param
    int rows;
    //@@Param
    int cols;
    //@@Setup(Level.Trial, benchmarks = "some")
    void fill(const Config &config) { rows += config.n; }
};

//@@Benchmark
int some(const Table &table) { return table.rows; }

//@@Benchmark
int other(const Table &table) { return table.rows; }
"""


def test_params_of_fixture_states_and_param_rows_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cpp").write_text(REACHED)
    suite = pipeline.forecast(["a.cpp"], warn=lambda problems: None)
    rows = "(Table::rows, Table::cols) = (2, 64), (64, 2)"
    assert format_matrix(suite, Options(), 80).splitlines() == [
        "some", "  cpp  some   a.cpp:19", f"      {rows}; Config::n = 1, 2",
        "other", "  cpp  other  a.cpp:22", f"      {rows}"]
    assert list_suite(suite, Options(), params=True).splitlines() == [
        "Benchmarks:", "other", '  param "rows,cols" = {2,64, 64,2}',
        "some", '  param "rows,cols" = {2,64, 64,2}', '  param "n" = {1, 2}']


def test_key_of_clamh_toml_is_shown_in_a_sources_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cpp").write_text("//@@Benchmark\nint total() { return 1; }\n")
    Path("b.js").write_text("//@@Benchmark\nfunction sumOfAll() { return 1; }\n")
    Path("clamh.toml").write_text('[same]\ntotal = "sumOfAll"\n')
    suite = pipeline.forecast(["."], warn=lambda problems: None)
    assert format_matrix(suite, Options(), 80).splitlines() == [
        "sumOfAll", "  cpp         total     a.cpp:2", "  javascript  sumOfAll  b.js:2"]


def test_threads_and_group_members_are_in_the_params_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cpp").write_text("""//@@State(Scope.Group)
struct Input {
    //@@Param("1")
    int n;
};

//@@Benchmark
//@@Group("queue")
//@@GroupThreads(2)
int take(Input &input) { return input.n; }

//@@Benchmark
//@@Group("queue")
int put_one(Input &input) { return input.n; }

//@@Benchmark
//@@Threads({1, Threads.MAX, Threads.HALF_MAX})
int alone() { return 1; }
""")
    suite = pipeline.forecast(["a.cpp"], warn=lambda problems: None)
    assert format_matrix(suite, Options(), 100).splitlines() == [
        "queue", "  cpp  queue  a.cpp:14  Input::n = 1; group of 1 put_one, 2 take",
        "alone", "  cpp  alone  a.cpp:18  threads = 1, max, half_max"]


def test_forks_are_listed_with_the_slices_that_a_run_would_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = plan([sliceable("a/1"), sliceable("b/1")], Options(seed=1, live=True))
    monkeypatch.setattr("clamh.pipeline.make_plan", lambda *_, **options: result)
    slice_lengths.store(read_machine(), {stored_name("suite", result.cases): 10_000_000}, slice_lengths.place())
    assert main(["list", "--forks"]) == 0
    assert "a slice of 10 ms (longer, because turn effects differed in an earlier run)" in capsys.readouterr().out


@pytest.mark.parametrize(("time_ns", "length"), [(30_000_000, "4.5 ms"), (70, "10 ns")])
def test_a_short_slice_is_listed_readably(time_ns: int, length: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """They were `4500 us` and `1e-05 ms`."""
    short = Settings(measurement_iterations=3, measurement_time_ns=time_ns)
    result = plan([sliceable("a/1"), sliceable("b/1")], Options(seed=1, live=True, settings=short))
    monkeypatch.setattr("clamh.pipeline.make_plan", lambda *_, **options: result)
    assert main(["list", "--forks"]) == 0
    assert f"a turn is a slice of {length}\n" in capsys.readouterr().out
