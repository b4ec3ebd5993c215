"""Artifacts that run by themselves: the commands as files, the real batch script on them, and its log read again."""

from __future__ import annotations

import os
import subprocess
from contextlib import nullcontext
from pathlib import Path

import pytest
from made_plans import benchmark, catalog
from msgspec.structs import replace

from clamh.cluster.solo import check_plan, read_solo_end, read_solo_start, write_commands
from clamh.judging.foreign import read_any_results
from clamh.judging.summarise import summarise
from clamh.model.cases import AutoWarmup, CallBounds, Plan
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.results import WorkRecord
from clamh.model.settings import merge_levels
from clamh.model.sources import Settings
from clamh.model.submission import Task
from clamh.running.plan import plan

SCRIPT = Path(__file__).parent.parent.parent.parent / "src/clamh/cluster/solo.sh"
SETTINGS = Settings(forks=3, warmup_iterations=1, measurement_iterations=2)
TASK = Task("x86_q", 1)


def make_plan(tmp_path: Path, script: str, settings: Settings = Settings()) -> Plan:
    """Of two platforms, whose artifacts are this shell script."""
    catalogs = []
    for platform in ("cpp/g++-12", "rust/rustc-1.95"):
        artifact = tmp_path / f"run of $(touch x) {platform.partition('/')[0]}"
        artifact.write_text(f"#!/bin/bash\n{script}\n")
        artifact.chmod(0o755)
        described = catalog(platform, benchmark(settings=settings))
        catalogs.append(replace(described, artifact=replace(described.artifact, path=str(artifact), folder=str(tmp_path))))
    return plan(catalogs, Options(seed=1, settings=merge_levels([settings, SETTINGS])))


def run_task(tmp_path: Path, script: str, settings: Settings = Settings()) -> Path:
    """The attempt's folder, after the batch script ran as Slurm runs it."""
    solo_plan = make_plan(tmp_path, script, settings)
    check_plan(solo_plan)
    write_commands(str(tmp_path), "abcd1234", solo_plan, [WorkRecord(case_id=case.case_id, returned="i:7") for case in solo_plan.cases])
    return run_script(tmp_path)


def run_script(tmp_path: Path, script: Path = SCRIPT) -> Path:
    environ = {**os.environ, "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_JOB_ID": "10"}
    subprocess.run(["bash", script, tmp_path, "x86_q"], env=environ, check=True, timeout=300)
    return tmp_path / "x86_q" / "rep1" / "10"


GOOD = """case $0 in *cpp) time=100;; *) time=50;; esac
echo "Benchmark a b, warmup iteration 1: 999 ns/op"
for number in 1 2; do echo "Benchmark a b, iteration $number: $time ns/op"; done
echo "$@" >>arguments"""


def test_a_log_is_a_results_file(tmp_path: Path) -> None:
    path = run_task(tmp_path, GOOD)
    start = read_solo_start(path, TASK, "10")
    assert start and (start.submission, start.host) == ("abcd1234", os.uname().nodename) and read_solo_end(path)
    assert '"time_unit":"ns"' in (path / "log").read_text()
    summary = summarise(read_any_results(path / "log"), 0.95)
    assert [(row.platform, round(row.score, 6), row.unit, len(row.fork_means)) for row in summary.rows] == [
        ("cpp/g++-12", 100.0, "ns/op", 3), ("rust/rustc-1.95", 50.0, "ns/op", 3)]
    assert summary.rows[1].ratio.value == pytest.approx(2) and summary.rows[1].ratio.verdict == "faster"
    arguments = (tmp_path / "arguments").read_text().splitlines()
    assert len(arguments) == 6 and "--solo" in arguments[0] and " -wi 1 -i 2 " in arguments[0] and not (tmp_path / "x").exists()


@pytest.mark.parametrize("script, failure", [
    ("exit 3", "it ended with exit code 3"), ("echo hello", "it printed 0 iterations"), ("kill -9 $$", "it ended with exit code 137"),
    ("for number in 1 2; do echo \"Benchmark a, iteration $number: nan ns/op\"; done", "the file has nan for iteration 1, which is not a "
     "time or rate"),
])
def test_a_process_that_fails_is_a_failed_fork(tmp_path: Path, script: str, failure: str) -> None:
    summary = summarise(read_any_results(run_task(tmp_path, script) / "log"), 0.95)
    assert {fork.failure for row in summary.rows for fork in row.fork_scores} == {failure} and {row.status for row in summary.rows} == {"failed"}


def test_the_log_has_the_annotated_baseline(tmp_path: Path) -> None:
    solo_plan = make_plan(tmp_path, GOOD)
    cases = tuple(replace(case, baseline="reference") for case in solo_plan.cases)
    write_commands(str(tmp_path), "abcd1234", replace(solo_plan, cases=cases), ())
    assert {row.baseline for row in summarise(read_any_results(run_script(tmp_path) / "log"), 0.95).rows} == {"reference"}


@pytest.mark.parametrize("cpuinfo, cpu", [
    ("processor\t: 0\nmodel name\t: Xeon: 8\n\nmodel name\t: other\n", "Xeon: 8"),
    ("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n\nCPU part\t: 0xd0d\n", "implementer 0x41 part 0xd0c"), ("", ""),
])
def test_the_log_names_the_cpu(tmp_path: Path, cpuinfo: str, cpu: str) -> None:
    (tmp_path / "cpuinfo").write_text(cpuinfo)
    write_commands(str(tmp_path), "abcd1234", make_plan(tmp_path, GOOD), ())
    script = tmp_path / "solo.sh"
    script.write_text(SCRIPT.read_text().replace("/proc/", f"{tmp_path}/"))
    start = read_solo_start(run_script(tmp_path, script), TASK, "10")
    assert start and start.cpu == cpu


def test_output_that_looks_like_the_log_is_output(tmp_path: Path) -> None:
    path = run_task(tmp_path, f"{GOOD}\necho case: 1\necho ended: soon")
    summary = summarise(read_any_results(path / "log"), 0.95)
    assert [(row.status, round(row.score, 6), len(row.fork_means)) for row in summary.rows] == [("ok", 100.0, 3), ("ok", 50.0, 3)]
    assert read_solo_end(path)
    log = (path / "log").read_text()
    (path / "log").write_text(log[: log.rindex("ended: soon\n") + len("ended: soon\n")])
    assert read_solo_end(path) is None


def test_a_log_that_was_cut_off_has_no_end(tmp_path: Path) -> None:
    path = run_task(tmp_path, GOOD)
    whole = (path / "log").read_bytes()
    for size in (*range(0, len(whole) - 40, 97), *range(len(whole) - 40, len(whole))):  # also within the last line
        (path / "log").write_bytes(whole[:size])
        assert read_solo_end(path) is None
        try:
            read_any_results(path / "log")
        except InputError as error:
            assert "Traceback" not in str(error)


def test_what_artifacts_cannot_do_by_themselves_is_refused(tmp_path: Path) -> None:
    solo_plan = make_plan(tmp_path, GOOD)
    first, second = solo_plan.cases
    bounded = replace(second.options, bounds=CallBounds(least=1, most=9), auto_warmup=AutoWarmup(max_ns=9, tolerance=0.1), warmup_forks=2)
    solo_plan = replace(solo_plan, cases=(replace(first, mode="sample"), replace(second, options=bounded)))
    path = solo_plan.catalogs[0].artifact.path
    Path(path).chmod(0o644)
    with pytest.raises(InputError) as refused:
        check_plan(solo_plan)
    assert [problem.message for problem in refused.value.diagnostics] == [
        f"{path} cannot run without clamh", f"--solo cannot measure {first.benchmark}: mode sample",
        f"--solo cannot measure {second.benchmark}: it has AutoWarmup, which an artifact ignores",
        f"--solo cannot measure {second.benchmark}: it has bounds of its calls, which an artifact ignores",
        f"--solo cannot measure {second.benchmark}: it has warmup forks, which an artifact ignores"]


def test_program_of_another_library_is_refused(tmp_path: Path) -> None:
    """It has its own main, which knows no --solo."""
    solo_plan = make_plan(tmp_path, GOOD)
    catalog, *others = solo_plan.catalogs
    program = replace(catalog, hello={**catalog.hello, "capabilities": {"commands": ["describe", "open", "iterate", "close", "exit"]}})
    with pytest.raises(InputError, match="has no --solo: its program is written for B63 or Metron"):
        check_plan(replace(solo_plan, catalogs=(program, *others)))


@pytest.mark.parametrize(("typed", "annotated", "refused"), [
    (None, (1, -1), True), ((-2,), None, True), ((-1,), (2,), True), ((2,), (-1,), False), (None, (2,), False), (None, None, False)])
def test_threads_by_the_cpus_of_the_node_are_refused(
    tmp_path: Path, typed: tuple[int, ...] | None, annotated: tuple[int, ...] | None, refused: bool
) -> None:
    """Threads.MAX was the number of CPUs of the machine where the user typed."""
    solo_plan = make_plan(tmp_path, GOOD)
    solo_plan = replace(solo_plan, catalogs=tuple(
        replace(each, benchmarks=tuple(replace(benchmark, settings=Settings(threads=annotated)) for benchmark in each.benchmarks))
        for each in solo_plan.catalogs))
    with pytest.raises(InputError, match="as many threads as the node has CPUs") if refused else nullcontext():
        check_plan(solo_plan, typed)
