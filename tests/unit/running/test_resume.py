"""Is a run that was cut off anywhere gone on with to what an unbroken one has, and only where nothing has changed?"""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec
import pytest
from made_plans import IMPATIENT, TINY, benchmark, catalog, only_work

from clamh import pipeline
from clamh.cli.arguments import parse_command_line
from clamh.cli.resuming import find_begun_run
from clamh.cli.run import parser
from clamh.judging.results_file import read_results
from clamh.machine import tune_state
from clamh.model.cases import Plan
from clamh.model.errors import InputError, Interrupted
from clamh.model.options import Options
from clamh.model.results import Run
from clamh.model.sources import Settings
from clamh.running.context import Context, Places, Workers
from clamh.running.execute import execute
from clamh.running.plan import plan
from clamh.running.resume import obstacles, other_cpus, other_variables, resume

THREE = Settings(**(msgspec.structs.asdict(TINY) | {"forks": 3, "warmup_forks": 1}))


def made(seed: int = 1, forks: int = 3, source: str = "miniature.src") -> Plan:
    several = [benchmark("work", THREE, n=("1",)), benchmark("other", THREE, n=("1",))]
    item = catalog("miniature/1", *several)
    item = msgspec.structs.replace(item, artifact=msgspec.structs.replace(item.artifact, source=source))
    return plan([item], Options(seed=seed, settings=Settings(forks=forks)))


@pytest.fixture
def run(tmp_path: Path):
    def run(miniature: str = "well_behaved", resumed: Run | None = None, chosen: Plan | None = None,
            options: Options | None = None, **more: object) -> Path:
        context = Context(**{"fingerprint": "here", "command": ("clamh", "run"), "resumed": resumed} | more)
        return execute(chosen or made(), options or Options(results=str(tmp_path / "r.ndjson")), context,
                       places=Places(lock=tmp_path / "lock", runs=tmp_path / "runs"),
                       workers=Workers(command=only_work(miniature), limits=IMPATIENT))

    return run


@pytest.mark.parametrize(("words", "confidence", "delta"), [([], 0.99, 0.05), (["--confidence", "0.95"], 0.95, 0.05), (["--delta=1%"], 0.99, 0.01)])
def test_an_option_of_resume_counts_also_with_its_default_value(run, words: list[str], confidence: float, delta: float) -> None:
    path = run(command=("clamh", "run", "--confidence", "0.99", "--delta", "5%"))
    argv = ["--resume", str(path), *words]
    options = find_begun_run(parser(), argv, parse_command_line(parser(), argv)[1]).options
    assert (options.confidence, options.delta) == (confidence, delta)


def test_options_of_resume_do_not_change_what_is_measured(run, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Options(confidence=0.99, delta=0.05, baseline="work", estimator="median", precision=0.01)
    before = read_results(run(options=msgspec.structs.replace(begun, results="")))
    measured_with: list[Options] = []
    monkeypatch.setattr("clamh.running.execute.execute", lambda plan, options, *_: measured_with.append(options))
    chosen = plan([catalog("python/1", benchmark("work"), benchmark("other"))], begun)
    of_report = msgspec.structs.replace(begun, confidence=0.9, delta=0.2, baseline="python/1", estimator="mean")
    pipeline.measure(chosen, of_report, Context(resumed=before))
    assert measured_with == [begun]


def shape(run: Run) -> list:
    return [(case.case.case_id, sorted((fork.start.fork, fork.start.block, len(fork.warmup), len(fork.measurement), fork.end.status)
                                       for fork in case.forks), [w.code for w in case.warnings]) for case in run.cases]


@pytest.mark.parametrize("part", [0.2, 0.35, 0.5, 0.8, 0.97])
def test_a_run_cut_off_anywhere_becomes_what_an_unbroken_one_is(run, part: float) -> None:
    path = run()
    whole = read_results(path)
    data = path.read_bytes()
    head = data.index(b'"event":"fork_start"') - 1
    path.write_bytes(data[: head + int((len(data) - head) * part)])  # mostly in the middle of a line
    cut = read_results(path)
    assert shape(run(resumed=cut, chosen=resume(cut, made())) and read_results(path)) == shape(whole)
    assert read_results(path).end.status == "complete" and read_results(path).warnings == ()


def test_the_round_of_the_seam_is_run_again_from_its_start_and_no_other(run) -> None:
    path = run()
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if b'"event":"fork_end"' in line]
    path.write_bytes(b"".join(lines[: ends[4] + 1]))  # 2 forks of the warmup round, 2 of round 0, 1 of round 1
    left = resume(read_results(path), made())
    assert [len(turns) for turns in left.rounds] == [0, 0, 2, 2]
    run(resumed=read_results(path), chosen=left)
    starts = [line for line in path.read_bytes().splitlines() if b'"event":"fork_start"' in line]
    assert [msgspec.json.decode(line)["block"] for line in starts] == [-1, -1, 0, 0, 1, 1, 1, 2, 2]
    (seam,) = [line for line in path.read_bytes().splitlines() if b'"event":"resumed"' in line]
    assert msgspec.json.decode(seam)["block"] == 1


def test_slices_stay_as_long_as_they_were_planned(run) -> None:
    """The part that was cut off may have stored that the next run should have longer ones."""
    planned = made()
    longer = tuple(msgspec.structs.replace(case, slice_ns=10_000_000) for case in planned.cases)
    path = run(chosen=msgspec.structs.replace(planned, cases=longer))
    assert resume(read_results(path), planned).cases == longer


def test_a_case_that_failed_before_the_seam_is_not_run_again(run) -> None:
    path = run("dies_mid_iteration")
    lines = path.read_bytes().splitlines(keepends=True)
    failed = next(number for number, line in enumerate(lines) if b'"status":"failed"' in line)
    path.write_bytes(b"".join(lines[: failed + 2]))
    run("well_behaved", resumed=read_results(path), chosen=resume(read_results(path), made()))
    done = {case.case.benchmark: case for case in read_results(path).cases}
    assert [(fork.start.fork, fork.end.status) for fork in done["work"].forks] == [(-1, "failed")]
    assert [fork.end.status for fork in done["other"].forks] == ["ok"] * 4


def test_what_was_measured_before_counts_in_the_account_of_time(run) -> None:
    path = run()
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if b'"event":"fork_end"' in line]
    interrupted = b'{"event":"end","status":"interrupted","time":"","measuring_s":100.0,"driver_cpu_s":50.0}\n'
    path.write_bytes(b"".join(lines[: ends[3] + 1]) + interrupted)
    run(resumed=read_results(path), chosen=resume(read_results(path), made()))
    end = read_results(path).end
    assert 100 < end.measuring_s < 110 and 50 < end.driver_cpu_s < 60


@pytest.mark.parametrize("killed", [False, True])
def test_ctrl_c_before_measuring_begins_again_keeps_the_time_of_earlier_parts(run, monkeypatch: pytest.MonkeyPatch, killed: bool) -> None:
    """So that the rest of a budget stays the rest."""
    path = run()
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if b'"event":"fork_end"' in line]
    interrupted = b'{"event":"end","status":"interrupted","time":"","measuring_s":1.0,"driver_cpu_s":1.0,"elapsed_s":100.0}\n'
    path.write_bytes(b"".join(lines[: ends[3] + 1]) + (b"" if killed else interrupted))
    before = read_results(path)
    monkeypatch.setattr("clamh.running.execute.machine_lock", press_ctrl_c)
    with pytest.raises(Interrupted):
        run(resumed=before, chosen=resume(before, made()))
    spent_s = sum(fork.end.took_s for case in before.cases for fork in case.forks) if killed else 100.0
    assert read_results(path).end.elapsed_s == pytest.approx(spent_s) and spent_s > 0


def press_ctrl_c(*_: object) -> None:
    """Waiting for the lock, interrupted by the user."""
    raise KeyboardInterrupt


def test_a_run_resumed_without_the_lock_is_warned_of_once(run, tmp_path: Path) -> None:
    path = run()
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if b'"event":"fork_end"' in line]
    path.write_bytes(b"".join(lines[: ends[3] + 1]))
    for fork in (5, 7):
        cut = read_results(path)
        run(resumed=cut, chosen=resume(cut, made()), options=Options(results=str(tmp_path / "r.ndjson"), lock=False))
        assert [[warning.code for warning in case.warnings] for case in read_results(path).cases] == [["no-lock"]] * 2
        lines = path.read_bytes().splitlines(keepends=True)
        ends = [number for number, line in enumerate(lines) if b'"event":"fork_end"' in line]
        path.write_bytes(b"".join(lines[: ends[fork] + 1]))


def refused(run: Run, chosen: Plan) -> list[str]:
    with pytest.raises(InputError) as error:
        resume(run, chosen)
    return [diagnostic.message for diagnostic in error.value.diagnostics]


def test_another_artifact_or_other_cases_are_refused(run) -> None:
    before = read_results(run())
    assert refused(before, made(source="other.src")) == [
        "miniature.src is no longer built for miniature/1", "other.src was not built for miniature/1 then"]
    assert refused(before, made(forks=2)) == ["the same command now has other cases"]
    changed = msgspec.structs.replace(before, platforms=tuple(
        msgspec.structs.replace(platform, artifact_sha256="f" * 64) for platform in before.platforms))
    (message,) = refused(changed, made())
    assert message.startswith("the build of miniature.src for miniature/1 has changed")


def test_another_version_and_other_flags_of_a_runtime_are_refused(run) -> None:
    """The artifacts of an interpreter or a JVM are the same bytes."""
    before = read_results(run())
    changed = msgspec.structs.replace(before, platforms=tuple(
        msgspec.structs.replace(platform, version="0.9", flags=("--jitless",)) for platform in before.platforms))
    assert refused(changed, made()) == ["miniature/1 had the version 0.9 then, and has 1 now",
                                        "miniature/1 had the flags --jitless then, and has (none) now"]


@pytest.mark.parametrize(("before", "now", "hints"), [
    ({"TZ": "UTC"}, {"TZ": "UTC"}, []),
    ({"NODE_OPTIONS": "--a --b", "TZ": "UTC"}, {"NODE_OPTIONS": "", "OMP_NUM_THREADS": "1", "TZ": "UTC"},
     ["type: NODE_OPTIONS='--a --b' clamh run --resume 'my run'", "type: env -u OMP_NUM_THREADS clamh run --resume 'my run'"]),
    (None, {"TZ": "UTC"}, []),  # a file of an older version
])
def test_other_variables_are_a_reason_against_going_on(run, before: dict | None, now: dict, hints: list[str]) -> None:
    begun = read_results(run(environment={"variables": before} if before is not None else {}))
    begun = msgspec.structs.replace(begun, path="my run")
    assert [diagnostic.hint for diagnostic in other_variables(begun, now)] == hints


def test_all_reasons_against_resuming_are_reported_at_once(run) -> None:
    before = read_results(run())
    version = before.header.clamh_version
    assert obstacles(before, dict(before.header.sources), "here", version) == []
    diagnostics = obstacles(before, {"miniature.src": "2"}, "there", "9.9")
    assert [diagnostic.message for diagnostic in diagnostics] == [
        f"clamh {version} began it, but this is clamh 9.9", "it began on another machine, or before this machine was restarted",
        "miniature.src changed since then"]
    (gone,) = obstacles(before, {}, "here", version)
    assert (gone.message, gone.hint) == ("miniature.src no longer exists", "put it back into this folder, or measure again with `clamh run`")


@pytest.mark.parametrize(("before", "now", "expected"), [
    ({"cpu_list": "0-3", "cpu_quota": None}, {"cpu_list": "0-3", "cpu_quota": None}, ""),
    ({"cpu_list": "0-3"}, {"cpu_list": "0-1"}, "it began on CPUs 0-3, but this command may use 0-1"),
    ({"cpu_list": "0-3", "cpu_quota": 1.5}, {"cpu_list": "0-3", "cpu_quota": None},
     "its control group had the time of 1.5 CPUs, but has no quota now"),
    ({}, {"cpu_list": "0-3"}, ""),  # a file of an older version
])
def test_other_cpus_are_a_reason_against_going_on(run, before: dict, now: dict, expected: str) -> None:
    begun = read_results(run())
    diagnostic = other_cpus(msgspec.structs.replace(begun, header=msgspec.structs.replace(begun.header, environment=before)), now)
    assert (diagnostic.message if diagnostic else "") == expected
    assert diagnostic is None or "quota" in expected or diagnostic.hint.endswith(f"taskset -c 0-3 clamh run --resume {shlex.quote(begun.path)}")


def test_a_run_under_clamh_tune_is_gone_on_with_under_it(run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read_results(run(environment={"tuned": {"turbo": {"was": "on", "is": "off", "files": 1}}}))
    version = before.header.clamh_version
    (diagnostic,) = obstacles(before, dict(before.header.sources), "here", version)
    assert diagnostic.message == "it began under `clamh doctor --tune --apply` (turbo off), but this command runs without it"
    assert diagnostic.hint == f"type: clamh doctor --tune --apply clamh run --resume {shlex.quote(before.path)}"
    change = tune_state.Change(setting="turbo", path="x", before="0", after="1", was="on, as it always is", now="off")
    monkeypatch.setattr("clamh.running.resume.active_changes", lambda: (change,))
    assert obstacles(before, dict(before.header.sources), "here", version) == []


def test_a_run_that_stopped_at_a_failure_is_not_gone_on_with(run) -> None:
    before = read_results(run())
    stopped = msgspec.structs.replace(before, end=msgspec.structs.replace(before.end, status="stopped"))
    (diagnostic,) = obstacles(stopped, dict(before.header.sources), "here", before.header.clamh_version)
    assert "-foe true" in diagnostic.message


def test_a_run_under_a_precision_is_gone_on_with_by_the_same_rule(run, tmp_path: Path) -> None:
    options = Options(seed=1, precision=0.01, results=str(tmp_path / "r.ndjson"))
    chosen = plan([catalog("miniature/1", *(benchmark(name, THREE, n=("1",)) for name in ("work", "other")))], options)
    path = run(chosen=chosen, options=options)
    whole = read_results(path)
    data = path.read_bytes()
    head = data.index(b'"event":"fork_start"') - 1
    path.write_bytes(data[: head + (len(data) - head) // 2])
    cut = read_results(path)
    assert len(cut.rounds) < len(whole.rounds) == 6
    assert shape(read_results(run(resumed=cut, chosen=resume(cut, chosen), options=options))) == shape(whole)
    assert read_results(path).end.reason == "reached" and read_results(path).rounds[-1] == whole.rounds[-1]
