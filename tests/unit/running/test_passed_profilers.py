"""Are profilers of a language's own harness passed to it, named where there is no such harness, and is their text found?"""

from __future__ import annotations

import pytest
from made_plans import tiny_plan
from msgspec.structs import replace

from clamh.languages.java import profiler
from clamh.model.artifacts import Artifact
from clamh.model.cases import Catalog
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
    words = profiler.describe_passed(artifact, "p.Sums.sum", {"p.Sums.Input.size": "10"}, "avgt", 2, "stack:lines=2")
    assert words[:5] == ("/jdk/bin/java", "-Xmx1g", "-jar", "/suite/run_Sums.jar", r"^p\.Sums\.sum$")
    assert words[5:11] == ("-prof", "stack:lines=2", "-bm", "avgt", "-t", "2") and words[-2:] == ("-p", "size=10")
    assert profiler.describe_passed(artifact, "p.Sums.sum", {"p.Sums.Input.text": "a,b"}, "avgt", 1, "stack") == ()
    assert "-i" not in profiler.describe_passed(artifact, "p.Sums.sum", {}, "ss", 1, "comp")


def test_the_text_of_a_profiler_is_all_of_its_results() -> None:
    assert profiler.find_text(PRINTED) == (
        "stack:\nStack profiler:\n\n 66.5%         RUNNABLE\ncompiler.time.total:\n967.000 ms")
    assert profiler.find_text("Profilers failed to initialize, exiting.\n") == ""
