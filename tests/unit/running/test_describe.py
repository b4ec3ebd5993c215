"""Does the catalog join what the artifact says with what only its sources tell: rows, counters, units, operations?"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from made_plans import MINIATURES

import clamh.running.describe
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Command, Platform
from clamh.model.cases import Catalog, CounterMeaning, Rows
from clamh.model.errors import InputError
from clamh.model.sources import SourceFile, Unit
from clamh.running.describe import describe
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

SOURCE = """
//@@State(Scope.Benchmark)
//@@ParamRows({"n, name", "4096, a", "8192, b"})
struct S {
    //@@Param(units = 1024)
    int n;
    //@@Param
    std::string name;
    //@@Param(value = {"1000"}, units = 1000)
    long other;
};
//@@State(Scope.Thread)
//@@AuxCounters(value = AuxCounters.Type.EVENTS, unit = "B", scale = 1024)
struct Counted {
    long bytes;
    int calls();
};
//@@Benchmark(name = "searching")
int work(S &s, Counted &counted, Operations &operations);
//@@Benchmark
int plain(S &s);
"""


def bound(source: str = SOURCE) -> Unit:
    language = languages()["cpp"]
    file = SourceFile(path="x.cpp", language="cpp", sha256="", benchmarks=True)
    parsed, problems = parse_text(file, source.encode(), language)
    suite, found = bind([[parsed]])
    assert [one.message for one in [*problems, *found]] == []
    return suite.units[0]


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """catalog(unit, told): what comes of a worker that lists the source's benchmarks and another.

    `told`: it says besides what the sources say, as ours do.
    """
    params = [{"name": f"S::{name}", "type": kind, "values": values}
              for name, kind, values in (("n", "integer", ["4096"]), ("name", "string", ["a"]), ("other", "integer", ["1000"]))]
    events = [
        {"event": "state", "name": "S", "scope": "Benchmark", "params": params},
        {"event": "state", "name": "Counted", "scope": "Thread"},
        {"event": "benchmark", "name": "work", "states": ["S", "Counted"]},
        {"event": "benchmark", "name": "plain", "states": ["S"]},
        {"event": "benchmark", "name": "macro", "states": ["Counted"], "launch": ["-O0", "-g"]},
        {"event": "described", "benchmarks": 3, "states": 2},
    ]
    bare, full = tmp_path / "bare.py", tmp_path / "full.py"
    unit = bound()
    said = {one.name: msgspec.to_builtins(one.forecast) for one in (*unit.states, *unit.benchmarks)}
    completed = [{**event, "forecast": said[event["name"]]} if event.get("name") in said else event for event in events]
    for worker, told in ((bare, events), (full, completed)):
        worker.write_text(f"""import sys
sys.path.insert(0, {str(MINIATURES)!r})
import well_behaved as right

def handle(verb, fields):
    if verb != "describe":
        right.answer(verb, fields)
    else:
        for event in [right.HELLO, *{told!r}]:
            right.emit(event)

right.serve(handle)
""", encoding="utf-8")
    language = languages()["cpp"]

    toolchain = SimpleNamespace(describe_command=lambda artifact: Command(argv=(sys.executable, artifact.path)),
                                compiled=lambda launch: (" ".join(launch), "any"))
    fake = SimpleNamespace(id="cpp", claims_plain=True, startup_timeout_s=language.startup_timeout_s, toolchain=toolchain)
    monkeypatch.setattr(clamh.running.describe, "languages", lambda: {"cpp": fake})
    platform = Platform(id="cpp/fake", language="cpp", executable=sys.executable, version="1")

    def made(unit: Unit | None, told: bool = False) -> Catalog:
        path = str(full if told else bare)
        return describe(Artifact(source="x.cpp", platform=platform, path=path, sha256="", sources={}), unit)

    return made


def test_rows_counters_units_and_operations_are_those_of_the_sources(catalog: Any) -> None:
    made: Catalog = catalog(bound())
    work, plain, macro = made.benchmarks
    rows = (Rows(params=("S::n", "S::name"), values=(("4096", "a"), ("8192", "b"))),)
    counted = {name: CounterMeaning(type="EVENTS", unit="B", scale=1024) for name in ("Counted::bytes", "Counted::calls")}
    assert (work.rows, work.counters, work.operations) == (rows, counted, True)
    assert (plain.rows, plain.counters, plain.operations) == (rows, {}, False)
    assert [(one.name, one.units) for one in work.params] == [("S::n", 1024), ("S::name", 0), ("S::other", 1000)]
    # Registered by a macro: its state's counters have the meaning that the source gives them, and of the rest nothing is known.
    assert (macro.name, macro.rows, macro.counters, macro.operations) == ("macro", (), counted, False)


def test_how_a_benchmark_is_compiled_is_asked_where_it_has_a_launch_of_its_own(catalog: Any) -> None:
    assert [(one.name, one.optimisation, one.target) for one in catalog(bound()).benchmarks] == [
        ("work", None, None), ("plain", None, None), ("macro", "-O0 -g", "any")]


def test_rows_are_without_the_column_of_a_param_that_is_not_compiled_in(catalog: Any) -> None:
    source = SOURCE.replace('"n, name", "4096, a", "8192, b"', '"name, gone, n", "a, 1, 4096", "b, 2, 8192", "b, 3, 8192"').replace(
        "    long other;", "    long other;\n#if GONE\n    //@@Param\n    int gone;\n#endif")
    work = catalog(bound(source)).benchmarks[0]
    assert work.rows == (Rows(params=("S::name", "S::n"), values=(("a", "4096"), ("b", "8192"))),)


def test_an_artifact_of_ours_says_them_itself_where_there_are_no_sources(catalog: Any) -> None:
    def meaning(made: Catalog) -> list[tuple[Any, ...]]:
        return [(one.name, one.key, one.rows, one.counters, one.operations, [param.units for param in one.params])
                for one in made.benchmarks]

    assert meaning(catalog(None, told=True)) == meaning(catalog(bound()))
    assert meaning(catalog(None, told=True))[0][1] == "searching"


def test_an_artifact_of_others_has_none_of_them(catalog: Any) -> None:
    work, *others = catalog(None).benchmarks
    assert work.name == "work" and {param.units for param in work.params} == {0}
    for one in (work, *others):
        assert (one.rows, one.counters, one.operations) == ((), {}, False)


@pytest.mark.parametrize(("source", "hint"), [("fac.cpp", "delete its folder"), ("run_fac", "name an artifact that `clamh build` made")])
def test_what_is_no_artifact_is_said_with_what_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "run_fac"
    path.write_text("not to be executed")
    with pytest.raises(InputError) as caught:
        describe(Artifact(source=source, platform=Platform(id="cpp", language="cpp", executable="", version=""),
                          path=str(path), sha256=""), None)
    (one,) = caught.value.diagnostics
    assert one.code == "no-catalog" and hint in one.hint
