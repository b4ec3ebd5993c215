"""Does execute run the plan as planned, and is every fact in the file?"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from made_plans import miniature, tiny_plan

from clamh.errors import Interrupted
from clamh.execute import block_seed
from clamh.cases import Plan
from clamh.options import Options
from clamh.results import DECODER, IterationRecord, Record, read


def test_a_plan_is_measured_fork_by_fork(measure) -> None:
    run = measure(tiny_plan(), "well_behaved", argv=("clamh", "run"), fingerprint="host", environment={"os": "x"})
    assert run.header.command == ("clamh", "run")
    assert (run.header.fingerprint, run.header.environment, run.header.seed) == ("host", {"os": "x"}, 1)
    assert run.header.sources == {"miniature.src": "1" * 64}
    assert [platform.id for platform in run.platforms] == ["miniature/1"]
    (case,) = run.cases
    assert case.case.params == {"n": "1"}
    assert [(fork.start.fork, fork.start.block, fork.start.position) for fork in case.forks] == [(0, 0, 0), (1, 1, 0)]
    for fork in case.forks:
        assert fork.start.layout == {"seed": 7, "offsets": {"S": 128}}
        assert [(one.phase, one.index) for one in fork.warmup] == [("warmup", 0)]
        assert [(one.phase, one.index) for one in fork.measurement] == [("measurement", 0), ("measurement", 1)]
        assert fork.measurement[0].threads[0].elapsed_ns == 1000
        assert (fork.end.status, fork.end.stdout, fork.end.stderr) == ("ok", "", "")
    assert len({fork.start.pid for fork in case.forks}) == 2
    assert run.end.status == "complete"
    assert run.warnings == case.warnings == ()


def test_ctrl_c_keeps_what_there_is_and_ends_the_worker(measure, tmp_path: Path) -> None:
    with pytest.raises(Interrupted) as error:
        measure(tiny_plan(), "interrupts")
    assert error.value.results == ""  # it came in the warmup: nothing to report, nothing that hides an earlier run
    assert not (tmp_path / "runs/latest").exists()
    run = read(next((tmp_path / "runs").glob("*.ndjson")))
    (fork,) = run.cases[0].forks
    assert (len(fork.warmup), len(fork.measurement), fork.end) == (1, 0, None)
    assert run.end.status == "interrupted"
    with pytest.raises(ProcessLookupError):
        os.killpg(fork.start.pid, 0)


def test_a_bug_of_ours_ends_the_file_as_failed(measure, tmp_path: Path) -> None:
    def progress(record: object) -> None:
        if isinstance(record, IterationRecord):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        measure(tiny_plan(), "well_behaved", progress=progress, options=Options(results=str(tmp_path / "r")))
    assert read(tmp_path / "r").end.status == "failed"


def test_progress_hears_every_record_in_order_when_it_is_in_the_file(measure, tmp_path: Path) -> None:
    path = tmp_path / "r"
    heard: list[Record] = []

    def progress(record: Record) -> None:
        heard.append(record)
        assert len(path.read_bytes().splitlines()) == len(heard)

    measure(tiny_plan("work", "other"), "well_behaved", progress=progress, options=Options(results=str(path)))
    assert [DECODER.decode(line) for line in path.read_bytes().splitlines()] == heard


def test_all_cases_of_a_block_get_one_seed_and_blocks_differ() -> None:
    seeds = [block_seed(1, block) for block in range(100)]
    assert len(set(seeds)) == 100
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert block_seed(1, 0) == seeds[0] != block_seed(2, 0)


def test_the_worker_is_asked_what_the_plan_says(measure, tmp_path: Path) -> None:
    run = measure(tiny_plan(), "echoes")
    (first, *_), case = run.cases[0].forks, run.cases[0].case
    out = (tmp_path / "runs" / first.end.stdout).read_text().splitlines()
    assert out == [
        f"open {case.case_id} benchmark=work mode=avgt threads=1 batch=1 wbatch=1 opi=1 "
        f"seed={block_seed(1, 0)} gc=false forks=2 wforks=0 wi=1 w=1 i=2 r=1 to=10000000000 tu=ns p:S::n=1",
        f"iterate {case.case_id} warmup 1 0 1 0",
        f"iterate {case.case_id} measurement 1 0 0 0",
        f"iterate {case.case_id} measurement 1 0 0 1",
        f"close {case.case_id}",
        "exit",
    ]
    assert first.end.stdout == f"{Path(run.path).stem}.output/{case.case_id}-0.out"


def test_the_end_says_how_long_was_measured_and_what_the_driver_needed(measure) -> None:
    end = measure(tiny_plan(), "well_behaved").end
    assert 0 < end.measuring_s < 10
    assert 0 < end.driver_cpu_s < 10


def with_floor(plan: Plan) -> Plan:
    catalogs = [
        msgspec.structs.replace(one, hello={"capabilities": {**one.hello["capabilities"], "floor": "empty"}})
        for one in plan.catalogs
    ]
    return msgspec.structs.replace(plan, catalogs=tuple(catalogs))


def test_the_floor_is_measured_once_per_platform_before_anything_else(measure) -> None:
    kinds: list[str] = []
    plan = with_floor(tiny_plan("work", "other"))
    run = measure(plan, "well_behaved", progress=lambda record: kinds.append(type(record).__name__))
    (floor,) = run.floors
    assert (floor.platform, floor.mode, floor.threads) == ("miniature/1", "avgt", 1)
    assert (floor.operations, floor.elapsed_ns) == (30, 3000)
    assert kinds.index("FloorRecord") < kinds.index("ForkStart")
    assert [len(case.forks) for case in run.cases] == [2, 2]


def test_a_floor_that_fails_is_a_warning_and_the_run_goes_on(measure) -> None:
    plan = with_floor(tiny_plan("other"))
    run = measure(plan, "", command=lambda p, case: miniature("dies_mid_iteration" if case.benchmark == "empty"
                                                              else "well_behaved"))
    assert run.floors == ()
    assert [(w.code, w.message) for w in run.warnings] == [
        ("no-floor", "the empty benchmark on miniature/1 failed (exited): the worker exited with code 3")]
    assert [fork.end.status for fork in run.cases[0].forks] == ["ok", "ok"]
