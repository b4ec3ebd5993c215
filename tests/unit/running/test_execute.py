"""Does execute run the plan as planned, and is every fact in the file?"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from made_plans import TINY, able, benchmark, catalog, miniature, tiny_plan

from clamh.cli.report import render_report
from clamh.judging.results_file import read_results
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import Interrupted
from clamh.model.options import Options
from clamh.model.results import DECODER, End, ForkStart, IterationRecord, Record, WorkRecord
from clamh.model.sources import Settings
from clamh.running.execute import block_seed
from clamh.running.layouts import fork_layout
from clamh.running.plan import plan
from clamh.running.planning.floors import floor_cases


def test_a_plan_is_measured_fork_by_fork(measure) -> None:
    run = measure(tiny_plan(), "well_behaved", command=("clamh", "run"), fingerprint="host", environment={"os": "x"})
    assert run.header.command == ("clamh", "run")
    assert (run.header.fingerprint, run.header.environment, run.header.seed) == ("host", {"os": "x"}, 1)
    assert run.header.sources == {"miniature.src": "1" * 64}
    assert [platform.id for platform in run.platforms] == ["miniature/1"]
    (case,) = run.cases
    assert case.case.params == {"n": "1"}
    assert [(fork.start.fork, fork.start.block, fork.start.position) for fork in case.forks] == [(0, 0, 0), (1, 1, 0)]
    for fork in case.forks:
        drawn = fork_layout(tiny_plan().cases[0], 1, fork.start.fork, replayed=False)
        assert fork.start.layout == {
            "seed": drawn.seed, "kind": "random", "code": 0, "code_seed": 0, "environment": drawn.environment,
            "randomised": True, "offsets": {"S": 128}}
        assert [(item.phase, item.index) for item in fork.warmup] == [("warmup", 0)]
        assert [(item.phase, item.index) for item in fork.measurement] == [("measurement", 0), ("measurement", 1)]
        assert fork.measurement[0].threads[0].elapsed_ns == 1000
        assert (fork.end.status, fork.end.stdout, fork.end.stderr) == ("ok", "", "")
    assert len({fork.start.pid for fork in case.forks}) == 2
    assert run.end.status == "complete"
    assert run.warnings == case.warnings == ()


def test_a_worker_without_samples_and_invoke_measures(measure) -> None:
    work = benchmark("work", TINY, n=("1",))
    work = msgspec.structs.replace(work, opening=msgspec.structs.replace(work.opening, injected=()))
    catalogs = [catalog(platform, work) for platform in ("miniature/1", "other/1")]
    run = measure(plan(catalogs, Options(seed=1)), "lacks_commands")
    assert [fork.end.status for case in run.cases for fork in case.forks] == ["ok"] * 4
    assert run.used == ()


def test_values_are_recorded_before_measuring(measure) -> None:
    result = tiny_plan()
    works = (WorkRecord(case_id=result.cases[0].case_id, returned="i:1"),)
    records: list[Record] = []
    assert measure(result, "well_behaved", facts=works, record=records.append).works == works
    kinds = [type(record) for record in records]
    assert kinds.index(WorkRecord) < kinds.index(ForkStart)


def test_ctrl_c_keeps_what_there_is_and_ends_the_worker(measure, tmp_path: Path) -> None:
    with pytest.raises(Interrupted) as error:
        measure(tiny_plan(), "interrupts")
    assert error.value.results == ""  # it came in the warmup: nothing to report, nothing that hides an earlier run
    assert not (tmp_path / "runs/latest").exists()
    run = read_results(next((tmp_path / "runs").glob("*.ndjson")))
    (fork,) = run.cases[0].forks
    assert (len(fork.warmup), len(fork.measurement), fork.end) == (1, 0, None)
    assert run.end.status == "interrupted"
    with pytest.raises(ProcessLookupError):
        os.killpg(fork.start.pid, 0)


@pytest.mark.parametrize(("verb", "following"), [("run", "continue with: clamh run --resume {}"), ("compare", "to measure the rest, begin again")])
def test_a_second_ctrl_c_while_the_run_ends_says_where_the_results_are(measure, tmp_path: Path, verb: str, following: str) -> None:
    def press(record: object) -> None:
        if isinstance(record, End) or isinstance(record, IterationRecord) and record.phase == "measurement":
            raise KeyboardInterrupt

    results = str(tmp_path / "my run")
    with pytest.raises(Interrupted) as error:
        measure(tiny_plan(), "well_behaved", record=press, options=Options(results=results), command=("clamh", verb))
    assert error.value.results == results
    assert str(error.value).endswith(following.format(f"'{results}'"))


def test_a_bug_of_ours_ends_the_file_as_failed(measure, tmp_path: Path) -> None:
    def progress(record: object) -> None:
        if isinstance(record, IterationRecord):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        measure(tiny_plan(), "well_behaved", record=progress, options=Options(results=str(tmp_path / "r")))
    assert read_results(tmp_path / "r").end.status == "failed"


def test_progress_hears_every_record_in_order_when_it_is_in_the_file(measure, tmp_path: Path) -> None:
    path = tmp_path / "r"
    heard: list[Record] = []

    def progress(record: Record) -> None:
        heard.append(record)
        assert len(path.read_bytes().splitlines()) == len(heard)

    measure(tiny_plan("work", "other"), "well_behaved", record=progress, options=Options(results=str(path)))
    assert [DECODER.decode(line) for line in path.read_bytes().splitlines()] == heard


def test_all_cases_of_a_block_get_one_seed_and_blocks_differ() -> None:
    seeds = [block_seed(1, block) for block in range(100)]
    assert len(set(seeds)) == 100
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert block_seed(1, 0) == seeds[0] != block_seed(2, 0)


def test_worker_gets_the_commands_of_the_plan(measure, tmp_path: Path) -> None:
    run = measure(tiny_plan(), "echoes")
    (first, *_), case = run.cases[0].forks, run.cases[0].case
    out = (tmp_path / "runs" / first.end.stdout).read_text().splitlines()
    assert out == [
        f"open {case.case_id} benchmark=0 states=0 injected=Control p=0:1 mode=avgt threads=1 waits=0 batch=1 wbatch=1 opi=1 "
        f"seed={block_seed(1, 0)} layout=random lseed={first.start.layout['seed']} gc=false forks=2 wforks=0 wi=1 w=1 i=2 r=1 to=10000000000 tu=ns",
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
        msgspec.structs.replace(item, hello={"capabilities": {**item.hello["capabilities"], "floor": 9}})
        for item in plan.catalogs
    ]
    return msgspec.structs.replace(plan, catalogs=tuple(catalogs))


def test_the_floor_is_measured_once_per_platform_before_anything_else(measure) -> None:
    kinds: list[str] = []
    plan = with_floor(tiny_plan("work", "other"))
    run = measure(plan, "well_behaved", record=lambda record: kinds.append(type(record).__name__))
    (floor,) = run.floors
    assert (floor.platform, floor.mode, floor.threads) == ("miniature/1", "avgt", 1)
    assert (floor.operations, floor.elapsed_ns) == (30, 3000)
    assert kinds.index("FloorRecord") < kinds.index("ForkStart")
    assert [len(case.forks) for case in run.cases] == [2, 2]


def test_each_build_has_a_floor_of_its_own(measure) -> None:
    plan = with_floor(tiny_plan("work", "other"))
    first, second = plan.cases
    run = measure(msgspec.structs.replace(plan, cases=(first, msgspec.structs.replace(second, build="old"))), "well_behaved")
    assert [(floor.platform, floor.build) for floor in run.floors] == [("miniature/1", ""), ("miniature/1", "old")]


def test_where_a_batch_is_timed_at_once_the_empty_batch_is_as_large() -> None:
    plan = with_floor(tiny_plan("work", "other"))
    small, large = plan.cases
    large = msgspec.structs.replace(large, options=msgspec.structs.replace(large.options, measurement_batch_size=64))
    sizes = {mode: [floor.options.measurement_batch_size for floor in floor_cases(msgspec.structs.replace(plan, cases=tuple(
        msgspec.structs.replace(case, mode=mode) for case in (small, large))))] for mode in ("avgt", "sample", "ss")}
    assert sizes == {"avgt": [1], "sample": [1, 64], "ss": [1, 64]}


def test_a_floor_that_fails_is_a_warning_and_the_run_goes_on(measure) -> None:
    plan = with_floor(tiny_plan("work", "other"))
    first, second = plan.cases
    plan = msgspec.structs.replace(plan, cases=(first, msgspec.structs.replace(second, mode="thrpt")))
    run = measure(plan, "", start=lambda p, case: miniature(
        "dies_mid_iteration" if (case.benchmark, case.mode) == ("9", "avgt") else "well_behaved"))
    assert [floor.mode for floor in run.floors] == ["thrpt"]
    assert run.warnings == run.cases[1].warnings == ()  # the row that has a floor is in no doubt
    assert [(w.code, w.message) for w in run.cases[0].warnings] == [
        ("no-floor", "the empty benchmark on miniature/1 failed (exited): the worker exited with code 3")]
    assert [fork.end.status for case in run.cases for fork in case.forks] == ["ok"] * 4


def test_what_a_platform_cannot_do_is_a_warning_of_its_own_rows(measure) -> None:
    text = {name: Diagnostic(code="no-gc", message=f"-gc off: {name} cannot") for name in ("miniature/1", "elsewhere/1")}
    run = measure(msgspec.structs.replace(tiny_plan(), warnings=text), "well_behaved")
    assert run.warnings == ()
    assert [(w.code, w.message) for w in run.cases[0].warnings] == [("no-gc", "-gc off: miniature/1 cannot")]


def bulk(mode: str = "INDI", *regexes: str, only: tuple[str, ...] = (), warmups: int = 2) -> Plan:
    settings = msgspec.structs.replace(TINY, warmup_iterations=warmups, forks=1, warmup_forks=0)
    several = [benchmark("work", settings, n=("1",)), benchmark("other", settings, n=("1",))]
    return plan([catalog("miniature/1", *several)],
                Options(seed=1, warmup_mode=mode, warmup_benchmarks=regexes, only=only))


def commands(run, folder: Path, names: dict[str, str]) -> list[str]:
    """What the worker of `work` was told, in short: the benchmark and the verb with its flags."""
    (case,) = [item for item in run.cases if item.case.benchmark == "work"]
    texts = []
    for line in (folder / "runs" / case.forks[0].end.stdout).read_text().splitlines():
        verb, *fields = line.split(" ")
        if verb == "open":
            fields = [fields[0], *(field for field in fields if field.startswith(("wi=", "i=")))]
        elif verb == "iterate":
            fields = [fields[0], fields[1], *fields[4:]]
        texts.append(" ".join([verb, *(names.get(field, field) for field in fields)]))
    return texts


def test_bulk_warmup_runs_each_case_before_the_measured_case(
    measure, tmp_path: Path
) -> None:
    result = bulk("BULK")
    run = measure(result, "echoes")
    once = [f"open {name} wi=2 i=0|iterate {name} warmup 1 1|close {name}".split("|") for name in ("work", "other")]
    own = ["open work wi=0 i=2", "iterate work measurement 1 0", "iterate work measurement 0 1", "close work", "exit"]
    assert commands(run, tmp_path, {case.case_id: case.benchmark for case in result.cases}) == [*once[0] * 2, *once[1] * 2, *own]
    (fork,) = next(case for case in run.cases if case.case.benchmark == "work").forks
    assert (len(fork.warmup), len(fork.measurement), fork.end.status) == (0, 2, "ok")
    assert {case.case.warm for case in run.cases} == {tuple(case.case_id for case in result.cases)}


def test_bulk_indi_warms_up_the_case_itself_again_and_wmb_only_what_it_names(measure, tmp_path: Path) -> None:
    names = {case.case_id: case.benchmark for case in bulk("BULK_INDI", warmups=1).cases}
    texts = commands(measure(bulk("BULK_INDI", warmups=1), "echoes"), tmp_path, names)
    assert [line for line in texts if line.startswith("iterate")] == [
        "iterate work warmup 1 1", "iterate other warmup 1 1", "iterate work warmup 1 0", "iterate work measurement 0 0",
        "iterate work measurement 0 1"]
    result = bulk("INDI", "oth", only=("work",), warmups=1)
    assert [case.benchmark for case in result.cases] == ["work"] and [warmup.benchmark for warmup in result.warmups] == ["other"]
    names = {case.case_id: case.benchmark for case in (*result.cases, *result.warmups)}
    texts = commands(measure(result, "echoes"), tmp_path, names)
    assert [line for line in texts if line.startswith("iterate")] == [
        "iterate other warmup 1 1", "iterate work warmup 1 0", "iterate work measurement 0 0", "iterate work measurement 0 1"]


def test_failure_in_bulk_warmup_is_only_a_warning(measure) -> None:
    run = measure(bulk("BULK"), "fails_other_warmup")
    work = next(case for case in run.cases if case.case.benchmark == "work")
    assert [(w.code, w.message) for w in work.warnings] == [
        ("warmup-failed", "warming up other failed in S::up: no luck")]
    assert [(len(fork.measurement), fork.end.status) for fork in work.forks] == [(2, "ok")]


def test_exit_in_bulk_warmup_names_the_warmed_up_case(measure) -> None:
    result = bulk("INDI", "other", only=("work",))
    run = measure(result, "dies_in_warmup")
    (fork,) = run.cases[0].forks
    assert (fork.end.status, fork.end.where) == ("failed", "warming up other")


def test_single_shot_is_requested_by_count(measure, tmp_path: Path) -> None:
    item = able(catalog("miniature/1", benchmark("work", n=("1",))), "ss")
    settings = Settings(modes=("ss",), forks=1, warmup_iterations=1, measurement_batch_size=5, warmup_batch_size=6)
    run = measure(plan([item], Options(seed=1, settings=settings, gc="false")), "echoes")
    (fork,) = run.cases[0].forks
    lines = (tmp_path / "runs" / fork.end.stdout).read_text().splitlines()
    assert [line.split(" ", 2)[2] for line in lines if line.startswith("iterate")] == ["warmup 0 1 1 0", "measurement 0 1 0 1"]
    assert " mode=ss threads=1 waits=0 batch=5 wbatch=6 " in lines[0]


def bounded(**settings: int) -> Plan:
    """Two cases of calls instead of times; 1,000 ns of 100,000 pass in each iteration."""
    level = msgspec.structs.replace(TINY, forks=1, warmup_time_ns=100_000, measurement_time_ns=100_000, max_iterations=40, **settings)
    item = able(catalog("miniature/1", benchmark("work", level, n=("1",)), benchmark("other", level, n=("1",))), "avgt", "ss")
    free = [msgspec.structs.replace(taking, opening=msgspec.structs.replace(taking.opening, injected=())) for taking in item.benchmarks]
    return plan([msgspec.structs.replace(item, benchmarks=tuple(free))], Options(seed=1, only=("work",), warmup_benchmarks=("oth",)))


def test_calls_grow_before_the_warmup_and_never_beyond_their_bound(measure, tmp_path: Path) -> None:
    result = bounded(min_iterations=2, warmup_batch_size=3)
    run = measure(result, "echoes")
    texts = commands(run, tmp_path, {case.case_id: case.benchmark for case in (*result.cases, *result.warmups)})
    (fork,) = run.cases[0].forks
    lines = [line for line in (tmp_path / "runs" / fork.end.stdout).read_text().splitlines() if line.startswith("iterate")]
    own = [line.split(" ", 2)[2] for line in lines if f"iterate {result.cases[0].case_id} " in line]
    assert own == ["warmup 0 1 1 0", "warmup 0 6 0 0", "warmup 0 13 0 0", "warmup 0 13 0 0", "measurement 0 40 0 0", "measurement 0 40 0 1"]
    assert [line.split(" ", 2)[2] for line in lines if f" {result.warmups[0].case_id} " in line] == ["warmup 0 1 1 1"]
    assert (len(fork.warmup), len(fork.measurement), fork.end.status) == (4, 2, "ok")
    assert not any(line.split()[0] in ("samples", "invoke") for line in texts)


def warmup_forks() -> Plan:
    settings = msgspec.structs.replace(TINY, warmup_forks=2)
    return plan([catalog("miniature/1", benchmark("work", settings, n=("1",)), benchmark("other", TINY, n=("1",)))],
                Options(seed=1))


def test_warmup_forks_come_before_all_measured_forks(measure) -> None:
    order: list[tuple[int, int]] = []
    run = measure(warmup_forks(), "well_behaved",
                  record=lambda item: isinstance(item, ForkStart) and order.append((item.fork, item.block)))
    assert order == [(-1, -1), (-2, -2), (0, 0), (0, 0), (1, 1), (1, 1)]
    work = next(case for case in run.cases if case.case.benchmark == "work")
    assert [(fork.start.fork, len(fork.warmup), len(fork.measurement)) for fork in work.forks] == [
        (-1, 1, 2), (-2, 1, 2), (0, 1, 2), (1, 1, 2)]


def test_a_warmup_fork_that_fails_leaves_the_others_out(measure) -> None:
    run = measure(warmup_forks(), "dies_mid_iteration")
    work = next(case for case in run.cases if case.case.benchmark == "work")
    assert [w.message for w in work.warnings] == ["3 forks were not run, because warmup fork 1 failed"]


def test_foe_ends_the_run_at_its_first_failure_and_the_file_says_so(measure) -> None:
    run = measure(tiny_plan("work", "other"), "dies_mid_iteration", Options(fail_on_error=True))
    assert run.end.status == "stopped"
    work = next(case for case in run.cases if case.case.benchmark == "work")
    other_case = next(case for case in run.cases if case.case.benchmark == "other")
    assert [fork.end.status for fork in work.forks] == ["failed"]
    left = 3 - len(other_case.forks)
    assert [(w.code, w.message) for w in run.warnings] == [
        ("stopped", f"the run stopped at its first failure (-foe true), {left} forks before its end")]
    judgement, text = render_report(run.path, Options(full=True))
    code = int(judgement.failed)
    assert code == 1 and "stopped: The run stopped at its first failure" in " ".join(text.split())


def test_precision_decides_each_round_and_records_it(measure) -> None:
    options = Options(seed=1, precision=0.01)
    several = [benchmark(name, TINY, n=("1",)) for name in ("work", "other")]
    result = plan([catalog("miniature/1", *several)], options)
    run = measure(result, "well_behaved", options)
    assert [item.turns for item in run.rounds] == list(result.rounds) and [item.block for item in run.rounds] == [0, 1, 2, 3, 4]
    assert (run.header.precision, run.header.budget_s, run.end.reason) == (0.01, None, "reached")
    assert all(fork.end.took_s > 0 for case in run.cases for fork in case.forks)
    judgement, text = render_report(run.path, options)
    summary, code = judgement.summary, int(judgement.failed)
    assert code == 0 and [(row.status, row.forks_planned, row.aim.reached) for row in summary.rows] == [("ok", 5, True)] * 2
    assert "Requested: ±1 %; reached in 2 of 2 rows; measuring took" in " ".join(text.split())


def test_fork_cut_off_by_the_budget_is_not_a_failure(measure) -> None:
    options = Options(seed=1, budget_ns=600_000_000)
    run = measure(tiny_plan(timeout_s=120), "hangs", options)
    assert 0.6 < run.end.elapsed_s < 30  # neither until the Timeout nor until the worker would go on, after 60 s
    (case,) = run.cases
    assert [fork.end for fork in case.forks] == [None] and run.end.status == "complete" and run.end.reason == "budget"
    assert [warning.code for warning in case.warnings] == ["not-measured"]
    judgement, text = render_report(run.path, options)
    summary, code = judgement.summary, int(judgement.failed)
    assert code == 1 and summary.rows[0].status == "not run"
    assert "1 row not measured" in " ".join(text.split()) and "FAILED" not in text


def test_cases_beyond_the_budget_are_reported_and_recorded(measure) -> None:
    texts: list[str] = []
    slow = msgspec.structs.replace(TINY, measurement_time_ns=10**10)
    late = msgspec.structs.replace(benchmark("slow", slow, n=("1", "2")), name="Suite::sumByFours", key="sumbyfours")
    result = plan([catalog("miniature/1", benchmark("work", TINY, n=("1",)), late)], Options(seed=1))
    run = measure(result, "well_behaved", Options(seed=1, budget_ns=5_000_000_000), notice=texts.append)
    assert texts == ["the budget is too short for one fork of each case; probably not measured: sumByFours on miniature/1"]
    by_name = {case.case.benchmark: case for case in run.cases}
    assert by_name["Suite::sumByFours"].forks == ()
    assert [warning.code for warning in by_name["Suite::sumByFours"].warnings] == ["not-measured"]
    ended = [fork.end.status for fork in by_name["work"].forks if fork.end]  # a busy machine may take too long for the last one
    assert len(ended) > 2 and set(ended) == {"ok"}
    assert run.end.elapsed_s < 15  # a fork of the other takes 20 s


def test_foe_ends_a_run_under_a_budget_too(measure) -> None:
    run = measure(tiny_plan("work", "other"), "dies_mid_iteration", Options(fail_on_error=True, budget_ns=10**10))
    assert run.end.status == "stopped"
    assert [w.message for w in run.warnings] == ["the run stopped at its first failure (-foe true)"]
