"""Do several files of a tool become a run in which each file is a process, and does a results file of it say the same?"""

from __future__ import annotations

import json
import shutil
from itertools import islice
from pathlib import Path

import pytest
from made_foreign import FILES, JMH, SAMPLES
from made_runs import case, fork
from made_runs import run as one_run
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.foreign import read_any_results, solo
from clamh.judging.foreign.join_files import join_runs, list_records
from clamh.judging.same_run import same_run
from clamh.judging.summarise import summarise
from clamh.model.errors import InputError
from clamh.model.results import ENCODER, Run


def copies(tmp_path: Path, *figures: str) -> list[Run]:
    """Files of go test with two repetitions of a benchmark each."""
    paths = [tmp_path / f"{number}.txt" for number, _ in enumerate(figures)]
    for path, figure in zip(paths, figures, strict=True):
        path.write_text(f"cpu: c\nBenchmarkX-2\t10\t{figure} ns/op\nBenchmarkX-2\t10\t{figure} ns/op\n")
    return [read_any_results(path) for path in paths]


def refusal(*runs: Run) -> str:
    with pytest.raises(InputError) as raised:
        join_runs(runs)
    return raised.value.diagnostics[0].message


def test_a_file_whose_figures_share_a_process_becomes_a_fork(tmp_path: Path) -> None:
    alone, *others = copies(tmp_path, "10", "12", "11")
    (row,) = summarise(alone, 0.95).rows
    assert len(row.fork_means) == 2 and [warning.code for warning in row.warnings if warning.code == "not-processes"]
    joined = join_runs([alone, *others])
    (row,) = summarise(joined, 0.95).rows
    assert row.fork_means == pytest.approx((10, 12, 11)) and row.pooled.count == 6 and row.interval and row.status == "ok"
    assert not [warning.code for warning in row.warnings if warning.code == "not-processes"]
    assert "forks" in alone.origin.unknown and "forks" not in joined.origin.unknown


def test_forks_that_are_processes_stay_forks(tmp_path: Path) -> None:
    before, after = (read_any_results(FILES / f"hyperfine_{name}.json") for name in ("before", "after"))
    joined = join_runs([before, after])
    assert [len(result.forks) for result in joined.cases] == [16, 16]
    assert [fork.start.fork for fork in joined.cases[0].forks] == list(range(16))
    assert summarise(joined, 0.95).rows[0].forks_planned == 16


def test_files_that_are_no_repetitions_are_refused(tmp_path: Path) -> None:
    a, b = copies(tmp_path, "10", "12")
    go, jmh, ours = a, read_any_results(JMH / "many.json"), one_run([case([fork(0, [10.0])])])
    assert "the tool go test against JMH" in refusal(go, jmh)
    assert "CLAMH itself wrote" in refusal(ours) and "CLAMH itself wrote" in refusal(go, ours)
    assert "have the same measurements" in refusal(a, b, a)
    assert "the machine ['c'] against ['d']" in refusal(a, replace(b, header=replace(b.header, environment={"cpu": "d"})))
    other = replace(b, platforms=(replace(b.platforms[0], flags=("GOMAXPROCS=4",)),))
    assert "the platform [('go-test', '', 'GOMAXPROCS=2')] against" in refusal(a, other)
    assert join_runs([a, replace(b, header=replace(b.header, environment={}))]).cases  # nothing speaks against it


def go_test(tmp_path: Path, name: str, **ns: float) -> Run:
    """A file of go test with a benchmark Sum in each of these packages."""
    (tmp_path / name).write_text("".join(f"pkg: x/{package}\nBenchmarkSum-2\t10\t{time} ns/op\n" for package, time in ns.items()))
    return read_any_results(tmp_path / name)


def test_a_new_benchmark_of_the_same_short_name_separates_no_rows(tmp_path: Path) -> None:
    """Its key was x/a/Sum only beside x/b/Sum, so its row was gone and new, and its files were no repetitions."""
    alone, both = go_test(tmp_path, "1", a=1.0), go_test(tmp_path, "2", a=2.0, b=3.0)
    for a, b in ((alone, both), (both, alone)):
        comparison = compare_runs((a, summarise(a, 0.95)), (b, summarise(b, 0.95)))
        assert [pair.ratio is not None for pair in comparison.pairs] == [True, False] and comparison.pairs[0].row.benchmark == "x/a.Sum"
        assert all(term.holds for term in comparison.pairs[0].ratio.terms if term.name == "key")
    rows = {row.benchmark: row.fork_means for row in summarise(join_runs([alone, both]), 0.95).rows}
    assert rows == {"x/a.Sum": pytest.approx((1, 2)), "x/b.Sum": pytest.approx((3,))}
    apart = join_runs([alone, go_test(tmp_path, "3", b=4.0)])
    assert {row.key: row.fork_means for row in summarise(apart, 0.95).rows} == {"x/a.Sum": pytest.approx((1,)), "x/b.Sum": pytest.approx((4,))}


def without_packages(tmp_path: Path, name: str, *ns: float) -> Run:
    """A file of go test after `grep Benchmark`."""
    (tmp_path / name).write_text("".join(f"BenchmarkSum-2\t10\t{time} ns/op\n" for time in ns))
    return read_any_results(tmp_path / name)


def test_a_file_without_packages_joins_the_row_of_its_key_in_any_order(tmp_path: Path) -> None:
    """Its full name is Sum instead of x/a.Sum, so each file had a row without an interval."""
    full, filtered = go_test(tmp_path, "1", a=1.0), without_packages(tmp_path, "2", 2.0)
    for runs in ((full, filtered), (filtered, full)):
        (row,) = summarise(join_runs(runs), 0.95).rows
        assert row.benchmark == "x/a.Sum" and sorted(row.fork_means) == pytest.approx([1, 2])
        assert compare_runs(*((run, summarise(run, 0.95)) for run in runs)).pairs[0].ratio


@pytest.mark.parametrize("packages", [{"b": 3.0}, {"a": 3.0, "b": 4.0}], ids=["one of another file", "two of a file"])
def test_a_name_that_may_be_of_two_packages_joins_neither(packages: dict[str, float], tmp_path: Path) -> None:
    runs = go_test(tmp_path, "1", a=1.0), without_packages(tmp_path, "2", 2.0), go_test(tmp_path, "3", **packages)
    rows = {row.benchmark: row.fork_means for row in summarise(join_runs(runs), 0.95).rows}
    assert set(rows) == {"x/a.Sum", "x/b.Sum", "Sum"} and rows["Sum"] == pytest.approx((2,))


def test_names_that_end_alike_within_a_word_are_two_benchmarks(tmp_path: Path) -> None:
    """The module a is no part of the path x/ba."""
    (tmp_path / "a").write_text("pkg: a\nBenchmarkSum-2\t10\t2.0 ns/op\n")
    joined = join_runs([go_test(tmp_path, "1", ba=1.0), read_any_results(tmp_path / "a")])
    assert {row.benchmark for row in summarise(joined, 0.95).rows} == {"x/ba.Sum", "a.Sum"}


def write_imported(run: Run, path: Path) -> Run:
    path.write_bytes(b"".join(ENCODER.encode(record) + b"\n" for record in list_records(run)))
    return read_any_results(path)


def test_a_file_with_a_single_figure_and_its_import_are_the_same_run(tmp_path: Path) -> None:
    """They differ in bytes, so the ratio was 1."""
    run = without_packages(tmp_path, "1", 12.34)
    imported = write_imported(run, tmp_path / "imported.ndjson")
    assert same_run(run, imported) and same_run(imported, run)
    assert "have the same measurements" in refusal(run, imported)


def test_a_folder_with_a_single_figure_and_its_copy_are_the_same_run(tmp_path: Path) -> None:
    """criterion writes every digit: two of its folders do not agree by rounding."""
    before = FILES / "criterion_before"
    (estimates,) = islice(before.rglob("new/estimates.json"), 1)
    runs = []
    for name in "ab":
        place = tmp_path / name / estimates.relative_to(before)
        place.parent.mkdir(parents=True)
        for file in ("estimates.json", "benchmark.json"):
            shutil.copy(estimates.parent / file, place.parent)
        runs.append(read_any_results(tmp_path / name))
    assert same_run(*runs)


def test_equal_rounded_figures_of_different_files_are_several_measurements(tmp_path: Path) -> None:
    """divan prints four digits: two measurements of 12.34 ns were refused as copies."""
    head = "work       fastest       │ slowest       │ median        │ mean          │ samples │ iters\n"
    runs = []
    for name, fastest in (("a", "12.11"), ("b", "12.07"), ("copy", "12.11")):
        (tmp_path / name).write_text(f"{head}╰─ sum     {fastest} ns      │ 14.31 ns      │ 12.33 ns      │ 12.34 ns      │ 100     │ 100\n")
        runs.append(read_any_results(tmp_path / name))
    a, b, copy = runs
    assert same_run(a, b) is None and same_run(a, copy) and same_run(a, a)
    assert len(join_runs([a, b]).cases[0].forks) == 2 and "have the same measurements" in refusal(a, b, copy)


def test_a_benchmark_that_failed_in_every_file_stays_failed(tmp_path: Path) -> None:
    (tmp_path / "1").write_text("BenchmarkX-2\t10\t5 ns/op\n--- FAIL: BenchmarkY-2\n    y.go:1: no\n")
    (tmp_path / "2").write_text("BenchmarkX-2\t10\t6 ns/op\n--- FAIL: BenchmarkY-2\n    y.go:1: no\n")
    rows = {row.key: row for row in summarise(join_runs([read_any_results(tmp_path / name) for name in "12"]), 0.95).rows}
    assert rows["X"].fork_means == pytest.approx((5, 6)) and rows["Y"].status == "failed" and len(rows["Y"].fork_scores) == 2


def test_a_failed_repetition_fails_the_fork_of_its_file(tmp_path: Path) -> None:
    """It vanished as soon as another repetition in the file had a time."""
    for number in (1, 2, 3):
        (tmp_path / str(number)).write_text(f"BenchmarkX-2\t10\t{number} ns/op\n" + "--- FAIL: BenchmarkX-2\n    x.go:1: no\n" * (number == 2))
    (row,) = summarise(join_runs([read_any_results(tmp_path / name) for name in "123"]), 0.95).rows
    assert (row.status, row.forks_planned) == ("partial", 3) and row.fork_means == pytest.approx((1, 3))
    assert [fork.failure for fork in row.fork_scores if fork.failure] == ["it failed (x.go:1: no)"]


def test_the_values_of_solo_logs_are_kept(tmp_path: Path) -> None:
    def read_log(*benchmarks: str) -> Run:
        cases = ('{"key":"%s","benchmark":"%s","platform":"cpp/g++-12","source":"a.cpp","mode":"avgt","threads":1,"params":{},"options":{"measurement_iterations":1},'
                 '"work":{"event":"work","case_id":"","returned":"i:7"}}' % (name, name) for name in benchmarks)
        log = "".join(f"case: {case}\nBenchmark x, iteration 1: {len(benchmarks)} ns/op\n\nexit code: 0\n" for case in cases)
        return solo.read(f"clamh solo log 1\nsubmission: a\nhost: h\ncpu: c\nbegan: 2026-01-02T03:00:00Z\n{log}ended: 2026-01-02T03:01:00Z\n", "log")

    again = write_imported(join_runs([read_log("x"), read_log("x", "y")]), tmp_path / "imported.ndjson")
    assert {work.case_id: work.returned for work in again.works} == {result.case.case_id: "i:7" for result in again.cases} and len(again.works) == 2


@pytest.mark.parametrize("path", [path for path in SAMPLES if "before" not in path.parts[-1] or path.is_file()], ids=lambda path: path.name)
def test_a_results_file_says_the_same_as_the_file_itself(path: Path, tmp_path: Path) -> None:
    run = read_any_results(path)
    again = write_imported(run, tmp_path / "imported.ndjson")
    assert again.origin == run.origin and again.end.status == "complete"
    assert json.loads(ENCODER.encode(summarise(again, 0.95))) == json.loads(ENCODER.encode(summarise(run, 0.95)))
