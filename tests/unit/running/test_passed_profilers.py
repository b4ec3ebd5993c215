"""Are profilers of a language's own harness passed to it, named where there is no such harness, and is their text found?"""

from __future__ import annotations

import pytest
from made_plans import miniature, tiny_plan
from msgspec.structs import replace

from clamh.languages.java import profiler
from clamh.machine.commands import Answer
from clamh.model.artifacts import Artifact
from clamh.model.cases import Catalog
from clamh.model.counting import ProfileRecord
from clamh.model.results import WarningRecord
from clamh.model.sources import Member
from clamh.running import passed_profilers
from clamh.running.counting import check_platforms

PRINTED = """\
# Run progress: 0.00% complete, ETA 00:00:04
Iteration   1: 47.929 ns/op
                 stack: <delayed till summary>


Result "p.Sums.sum":
  47.929 ns/op

Secondary result "p.Sums.sum:stack":
Stack profiler:

 66.5%         RUNNABLE



Secondary result "p.Sums.sum:compiler.time.total":
  967.000 ms


# Run complete. Total time: 00:00:05

REMEMBER: The numbers below are just data.
"""


def catalog_of(language: str) -> Catalog:
    [catalog] = tiny_plan("work").catalogs
    platform = replace(catalog.artifact.platform, id=f"{language}/x", language=language)
    return replace(catalog, artifact=replace(catalog.artifact, platform=platform))


@pytest.mark.parametrize(("platforms", "severity"), [(("java",), ""), (("java", "c"), "warning"), (("c", "go"), "error")])
def test_a_platform_without_that_harness_is_named(platforms: tuple[str, ...], severity: str) -> None:
    problems = check_platforms([catalog_of(language) for language in platforms], {"stack": (), "jfr": ("dir=x",)})
    assert [problem.severity for problem in problems] == [severity] * bool(severity)
    for problem in problems:
        lacking = [f"{language}/x" for language in platforms if language != "java"]
        assert problem.message == f"-prof stack, jfr:dir=x profiles nothing on {', '.join(lacking)}: only Java (JMH) has it"


def test_jmh_gets_the_case_as_its_own_command_line_has_it() -> None:
    platform = replace(catalog_of("java").artifact.platform, executable="/jdk/bin/java", extra=("-Xmx1g",))
    artifact: Artifact = replace(catalog_of("java").artifact, platform=platform, path="/suite/run_Sums.jar")
    artifact = replace(artifact, options={"jvmArgsAppend": ("-XX:UseAVX=0",), "jvmArgs": ("-Xms1g",)})
    options, params = {"bm": "avgt", "t": "4", "opi": "3"}, {"p.Sums.Input.size": "10"}
    members = (Member(name="put", threads=1), Member(name="get", threads=3))
    words = profiler.describe_passed(artifact, "p.Sums.sum", params, options, members, "stack:lines=2")
    assert words[:4] == ("/jdk/bin/java", "-jar", "/suite/run_Sums.jar", r"^p\.Sums\.sum$")
    assert words[4:14] == ("-prof", "stack:lines=2", "-bm", "avgt", "-t", "4", "-opi", "3", "-tg", "3,1")  # by their names, as JMH
    assert words[-8:] == ("-p", "size=10", "-jvmArgsAppend", '"-XX:UseAVX=0"', "-jvmArgs", "-Xmx1g", "-jvmArgs", "-Xms1g")
    assert profiler.describe_passed(artifact, "p.Sums.sum", {"p.Sums.Input.text": "a,b"}, options, (), "stack") == ()
    shots = profiler.describe_passed(artifact, "p.Sums.sum", {}, {**options, "bm": "ss"}, members[:1], "comp")
    assert "-i" not in shots and "-tg" not in shots


def test_the_text_of_a_profiler_is_all_of_its_results() -> None:
    assert profiler.find_text(PRINTED) == (
        "stack:\nStack profiler:\n\n 66.5%         RUNNABLE\ncompiler.time.total:\n967.000 ms")
    assert profiler.find_text("Profilers failed to initialize, exiting.\n") == ""


def run_passed(output: str, monkeypatch: pytest.MonkeyPatch, **fields: str) -> tuple[tuple[str, ...], object]:
    """The command line for a case with these fields, and what becomes of this output."""
    started = []

    def start(argv: tuple[str, ...], *_: object) -> Answer:
        started.append(argv)
        return Answer(0, output.encode(), "")

    monkeypatch.setattr(passed_profilers, "run_for_output", start)
    plan = replace(tiny_plan("work"), catalogs=(catalog_of("java"),))
    record = passed_profilers._profile_case(plan, replace(plan.cases[0], **fields), lambda plan, case: miniature("well_behaved"), "stack")
    return started[0], record


@pytest.mark.parametrize(("mode", "passed"), [("wall", "avgt"), ("thrpt", "thrpt")])
def test_jmh_gets_a_mode_that_it_has(mode: str, passed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    argv, record = run_passed(PRINTED, monkeypatch, mode=mode)
    assert argv[argv.index("-bm") + 1] == passed and isinstance(record, ProfileRecord)
    assert [argv[argv.index(name) + 1] for name in ("-t", "-opi", "-bs", "-gc")] == ["1", "1", "1", "false"]


def test_the_reason_of_jmh_is_not_its_banner(monkeypatch: pytest.MonkeyPatch) -> None:
    _, record = run_passed("# JMH version: 1.37\n# VM version: JDK 17\n\n<failure>\n\njava.lang.Error: no\n\tat x\n", monkeypatch)
    assert isinstance(record, WarningRecord) and record.message.endswith(": <failure>; java.lang.Error: no")
