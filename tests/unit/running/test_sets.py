"""Do the sides of a contest take turns, does the exact ratio come out, and what happens when one of them fails?"""

from __future__ import annotations

import json
from collections import Counter
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import made_sets
import pytest
from made_sets import FORKS, measured, ok, platform, sliceable
from msgspec.structs import replace

from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise
from clamh.model.cases import Catalog
from clamh.model.options import Options
from clamh.model.results import Run, SetRecord
from clamh.model.sources import Settings
from clamh.running.plan import plan
from clamh.running.planning.contests import stored_name, with_slices
from clamh.running.planning.turns import slice_ns, warm_blocks
from clamh.running.progress import compute_paces
from clamh.running.worker import sliced
from clamh.running.worker.conversation import ask
from clamh.running.worker.process import LIMITS
from clamh.running.worker.sets import Side, idle_warnings, stop_deadline


def test_sides_take_turns_in_balanced_order_and_their_exact_ratio_comes_out(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("103",), "c/1": ("50",)})
    assert {len(set_record.cases) for set_record in run.sets} == {3} and len(run.sets) == FORKS * 2
    for set_record in run.sets:
        following = Counter(zip(set_record.order, set_record.order[1:]))
        assert len(set_record.order) % 9 == 0 and len(set_record.order) >= 2 * 9
        assert max(following.values()) - min(following.values()) <= 1  # each after each, itself too
        assert all(elapsed == set_record.counts[who] * {"a": 100, "b": 103, "c": 50}[platform(run, set_record.cases[who])]
                   for who, elapsed in zip(set_record.order, set_record.elapsed_ns, strict=True))
        assert set(set_record.waited_ns) == {7}
    (contest,) = summarise(run, 0.95).contests
    ratios = {row.platform: row.ratio for row in contest.rows}
    assert ratios["b/1"].value == pytest.approx(100 / 103, rel=1e-12) and ratios["c/1"].value == pytest.approx(2, rel=1e-12)
    assert ratios["b/1"].interval.high - ratios["b/1"].interval.low < 1e-9 and ratios["b/1"].verdict == "slower"
    for row in contest.rows:
        assert len(row.sets) == FORKS and row.score == pytest.approx({"a/1": 100, "b/1": 103, "c/1": 50}[row.platform])


def test_the_last_that_is_left_is_measured_alone(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "dies")})
    assert ok(run, "a/1") == FORKS and ok(run, "b/1") == 0


def test_an_answer_that_comes_late_is_no_fault(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "late")})
    assert ok(run, "a/1") == ok(run, "b/1") == FORKS


def test_what_cannot_be_sliced_takes_turns_of_whole_iterations_and_says_so(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "unsliced")})
    assert ok(run, "a/1") == ok(run, "b/1") == FORKS == len(run.sets)
    for set_record in run.sets:
        assert sorted(set_record.order) == [0, 0, 1, 1] and not set_record.counts and len(set_record.operations) == 4
    messages = {warning.message for case in run.cases for warning in case.warnings if warning.code == "not-sliced"}
    assert messages == {"turns are whole iterations instead of slices: b/1: its fixtures run around each slice"}
    assert [len(case.warnings) for case in run.cases] == [1, 1]


def not_sliced(run: Run) -> set[str]:
    """Why turns were no slices."""
    return {warning.message for case in run.cases for warning in case.warnings if warning.code == "not-sliced"}


@pytest.mark.parametrize("fault", ["fixtures", "suspended fixtures", "setups"])  # the last are those of a program, around each slice
def test_long_fixtures_outside_the_timed_part_are_not_sliced(tmp_path: Path, fault: str) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", fault)})
    assert ok(run, "a/1") == ok(run, "b/1") == FORKS == len(run.sets) and not any(set_record.counts for set_record in run.sets)
    assert not_sliced(run) == {"turns are whole iterations instead of slices: on b/1, setups and other untimed parts make a slice longer than 200 ms"}


def test_waiting_for_a_cpu_outside_the_timed_part_does_not_prevent_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine with many busy processes, where worker and driver wait for their turns."""
    delays = count(step=30_000_000)
    monkeypatch.setattr("clamh.machine.processes.read_delay_ns", lambda pid, threads: next(delays))
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "setups")})
    assert not not_sliced(run) and len(run.sets) == FORKS * 2


@pytest.mark.parametrize("sets", [0, 1])
def test_a_resumed_run_goes_on_with_whole_iterations(tmp_path: Path, sets: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the run was interrupted in its first set of them. The workers could be sliced now."""
    monkeypatch.setattr("clamh.machine.processes.read_delay_ns", lambda pid, threads: 0)  # else a busy machine hides the fixtures' time
    path = Path(measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "fixtures")}).path)
    lines = path.read_bytes().splitlines(keepends=True)
    cut = [number for number, line in enumerate(lines) if b'"event":"set"' in line][sets]
    path.write_bytes(b"".join(lines[:cut]))
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100",)}, resumed=read_results(path))
    assert ok(run, "a/1") == ok(run, "b/1") == FORKS == len(run.sets) and not any(set_record.counts for set_record in run.sets)
    assert [[warning.code for warning in case.warnings] for case in run.cases] == [["not-sliced"]] * 2


def test_a_resumed_run_measures_sides_apart_as_before(tmp_path: Path) -> None:
    """The sides could be measured together now."""
    path = Path(measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "escapes")}).path)
    lines = path.read_bytes().splitlines(keepends=True)
    cut = [number for number, line in enumerate(lines) if b'"event":"fork_end"' in line][2]
    path.write_bytes(b"".join(lines[:cut]))
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100",)}, resumed=read_results(path))
    assert ok(run, "a/1") == ok(run, "b/1") == FORKS and not run.sets
    assert [[warning.code for warning in case.warnings] for case in run.cases] == [["not-together"]] * 2


def test_a_setup_before_short_invocation_fixtures_does_not_prevent_slices(tmp_path: Path) -> None:
    """Where each invocation is timed alone, how long a slice waited is not known."""
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "fixtures after a setup")})
    assert not not_sliced(run) and len(run.sets) == FORKS * 2
    for set_record in run.sets:
        waits = zip(set_record.order, set_record.waited_ns, strict=True)
        assert set_record.counts and {(platform(run, set_record.cases[who]), wait) for who, wait in waits} == {("a", 7), ("b", -1)}


def test_a_side_waits_no_longer_than_its_slices_last(tmp_path: Path) -> None:
    """Its thread may lose the CPU after reading its delay and before the clock; the `set` line has what was read."""
    run = measured(tmp_path, {"a/1": ("100", "waits before"), "b/1": ("100",)})
    assert {wait_ns for set_record in run.sets for wait_ns in set_record.waited_ns} == {60_000, 7}
    (side,) = (case for case in run.cases if case.case.platform == "a/1")
    threads = [iteration.threads[0] for fork in side.forks for iteration in fork.measurement]
    assert threads and all(thread.waited_ns == thread.elapsed_ns > 0 for thread in threads)


@pytest.mark.parametrize(("fault", "reasons"), [
    ("suspends", set()),
    ("prepares", {"turns are whole iterations instead of slices: on b/1, a suspended preparation for all invocations fills most of a slice"}),
])
def test_only_suspension_that_does_not_grow_with_the_invocations_prevents_slices(tmp_path: Path, fault: str, reasons: set[str]) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", fault)})
    assert not_sliced(run) == reasons and ok(run, "b/1") == FORKS
    assert run.sets and {bool(set_record.counts) for set_record in run.sets} == {not reasons}


def change_catalogs(monkeypatch: pytest.MonkeyPatch, unit: str = "invocations", operations: bool = False) -> None:
    """The slices of b/1 have this unit; with `operations`, the benchmark itself counts its operations."""
    def changed(name: str) -> Catalog:
        catalog = sliceable(name)
        capabilities = {**catalog.hello["capabilities"], **({"slice_unit": unit} if name == "b/1" else {})}
        return replace(catalog, hello={"capabilities": capabilities},
                       benchmarks=tuple(replace(item, operations=operations) for item in catalog.benchmarks))

    monkeypatch.setattr(made_sets, "sliceable", changed)


@pytest.mark.parametrize("settings", [
    Settings(), Settings(warmup_iterations=0, measurement_batch_size=3),
    Settings(operations_per_invocation=7, warmup_batch_size=2, measurement_batch_size=3),
])
def test_long_invocations_of_a_side_with_slices_in_ns_lengthen_all_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    change_catalogs(monkeypatch, "ns")
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("50000000", "ns")}, settings=settings)
    assert len(run.sets) == FORKS * 2
    sources = {(case.case.platform, iteration.source) for case in run.cases for fork in case.forks for iteration in fork.measurement}
    assert sources == {("a/1", "worker"), ("b/1", "jmh")}
    for set_record in run.sets:
        assert set_record.slice_ns == 50_000_000 and set(set_record.elapsed_ns) == {50_000_000} and len(set_record.order) == 20


@pytest.mark.parametrize(("invocation_ns", "time_ns", "expected_s"), [("100", 2_000_000_000, 32.0), ("50000000", 200_000, 30.07)])
def test_a_slice_may_take_its_time_beside_the_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, invocation_ns: str, time_ns: int, expected_s: float) -> None:
    """That of an iteration, or of the slice and its warm-in where they take longer."""
    waits: list[float] = []
    monkeypatch.setattr(sliced, "ask", lambda *given: waits.append(given[3]) or ask(*given))
    measured(tmp_path, {"a/1": (invocation_ns,), "b/1": (invocation_ns,)}, settings=Settings(measurement_time_ns=time_ns))
    assert waits[-1] == pytest.approx(expected_s)


@pytest.mark.parametrize("operations", [False, True])
def test_too_long_invocations_of_a_side_with_slices_in_ns_are_not_sliced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operations: bool) -> None:
    change_catalogs(monkeypatch, "ns", operations)
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("300000000", "ns")})
    assert ok(run, "a/1") == ok(run, "b/1") == FORKS == len(run.sets) and not any(set_record.counts for set_record in run.sets)
    assert not_sliced(run) == {"turns are whole iterations instead of slices: an invocation on b/1 takes 300 ms, but slices are at most 200 ms long"}


@pytest.mark.parametrize("fault", ["few operations", "refuses few operations"])
def test_a_slice_without_operations_leads_to_whole_iterations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    change_catalogs(monkeypatch, operations=True)
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", fault)})
    assert ok(run, "a/1") == ok(run, "b/1") == FORKS == len(run.sets) and not any(set_record.counts for set_record in run.sets)
    assert not_sliced(run) == {"turns are whole iterations instead of slices: on b/1, a slice may have no operation"}


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "sample", "ss", "wall"])
def test_whole_iterations_give_the_exact_ratio_in_every_mode(tmp_path: Path, mode: str) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("104",), "c/1": ("50",)}, settings=Settings(modes=(mode,), threads=(2,)))
    assert len(run.sets) == FORKS and all(sorted(set_record.order) == [0, 0, 1, 1, 2, 2] for set_record in run.sets)
    (contest,) = summarise(run, 0.95).contests
    ratios = {row.platform: row.ratio for row in contest.rows}
    assert ratios["b/1"].value == pytest.approx(100 / 104, rel=1e-12) and ratios["c/1"].value == pytest.approx(2, rel=1e-12)
    assert [len(row.sets) for row in contest.rows] == [FORKS] * 3


def test_sides_that_cannot_take_equal_turns_take_none(tmp_path: Path) -> None:
    result = plan([sliceable("a/1"), sliceable("b/1", Settings(forks=2))], Options(seed=1, live=True))
    assert not result.contests
    assert {doubt.platform: doubt.warning.message for doubt in result.doubts} == dict.fromkeys(
        ("a/1", "b/1"), "the sides do not all take turns, because their numbers of forks or iterations differ: a/1: 8 forks of 5 × 70 ms; b/1: 2 forks of 5 × 70 ms")


def test_cpu_time_of_a_side_that_waits_is_a_warning() -> None:
    sides = [SimpleNamespace(case=SimpleNamespace(side=name, case_id=name)) for name in ("a", "b")]
    record = SetRecord(cases=("a", "b"), forks=(0, 0), index=0, order=(0, 1, 1, 0), counts=(1, 1), warmin=(1, 1), elapsed_ns=(2_500_000_000,) * 4,
                       waited_ns=(0,) * 4, idle_ns=(5_000_000, 5_100_000))
    assert [(idle_warning.case_id, idle_warning.message) for idle_warning in idle_warnings(sides, record)] == [
        ("b", "b used 5.1 ms of CPU time while it waited for its turn, but was measured for only 5000 ms")]
    late = replace(record, elapsed_ns=(5_000_000,) * 4, idle_ns=(3_900_000, 4_100_000))  # the first may be a late tick
    assert [idle_warning.case_id for idle_warning in idle_warnings(sides, late)] == ["b"]


@pytest.mark.parametrize(("readings", "idle_ns"), [((5, 7, 9, 12), 5), ((5, -1, 9, 12), -1), ((-1, 7, 9, 12), -1)])
def test_cpu_time_of_a_stopped_side_is_unknown_after_a_reading_that_failed(readings: tuple[int, ...], idle_ns: int) -> None:
    given = iter(readings)
    worker = SimpleNamespace(cpu_ns=lambda: next(given), pause=lambda deadline: None, resume=lambda: None)
    side = Side(SimpleNamespace(worker=worker, case=None, trial=None, limits=LIMITS))
    for _ in range(2):
        with side.turn():
            pass
        side.resume()
    assert side.idle_ns == idle_ns


def test_a_side_that_waits_does_nothing(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "spins")})
    # The kernel may book a few µs of a thread after it has said that it is stopped; one that went on spinning would have used milliseconds.
    assert run.sets and max(idle for set_record in run.sets for idle in set_record.idle_ns) < 1_000_000


def test_side_with_unstoppable_processes_is_measured_last(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "escapes")})
    assert not run.sets and ok(run, "a/1") == ok(run, "b/1") == FORKS
    assert [[(warning.code, warning.message) for warning in case.warnings] for case in run.cases] == [[
        ("not-together", "the sides were measured one process after the other: a waiting side cannot be stopped, because it started a process in "
                         "another process group: sleep")]] * 2


@pytest.mark.parametrize(("when", "settings"), [("1", Settings(warmup_iterations=0)),
                                                ("iteration 1", Settings(warmup_iterations=0, modes=("thrpt",), threads=(2,)))])
def test_unstoppable_processes_of_the_setup_are_found_without_warmup(tmp_path: Path, when: str, settings: Settings) -> None:
    """The setup of the trial then runs in the first slice, or in the first measured iteration."""
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "escapes late", when)}, settings=settings)
    assert not run.sets and ok(run, "a/1") == ok(run, "b/1") == FORKS
    assert [[warning.code for warning in case.warnings] for case in run.cases] == [["not-together"]] * 2
    assert {len(fork.measurement) for case in run.cases for fork in case.forks} == {2}


def test_sides_apart_are_recorded_one_by_one(tmp_path: Path) -> None:
    """So that Ctrl-C in the fork of the second side loses nothing of the first."""
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "escapes")})
    lines = [json.loads(line) for line in Path(run.path).read_text(encoding="utf-8").splitlines()]
    ends = [line["event"] for line in lines if line["event"] in ("fork_start", "fork_end")]
    assert ends[-4:] == ["fork_start", "fork_end"] * 2


def test_too_little_memory_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clamh.machine.memory.read_left_bytes", lambda: 1)
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100",)})
    assert not run.sets and ok(run, "a/1") == ok(run, "b/1") == FORKS
    assert {warning.code for case in run.cases for warning in case.warnings} == {"not-together"}


def test_laps_while_the_control_group_was_stopped_count_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = iter([0, 0, 1, *[1] * 10_000])  # the second block of the first iteration
    monkeypatch.setattr("clamh.machine.cgroups.count_throttled", lambda files: next(reads))
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("103",)})
    first, *others = run.sets
    assert first.throttled == (4, 5, 6, 7) and not any(set_record.throttled for set_record in others)
    case = run.cases[0]
    counted = [sum(thread.operations for thread in iteration_record.threads) for iteration_record in case.forks[0].measurement]
    assert counted == [(len(first.order) - 4) // 2 * first.counts[first.cases.index(case.case.case_id)], counted[1]] and counted[1] > counted[0]
    assert {warning.code for warning in case.warnings} == {"throttled"}
    (contest,) = summarise(run, 0.95).contests
    assert contest.rows[1].ratio.value == pytest.approx(100 / 103, rel=1e-12)


def test_iterations_of_a_throttled_group_count_for_no_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = iter([0, 0, 0, 1, *[1] * 10_000])  # the third of four turns
    monkeypatch.setattr("clamh.machine.cgroups.count_throttled", lambda files: next(reads))
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("104",)}, settings=Settings(modes=("avgt",), threads=(2,)))
    first, *others = run.sets
    stopped, after = first.order[2], first.order[:2]
    index = after.count(stopped)  # of that side's iterations
    expected = tuple(turn for turn, who in enumerate(first.order) if first.order[:turn].count(who) == index)
    assert first.throttled == expected and len(expected) == 2 and not any(set_record.throttled for set_record in others)
    assert {warning.code for warning in run.cases[0].warnings} >= {"throttled"}
    (contest,) = summarise(run, 0.95).contests
    assert contest.rows[1].ratio.value == pytest.approx(100 / 104, rel=1e-12)


def test_where_every_lap_was_stopped_none_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = iter(range(10_000))
    monkeypatch.setattr("clamh.machine.cgroups.count_throttled", lambda files: next(reads))
    assert not any(set_record.throttled for set_record in measured(tmp_path, {"a/1": ("100",), "b/1": ("103",)}).sets)


def test_the_pace_of_a_run_that_goes_on_is_that_of_its_first_part(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("103",)})
    (pace,) = compute_paces(run.sets).values()
    assert pace == (20_000, len(run.sets[0].order) // 4, frozenset())


def test_each_set_has_its_own_code_layout_by_default(tmp_path: Path) -> None:
    native = [replace(catalog, artifact=replace(catalog.artifact, layouts=tuple("123456789abcdef"))) for catalog in map(sliceable, ("a/1", "b/1", "c/1"))]

    def layouts(catalogs: list, **options: object) -> set[int]:
        return {case.options.layouts for case in plan(catalogs, Options(seed=1, live=True, **options)).cases}

    assert layouts(native) == {8} and layouts(native[:1]) == {4} and layouts(native, layouts=2) == {2}
    assert layouts(native, settings=Settings(forks=40)) == {16} and layouts(native, budget_ns=10**9) == {16}


def test_longer_slices_of_an_earlier_run_are_taken_as_far_as_the_time_allows(tmp_path: Path) -> None:
    result = plan([sliceable("a/1"), sliceable("b/1")], Options(seed=1, live=True))
    name = stored_name("suite", result.cases)
    assert [slice_ns(case) for case in with_slices(result, {name: 10_000_000}).cases] == [10_000_000] * 2
    assert [slice_ns(case) for case in with_slices(result, {name: 40_000_000}).cases] == [17_500_000] * 2
    assert [slice_ns(case) for case in with_slices(result, {}).cases] == [5_000_000] * 2


@pytest.mark.parametrize(("sides", "slice_ms", "blocks"), [(2, 5, 5), (6, 5, 2), (3, 17.5, 3), (2, 200, 1), (6, 200, 1)])
def test_warmup_laps_take_no_more_than_half_of_the_measured_time(sides: int, slice_ms: float, blocks: int) -> None:
    (case, _) = plan([sliceable("a/1"), sliceable("b/1")], Options(seed=1, live=True)).cases
    assert warm_blocks(sides, round(slice_ms * 1e6), case) == blocks


def test_without_live_there_are_no_turns(tmp_path: Path) -> None:
    assert not measured(tmp_path, {"a/1": ("100",), "b/1": ("100",)}, live=False).sets


@pytest.mark.parametrize(("until", "deadline"), [(float("inf"), 130.0), (110.0, 110.0), (90.0, 100.2)])
def test_a_side_may_take_long_to_stop_unless_a_budget_ends(until: float, deadline: float) -> None:
    assert stop_deadline(replace(LIMITS, until=until, grace_s=0.2), 100.0) == deadline
