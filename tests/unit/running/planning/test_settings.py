"""Does each mode have its own defaults, and does the stronger level win?"""

from __future__ import annotations

import pytest
from made_plans import able, benchmark, catalog

from clamh.model.cases import CaseOptions
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.plan import plan

EVERY = ("avgt", "thrpt", "sample", "ss", "wall")


def resolved(annotated: Settings = Settings(), said: Settings = Settings(), **more) -> dict[str, CaseOptions]:
    made = plan([able(catalog("a/1", benchmark(settings=annotated)), *EVERY)], Options(seed=1, settings=said, **more))
    return {case.mode: case.options for case in made.cases}


def shape(options: CaseOptions) -> tuple[int, ...]:
    return (options.forks, options.warmup_iterations, options.warmup_time_ns // 10**6, options.measurement_iterations,
            options.measurement_time_ns // 10**6)


def test_a_single_shot_has_defaults_of_its_own_and_no_times_in_the_same_run_as_others() -> None:
    found = resolved(Settings(modes=("ss", "sample")))
    assert (shape(found["ss"]), shape(found["sample"])) == ((10, 0, 0, 1, 0), (5, 5, 300, 5, 200))


def test_annotations_and_the_command_line_win_over_a_modes_defaults() -> None:
    found = resolved(Settings(modes=("ss",), forks=4, measurement_time_ns=10**9), Settings(warmup_iterations=2))
    assert shape(found["ss"]) == (4, 2, 0, 1, 0)


def test_quick_makes_fewer_forks_of_single_shots_and_leaves_them_single() -> None:
    found = resolved(Settings(forks=9, warmup_iterations=7), Settings(modes=("ss", "avgt"), measurement_iterations=2), quick=True)
    assert (shape(found["ss"]), shape(found["avgt"])) == ((3, 7, 0, 2, 0), (3, 3, 100, 2, 100))


def test_all_modes_are_jmhs_four_and_wall_time_is_asked_for_by_name() -> None:
    assert list(resolved(said=Settings(modes=("all", "wall", "ss")))) == ["thrpt", "avgt", "sample", "ss", "wall"]


def test_batch_sizes_and_operations_reach_the_case() -> None:
    said = Settings(modes=("ss",), measurement_batch_size=10, warmup_batch_size=20, operations_per_invocation=30, warmup_forks=2)
    one = resolved(Settings(measurement_batch_size=1), said)["ss"]
    assert (one.measurement_batch_size, one.warmup_batch_size, one.operations_per_invocation, one.warmup_forks) == (10, 20, 30, 2)


@pytest.mark.parametrize(("mode", "unit"), [("avgt", "ns"), ("thrpt", "s"), ("sample", "ns"), ("ss", "ns"), ("wall", "ns")])
def test_units_go_with_modes_until_one_is_said(mode: str, unit: str) -> None:
    assert resolved(said=Settings(modes=(mode,)))[mode].time_unit == unit
    assert resolved(said=Settings(modes=(mode,), time_unit="us"))[mode].time_unit == "us"
