"""Is the catalog JMH's list, with what the sources say of it?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clamh.model.sources import Settings

from .conftest import SOURCES, values

pytestmark = pytest.mark.language("java")
MS = 1_000_000
RECURSIVE = "clamh.Factorial.factorialRecursive"


def test_the_catalog_is_jmhs_list_with_what_the_sources_add(factorial: Any) -> None:
    hello, state, *_ = factorial.events
    assert hello["language"] == "java" and hello["platform"] == factorial.artifact.platform.id
    assert "Java" in hello["runtime"] or "VM" in hello["runtime"]
    assert hello["clocks"][0]["step_ns"] > 0 and hello["clocks"][0]["cost_ns"] > 0
    assert hello["sources"] == {factorial.artifact.source: factorial.artifact.sources[factorial.artifact.source]}
    assert (state["name"], state["scope"]) == ("clamh.Factorial.InputValue", "Benchmark")
    (number,) = state["params"]
    assert number == {"number": 0, "name": "clamh.Factorial.InputValue.number", "type": "integer", "values": ["25", "30"],
                      "minimum": -(2**63), "maximum": 2**63 - 1, "line": line_of(factorial, "long number")}
    assert [benchmark.name for benchmark in factorial.catalog.benchmarks] == ["clamh.Factorial.factorialIterative", RECURSIVE]
    recursive = factorial.benchmarks[RECURSIVE]
    assert recursive.settings == Settings(modes=("avgt",), time_unit="ns")
    (function,) = recursive.functions
    assert (function.name, function.threads, function.states, function.method) == (RECURSIVE, 1, (1, 0), True)  # 1: the class of the function
    assert (function.path, function.line) == (factorial.artifact.source, recursive.line)


def line_of(built: Any, text: str) -> int:
    lines = Path(built.artifact.source).read_text(encoding="utf-8").splitlines()
    return 1 + next(number for number, line in enumerate(lines) if text in line)


def test_params_of_every_type_fixtures_and_settings_are_described(scenes: Any) -> None:
    params = {param.name.split(".")[-1]: param for param in scenes.states["scenes.Scenes.Params"].params}
    assert {name: param.type for name, param in params.items()} == {
        "text": "string", "colour": "enum", "letter": "character", "real": "float", "flag": "boolean", "small": "integer"}
    assert params["text"].values == ("a b", "é\t%")
    assert params["colour"].values == params["colour"].constants == ("RED", "GREEN")
    assert (params["small"].minimum, params["small"].maximum) == (-128, 127)
    journal = scenes.states["scenes.Scenes.Journal"].number
    fixtures = [fixture for fixture in scenes.catalog.fixtures if fixture.states == (journal,)]
    assert len(fixtures) == 4 and ("Setup", "Trial", "scenes.Scenes.Journal.trialSetup", ("Blackhole",)) in [
        (fixture.kind, fixture.level, fixture.name, fixture.injected) for fixture in fixtures]
    assert scenes.benchmarks["scenes.Scenes.settled"].settings == Settings(
        modes=("avgt", "sample"), warmup_iterations=3, warmup_time_ns=70 * MS, forks=2, threads=(2,),
        operations_per_invocation=4, timeout_ns=3_000 * MS, language={"jvmArgsAppend": ("-Dscenes.mark=a b",)})
    assert [check.name for check in scenes.states["scenes.Scenes.Queue"].checks] == ["scenes.Scenes.Queue.left"]


def test_what_only_the_compiler_can_read_is_in_the_catalog(made: Any) -> None:
    built = made(SOURCES / "Unread.java")
    name = "unread.Unread.read"
    params = {param.name.split(".")[-1]: param for param in built.states["unread.Unread.Heir"].params}
    assert params["text"].values == ("a", "bc") and (params["number"].values, params["number"].maximum) == (("3",), 2**15 - 1)
    assert params["escape"].values == ("\x1b[1m",)  # an escape that CLAMH does not know
    assert params["unit"].values == params["unit"].constants == (
        "NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS")
    assert built.benchmarks[name].settings == Settings(warmup_iterations=3)
    assert [(function.name, function.threads) for function in built.benchmarks["unread.Unread.pair"].functions] == [("many", 3), ("one", 1)]
    with built.worker(name) as talk:
        given = {f"unread.Unread.Heir.{key}": value for key, value in {"text": "bc", "unit": "DAYS", "number": "3", "escape": "\x1b[1m"}.items()}
        talk.open(name, given)
        fields = talk.case.fields(given)
        assert values(talk.say("invoke", "c", 1)) == ("s:bcDAYS3", [])
        talk.say("close", "c")
        refused = talk.say("open", "c", *(field for field in fields if not field.startswith("p=")))
        assert refused["reason"] == "unsupported" and "is in no source" in refused["message"]


def test_benchmarks_of_an_abstract_class_in_another_file_are_those_of_its_subclass(made: Any, tmp_path: Path) -> None:
    imports = "import org.openjdk.jmh.annotations.*;\n"
    (tmp_path / "Base.java").write_text(imports + "public abstract class Base { @Benchmark public int a() { return b() - 1; } public abstract int b(); }\n")
    (tmp_path / "Derived.java").write_text(imports + "public class Derived extends Base { @Benchmark public int b() { return 2; } }\n")
    built = made(tmp_path / "Derived.java")
    assert sorted(built.benchmarks) == ["clamh.Derived.a", "clamh.Derived.b"]
    with built.worker("clamh.Derived.a") as talk:
        talk.open("clamh.Derived.a")
        assert values(talk.say("invoke", "c", 1)) == ("i:1", [])
        talk.say("close", "c")
