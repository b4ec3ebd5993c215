"""Is the harness's own cost measured beside a real suite, and kept out of its catalog?"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clamh import pipeline
from clamh.judging.results_file import read_results
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.context import Places
from clamh.running.execute import execute

SUITE = Path(__file__).parents[2] / "benchmarks" / "fac_tests"


@pytest.mark.language("cpp")
def test_the_empty_benchmark_is_measured_and_is_in_no_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(SUITE / "factorial.cpp", tmp_path)
    monkeypatch.chdir(tmp_path)
    settings = Settings(forks=1, warmup_iterations=0, measurement_iterations=1, measurement_time_ns=1_000_000)
    plan = pipeline.make_plan(Options(paths=("factorial.cpp",), settings=settings), lambda problems: None)
    assert {case.key for case in plan.cases} == {"factorialrecursive", "factorialiterative"}
    run = read_results(execute(plan, Options(), places=Places(lock=tmp_path / "lock")))
    (floor,) = run.floors
    assert (floor.platform, floor.mode, floor.threads) == (plan.cases[0].platform, "avgt", 1)
    assert floor.operations > 0
    assert floor.elapsed_ns > 0
    assert {fork.end.status for case in run.cases for fork in case.forks} == {"ok"}
