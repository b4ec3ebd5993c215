"""Are the figures of criterion, go test, pytest-benchmark, BenchmarkDotNet, nanobench, divan and Catch2 what the tool itself says they are?"""

from __future__ import annotations

import json
import re
import statistics
from pathlib import Path
from typing import Any

import pytest
from made_foreign import FILES

from clamh.judging.compare_runs import compare_runs
from clamh.judging.foreign import read_any_results
from clamh.judging.summarise import summarise
from clamh.model.errors import InputError
from clamh.model.results import Run
from clamh.model.summary import Row
from clamh.report import render_comparison


def rows(run: Run) -> dict[tuple[str, ...], Row]:
    """The rows by key and values of params."""
    return {(row.key, *row.params.values()): row for row in summarise(run, 0.95).rows}


def doubts(row: Row) -> str:
    return " ".join(warning.message for warning in row.warnings if warning.code == "not-processes")


def written(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "results"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as raised:
        read_any_results(path)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.hint
    return diagnostic.message


# ---- criterion


def test_criterions_samples_have_the_mean_of_its_estimates() -> None:
    judged = rows(read_any_results(FILES / "criterion_before"))
    assert set(judged) == {("sum",), ("sizes/sum", "100"), ("sizes/sum", "1000"), ("sizes/flat/slash",)}
    for key, folder in ((("sum",), "sum"), (("sizes/sum", "100"), "sizes/sum/100"), (("sizes/flat/slash",), "sizes/flat_slash")):
        estimates = json.loads((FILES / "criterion_before" / folder / "new/estimates.json").read_text())
        row = judged[key]
        factor = {"ns/op": 1, "us/op": 1000}[row.unit]
        assert row.pooled.count == 10 and row.pooled.mean * factor == pytest.approx(estimates["mean"]["point_estimate"], rel=1e-9)
        assert row.interval is None and "the samples share a process" in doubts(row)


def test_criterions_estimates_alone_give_a_score(tmp_path: Path) -> None:
    path = tmp_path / "estimates.json"
    path.write_bytes((FILES / "criterion_before/sum/new/estimates.json").read_bytes())
    (row,) = summarise(read_any_results(path), 0.95).rows
    assert row.key == tmp_path.parent.name and row.pooled.count == 1 and "only a mean" in doubts(row)
    assert row.score == pytest.approx(json.loads(path.read_text())["mean"]["point_estimate"])


def test_a_file_of_criterion_is_its_benchmark_and_earlier_measurements_are_not_read(tmp_path: Path) -> None:
    (row,) = summarise(read_any_results(FILES / "criterion_before/sizes/sum/100/new/sample.json"), 0.95).rows
    assert (row.key, row.params) == ("sizes/sum", {"parameter": "100"})
    for name in ("new", "base", "report", "change"):
        (tmp_path / "sum" / name).mkdir(parents=True)
        (tmp_path / "sum" / name / "estimates.json").write_text(json.dumps({"mean": {"point_estimate": 5.0 if name == "new" else 7.0}}))
    (row,) = summarise(read_any_results(tmp_path), 0.95).rows
    assert (row.key, row.score) == ("sum", pytest.approx(5.0))


def test_a_change_of_criterion_is_not_read_as_a_time(tmp_path: Path) -> None:
    """change/estimates.json has the same form, and was read as a benchmark of 0.01 ns."""
    statistic = {"confidence_interval": {"confidence_level": 0.95, "lower_bound": 0.0, "upper_bound": 0.02}, "point_estimate": 0.01, "standard_error": 0.005}
    assert "a change relative to an earlier measurement" in refusal(written(tmp_path, {"mean": statistic, "median": statistic}))


def test_a_folder_without_benchmarks_and_damaged_files_in_it_are_refused(tmp_path: Path) -> None:
    assert "the folder has no benchmark" in refusal(tmp_path)
    (tmp_path / "sum/new").mkdir(parents=True)
    (tmp_path / "sum/new/sample.json").write_text('{"iters": [1.0')
    assert "sum/new/sample.json is cut off or damaged" in refusal(tmp_path)
    (tmp_path / "sum/new/sample.json").write_text('{"iters": [1.0], "times": [1.0, 2.0]}')
    assert "has 1 numbers of iterations and 2 times" in refusal(tmp_path)
    (tmp_path / "sum/new/sample.json").write_text('{"iters": [0.0], "times": [1.0]}')
    assert "Expected `float` > 0.0" in refusal(tmp_path)


def test_what_criterion_does_not_record_is_told_in_a_sentence() -> None:
    a, b = ((run, summarise(run, 0.95)) for run in (read_any_results(FILES / f"criterion_{name}") for name in ("before", "after")))
    text = " ".join(render_comparison(compare_runs(a, b), a, b, "terminal").split())
    assert text.count("does not record") == 3  # the headline about the machine, the environment, and this
    assert ("criterion does not record threads, binding, layout, opi, warmup, seed, data, optimisation, target, machine and boot: where they "
            "differ between two files, the ratio contains that difference too.") in text


# ---- go test


def test_repetitions_of_go_are_forks_and_equal_signs_make_params() -> None:
    text = (FILES / "go_test_before.txt").read_text()
    run = read_any_results(FILES / "go_test_before.txt")
    judged = rows(run)
    assert set(judged) == {("Sum",), ("Sizes", "100"), ("Sizes", "1000"), ("Shared",), ("Fails",)}
    for key, name in ((("Sum",), "BenchmarkSum-2"), (("Sizes", "100"), "BenchmarkSizes/n=100-2"), (("Shared",), "BenchmarkShared-2")):
        wanted = [float(figure) for figure in re.findall(rf"^{name}\s+2000\s+(\S+) ns/op", text, re.MULTILINE)]
        assert len(wanted) == 5 and judged[key].fork_means == pytest.approx(wanted)
        assert "repetitions in a single process" in doubts(judged[key])
    assert judged["Sum",].benchmark == "example.com/work.Sum" and run.platforms[0].flags == ("GOMAXPROCS=2",)
    assert judged["Fails",].fork_scores[0].failure == "it failed (work_test.go:56: no input file)"
    assert run.header.environment == {"cpu": "AMD EPYC", "os": "linux", "architecture": "amd64"}


def test_gos_json_has_the_figures_of_its_text_in_their_lines() -> None:
    judged = rows(read_any_results(FILES / "go_test.json"))
    assert judged["Sum",].fork_means == pytest.approx([198.7, 200.6, 162.4])  # the file has each in two events
    assert judged["Sum", "2"].fork_means == pytest.approx([189.4, 166.0, 242.5])
    assert judged["Sum", "2"].params == {"GOMAXPROCS": "2"}
    assert judged["Fails",].fork_scores[0].failure == "it failed (work_test.go:56: no input file)"


def go_line(name: str, figure: str = "10 ns/op") -> str:
    return f"{name}\t 100\t {figure}\n"


def test_numbers_behind_names_are_processors_only_if_all_benchmarks_have_them(tmp_path: Path) -> None:
    def keys(*names: str) -> set[tuple[str, ...]]:
        return set(rows(read_any_results(written(tmp_path, "".join(map(go_line, names))))))

    assert keys("BenchmarkA-8", "BenchmarkB-8") == {("A",), ("B",)}
    assert keys("BenchmarkA", "BenchmarkB/size-8") == {("A",), ("B/size-8",)}
    assert keys("BenchmarkA", "BenchmarkA-4", "BenchmarkB", "BenchmarkB-4") == {("A",), ("B",), ("A", "4"), ("B", "4")}


def test_packages_and_metrics_of_go_are_told_apart(tmp_path: Path) -> None:
    text = f"pkg: a\n{go_line('BenchmarkX')}pkg: b\n{go_line('BenchmarkX', '20 ns/op 3 B/op')}{go_line('BenchmarkM', '3 items/op')}"
    run = read_any_results(written(tmp_path, f"{text}panic: no\nFAIL\tb\t0.1s\n"))
    assert {key: row.score for key, row in rows(run).items()} == {("a/X",): pytest.approx(10.0), ("b/X",): pytest.approx(20.0)}
    assert {record.reason for record in run.skipped} == {"BenchmarkM has no ns/op", "b failed: its later benchmarks are missing"}


# ---- pytest-benchmark


def test_rounds_of_pytest_benchmark_have_its_mean() -> None:
    run = read_any_results(FILES / "pytest_benchmark_before.json")
    judged = rows(run)
    assert set(judged) == {("test_sum",), ("test_sized", "100"), ("test_sized", "1000")}
    benchmark = json.loads((FILES / "pytest_benchmark_before.json").read_text())["benchmarks"][0]
    row = judged["test_sum",]
    assert row.benchmark == "test_work.py::test_sum"
    assert row.pooled.count == 5 and row.pooled.mean == pytest.approx(benchmark["stats"]["mean"] * 1e6, rel=1e-9)
    assert run.header.environment["host"] == "host" and run.header.fingerprint and "machine" not in run.origin.unknown


def test_statistics_alone_and_cpu_time_of_pytest_benchmark(tmp_path: Path) -> None:
    document = json.loads((FILES / "pytest_benchmark_before.json").read_text())
    for benchmark in document["benchmarks"]:
        del benchmark["stats"]["data"]
    row = rows(read_any_results(written(tmp_path, document)))["test_sum",]
    assert row.pooled.count == 1 and "only a mean" in doubts(row)
    document["benchmarks"][0]["options"]["timer"] = "process_time"
    assert "test_sum was measured with process_time, which is CPU time" in refusal(written(tmp_path, document))


# ---- BenchmarkDotNet


def test_launches_of_benchmarkdotnet_are_forks_of_its_results() -> None:
    run = read_any_results(FILES / "benchmarkdotnet.json")
    judged = rows(run)
    document = json.loads((FILES / "benchmarkdotnet.json").read_text())
    for key, benchmark in zip((("sum", "100", "a&b"), ("once",)), document["Benchmarks"], strict=False):
        row = judged[key]
        by_launch = [[m["Nanoseconds"] / m["Operations"] for m in benchmark["Measurements"]
                      if m["IterationStage"] == "Result" and m["LaunchIndex"] == launch] for launch in (1, 2, 3)]
        assert row.fork_means == pytest.approx([statistics.fmean(times) for times in by_launch])
        assert row.pooled.mean == pytest.approx(benchmark["Statistics"]["Mean"]) and row.interval and not doubts(row)
    assert judged["fails",].fork_scores[0].failure == "it failed: the file has no result for it"
    assert judged["once",].benchmark == "Work.Sums.Once" and run.origin.named == "BenchmarkDotNet 0.15.8"


def test_a_brief_file_has_no_interval_and_jobs_are_platforms(tmp_path: Path) -> None:
    row = rows(read_any_results(FILES / "benchmarkdotnet_brief.json"))["once",]
    assert row.interval is None and "does not tell launches apart" in doubts(row) and row.pooled.count == 6
    document = json.loads((FILES / "benchmarkdotnet.json").read_text())
    other = json.loads(json.dumps(document["Benchmarks"][1]).replace("Job-KDPQXA(LaunchCount=3)", ".NET 10.0"))
    document["Benchmarks"].append(other)
    platforms = {row.platform for row in summarise(read_any_results(written(tmp_path, document)), 0.95).rows}
    assert platforms == {"benchmarkdotnet/Job-KDPQXA(LaunchCount=3)", "benchmarkdotnet/.NET 10.0"}


# ---- nanobench


def test_epochs_of_nanobench_are_per_operation() -> None:
    judged = rows(read_any_results(FILES / "nanobench.json"))
    assert judged["sum",].pooled.mean == pytest.approx((78 + 79 + 81) / 3) and judged["sum",].unit == "ns/op"
    assert judged['bytes, "quoted"',].pooled.mean == pytest.approx(0.8)  # a batch of 1,000 in 0.8 us
    assert "epochs share a process" in doubts(judged["sum",])


# ---- divan


def test_divans_means_names_and_threads_are_those_of_its_tree() -> None:
    judged = summarise(read_any_results(FILES / "divan_before.txt"), 0.95).rows
    assert [(row.key, row.threads, row.score, row.unit) for row in judged] == [
        ("shared/100", 1, pytest.approx(83.68), "ns/op"), ("shared/100", 2, pytest.approx(91.85), "ns/op"),
        ("sized/100", 1, pytest.approx(86.96), "ns/op"), ("sized/1000", 1, pytest.approx(860.4), "ns/op"),
        ("sum", 1, pytest.approx(354.4), "ns/op"), ("collect/u32", 1, pytest.approx(43.91), "ns/op"),
        ("collect/u64", 1, pytest.approx(53.75), "ns/op"), ("inner/bytes", 1, pytest.approx(129.5), "ns/op"),
        ("inner/slow", 1, pytest.approx(120.7), "us/op")]
    assert {row.benchmark.partition("/")[0] for row in judged} == {"div"} and all("only a mean" in doubts(row) for row in judged)


@pytest.mark.parametrize("name, benchmark, mean", [
    ("divan_before.txt", "sum", "354.4 xs"), ("divan_before.txt", "sum", "35.4.4 ns"), ("catch2_before.txt", "sums/sum 100", "80.58.3 ns")])
def test_a_mean_that_is_no_time_is_refused(tmp_path: Path, name: str, benchmark: str, mean: str) -> None:
    text = (FILES / name).read_text().replace("354.4 ns" if "divan" in name else "80.5823 ns", mean)
    path = written(tmp_path, text)
    message = refusal(path)
    assert f"{benchmark} has the mean '{mean}', which is not a time" in message and str(path) in message


# ---- Catch2


CATCH2 = {("sums/sum 100",), ("sum of a name that is so long that Catch2 has to break it into several lines",), ("advanced",), ("inner/sum 100",), ("throws",)}


@pytest.mark.parametrize("name", ["catch2_before.txt", "catch2_after.txt", "catch2.xml"])
def test_catch2s_means_and_failures_are_read_from_its_table_and_its_xml(name: str) -> None:
    judged = rows(read_any_results(FILES / name))
    assert set(judged) == CATCH2
    assert judged["throws",].fork_scores[0].failure == "it failed (no input file)"
    assert judged["inner/sum 100",].benchmark == "other/inner/sum 100"
    text = (FILES / name).read_text()
    means = re.findall(r'<mean value="(\S+)"', text) or re.findall(r"^ {30,}(\S+) ns .*\n.*ns", text, re.MULTILINE)
    scores = [row.score for row in judged.values() if row.score]
    assert len(scores) == 4 and scores == pytest.approx([float(mean) for mean in means])


def test_the_xml_of_version_3_is_read_and_xml_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    text = (FILES / "catch2.xml").read_text().replace('<Catch name="c2">', '<Catch2TestRun name="c2" rng-seed="1" xml-format-version="3">')
    text = re.sub(r"</?Group.*\n", "", text).replace("</Catch>", "</Catch2TestRun>")
    assert set(rows(read_any_results(written(tmp_path, text)))) == CATCH2
    assert "the XML is cut off or damaged" in refusal(written(tmp_path, text[:1500]))
    assert "has no mean" in refusal(written(tmp_path, re.sub(r"<mean .*/>", "", text)))
