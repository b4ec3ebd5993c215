"""Do two builds of one source go through the pipeline in one run: planned, measured, resumed, judged and reported?"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from clamh import pipeline
from clamh.model.cases import Catalog, Plan
from clamh.model.errors import InputError, Interrupted
from clamh.model.options import Options
from clamh.model.results import ForkEnd, Record
from clamh.model.sources import Settings
from clamh.report.look import Look
from clamh.running.context import Context, Listener, Places
from clamh.running.plan import plan
from clamh.running.resume import resume

pytestmark = pytest.mark.language("python")
SOURCE = """#@@State(Scope.Benchmark)
class Input:
    #@@Param({"3", "4"})
    size: int = 0

#@@Benchmark
def work(input):
    return sum(range(COUNT * input.size))
"""
OPTIONS = Options(seed=1, lock=False, settings=Settings(
    forks=3, warmup_iterations=1, measurement_iterations=1, warmup_time_ns=2_000_000, measurement_time_ns=2_000_000))


@pytest.fixture
def builds(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Plan]:
    """builds(): the plan of two builds of work.py, `old` from another folder and `new`, as built now."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAMH_CACHE", str(cache))
    for folder, count in (("old", 30), ("new", 20)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "work.py").write_text(SOURCE.replace("COUNT", str(count)))

    def built(build: str) -> list[Catalog]:
        options = Options(paths=(f"{build}/work.py",))
        suite = pipeline.select_suite(options, list)
        on, _ = pipeline.platforms(suite, options)
        catalogs = pipeline.describe_artifacts(pipeline.artifacts(pipeline.generate_wrappers(suite), on))
        return [replace(catalog, artifact=replace(catalog.artifact, source="work.py", build=build)) for catalog in catalogs]

    return lambda: plan([*built("old"), *built("new")], OPTIONS)


def measured(result: Plan, listener: Listener = Listener(), **context: object) -> Path:
    return pipeline.measure(result, OPTIONS, Context(**context), listener, Places(runs=Path("runs")))


def test_two_builds_are_measured_and_compared_in_one_run(builds: Callable[[], Plan]) -> None:
    result = builds()
    assert [(case.side, case.params["size"]) for case in result.cases] == [
        (f"{result.cases[0].platform} {build}", size) for build in ("old", "new") for size in ("3", "4")]
    assert [{turn.case_id for turn in turns} for turns in result.rounds] == [{case.case_id for case in result.cases}] * 3
    work = pipeline.compute(result, lambda text: None)
    judged = pipeline.judge(measured(result, facts=work.records))
    assert all([row.build for row in contest.rows] == ["old", "new"] for contest in judged.summary.contests)
    for contest in judged.summary.contests:
        old, new = contest.rows
        assert (old.status, new.status, new.ratio.reference, new.ratio.interval) == ("ok", "ok", old.case_id, None)
        assert new.ratio.not_compared and "different work" in new.ratio.reason
        assert {term.name for term in new.ratio.terms if not term.holds} == {"value"}
    text = pipeline.show(judged, "terminal")
    assert all(f"{row.platform} {row.build}" in text for row in judged.summary.rows)
    assert "| work (size = 3) |" in (markdown := pipeline.show(judged, "md")) and f" {result.cases[0].side} " in markdown
    assert [document["clamh"]["build"] for document in json.loads(pipeline.show(judged, "json"))] == ["old", "new"] * 2
    assert [item["Param: build"] for item in csv.DictReader(pipeline.show(judged, "csv").splitlines())] == ["old", "new"] * 2
    assert json.loads(pipeline.show_comparison(judged, judged, "json", Look(), pipeline.compare_files(judged, judged)))["rows"][0]["build"] == "old"
    Path("out.json").write_text(pipeline.show(judged, "json"))
    again = pipeline.judge("out.json")
    assert [(row.side, row.params) for row in again.summary.rows] == [(row.side, row.params) for row in judged.summary.rows]


def test_cut_off_run_of_two_builds_is_resumed(builds: Callable[[], Plan]) -> None:
    ended: list[Record] = []

    def cut(record: Record) -> None:
        if isinstance(record, ForkEnd):
            ended.append(record)
            if len(ended) == 6:
                raise KeyboardInterrupt

    with pytest.raises(Interrupted) as error:
        measured(builds(), Listener(record=cut))
    before = pipeline.judge(error.value.results).run
    left = resume(before, builds())
    assert [len(turns) for turns in left.rounds] == [0, 4, 4]
    after = pipeline.judge(measured(left, resumed=before))
    assert [(row.build, row.status, len(row.fork_means)) for row in after.summary.rows] == [("old", "ok", 3), ("new", "ok", 3)] * 2

    Path("new/work.py").write_text(SOURCE.replace("COUNT", "21"))
    with pytest.raises(InputError, match="the build of work.py for .* new has changed"):
        resume(before, builds())
