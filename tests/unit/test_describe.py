"""Does the catalog join what the artifact says with what only its sources tell: rows, counters, units, operations?"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from made_plans import MINIATURES

import clamh.describe
from clamh.bind import bind
from clamh.cases import Catalog, CounterMeaning, Rows
from clamh.describe import describe
from clamh.languages import languages
from clamh.model import Artifact, Command, Platform, SourceFile, Unit
from clamh.parse import parse_text

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
//@@Benchmark
int work(S &s, Counted &counted, Operations &operations);
//@@Benchmark
int plain(S &s);
"""


def bound() -> Unit:
    language = languages()["cpp"]
    file = SourceFile(path="x.cpp", language="cpp", sha256="", benchmarks=True)
    parsed, problems = parse_text(file, SOURCE.encode(), language)
    suite, found = bind([[parsed]])
    assert [one.message for one in [*problems, *found]] == []
    return suite.units[0]


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """catalog(unit): what comes of a worker that lists the source's benchmarks, another, and knows none of their extras."""
    params = [{"name": f"S::{name}", "type": kind, "values": values}
              for name, kind, values in (("n", "integer", ["4096"]), ("name", "string", ["a"]), ("other", "integer", ["1000"]))]
    events = [
        {"event": "state", "name": "S", "scope": "Benchmark", "params": params},
        {"event": "state", "name": "Counted", "scope": "Thread"},
        {"event": "benchmark", "name": "work", "states": ["S", "Counted"]},
        {"event": "benchmark", "name": "plain", "states": ["S"]},
        {"event": "benchmark", "name": "macro", "states": ["Counted"]},
        {"event": "described", "benchmarks": 3, "states": 2},
    ]
    worker = tmp_path / "worker.py"
    worker.write_text(f"""import sys
sys.path.insert(0, {str(MINIATURES)!r})
import well_behaved as right

def handle(verb, fields):
    if verb != "describe":
        right.answer(verb, fields)
    else:
        for event in [right.HELLO, *{events!r}]:
            right.emit(event)

right.serve(handle)
""", encoding="utf-8")
    language = languages()["cpp"]

    toolchain = SimpleNamespace(describe_command=lambda artifact: Command(argv=(sys.executable, str(worker))))
    fake = SimpleNamespace(id="cpp", claims_plain=True, startup_timeout_s=language.startup_timeout_s, toolchain=toolchain)
    monkeypatch.setattr(clamh.describe, "languages", lambda: {"cpp": fake})
    platform = Platform(id="cpp/fake", language="cpp", executable=sys.executable, version="1")
    artifact = Artifact(source="x.cpp", platform=platform, path=str(worker), sha256="", sources={})
    return lambda unit: describe(artifact, unit)


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


def test_an_artifact_without_sources_has_none_of_them(catalog: Any) -> None:
    for one in catalog(None).benchmarks:
        assert (one.rows, one.counters, one.operations) == ((), {}, False)
        assert {param.units for param in one.params} <= {0}
