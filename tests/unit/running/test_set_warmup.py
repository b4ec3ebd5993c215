"""Are the sides of a set warm: before the first slice, and before each?"""

from __future__ import annotations

from pathlib import Path

import made_sets
import pytest
from made_sets import FORKS, measured, ok, platform, sliceable
from msgspec.structs import replace

from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise
from clamh.model.cases import Catalog
from clamh.model.options import Options
from clamh.model.results import Run
from clamh.model.settings import merge_levels
from clamh.model.sources import Settings
from clamh.running.plan import plan
from clamh.running.planning.turns import measuring_seconds, trying_seconds


def test_a_runtime_that_needs_to_be_quiet_has_a_longer_un_timed_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def settling(name: str) -> Catalog:
        catalog = sliceable(name)
        capabilities = {**catalog.hello["capabilities"], **({"settle_ns": 50_000} if name == "b/1" else {})}
        return replace(catalog, hello={"capabilities": capabilities})

    monkeypatch.setattr(made_sets, "sliceable", settling)
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100",)})
    for set_record in run.sets:
        warmin = {platform(run, case_id): count for case_id, count in zip(set_record.cases, set_record.warmin, strict=True)}
        assert set_record.slice_ns == 20_000 and warmin == {"a": 80, "b": 500}  # invocations of 100 ns: 0.4 of a slice, and 50 µs
    (case,) = plan([settling("b/1")], Options(seed=1)).cases
    assert measuring_seconds(2, replace(case, settle_ns=10_000_000)) > measuring_seconds(2, case)


def test_a_side_that_collects_has_a_longer_un_timed_part(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100", "collects"), "b/1": ("100",)})
    for set_record in run.sets:
        places = [platform(run, case_id) for case_id in set_record.cases]
        assert set_record.collections == tuple(set_record.order.count(who) * (places[who] == "a") for who in (0, 1))
        assert set_record.slice_ns == 20_000 and min(set_record.major_faults) >= 0
        assert dict(zip(places, set_record.warmin, strict=True)) == {"a": 200_000, "b": 80}  # invocations of 100 ns: 20 ms, and 0.4 of a slice


def test_a_collection_before_an_iteration_lengthens_no_slice(tmp_path: Path) -> None:
    """As with -gc, or in a fixture."""
    for set_record in measured(tmp_path, {"a/1": ("100", "collects before"), "b/1": ("100",)}).sets:
        assert sum(set_record.collections) == 1 and set_record.warmin == (80, 80)


LONG = Settings(measurement_time_ns=50_000_000)  # slices of 5 ms: much longer than what the driver takes for a turn


def test_where_a_side_leaves_the_caches_all_have_a_longer_un_timed_part(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100", "cold"), "b/1": ("200",)}, settings=LONG)
    for set_record in run.sets:
        lengths = {platform(run, case_id): pair for case_id, *pair in zip(set_record.cases, set_record.warmin, set_record.counts, strict=True)}
        assert set_record.cold == (True, True) and lengths == {"a": [400_000, 50_000], "b": [200_000, 25_000]}  # 40 ms, and 5 ms
    assert [fork.measurement[0].threads[0].elapsed_ns for fork in run.cases[0].forks] == [fork.measurement[0].threads[0].elapsed_ns for fork in run.cases[1].forks]
    # Laps with and without it are tried in the first set alone; then the warmup ends anew.
    assert [set_record.warmup_laps for set_record in run.sets] == [10 + 12 + 10] * 2 + [10] * 4


def test_waiting_for_a_cpu_shows_no_cold_data(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100", "waits"), "b/1": ("100",)}, settings=LONG)
    assert {set_record.cold for set_record in run.sets} == {(False, False)}


def test_a_resumed_run_keeps_longer_un_timed_parts_without_another_trial(tmp_path: Path) -> None:
    sides = {"a/1": ("100", "cold"), "b/1": ("200",)}
    path = Path(measured(tmp_path, sides, settings=LONG).path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:[number for number, line in enumerate(lines) if b'"event":"set"' in line][2]]))
    run = measured(tmp_path, sides, settings=LONG, resumed=read_results(path))
    assert {set_record.cold for set_record in run.sets} == {(True, True)}
    assert [set_record.warmup_laps for set_record in run.sets] == [10 + 12 + 10] * 2 + [10] * 4


def test_an_un_timed_part_with_fixtures_that_would_take_long_is_not_lengthened(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100", "short fixtures"), "b/1": ("100", "cold")}, settings=merge_levels([Settings(forks=1), LONG]))
    for set_record in run.sets:
        warmin = {platform(run, case_id): count for case_id, count in zip(set_record.cases, set_record.warmin, strict=True)}
        assert warmin == {"a": 20_000, "b": 400_000}  # 2 ms, and 40 ms


def test_the_trial_of_longer_un_timed_parts_is_in_the_estimate(tmp_path: Path) -> None:
    (case,) = plan([sliceable("b/1")], Options(seed=1)).cases
    assert trying_seconds(2, case) == pytest.approx(6 * (0.0074 + 0.0454))
    assert trying_seconds(2, replace(case, settle_ns=40_000_000)) == 0  # as long in any case


def test_a_side_that_still_becomes_faster_has_more_warmup_laps(tmp_path: Path) -> None:
    settling = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "settles")}).sets
    assert min(set_record.warmup_laps for set_record in settling) > 10


def test_steady_side_has_few_warmup_laps(tmp_path: Path) -> None:
    steady = measured(tmp_path, {"a/1": ("100",), "b/1": ("100",)}, settings=LONG).sets
    assert [set_record.warmup_laps for set_record in steady] == [10 + 12] * 2 + [10] * 4  # the first set tries longer un-timed parts
    assert {set_record.cold for set_record in steady} == {(False, False)}
    assert len({set_record.warmup_factor for set_record in steady}) == FORKS and all(1 <= set_record.warmup_factor <= 2 for set_record in steady)


def test_no_warmup_means_none(tmp_path: Path) -> None:
    assert {set_record.warmup_laps for set_record in measured(tmp_path, {"a/1": ("100",), "b/1": ("100",)}, settings=Settings(warmup_iterations=0)).sets} == {0}


AUTO = Settings(auto_warmup=True, auto_warmup_max_ns=5_000, auto_warmup_tolerance=0.01)


def warmups(run: Run) -> dict[str, set[tuple[int, int]]]:
    """Of each side how many warmup iterations a fork has, and after how many it was found steady."""
    return {case.case.platform: {(len(fork.warmup), fork.warmed.steady_after) for fork in case.forks if fork.warmed} for case in run.cases}


@pytest.mark.parametrize("fault", ["", "unsliced"])
def test_all_sides_go_on_to_warm_up_until_each_is_steady(tmp_path: Path, fault: str) -> None:
    run = measured(tmp_path, {"a/1": ("100", fault), "b/1": ("100", "warms up")}, settings=AUTO)
    assert warmups(run) == {"a/1": {(13, 5)}, "b/1": {(13, 13)}} and ok(run, "a/1") == ok(run, "b/1") == FORKS
    assert {fork.warmed.elapsed_ns for case in run.cases for fork in case.forks if case.case.platform == "a/1"} == {1300}


def test_a_side_alone_goes_on_to_warm_up_until_it_is_steady(tmp_path: Path) -> None:
    assert warmups(measured(tmp_path, {"a/1": ("100", "warms up")}, settings=AUTO)) == {"a/1": {(13, 13)}}


@pytest.mark.parametrize("fault", ["", "unsliced"])
def test_the_recorded_warmup_factor_fits_into_auto_warmup(tmp_path: Path, fault: str) -> None:
    """Five iterations of 1 ns must fit into 6 ns."""
    settings = replace(AUTO, auto_warmup_max_ns=6)
    run = measured(tmp_path, {"a/1": ("1", fault), "b/1": ("1",)}, settings=settings)
    factors = {set_record.warmup_factor for set_record in run.sets}
    assert factors and max(factors) == 1.2


def test_unsteady_side_ends_the_warmup_and_gets_a_warning(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("10",), "b/1": ("10", "slows down")}, settings=AUTO)
    (count,) = {length for sides in warmups(run).values() for length, _ in sides}
    assert warmups(run) == {"a/1": {(count, 5)}, "b/1": {(count, 0)}}
    # 10 ns double: 20 + 40 + … + 2560 ns, and the next would be known to be too long only when it is over.
    assert [fork.warmed.elapsed_ns for fork in run.cases[1].forks] == [sum(10 * 2**number for number in range(1, count + 1))] * FORKS
    doubted = {row.platform: [warning.message for warning in row.warnings if warning.code == "not-steady"] for row in summarise(run, 0.95).rows}
    assert doubted["b/1"] == ["in 3 of 3 forks AutoWarmup did not reach a steady state within 5.1e-06 s"] and not doubted["a/1"]


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "sample", "wall"])
def test_whole_iterations_warm_up_until_steady_in_every_mode_with_times(tmp_path: Path, mode: str) -> None:
    run = measured(tmp_path, {"a/1": ("100", "warms up")}, settings=merge_levels([AUTO, Settings(modes=(mode,), threads=(2,))]))
    assert warmups(run) == {"a/1": {(13, 13)}}
