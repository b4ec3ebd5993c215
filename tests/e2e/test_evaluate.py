"""Does a comparison of the evaluation go through the whole of CLAMH, and is what is injected there?"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from clamh.model.cases import Catalog
from clamh.running.worker import warm_slices
from evaluate import own, selftest
from evaluate.kernels import KERNELS
from evaluate.live import bias, sides
from evaluate.live import selftest as selftest_of_turns
from evaluate.live.schedule import Run, cells


@pytest.fixture(scope="module")
def made(cache: Path) -> list[Catalog]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAMH_CACHE", str(cache))
        return own.built(["cpp"], padded=True)["cpp"]


@pytest.mark.language("cpp")
def test_every_kernel_returns_what_its_steps_return(made: list[Catalog], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = list(selftest.values("cpp", made, tmp_path))
    assert len(checks) == len(KERNELS) * 3 * 3 and all(check.passed for check in checks)
    monkeypatch.setattr(selftest, "expected", lambda kernel, steps: steps)
    assert not any(checked.passed for checked in selftest.values("cpp", made, tmp_path))


@pytest.mark.language("cpp")
def test_the_sides_of_a_track_are_what_it_says(made: list[Catalog], tmp_path: Path) -> None:
    for track, benchmark, artifact in (("T2", "chainClone", made[0]), ("T3", "chain", made[1]), ("T4", "chain", made[0])):
        a, b = own.sides(made, track, "chain", (20_000, 20_100))
        plan = own.planned(a, b, own.options(a, 7, tmp_path))
        first, second = plan.cases
        assert [list(case.wire_params.values()) for case in plan.cases] == [["20000"], ["20100"]]
        assert (first.benchmark, second.benchmark) == ("chain", benchmark)
        assert [catalog.artifact.path for catalog in plan.catalogs] == [made[0].artifact.path, artifact.artifact.path]
        assert (first.key, first.params, first.options) == (second.key, second.params, second.options)
        assert [sorted(turn.case_id for turn in turns) for turns in plan.rounds] == [sorted([first.case_id, second.case_id])] * 5
    assert len({catalog.artifact.sha256 for catalog in made}) == 2, "the other build is another program"


@pytest.mark.language("cpp")
@pytest.mark.parametrize("compare", [own.compared, own.paired])
def test_a_comparison_goes_through_real_processes(
    made: list[Catalog], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compare  # noqa: ANN001
) -> None:
    monkeypatch.setattr(own, "ITERATION_NS", 1_000_000)
    monkeypatch.setattr(own, "PAIRS", 3)
    found = compare(*own.sides(made, "T4", "chain", (20_000, 20_000)), 1, tmp_path)
    assert len(found.a) == len(found.b) == own.FORKS
    assert found.low <= found.estimate <= found.high
    assert min(*found.a, *found.b) > 1000, "ns of twenty thousand multiply-adds"


@pytest.mark.language("cpp")
def test_a_run_of_the_campaign_goes_through_real_processes(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMH_CACHE", str(cache))
    for name, least in (("BIAS_SETS", 2), ("ROUNDS", 2), ("ALONE_NS", 1_000_000)):
        monkeypatch.setattr(bias, name, least)
    built = sides.build(["cpp"])
    checks = list(selftest_of_turns.values(built, tmp_path))
    assert len(checks) > 10 and all(check.passed for check in checks)
    cell = next(cell for cell in cells() if cell.name == "cpp steady, two sides")
    judged = sides.compare(Run(replace(cell, sets=2, quick=True), 0), built, tmp_path)
    assert len(sides.printed(judged)) > 0 and sides.waited(judged.summary.rows) >= 0
    prepared = []
    monkeypatch.setattr(bias, "prepare_slices", lambda *given: prepared.append(warm_slices.prepare_slices(*given)) or prepared[-1])
    biases, waited = bias.measure_bias(Run(cell, 0), built, tmp_path)
    assert [found.low <= found.estimate <= found.high for found in biases] == [True, True] and 0 <= waited <= 1000
    assert len(prepared) == 2 and all(laps > 0 for *_, laps in prepared), "warm laps come before the slices that count"
