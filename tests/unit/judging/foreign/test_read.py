"""Is a file recognised by its content, and refused with its place and a way on when it cannot be taken?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from made_foreign import FILES, HERE, JMH, SAMPLES

from clamh.judging.foreign import OF_JSON, OF_TEXT, read_any_results
from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise
from clamh.model.errors import InputError
from clamh.report import render

NEITHER = "is neither a CLAMH results file, nor a file of another tool that CLAMH reads"
NAMED = {"hyperfine_before": "hyperfine", "pyperf_before": "pyperf 2.10.0", "google_benchmark_before": "Google Benchmark"}


def written(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "results.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as raised:
        read_any_results(path)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.hint
    assert str(path) in diagnostic.message or diagnostic.location.path == str(path)
    return f"{diagnostic.location.line}: {diagnostic.message}" if diagnostic.location else diagnostic.message


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.relative_to(HERE)))
def test_a_file_is_only_taken_for_its_own_tool(path: Path) -> None:
    """Each sample against each reader: the form is recognised by its own, and no other reader makes a run of it."""
    run = read_any_results(path)
    assert run.origin.tool == SAMPLES[path]
    rows = summarise(run, 0.95).rows
    assert rows and all(row.score is None or row.score > 0 for row in rows) and any(row.score for row in rows)
    if path.is_dir():
        return
    text = path.read_text()
    document = json.loads(text) if path.suffix == ".json" and path.name != "go_test.json" else None
    contents = {**dict.fromkeys(OF_JSON, document), **dict.fromkeys(OF_TEXT, text)}
    readers = {**OF_JSON, **OF_TEXT}
    assert [tool for tool, reader in readers.items() if reader.recognises(contents[tool])] == [SAMPLES[path]]
    for tool, reader in readers.items():
        if tool != SAMPLES[path] and contents[tool] is not None:
            with pytest.raises(InputError):
                reader.read(contents[tool], str(path))


def test_every_reader_has_a_sample() -> None:
    assert set(SAMPLES.values()) == {*OF_JSON, *OF_TEXT}


@pytest.mark.parametrize("name", NAMED)
def test_every_tools_file_is_recognised(name: str) -> None:
    assert read_any_results(FILES / f"{name}.json").origin.named == NAMED[name]


def test_jmhs_files_have_an_origin_and_our_own_have_none(tmp_path: Path) -> None:
    assert read_any_results(JMH / "many.json").origin.named == "JMH 1.37"
    ours = '{"event":"header","schema_version":1,"run_id":"r","clamh_version":"1","command":[],"started":"","seed":1,' \
        '"confidence":0.95,"environment":{},"fingerprint":"f","sources":{}}\n'
    assert read_any_results(written(tmp_path, ours.encode())).origin is None


@pytest.mark.parametrize("content", [b"\n", b"hello", b"{}", b"[1]", b"null", b'{"a": 1}', b"\xff\xfe"])
def test_files_of_no_tool_are_refused(content: bytes, tmp_path: Path) -> None:
    assert NEITHER in refusal(written(tmp_path, content))


def test_an_empty_file_is_refused_as_empty(tmp_path: Path) -> None:
    path = written(tmp_path, b"")
    assert f"{path} is empty" in refusal(path)
    with pytest.raises(InputError, match="is empty"):
        read_results(path)


@pytest.mark.parametrize("content", [
    {"benchmarks": [{"name": "b", "mean": 1.0}]}, {"benchmarks": {"b": 1.0}}, {"results": [{"name": "b"}]}, {"results": {"b": {"mean": 1.0}}}])
def test_a_file_of_an_unknown_tool_is_refused(content: Any, tmp_path: Path) -> None:
    assert NEITHER in refusal(written(tmp_path, content))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "cannot read" in refusal(tmp_path / "missing.json")


@pytest.mark.parametrize(("path", "tool"), [
    (JMH / "forks3x2.json", "JMH"), (FILES / "hyperfine_before.json", "hyperfine"), (FILES / "pyperf_before.json", "pyperf"),
    (FILES / "google_benchmark_before.json", "Google Benchmark"),
])
def test_a_file_that_was_cut_off_says_so_with_the_place(path: Path, tool: str, tmp_path: Path) -> None:
    data = path.read_bytes()
    cut = written(tmp_path, data[:len(data) * 2 // 3])
    assert f"begins like JSON of {tool}, but is cut off or damaged here" in refusal(cut)


@pytest.mark.parametrize("nested", [b'{"results": ' + b"[" * 100_000, b'{"results": [{"command": "\\ud800", "mean": 1}]}'])
def test_json_text_that_cannot_be_printed_is_refused(nested: bytes, tmp_path: Path) -> None:
    assert "hyperfine" in refusal(written(tmp_path, nested))


@pytest.mark.parametrize(("content", "expected"), [
    ([], "it has no benchmark"),
    ({"results": []}, "it has no benchmark"),
    ({"benchmarks": [], "version": "1.0"}, "it has no benchmark"),
    ({"context": {}, "benchmarks": []}, "it has no benchmark"),
    ({"results": [{"command": "x"}]}, "missing required field `mean` - at `.results[0]`"),
    ({"results": [{"command": "x", "mean": "fast"}]}, "Expected `float`, got `str` - at `.results[0].mean`"),
    ({"benchmarks": [{"runs": []}]}, "missing required field `version`"),
    ({"benchmarks": [{"runs": []}], "version": "2.0"}, "its format is 2.0, but this clamh reads 1.0"),
    ({"context": {}, "benchmarks": [{"name": "b", "real_time": 1.0, "time_unit": "weeks"}]}, "b has the time unit 'weeks'"),
    ({"context": {}, "benchmarks": [{"name": "b", "time_unit": "ns"}]}, "b has no real_time"),
])
def test_a_file_that_lacks_something_is_refused_by_name(content: Any, expected: str, tmp_path: Path) -> None:
    assert expected in refusal(written(tmp_path, content))


def test_two_results_of_one_name_are_refused(tmp_path: Path) -> None:
    twice = {"results": [{"command": "x", "mean": 1.0}] * 2}
    assert "several results of x that look the same" in refusal(written(tmp_path, twice))


@pytest.mark.parametrize(("figure", "expected"), [
    ("NaN", "nan for iteration 1"), ("Infinity", "inf for iteration 1"), ("-Infinity", "-inf for iteration 1"),
    ("1e999", "inf for iteration 1"), ('"NaN"', "nan for iteration 1"), ("-1.5", "-1.5 for iteration 1")])
def test_a_figure_that_is_no_time_fails_its_fork(figure: str, expected: str, tmp_path: Path) -> None:
    bare = f'{{"context": {{"load_avg": [{figure}]}}, "benchmarks": [{{"name": "b", "real_time": {figure}, "time_unit": "ns"}}]}}'
    run = read_any_results(written(tmp_path, bare.encode()))
    (row,) = summarise(run, 0.95).rows
    assert row.status == "failed" and expected in row.fork_scores[0].failure
    assert json.dumps(run.header.environment, allow_nan=False)


JMH_RATE = {"jmhVersion": "1.37", "benchmark": "a.B.c", "mode": "thrpt", "threads": 1, "forks": 1}


@pytest.mark.parametrize(("content", "expected"), [
    ([JMH_RATE | {"primaryMetric": {"scoreUnit": "ops/s", "rawData": [[2.0, -1]]}}], "the file has -1 for iteration 2,"),
    ([JMH_RATE | {"mode": "sample", "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[[[-0.25, 3]]]]}}],
     "the file has -0.25 for iteration 1,"),
    ([JMH_RATE | {"primaryMetric": {"scoreUnit": "ops/s", "rawData": [["fast"]]}}], "the file has 'fast' for iteration 1,"),
    ({"results": [{"command": "x", "mean": 1, "times": [-0.0015]}]}, "the file has -0.0015 for iteration 1,"),
    ({"benchmarks": [{"runs": [{"values": [1.5, -2.5e-8]}]}], "version": "1.0"}, "the file has -2.5e-08 for iteration 2,"),
    ({"context": {}, "benchmarks": [{"name": "b", "real_time": -3, "time_unit": "ms"}]}, "the file has -3 for iteration 1,"),
])
def test_a_figure_is_printed_as_in_the_file(content: Any, expected: str, tmp_path: Path) -> None:
    (row,) = summarise(read_any_results(written(tmp_path, content)), 0.95).rows
    assert row.status == "failed" and expected in row.fork_scores[0].failure


def test_the_log_names_the_tool() -> None:
    run = read_any_results(FILES / "hyperfine_before.json")
    text = render(summarise(run, 0.95), run, "log")
    assert text.splitlines()[1] == f"{run.path}, measured by hyperfine"
