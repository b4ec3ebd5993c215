"""Does each mode have its own defaults, and does the stronger level win?"""

from __future__ import annotations

import msgspec
import pytest
from made_plans import able, benchmark, catalog

from clamh.model.cases import AutoWarmup, CaseOptions
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.settings import merge_levels
from clamh.model.sources import Settings
from clamh.running.plan import plan

EVERY = ("avgt", "thrpt", "sample", "ss", "wall")


def resolved(annotated: Settings = Settings(), settings: Settings = Settings(), **more) -> dict[str, CaseOptions]:
    result = plan([able(catalog("a/1", benchmark(settings=annotated)), *EVERY)], Options(seed=1, settings=settings, **more))
    return {case.mode: case.options for case in result.cases}


def shape(options: CaseOptions) -> tuple[int, ...]:
    return (options.forks, options.warmup_iterations, options.warmup_time_ns // 10**6, options.measurement_iterations,
            options.measurement_time_ns // 10**6)


def test_single_shot_has_its_own_defaults() -> None:
    found = resolved(Settings(modes=("ss", "sample")))
    assert (shape(found["ss"]), shape(found["sample"])) == ((10, 0, 0, 1, 0), (5, 5, 300, 5, 200))


def test_annotations_and_the_command_line_win_over_a_modes_defaults() -> None:
    found = resolved(Settings(modes=("ss",), forks=4, measurement_time_ns=10**9), Settings(warmup_iterations=2))
    assert shape(found["ss"]) == (4, 2, 0, 1, 0)


def test_quick_makes_fewer_forks_of_single_shots_and_leaves_them_single() -> None:
    found = resolved(Settings(forks=9, warmup_iterations=7), Settings(modes=("ss", "avgt"), measurement_iterations=2), quick=True)
    assert (shape(found["ss"]), shape(found["avgt"])) == ((3, 7, 0, 2, 0), (3, 3, 100, 2, 100))


def test_mode_all_is_jmhs_four_modes_without_wall_time() -> None:
    assert list(resolved(settings=Settings(modes=("all", "wall", "ss")))) == ["thrpt", "avgt", "sample", "ss", "wall"]


def test_batch_sizes_and_operations_reach_the_case() -> None:
    settings = Settings(modes=("ss",), measurement_batch_size=10, warmup_batch_size=20, operations_per_invocation=30, warmup_forks=2)
    case_options = resolved(Settings(measurement_batch_size=1), settings)["ss"]
    assert (case_options.measurement_batch_size, case_options.warmup_batch_size, case_options.operations_per_invocation, case_options.warmup_forks) == (10, 20, 30, 2)


@pytest.mark.parametrize(("mode", "unit"), [("avgt", "ns"), ("thrpt", "s"), ("sample", "ns"), ("ss", "ns"), ("wall", "ns")])
def test_units_follow_modes_by_default(mode: str, unit: str) -> None:
    assert resolved(settings=Settings(modes=(mode,)))[mode].time_unit == unit
    assert resolved(settings=Settings(modes=(mode,), time_unit="us"))[mode].time_unit == "us"


AUTO = Settings(auto_warmup=True)


def test_auto_warmup_has_defaults_and_takes_what_each_level_leaves_open() -> None:
    assert not resolved()["avgt"].auto_warmup
    assert resolved(AUTO)["avgt"].auto_warmup == AutoWarmup(max_ns=10 * 10**9, tolerance=0.01)
    assert resolved(merge_levels([Settings(auto_warmup=True, auto_warmup_max_ns=2 * 10**9), Settings(auto_warmup=True, auto_warmup_tolerance=0.05)]))["avgt"].auto_warmup == (
        AutoWarmup(max_ns=2 * 10**9, tolerance=0.05))


def test_a_case_without_auto_warmup_does_not_write_it_and_keeps_its_id() -> None:
    assert b"auto_warmup" not in msgspec.json.encode(resolved()["avgt"]) and b"auto_warmup" in msgspec.json.encode(resolved(AUTO)["avgt"])


def test_command_line_sets_the_shortest_auto_warmup() -> None:
    longer = resolved(AUTO, Settings(warmup_iterations=50, warmup_time_ns=10**9))["avgt"]
    assert longer.warmup_iterations == 50 and longer.auto_warmup.max_ns == 10 * 10**9
    assert not resolved(AUTO, Settings(warmup_iterations=0))["avgt"].auto_warmup
    assert resolved(merge_levels([Settings(warmup_iterations=0), AUTO]))["avgt"].auto_warmup


@pytest.mark.parametrize(("annotated", "given", "quick", "code"), [
    (Settings(auto_warmup_max_ns=1_499_000_000), Settings(), False, "max-below-warmup"),  # 5 × 300 ms
    (Settings(auto_warmup_max_ns=1_500_000_000), Settings(), False, ""),
    (Settings(auto_warmup_max_ns=1_499_000_000), Settings(warmup_time_ns=10**9), False, ""),  # as the command line wants it
    (Settings(auto_warmup_max_ns=400_000_000, warmup_time_ns=80_000_000), Settings(), True, ""),  # as --quick wants it
    (Settings(auto_warmup_max_ns=400_000_000, warmup_time_ns=81_000_000, warmup_iterations=1), Settings(), False, "max-below-warmup"),  # 5 at least
    (Settings(modes=("avgt", "ss")), Settings(), False, "no-auto-warmup"),
    (Settings(), Settings(modes=("ss",)), False, ""),
    (Settings(auto_warmup_max_ns=10**18), Settings(), False, "out-of-range"),
])
def test_an_auto_warmup_that_cannot_be_is_refused_where_it_stands(annotated: Settings, given: Settings, quick: bool, code: str) -> None:
    try:
        resolved(merge_levels([annotated, AUTO]), given, quick=quick)
    except InputError as error:
        assert [(diagnostic.code, diagnostic.location) for diagnostic in error.diagnostics] == [(code, benchmark().location)]
    else:
        assert not code
