"""Does the catalog have what the artifact says of rows, counters, units and operations, and is one that cannot be true refused?"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import made_plans
import msgspec
import pytest
from made_plans import MINIATURES

import clamh.running.describe
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Command, Platform
from clamh.model.cases import Catalog, CounterMeaning, Rows
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.sources import Settings, SourceFile, Unit
from clamh.running.describe import check_programs, describe
from clamh.running.plan import plan
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
    suite, diagnostics = bind([[parsed]])
    assert [diagnostic.message for diagnostic in [*problems, *diagnostics]] == []
    return suite.units[0]


def function(name: str, *states: int, injected: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"name": name, "threads": 1, "states": states, "method": False, "injected": injected, "path": "x.cpp", "line": 19}


def listed(number: int, name: str, *states: int, injected: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    return {"event": "benchmark", "number": number, "name": name, "group": False, "functions": [function(name, *states, injected=injected)],
            "settings": {}, "path": "x.cpp", "line": 19, **more}


def setup(number: int, *states: int) -> dict[str, Any]:
    return {"event": "fixture", "number": number, "name": "S::up", "kind": "Setup", "level": "Trial", "states": states, "injected": []}


def param(number: int, name: str, type: str, value: str, **more: Any) -> dict[str, Any]:
    return {"number": number, "name": f"S::{name}", "type": type, "values": [value], "line": 6, **more}


def counter(number: int, name: str) -> dict[str, Any]:
    return {"number": number, "name": f"Counted::{name}", "type": "EVENTS", "unit": "B", "scale": 1024}


ROWS = [["S::n", "S::name"], ["4096", "a"], ["8192", "b"]]
PARAMS = [param(0, "n", "integer", "4096", units=1024), param(1, "name", "string", "a"), param(2, "other", "integer", "1000", units=1000)]
S = {"event": "state", "number": 0, "name": "S", "scope": "Benchmark", "params": PARAMS, "rows": ROWS}
COUNTED = {"event": "state", "number": 1, "name": "Counted", "scope": "Thread", "counters": [counter(0, "bytes"), counter(1, "calls")]}
WORK = listed(0, "work", 0, 1, injected=("Operations",), key="searching")
PLAIN, MACRO = listed(1, "plain", 0), listed(2, "macro", 1, launch=["-O0", "-g"])
WHOLE = [S, COUNTED, WORK, PLAIN, MACRO]  # the source's benchmarks, and another
BARE = [{**S, "rows": [], "params": [{**entry, "units": 0} for entry in PARAMS]}, {**COUNTED, "counters": []}, listed(0, "work", 0, 1), PLAIN]


def described(events: list[dict[str, Any]], **counts: int) -> dict[str, Any]:
    kinds = [event["event"] for event in events]
    return {"event": "described", **{f"{kind}s": kinds.count(kind) for kind in ("state", "fixture", "benchmark")}, **counts}


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """catalog(unit, events, end): what comes of a worker that answers with these events and that end, by default of their number."""
    language = languages()["cpp"]
    toolchain = SimpleNamespace(describe_command=lambda artifact: Command(argv=(sys.executable, artifact.path)),
                                case_optimisation=lambda launch: (" ".join(launch), "any"))
    fake = SimpleNamespace(id="cpp", claims_plain=True, startup_timeout_s=language.startup_timeout_s, toolchain=toolchain)
    monkeypatch.setattr(clamh.running.describe, "languages", lambda: {"cpp": fake})
    platform = Platform(id="cpp/fake", language="cpp", executable=sys.executable, version="1")

    def made(unit: Unit | None, events: list[dict[str, Any]] = WHOLE, end: dict[str, Any] = {}) -> Catalog:
        worker = tmp_path / "worker.py"
        worker.write_text(f"""import sys
sys.path.insert(0, {str(MINIATURES)!r})
import well_behaved as right

def handle(verb, fields):
    if verb != "describe":
        right.answer(verb, fields)
    else:
        for event in [right.HELLO, *{[*events, end or described(events)]!r}]:
            right.emit(event)

right.serve(handle)
""", encoding="utf-8")
        return describe(Artifact(source="x.cpp", platform=platform, path=str(worker), sha256="", sources={}), unit)

    return made


def test_rows_counters_units_and_operations_are_those_of_the_sources(catalog: Any) -> None:
    result: Catalog = catalog(bound())
    work, plain, macro = result.benchmarks
    rows = (Rows(params=("S::n", "S::name"), values=(("4096", "a"), ("8192", "b"))),)
    counted = {name: CounterMeaning(type="EVENTS", unit="B", scale=1024) for name in ("Counted::bytes", "Counted::calls")}
    assert (work.rows, work.counters, work.operations) == (rows, counted, True)
    assert (plain.rows, plain.counters, plain.operations) == (rows, {}, False)
    assert [(catalog_param.name, catalog_param.units) for catalog_param in work.params] == [("S::n", 1024), ("S::name", 0), ("S::other", 1000)]
    # Registered by a macro: its state's counters have the meaning that the source gives them.
    assert (macro.name, macro.rows, macro.counters, macro.operations) == ("macro", (), counted, False)


def test_settings_of_clamh_toml_stay_known_as_such(catalog: Any) -> None:
    unit = bound()
    defaulted = tuple(msgspec.structs.replace(known, defaulted=("forks",)) for known in unit.benchmarks)
    benchmarks = catalog(msgspec.structs.replace(unit, benchmarks=defaulted)).benchmarks
    assert [benchmark.defaulted for benchmark in benchmarks] == [("forks",), ("forks",), ()]  # the last is of a macro


@pytest.mark.parametrize(("forecast", "defaulted", "modes"), [
    (("avgt",), (), ("avgt",)), (("avgt",), ("modes",), ("thrpt",)), ((), (), ("thrpt",)), (None, (), ("thrpt",))])
def test_a_mode_of_the_list_counts_unless_the_sources_set_it(
    catalog: Any, forecast: tuple[str, ...] | None, defaulted: tuple[str, ...], modes: tuple[str, ...]
) -> None:
    unit = bound()
    known = tuple(msgspec.structs.replace(benchmark, settings=Settings(modes=forecast), defaulted=defaulted) for benchmark in unit.benchmarks)
    work = {**WORK, "settings": {"modes": ["thrpt"]}}
    assert catalog(msgspec.structs.replace(unit, benchmarks=known), [S, COUNTED, work, PLAIN]).benchmarks[0].settings.modes == modes


def test_the_catalog_of_our_generators_is_what_the_tests_here_send() -> None:
    """The events above say of this source what the sources' own forecast says."""
    unit = bound()
    forecast = {state.name: state.forecast for state in unit.states}
    assert msgspec.to_builtins(forecast["S"].rows) == tuple(map(tuple, ROWS))
    assert {entry["name"]: entry["units"] for entry in PARAMS if entry.get("units")} == forecast["S"].units
    assert {entry["name"]: CounterMeaning(type=entry["type"], unit=entry["unit"], scale=entry["scale"])
            for entry in COUNTED["counters"]} == forecast["Counted"].counters
    assert [(known.name, known.forecast.key, known.forecast.operations) for known in unit.benchmarks] == [("work", "searching", True), ("plain", "plain", False)]


def test_compilation_is_queried_for_a_benchmark_with_its_own_launch(catalog: Any) -> None:
    assert [(benchmark.name, benchmark.optimisation, benchmark.target) for benchmark in catalog(bound()).benchmarks] == [
        ("work", None, None), ("plain", None, None), ("macro", "-O0 -g", "any")]


def test_rows_are_without_the_column_of_a_param_that_is_not_compiled_in(catalog: Any) -> None:
    rows = [["S::name", "S::gone", "S::n"], ["a", "1", "4096"], ["b", "2", "8192"], ["b", "3", "8192"]]
    work = catalog(bound(), [{**S, "rows": rows}, COUNTED, WORK, PLAIN]).benchmarks[0]
    assert work.rows == (Rows(params=("S::name", "S::n"), values=(("a", "4096"), ("b", "8192"))),)


def test_what_is_not_compiled_in_is_missing_and_leaves_a_gap_in_the_numbers(catalog: Any) -> None:
    result: Catalog = catalog(bound(), [S, PLAIN, setup(3, 0)])
    assert [(entry.name, entry.opening.benchmark, [step.setups for step in entry.opening.steps]) for entry in result.benchmarks] == [("plain", 1, [(3,)])]
    assert result.missing == ("work",)


def test_struct_that_metron_does_not_run_has_a_hint_of_its_own(catalog: Any) -> None:
    file = SourceFile(path="x.zig", language="zig", sha256="", benchmarks=True)
    text = b'const metron = @import("metron");\nconst Own = struct { pub const name = "own"; pub fn f(_: *metron.State) void {} };\n'
    result: Catalog = catalog(bind([[parse_text(file, text, languages()["zig"])[0]]])[0].units[0], [S, PLAIN])
    assert result.missing == ("own",) and "metron.run(.{ First, Second })" in result.missing_hint
    assert catalog(bound(), [S, PLAIN]).missing_hint == ""


def test_name_that_is_a_macro_has_a_hint_in_programs_of_b63(catalog: Any) -> None:
    file = SourceFile(path="x.c", language="c", sha256="", benchmarks=True)
    text = b'#include "b63.h"\nB63_BENCHMARK(linux, n) { B63_KEEP(n); }\n'
    result: Catalog = catalog(bind([[parse_text(file, text, languages()["c"])[0]]])[0].units[0], [S, PLAIN])
    assert result.missing == ("linux",) and "if its name is a macro" in result.missing_hint


def test_key_that_several_benchmarks_share_is_widened(catalog: Any) -> None:
    events = [listed(number, name) for number, name in enumerate(("ArrayMap.insert", "HashMap.insert", "HashMap.lookup"))]
    assert [benchmark.key for benchmark in catalog(None, events).benchmarks] == ["arraymap.insert", "hashmap.insert", "lookup"]
    forecast = catalog(bound(), [S, COUNTED, WORK, PLAIN, listed(2, "Other::plain"), listed(3, "Other::searching")])
    assert [benchmark.key for benchmark in forecast.benchmarks] == ["searching", "plain", "other.plain", "other.searching"]


def test_an_artifact_of_ours_says_them_itself_where_there_are_no_sources(catalog: Any) -> None:
    def meaning(result: Catalog) -> list[tuple[Any, ...]]:
        return [(benchmark.name, benchmark.key, benchmark.rows, benchmark.counters, benchmark.operations, [param.units for param in benchmark.params], benchmark.opening)
                for benchmark in result.benchmarks]

    assert meaning(catalog(None)) == meaning(catalog(bound()))
    assert meaning(catalog(None))[0][1] == "searching"


def test_an_artifact_of_others_has_none_of_them(catalog: Any) -> None:
    result: Catalog = catalog(None, BARE)
    work, *others = result.benchmarks
    assert work.name == "work" and {param.units for param in work.params} == {0}
    for catalog_benchmark in (work, *others):
        assert (catalog_benchmark.rows, catalog_benchmark.counters, catalog_benchmark.operations) == ((), {}, False)
    assert (result.artifact.platform.id, result.artifact.platform.version) == ("miniature/1", "1")  # as its worker says


@pytest.mark.parametrize(("events", "end", "words"), [
    ([S, COUNTED, WORK, {**PLAIN, "number": 0}], {}, "the catalog has two entries with the same number"),
    ([S, {**COUNTED, "number": 0}, PLAIN], {}, "the catalog has two entries with the same number"),
    ([S, setup(1, 0), setup(1, 0), PLAIN], {}, "the catalog has two entries with the same number"),
    ([S, WORK], {}, "the catalog uses state 1, but does not contain it"),
    ([S, setup(0, 0, 7), PLAIN], {}, "the catalog uses state 7, but does not contain it"),
    (WHOLE, described(WHOLE, states=3), "the catalog has another number of entries than its last line states"),
    (WHOLE, described(WHOLE, fixtures=1), "the catalog has another number of entries than its last line states"),
    (WHOLE, described(WHOLE, benchmarks=4), "the catalog has another number of entries than its last line states"),
    (WHOLE, {"event": "closed", "case": "c"}, "the catalog contains Closed("),
    ([{"event": "state", "name": "S", "scope": "Benchmark"}], {}, "Object missing required field `number`"),
    ([{**S, "number": -1}], {}, "Expected `int` >= 0"),
])
def test_a_catalog_that_cannot_be_true_is_refused(catalog: Any, events: list[dict[str, Any]], end: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        catalog(None, events, end)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "no-catalog" and words in diagnostic.message and diagnostic.message.startswith("x.cpp on cpp/fake does not list its benchmarks: ")


@pytest.mark.parametrize(("source", "hint"), [("fac.cpp", "delete its folder"), ("run_fac", "name an artifact that `clamh build` made")])
def test_file_that_is_no_artifact_is_reported_with_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "run_fac"
    path.write_text("not to be executed")
    with pytest.raises(InputError) as caught:
        describe(Artifact(source=source, platform=Platform(id="cpp", language="cpp", executable="", version=""),
                          path=str(path), sha256=""), None)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "no-catalog" and hint in diagnostic.hint and "noexec" in diagnostic.hint


def test_a_missing_shared_library_has_a_hint_about_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "run_fac"
    path.write_text("#!/bin/sh\necho run_fac: error while loading shared libraries: libsum.so: cannot open >&2\nexit 127\n")
    path.chmod(0o755)
    with pytest.raises(InputError) as caught:
        describe(Artifact(source="fac.cpp", platform=Platform(id="cpp", language="cpp", executable="", version=""),
                          path=str(path), sha256=""), None)
    (diagnostic,) = caught.value.diagnostics
    assert "libsum.so" in diagnostic.message and "-Wl,-rpath,FOLDER" in diagnostic.hint and "delete" not in diagnostic.hint


def test_a_benchmark_that_only_the_artifact_lists_has_the_defaults_of_clamh_toml(catalog: Any) -> None:
    unit = msgspec.structs.replace(bound(), defaults=Settings(forks=3))
    forks = {benchmark.name: benchmark.settings.forks for benchmark in catalog(unit).benchmarks}
    assert forks == {"work": None, "plain": None, "macro": 3}, "those of the source have theirs already"
    macro = catalog(unit, [S, COUNTED, WORK, PLAIN, {**MACRO, "settings": {"modes": ["wall"]}}]).benchmarks[2]
    assert (macro.settings.modes, macro.settings.forks, macro.defaulted) == (("wall",), 3, ("forks",))


@pytest.mark.parametrize(("program", "platforms", "severities"), [
    ("own", ("java/x-17",), []), ("other", ("java/x-17",), ["warning"]), ("other", ("java/x-17", "java/y-25"), ["error", "error"]),
    ("other", ("java/x-17", "go/z"), ["warning"]),
])
def test_annotation_that_starts_another_program_is_reported(program: str, platforms: tuple[str, ...], severities: list[str], tmp_path: Path) -> None:
    """The rows of two JVMs were both measured on the JVM of @Fork(jvm = …)."""
    (tmp_path / "own").symlink_to(sys.executable)
    launch = {"argv": [str(tmp_path / program), "-cp", "a.jar"]}
    catalogs = [made_plans.catalog(name, msgspec.structs.replace(made_plans.benchmark(), launch=launch if name.startswith("java") else None))
                for name in platforms]
    problems = check_programs(plan(catalogs, Options()))
    assert [problem.severity for problem in problems] == severities
    for name, problem in zip(platforms, problems, strict=False):
        assert f"work starts {tmp_path}/other, but its rows are named after {name}" in problem.message and problem.location.line == 3
