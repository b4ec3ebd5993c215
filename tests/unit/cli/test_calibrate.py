"""Does the plan of a calibration have enough sets or forks, and does each case take turns with itself only?"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from made_plans import benchmark, catalog

from clamh import pipeline
from clamh.cli.calibrate import _add_forks, _calibrate
from clamh.model.cases import Plan
from clamh.model.errors import Interrupted
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.plan import pair_catalogs, plan
from clamh.running.planning.contests import forecast_sides

CATALOGS = [catalog(platform, benchmark("work", n=("1", "2")), benchmark("more")) for platform in ("cpp/g++", "java/openjdk")]


def turns(planned: Plan) -> dict[int, int]:
    """How many cases have so many forks."""
    forks = [case.options.forks for case in planned.cases]
    return {number: forks.count(number) for number in forks}


def test_each_case_takes_turns_with_itself_on_its_platform() -> None:
    planned = plan(pair_catalogs(CATALOGS), Options(live=True), of_builds=True)
    cases = {case.case_id: case for case in planned.cases}
    contests = [[cases[case_id] for case_id in contest] for contest in planned.contests]
    assert len(contests) == 6 and turns(planned) == {8: 12}
    for first, second in contests:
        assert (first.build, second.build) == ("a", "b") and planned.catalogs[first.artifact].artifact.path == planned.catalogs[second.artifact].artifact.path
        assert (first.platform, first.key, first.params) == (second.platform, second.key, second.params)


def test_ctrl_c_while_judging_names_the_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(pipeline, "make_plan", lambda *_, **options: plan(pair_catalogs(CATALOGS), Options(live=True), of_builds=True))
    monkeypatch.setattr(pipeline, "measure", lambda *_: tmp_path / "r.ndjson")
    monkeypatch.setattr(pipeline, "judge", press)
    with pytest.raises((Interrupted, KeyboardInterrupt)) as ended:  # the second would end all tests
        _calibrate(Options(live=True), 1, [])
    assert str(ended.value) == f"the results so far are in {tmp_path / 'r.ndjson'}; `clamh report {tmp_path / 'r.ndjson'}` shows them"


@pytest.mark.parametrize(("comparisons", "times"), [(1, 1), (3, 1), (4, 2), (40, 14)])
def test_three_cases_of_a_platform_share_its_comparisons(comparisons: int, times: int) -> None:
    settings = Settings(forks=3)
    in_turns = plan(pair_catalogs(CATALOGS), Options(live=True, settings=settings), of_builds=True)
    assert turns(_add_forks(in_turns, comparisons)) == {3 * times: 12}
    alone = plan(CATALOGS, Options(settings=settings))
    assert turns(_add_forks(alone, comparisons)) == {2 * 3 * times: 6}  # both halves are forks of the same case


def test_the_build_provides_the_layouts_of_two_sides() -> None:
    unit = SimpleNamespace(source=SimpleNamespace(path="suite/x.cpp"), benchmarks=[SimpleNamespace(key="work")])
    platforms = {"suite/x.cpp": ["cpp/g++", "cpp/clang++", "cpp/other"]}
    assert forecast_sides([unit], platforms) == {("suite", "work"): 3} and forecast_sides([unit], platforms, True) == {("suite", "work"): 2}
