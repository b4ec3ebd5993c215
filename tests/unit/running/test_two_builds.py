"""Are contests of two builds those of one platform each, and is what only one build has left out of the plan?"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from made_plans import benchmark, catalog
from msgspec.structs import replace

from clamh.cli import two_builds as cli
from clamh.model.artifacts import Artifact
from clamh.model.cases import Catalog, Plan
from clamh.model.diagnostics import input_error
from clamh.model.errors import BuildErrors, Interrupted
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.builds import count_same_artifacts, keep_cases, keep_pairs
from clamh.running.plan import plan

PLATFORMS = ("cpp/g++", "java/openjdk")


def of_build(build: str, platform: str, *benchmarks: str, **fields: object) -> Catalog:
    """A catalog of this build with these benchmarks, each with a param `n`."""
    result = catalog(platform, *(benchmark(name, n=("1", "2")) for name in benchmarks))
    return replace(result, artifact=replace(result.artifact, source="suite/work", build=build, **fields))


def two_builds(options: Options = Options(live=True), **fields: object) -> Plan:
    builds = {"old": ("work", "gone"), "new": ("work", "fresh")}
    return plan([of_build(build, platform, *names, path=f"{build}/{platform}", **fields) for build, names in builds.items() for platform in PLATFORMS], options,
                of_builds=True)


def test_a_contest_is_two_builds_on_one_platform() -> None:
    result = two_builds()
    cases = {case.case_id: case for case in result.cases}
    contests = [[cases[text] for text in contest] for contest in result.contests]
    assert sorted((sides[0].platform, sides[0].params["n"], *(case.build for case in sides)) for sides in contests) == [
        (platform, n, "old", "new") for platform in PLATFORMS for n in ("1", "2")]
    assert all(len({(case.platform, case.benchmark) for case in sides}) == 1 for sides in contests)


def test_the_number_of_sets_is_that_of_two_sides() -> None:
    planned = two_builds()
    in_turns = {text for contest in planned.contests for text in contest}
    assert {case.options.forks for case in planned.cases if case.case_id in in_turns} == {8}


def test_what_only_one_build_has_is_not_planned() -> None:
    result, alone = keep_pairs(two_builds(Options(live=True, settings=Settings(forks=3))))
    assert {(case.build, case.benchmark) for case in alone} == {("old", "gone"), ("new", "fresh")}
    assert {case.benchmark for case in result.cases} == {"work"}
    left = {case.case_id for case in result.cases}
    assert [{turn.case_id for turn in turns} for turns in result.rounds] == [left] * 3
    assert {case_id for contest in result.contests for case_id in contest} == left


def test_ctrl_c_while_two_builds_are_judged_names_their_results(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.run, "measure_plan", lambda *_, **__: "runs/x.ndjson")
    monkeypatch.setattr(cli, "compare_measured", interrupt)
    with pytest.raises(Interrupted, match="^the results so far are in runs/x.ndjson; `clamh report runs/x.ndjson` shows them$"):
        cli.measure_builds(cli.Planned(two_builds(), (), (), ({}, {})), (), Options(verbosity="SILENT"), ())


def keep_work(planned: Plan) -> Plan:
    return keep_cases(planned, [("suite/work", "work", platform, "avgt", 1, (("n", n),)) for platform in PLATFORMS for n in ("1", "2")])


@pytest.mark.parametrize("keep", [lambda planned: keep_pairs(planned)[0], keep_work])
def test_what_is_left_out_of_the_plan_can_be_warmed_up(keep: Callable[[Plan], Plan]) -> None:
    """Each process warms up all benchmarks of its build."""
    result = keep(two_builds(Options(live=True, warmup_mode="BULK")))
    known = {case.case_id: case.benchmark for case in (*result.cases, *result.warmups)}
    assert {(case.build, *sorted({known[case_id] for case_id in case.warm})) for case in result.cases} == {("old", "gone", "work"), ("new", "fresh", "work")}
    assert len(known) == len(result.cases) + len(result.warmups)


def test_each_of_two_sources_of_a_side_is_paired_with_itself() -> None:
    """Old v1 was paired with new v2, and a case of a source that only one build has was measured alone."""
    sources = {"old": {"v1": 1, "v2": 2, "gone": 3}, "new": {"v2": 2, "v1": 1}}  # with their iterations
    catalogs = []
    for build, names in sources.items():
        for name, iterations in names.items():
            made = catalog("cpp/g++", benchmark("work", Settings(measurement_iterations=iterations), n=("1",)))
            catalogs.append(replace(made, artifact=replace(made.artifact, source=f"suite/{name}", build=build, path=f"{build}/{name}", sha256=f"{build}/{name}")))
    result, alone = keep_pairs(plan(catalogs, Options(live=True), of_builds=True))
    assert {(case.build, catalogs[case.artifact].artifact.source) for case in alone} == {("old", "suite/gone")}
    assert count_same_artifacts(result) == (0, 2)
    kept = keep_cases(result, [("suite/v2", "work", "cpp/g++", "avgt", 1, (("n", "1"),))])
    assert [(case.build, catalogs[case.artifact].artifact.source) for case in kept.cases] == [("old", "suite/v2"), ("new", "suite/v2")]


def test_a_source_that_has_another_name_in_the_new_build_is_paired() -> None:
    catalogs = [replace(item, artifact=replace(item.artifact, source=f"suite/{item.artifact.build}"))
                for item in (of_build(build, "cpp/g++", "work", path=build) for build in ("old", "new"))]
    assert keep_pairs(plan(catalogs, Options(live=True), of_builds=True))[1] == ()


@pytest.mark.parametrize(("path", "sha256", "language", "same"), [
    ("one", "a", "python", 1), ("", "a", "cpp", 1), ("", "a", "python", 0), ("", "", "cpp", 0),
])
def test_which_artifacts_are_the_same(path: str, sha256: str, language: str, same: int) -> None:
    """The same file; or equal ones, if nothing else is loaded when they run."""
    platform = f"{language}/x"

    def artifact(build: str) -> Catalog:
        result = of_build(build, platform, "work")
        whole: Artifact = replace(result.artifact, path=path or build, sha256=sha256 or build, platform=replace(result.artifact.platform, language=language))
        return replace(result, artifact=whole)

    assert count_same_artifacts(plan([artifact("old"), artifact("new")], Options(live=True), of_builds=True)) == (same, 1)


@pytest.mark.parametrize(("same", "line"), [
    ((), []),
    (("cpp/g++",), ["1 of 2 pairs of artifacts is identical: a difference in their rows is a measuring error"]),
    (PLATFORMS, ["A/A: both builds are the same artifact, so any difference is a measuring error"]),
])
def test_only_a_comparison_of_equal_artifacts_alone_is_called_a_a(same: tuple[str, ...], line: list[str]) -> None:
    files = {(build, platform): platform if platform in same else f"{build}/{platform}" for build in ("old", "new") for platform in PLATFORMS}
    catalogs = [of_build(build, platform, "work", path=path, sha256=path) for (build, platform), path in files.items()]
    assert cli._describe_same(plan(catalogs, Options(live=True), of_builds=True)) == line


@pytest.mark.parametrize(("code", "lacking"), [("bad-configuration", True), ("nothing-judged", True), ("dependencies", False)])
def test_a_wrong_configuration_may_name_a_file_that_git_does_not_have(code: str, lacking: bool) -> None:
    """`jars = ["build/libs/*.jar"]` in a revision; its hint alone says that the path is wrong."""
    assert cli._may_lack_files(BuildErrors([input_error(code, "there is no file")])) is lacking
