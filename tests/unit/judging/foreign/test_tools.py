"""Are the figures of each tool's file what the tool itself says they are, in the same nouns as ours?"""

from __future__ import annotations

import json
import math
import re
import statistics
from pathlib import Path
from typing import Any

import pytest
from made_foreign import FILES, JMH, OURS
from made_runs import case, fork, iteration, sampled
from made_runs import run as one_run
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.foreign import hyperfine, read_any_results
from clamh.judging.stored_run import to_stored_run
from clamh.judging.summarise import summarise
from clamh.judging.tool_advice import ADVICE_OF_TOOLS
from clamh.model.cases import CallBounds
from clamh.model.advice import HINTS
from clamh.model.errors import InputError
from clamh.model.results import Run
from clamh.model.summary import Comparison, Judgement, Row
from clamh.report import render
from clamh.report.formatting import Footnotes


def rows(run: Run) -> dict[str, Row]:
    return {row.key: row for row in summarise(run, 0.95).rows}


def read_json(tmp_path: Path, content: Any, name: str = "results.json") -> Run:
    path = tmp_path / name
    path.write_text(json.dumps(content))
    return read_any_results(path)


def compared(a: Run, b: Run) -> Comparison:
    return compare_runs(*((run, summarise(run, 0.95)) for run in (a, b)))


def entry(**changed: Any) -> dict[str, Any]:
    """One entry of JMH's JSON with three forks of two iterations."""
    metric = {"score": 2.0, "scoreError": "NaN", "scoreUnit": "us/op", "rawData": [[1.0, 3.0], [2.0, 2.0], [2.0, 2.2]]}
    return {"jmhVersion": "1.37", "benchmark": "org.sample.Sorts.quick", "mode": "avgt", "threads": 1, "forks": 3,
            "primaryMetric": metric | changed.pop("metric", {})} | changed


# ---- JMH


@pytest.mark.parametrize("name", ["forks3x2", "many", "n3", "single_shot", "threads2", "formats/modes", "formats/secondary"])
def test_scores_and_forks_are_those_that_jmh_wrote(name: str) -> None:
    path = JMH / f"{name}.json"
    entries = json.loads(path.read_text())
    judged = {(row.benchmark, row.mode, row.threads, *row.params.items()): row for row in summarise(read_any_results(path), 0.95).rows}
    assert len(judged) == len(entries)
    for item in entries:
        row = judged[(item["benchmark"], item["mode"], item["threads"], *item.get("params", {}).items())]
        metric = item["primaryMetric"]
        assert row.unit == metric["scoreUnit"]
        assert row.forks_planned == item["forks"] == len(row.fork_means)
        if "rawData" in metric:
            assert row.fork_means == pytest.approx([statistics.fmean(fork) for fork in metric["rawData"]], rel=1e-12)
            if metric["scoreError"] != "NaN":  # all iterations pooled, as JMH does
                assert row.pooled.error == pytest.approx(metric["scoreError"], rel=1e-9)
        assert row.pooled.mean == pytest.approx(metric["score"], rel=1e-9)


@pytest.mark.parametrize("path", [JMH / "formats/groups.json", JMH / "formats/group_threads.json", JMH / "formats/secondary.json", OURS / "group.json"])
def test_functions_of_a_group_and_rates_are_those_that_were_written(path: Path) -> None:
    judged = summarise(read_any_results(path), 0.95).rows
    entries = json.loads(path.read_text())
    assert any(item["secondaryMetrics"] for item in entries)
    for row, item in zip(judged, entries, strict=True):
        written = {name: metric["rawData"] for name, metric in item["secondaryMetrics"].items()
                   if metric["scoreUnit"] == row.unit and not re.search(r"(^|:)p\d\.\d+$", name)}
        found = {secondary.label: secondary for secondary in row.secondary if secondary.kind != "percentile"}
        assert {name: secondary.unit for name, secondary in found.items()} == dict.fromkeys(written, row.unit)
        for name, raw in written.items():
            assert found[name].iterations == tuple(pytest.approx(tuple(several), rel=1e-12) for several in raw)
    assert {"put", "take"} <= found.keys() or "groups" not in path.name


def test_a_secondary_metric_that_is_no_figure_of_each_iteration_is_left_out(tmp_path: Path) -> None:
    raw = [[1.0, 3.0], [2.0, 2.0], [2.0, 2.2]]
    metrics = {"whole": (raw, "us/op"), "short": (raw[1:], "us/op"), "shorter": ([[1.0], *raw[1:]], "us/op"), "none": (None, "us/op"),
               "nan": ([["NaN", 3.0], *raw[1:]], "us/op"), "zero": ([[0.0, 3.0], *raw[1:]], "us/op"), "other": (raw, "#"), "a:p0.50": (raw, "us/op")}
    secondary = {name: {"scoreUnit": unit, "rawData": values} for name, (values, unit) in metrics.items()}
    (row,) = summarise(read_json(tmp_path, [entry(secondaryMetrics=secondary)]), 0.95).rows
    assert [secondary.label for secondary in row.secondary] == ["whole"] and row.score == pytest.approx(2.0, rel=0.1)


def test_percentiles_of_mode_sample_are_jmhs() -> None:
    path = JMH / "forks3x2.json"
    wanted = next(document["primaryMetric"] for document in json.loads(path.read_text()) if document["mode"] == "sample")
    row = next(row for row in summarise(read_any_results(path), 0.95).rows if row.mode == "sample")
    found = {secondary.label: secondary.score for secondary in row.secondary}
    assert found["p0.50"] == pytest.approx(wanted["scorePercentiles"]["50.0"], rel=1e-9)
    assert found["p0.99"] == pytest.approx(wanted["scorePercentiles"]["99.0"], rel=1e-9)


def test_a_figure_that_jmh_could_not_make_fails_its_fork_and_no_other(tmp_path: Path) -> None:
    (row,) = summarise(read_json(tmp_path, [entry(metric={"rawData": [[1.0], ["NaN"], [2.0]]})]), 0.95).rows
    assert (row.status, row.fork_means) == ("partial", (1.0, 2.0))
    assert "the file has nan for iteration 1, which is not a time or rate" in {warning.code: warning.message for warning in row.warnings}["failed-forks"]


def test_missing_planned_forks_are_reported(tmp_path: Path) -> None:
    (row,) = summarise(read_json(tmp_path, [entry(forks=5)]), 0.95).rows
    assert (row.status, row.forks_planned, len(row.fork_means)) == ("partial", 5, 3)


def test_without_raw_data_jmhs_file_is_refused(tmp_path: Path) -> None:
    bare = entry()
    del bare["primaryMetric"]["rawData"]
    with pytest.raises(InputError, match="org.sample.Sorts.quick has neither rawData nor rawDataHistogram"):
        read_json(tmp_path, [bare])


@pytest.mark.parametrize(("changed", "expected"), [
    ({"mode": "p99"}, "has the unknown mode 'p99'"), ({"metric": {"scoreUnit": "ops/s"}}, "has the unit 'ops/s', which mode avgt does not have"),
    ({"metric": {"scoreUnit": "counts"}}, "has the unit 'counts'"), ({"threads": "many"}, "Expected `int`, got `str`"),
    ({"threads": 0}, "`int` >= 1"), ({"metric": {"rawDataHistogram": [[[[1.0, 0]]]]}}, ">= 1"),
])
def test_other_modes_units_and_types_are_refused(changed: dict[str, Any], expected: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=expected.replace("(", r"\(")):
        read_json(tmp_path, [entry(**changed)])


def test_an_unforked_run_has_a_warning_and_no_interval(tmp_path: Path) -> None:
    (row,) = summarise(read_json(tmp_path, [entry(forks=0, metric={"rawData": [[1.0, 2.0]]})]), 0.95).rows
    assert row.interval is None and row.fork_means == (1.5,)


def test_two_jvms_in_one_file_are_two_platforms(tmp_path: Path) -> None:
    run = read_json(tmp_path, [entry(jdkVersion="17.0.1"), entry(jdkVersion="25")])
    assert {row.platform for row in summarise(run, 0.95).rows} == {"jmh/17.0.1", "jmh/25"}


def test_equal_method_names_are_distinguished_by_class(tmp_path: Path) -> None:
    assert set(rows(read_json(tmp_path, [entry(), entry(benchmark="org.sample.Other.quick")]))) == {"sorts.quick", "other.quick"}


def test_what_clamh_wrote_as_jmhs_json_keeps_its_platforms_keys_and_machine() -> None:
    run = read_any_results(OURS / "two_languages.json")
    assert run.origin.tool == "CLAMH" and run.header.fingerprint
    assert [(row.key, row.platform, row.params) for row in summarise(run, 0.95).rows][:2] == [
        ("factorial", "cpp/g++-12", {"number": "25"}), ("factorial", "java/openjdk-17", {"number": "25"})]
    written = json.loads((OURS / "two_languages.json").read_text())
    for row, item in zip(summarise(run, 0.95).rows, written, strict=True):
        assert row.score == pytest.approx(item["clamh"]["score"], rel=1e-6)
        assert [row.interval.low, row.interval.high] == pytest.approx(item["clamh"]["interval"], rel=1e-6)  # the approved file has fewer digits


def test_bounds_of_calls_that_clamh_wrote_are_in_the_terms_and_unknown_in_older_files(tmp_path: Path) -> None:
    def write(ns: float, mode: str = "avgt", bounded: bool = False, old: bool = False) -> Run:
        options = {"bounds": CallBounds(least=1, most=500)} if bounded else {}
        result = one_run([case([fork(n, [ns + n, ns], mode=mode) for n in range(3)], mode=mode, options=options)])
        entries = json.loads(render(summarise(result, 0.95), result, "json"))
        for item in entries if old else []:
            del item["clamh"]["bounds"]
        return read_json(tmp_path, entries)

    def find_term(a: Run, b: Run) -> tuple[bool | None, str]:
        (pair,) = compared(a, b).pairs
        return next((term.holds, term.message) for term in pair.ratio.terms if term.name == "batch size")

    assert find_term(write(1000.0), write(1100.0)) == (True, "")
    assert find_term(write(1000.0, bounded=True), write(1100.0, bounded=True)) == (True, "")
    assert find_term(write(1000.0), write(1100.0, bounded=True)) == (False, "1 against 1, at most 500 calls an iteration")
    assert find_term(write(1000.0, old=True), write(1100.0)) == (None, "JMH's JSON of an older CLAMH lacks the bounds of an iteration's calls")
    assert find_term(write(1000.0, mode="ss", old=True), write(1100.0, mode="ss")) == (True, "")


def test_failures_that_clamh_wrote_stay_failures() -> None:
    written = json.loads((OURS / "everything_wrong.json").read_text())
    assert any(item["clamh"]["failures"] for item in written)
    judged = summarise(read_any_results(OURS / "everything_wrong.json"), 0.95).rows
    assert [row.status for row in judged if row.status == "failed"]
    assert [row.score is None for row in judged] == [item["clamh"]["score"] is None for item in written]


# ---- hyperfine


def test_each_run_of_a_command_is_a_process() -> None:
    wanted = json.loads((FILES / "hyperfine_before.json").read_text())["results"]
    judged = rows(read_any_results(FILES / "hyperfine_before.json"))
    for item in wanted:
        row = judged[item["command"]]
        assert (row.mode, row.unit) == ("ss", "ms/op")
        assert row.fork_means == pytest.approx([time * 1000 for time in item["times"]], rel=1e-12)
        assert row.pooled.mean == pytest.approx(item["mean"] * 1000, rel=1e-12)
        assert row.pooled.stdev == pytest.approx(item["stddev"] * 1000, rel=1e-9)


def test_a_command_that_failed_has_no_time() -> None:
    judged = summarise(read_any_results(FILES / "hyperfine_failing.json"), 0.95).rows
    failed = [row for row in judged if row.key == "false"]
    assert {row.status for row in failed} == {"failed"} and all(row.score is None for row in failed)
    assert {(row.key, row.status) for row in judged if row.key != "false"} == {("echo 1", "ok"), ("echo 2", "ok")}


def test_a_mean_without_times_has_no_interval(tmp_path: Path) -> None:
    (row,) = summarise(read_json(tmp_path, {"results": [{"command": "x", "mean": 2.5, "stddev": 0.1}]}), 0.95).rows
    assert (row.score, row.unit, row.interval) == (2.5, "s/op", None)
    assert [warning.message for warning in row.warnings if warning.code == "not-processes"] == [hyperfine.NOT_PROCESSES]


# ---- pyperf


def test_each_run_of_pyperfs_that_has_values_is_a_process() -> None:
    (benchmark,) = json.loads((FILES / "pyperf_before.json").read_text())["benchmarks"]
    means = [statistics.fmean(run["values"]) * 1e9 for run in benchmark["runs"] if run.get("values")]
    row = rows(read_any_results(FILES / "pyperf_before.json"))["work"]
    assert row.fork_means == pytest.approx(means, rel=1e-9)
    assert len(row.fork_scores[0].warmup) == 1


def test_runs_that_calibrate_are_no_forks_and_memory_is_no_time() -> None:
    run = read_any_results(FILES / "pyperf_memory.json")
    assert [(row.key, row.forks_planned) for row in summarise(run, 0.95).rows] == [("first", 3)]
    assert [skipped_record.reason for skipped_record in run.skipped] == ["memory is in bytes, which is not a unit of time"]


# ---- Google Benchmark


def test_repetitions_are_read_as_forks_with_a_warning() -> None:
    entries = json.loads((FILES / "google_benchmark_before.json").read_text())["benchmarks"]
    judged = rows(read_any_results(FILES / "google_benchmark_before.json"))
    for name, unit in (("BM_sum/100", "ns/op"), ("BM_sum/1000", "us/op")):
        wanted = [item["real_time"] for item in entries if item["run_name"] == name and item["run_type"] == "iteration"]
        assert judged[name].fork_means == pytest.approx(wanted, rel=1e-12)
        assert judged[name].unit == unit
        assert [warning.code for warning in judged[name].warnings if warning.code == "not-processes"]
    shared = judged["BM_sum/10/threads:2"]
    assert (shared.mode, shared.threads) == ("wall", 2)
    assert (judged["BM_fails"].status, judged["BM_fails"].fork_scores[0].failure) == ("failed", "no input file")


def test_aggregates_alone_give_a_score_without_an_interval() -> None:
    whole, only = (rows(read_any_results(FILES / f"google_benchmark_{name}.json")) for name in ("before", "aggregates"))
    assert only["BM_sum/100"].interval is None
    assert len(only["BM_sum/100"].fork_means) == 1
    assert whole["BM_sum/100"].interval is not None


# ---- side by side


@pytest.mark.parametrize("tool", ["hyperfine", "pyperf", "google_benchmark"])
def test_two_files_of_a_tool_are_compared_and_what_they_lack_is_in_the_terms(tool: str) -> None:
    comparison = compared(*(read_any_results(FILES / f"{tool}_{name}.json") for name in ("before", "after")))
    ratios = [pair.ratio for pair in comparison.pairs if pair.ratio]
    assert min(ratio.value for ratio in ratios) < 0.9
    assert {(ratio.verdict, ratio.reason) for ratio in ratios if 0.5 < ratio.value < 2} == {("undecided", "not measured together")}
    assert all("does not record the machine" in reason for reason in comparison.unknown_shift) and comparison.unknown_shift
    unknown = {term.name: term.message for pair in comparison.pairs if pair.ratio for term in pair.ratio.terms if term.holds is None}
    assert all(unknown.values()) and {"data", "value", "optimisation", "opi"} <= set(unknown)


def test_jmhs_file_and_clamhs_are_paired_by_what_they_measured(tmp_path: Path) -> None:
    written = json.loads((OURS / "two_languages.json").read_text())
    ours = [item for item in written if item["clamh"]["platform"] == "java/openjdk-17"]
    plain = [{name: value for name, value in our.items() if name != "clamh"} for our in ours]
    for item in plain:
        del item["params"]["platform"]
    comparison = compared(read_json(tmp_path, ours, "ours.json"), read_json(tmp_path, plain, "plain.json"))
    assert [(pair.a.platform, pair.b.platform) for pair in comparison.pairs] == [("java/openjdk-17", "jmh")] * 2
    assert all(math.isclose(pair.ratio.value, 1, rel_tol=1e-9) for pair in comparison.pairs)
    assert not any(pair.ratio.not_compared for pair in comparison.pairs)  # the user says by his files that they are the same
    assert comparison.differences[0].what == "measured by"


def test_aggregates_marked_by_name_are_not_benchmarks(tmp_path: Path) -> None:
    entries = [{"name": name, "real_time": time, "time_unit": "ns"} for name, time in (
        ("sum", 10.0), ("sum", 11.0), ("sum", 12.0), ("sum_mean", 11.0), ("sum_stddev", 1.0), ("arithmetic_mean", 5.0))]
    judged = rows(read_json(tmp_path, {"context": {}, "benchmarks": entries}))
    assert {name: row.fork_means for name, row in judged.items()} == {"sum": (10.0, 11.0, 12.0), "arithmetic_mean": (5.0,)}


def test_fits_of_complexity_in_old_files_are_not_benchmarks(tmp_path: Path) -> None:
    """Google Benchmark before 1.5 marks them by name only, and its fit of several arguments has no benchmark's name."""
    entries = [{"name": "sum/8", "real_time": 10.0, "time_unit": "ns"},
               {"name": "sum/64", "real_time": 80.0, "time_unit": "ns"},
               {"name": "sum_BigO", "cpu_coefficient": 1.25, "real_coefficient": 1.25, "big_o": "N", "time_unit": "ns"},
               {"name": "sum_RMS", "rms": 0.02}, {"name": "find_RMS", "real_time": 5.0, "time_unit": "ns"}]
    judged = rows(read_json(tmp_path, {"context": {}, "benchmarks": entries}))
    assert {name: row.fork_means for name, row in judged.items()} == {"sum/8": (10.0,), "sum/64": (80.0,), "find_RMS": (5.0,)}


# ---- our own export


@pytest.mark.parametrize("opi", [1, 100])
def test_the_percentiles_of_our_own_export_are_those_of_the_results_file(opi: int, tmp_path: Path) -> None:
    forks = [replace(fork(n, []), measurement=(iteration(1.0, threads=(sampled([(122, 9), (1022 + n, 1)], opi=opi),)),)) for n in range(3)]
    own = one_run([case(forks, mode="sample", options={"operations_per_invocation": opi})])
    judged = summarise(own, 0.95)
    path = tmp_path / "out.json"
    path.write_text(render(judged, own, "json"))
    (mine,), (read_back,) = judged.rows, summarise(read_any_results(path), 0.95).rows
    assert read_back.score == pytest.approx(mine.score, rel=1e-12)
    assert [secondary.score for secondary in read_back.secondary] == pytest.approx([secondary.score for secondary in mine.secondary], rel=1e-12)
    assert (read_back.pooled.count, read_back.pooled.maximum) == (mine.pooled.count, pytest.approx(mine.pooled.maximum, rel=1e-12))


def test_a_results_file_and_its_export_have_equal_terms(tmp_path: Path) -> None:
    own = one_run([case([fork(n, [10.0 + n]) for n in range(3)], operations=True)])
    path = tmp_path / "out.json"
    path.write_text(render(summarise(own, 0.95), own, "json"))
    comparison = compared(own, read_any_results(path))
    assert comparison.differences == ()
    (pair,) = comparison.pairs
    assert {term.name: term.holds for term in pair.ratio.terms}["opi"] is True
    other_run = replace(own, header=replace(own.header, clamh_version="9.9"))
    assert [(difference.what, difference.a, difference.b) for difference in compared(other_run, read_any_results(path)).differences][0] == ("measured by", "CLAMH 9.9", "CLAMH 0.1.0")


def test_two_sources_of_a_side_are_read_back_and_kept_apart_in_the_history(tmp_path: Path) -> None:
    """The export was refused as two results that look the same, and so was the run by `clamh history add`."""
    own = one_run([case([fork(n, [time + n], case_id=name) for n in range(3)], name, source=f"suite/{name}.cpp") for name, time in (("v1", 10.0), ("v2", 20.0))])
    summary = summarise(own, 0.95)
    path = tmp_path / "out.json"
    path.write_text(render(summary, own, "json"))
    assert {row.source: round(row.score) for row in summarise(read_any_results(path), 0.95).rows} == {"suite/v1.cpp": 11, "suite/v2.cpp": 21}
    run = to_stored_run(Judgement(own, summary), "", "", "", "")
    assert {result.suite: round(result.time_ns) for result in run.results} == {"suite/v1.cpp": 11, "suite/v2.cpp": 21}


def test_one_name_with_two_keys_keeps_both(tmp_path: Path) -> None:
    java = {"platform": "java/openjdk-17", "source": "F.java", "key": "other"}
    own = one_run([case([fork(n, [10.0 + n]) for n in range(3)], "a"), case([fork(n, [20.0 + n]) for n in range(3)], "b", **java)])
    path = tmp_path / "out.json"
    path.write_text(render(summarise(own, 0.95), own, "json"))
    assert {row.key: row.platform for row in summarise(read_any_results(path), 0.95).rows} == {"factorial": "cpp/g++-12", "other": "java/openjdk-17"}


def test_an_export_without_forks_is_not_called_unforked(tmp_path: Path) -> None:
    own = one_run([case([fork(n, [10.0 + n]) for n in range(3)]), case([], "d", key="other", benchmark="other", planned=0)])
    path = tmp_path / "out.json"
    path.write_text(render(summarise(own, 0.95), own, "json"))
    assert [warning.code for row in summarise(read_any_results(path), 0.95).rows for warning in row.warnings if warning.code == "not-processes"] == []


# ---- advice


@pytest.mark.parametrize(("path", "code"), [
    (FILES / "hyperfine_failing.json", "failed-forks"), (FILES / "google_benchmark_aggregates.json", "few-forks"),
    (OURS / "everything_wrong.json", "failed-forks"),
])
def test_advice_for_another_tools_results_names_none_of_our_options(path: Path, code: str) -> None:
    run = read_any_results(path)
    warnings = [warning for row in summarise(run, 0.95).rows for warning in row.warnings if warning.code == code]
    assert warnings and all(run.origin.tool in warning.advice and not re.search(r"(^|\s)-", warning.advice) for warning in warnings)


def test_advice_of_tools_is_for_existing_codes() -> None:
    assert set(ADVICE_OF_TOOLS) <= set(HINTS)
    assert not any(re.search(r"(^|\s)-", advice_of_tool) for advice_of_tool in ADVICE_OF_TOOLS.values())


def test_a_file_of_another_tool_and_ours_have_footnotes_of_their_own(tmp_path: Path) -> None:
    """The same doubt about both is told twice where what to do about it is not the same."""
    rising = [[10.0, 10.1, 10.2, 10.3, 10.4]] * 5
    theirs = read_json(tmp_path, [entry(forks=5, metric={"scoreUnit": "ns/op", "rawData": rising})])
    ours = one_run([case([fork(n, item) for n, item in enumerate(rising)])])
    notes = Footnotes([*summarise(ours, 0.95).rows, *summarise(theirs, 0.95).rows])
    texts = [text for _, text in notes.texts() if text.startswith("trend")]
    assert len(texts) == 2 and "-wi" in texts[0] and "JMH" in texts[1]
