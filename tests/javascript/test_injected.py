"""Has everything that a benchmark may take what protocol/README.md says, and what counters and operations does it tell?"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import clamh.languages.javascript as javascript

pytestmark = pytest.mark.language("javascript")

RUNTIME = Path(javascript.__file__).parent / "runtime"
VALUES = Path(__file__).parents[1] / "golden/random/values.json"
INPUT = {"Input.size": "3", "Input.name": "b c"}


def test_random_consumeCPU_and_gaps_are_exact(platform) -> None:
    script = Path(__file__).parent / "sources/exact.cjs"
    process = subprocess.run([platform.executable, script, RUNTIME, VALUES], capture_output=True, text=True, timeout=300,
                             check=False)
    assert (process.stdout.strip(), process.stderr) == ("exact", "")


def test_memory_is_zeroed_padded_and_filled_by_the_seed(talk, platform) -> None:
    worker = talk("injected.mjs", platform=platform)
    first = worker.invoke("data", INPUT)["returned"]
    *data, clear, lined, before, after, drawn = first.strip("[]").split(",")
    assert len(data) == 3 and (clear, lined, before, after) == ("b:true", "i:0", "b:true", "b:true") and drawn.startswith("i:")
    assert talk("injected.mjs", platform=platform).invoke("data", INPUT)["returned"] == first


def test_memory_lies_where_the_layouts_seed_says(talk, platform) -> None:
    worker = talk("injected.mjs", platform=platform)
    places = []
    for at, requested in enumerate(({"seed": 1, "lseed": 2**63 - 1}, {"seed": 2, "lseed": 2**63 - 1}, {"seed": 1, "lseed": 6},
                                    {"seed": 1, "lseed": 6, "layout": "static"})):
        worker.open(f"c{at}", "places", INPUT, **requested)
        places.append(worker.say("invoke", f"c{at}", 1)["returned"])
    assert places[0] == places[1] != places[2] != places[3]


def test_the_params_tell_what_is_running(talk, platform) -> None:
    worker = talk("injected.mjs", platform=platform)
    worker.open("c", "told", INPUT, mode="ss", batch=3, wbatch=2, opi=5, seed=2**63 - 1, forks=4, wforks=1, wi=6, w=7000,
                i=8, r=9000, to=10_000, tu="us")
    worker.say("iterate", "c", "warmup", 0, 1, 1, 0)
    worker.say("iterate", "c", "measurement", 0, 1, 0, 1)
    worker.open("d", "told", INPUT, mode="thrpt", seed=3, forks=2, w=7, i=8, to=9, tu="ms", opi=5)
    returned = worker.say("invoke", "d", 1)["returned"]
    assert returned == ("[s:told,s:thrpt,i:1,i:2,i:0,s:ms,i:5,i:9,i:3,s:3,s:b c,null,s:name,s:size,i:7,i:8,"
                        "s:told-Throughput-name-b+c-size-3,"
                        "i:0,i:1,s:MEASUREMENT]")
    assert worker.end()[1].splitlines() == [
        "iteration WARMUP 6 7000 2 ss", "iteration MEASUREMENT 8 9000 3 ss", "iteration MEASUREMENT 8 0 1 thrpt"]


def test_states_and_names_of_the_users_own_are_not_taken_for_ours(talk) -> None:
    assert talk("injected.mjs").invoke("states")["returned"] == "[s:state,b:true,s:mine]"


def test_the_catalog_has_what_only_the_source_says(talk) -> None:
    catalog = talk("injected.mjs").catalog
    injected = {benchmark.name: (benchmark.key, benchmark.functions[0].injected) for benchmark in catalog.benchmarks}
    assert injected["varies"][0] == "varies" and "Operations" in injected["varies"][1]
    counted = next(state for state in catalog.states if state.name == "Counted")
    assert [(counter.name, counter.type) for counter in counted.counters] == [
        (name, "EVENTS") for name in ("Counted.calls", "Counted.big", "Counted.twice")]


def test_an_invocation_may_say_how_many_operations_it_did(talk) -> None:
    worker = talk("injected.mjs")
    worker.open("c", "varies", opi=7, batch=2)
    for first, invocations in ((1, 4), (0, 1)):  # 3 or 4 in turn, from zeroed counters on
        thread = worker.say("iterate", "c", "measurement", 0, invocations, first, 0)["threads"][0]
        assert thread["operations"] == thread["all_operations"] == 7 * invocations
        assert thread["counters"] == {"Counted.calls": 2 * invocations, "Counted.big": 4 * invocations,
                                      "Counted.twice": 4 * invocations}
    worker.open("n", "adds")
    failed = worker.say("iterate", "n", "measurement", 0, 1, 1, 1)
    assert (failed["reason"], failed["message"]) == ("benchmark", "NaN is no number that can be counted")


@pytest.mark.parametrize("mode", ["avgt", "ss", "sample", "wall"])
def test_counters_belong_to_exactly_the_reported_operations(talk, platform, mode: str) -> None:
    worker = talk("injected.mjs", platform=platform, CLAMH_CLOCK=None)
    worker.open("c", "counts", mode=mode)
    for first in (1, 0):
        time, count = (0, 1) if mode == "ss" else (10_000_000, 0)
        thread = worker.say("iterate", "c", "measurement", time, count, first, 0)["threads"][0]
        operations = thread["all_operations"] if mode == "sample" else thread["operations"]
        assert thread["counters"] == {"Counted.calls": operations, "Counted.big": 0, "Counted.twice": 2 * operations}
    worker.open("w", "wrong")
    failed = worker.say("iterate", "w", "measurement", 0, 1, 1, 1)
    assert (failed["reason"], failed["where"]) == ("benchmark", "Wrong.rate")


def test_a_fixture_runs_only_for_the_benchmarks_that_it_names(talk) -> None:
    worker = talk("injected.mjs")
    for benchmark, params in (("leftOne", INPUT), ("rightOne", INPUT), ("other", {})):
        assert worker.open(benchmark, benchmark, params)["event"] == "opened"
        worker.say("iterate", benchmark, "measurement", 0, 1, 1, 1)
    lines = [line for line in worker.end()[1].splitlines() if line.startswith("for")]
    assert lines == ["for all", "for left", "for both", "for all", "for both", "for all"]


@pytest.mark.parametrize("gc", ["true", "false"])
def test_garbage_is_collected_before_each_iteration(talk, platform, gc: str) -> None:
    bun = "bun" in platform.id
    worker = talk("injected.mjs", platform=platform, flags=() if bun else ("--trace-gc",), BUN_JSC_logGC="1", CLAMH_CLOCK=None)
    assert worker.describe()[0]["capabilities"]["gc"] == ["true"]
    worker.open("c", "counts", gc=gc)
    for first in (1, 0):
        worker.say("iterate", "c", "warmup", 0, 1, first, 0)
    if bun:  # collects by itself too, once in a short life
        assert (worker.end()[1].count("FullCollection") >= 4) == (gc == "true")
    else:
        assert worker.end()[1].count("Mark-Compact") == (4 if gc == "true" else 0)


def test_subclass_inherits_fixtures_params_and_benchmarks(talk, platform) -> None:
    worker = talk("heirs/heirs.mjs", platform=platform)
    for benchmark, value in (("Left.inherited", "[s:Left,s:left]"), ("Right.inherited", "[s:Right,s:right]"),
                             ("Above.inherited", "[s:Above,null]"), ("Left.both", "s:Left"), ("Above.both", "s:Above")):
        worker.open(benchmark, benchmark)
        assert worker.say("invoke", benchmark, 1)["returned"] == value
    worker.open("c", "Plain.method", {"Heir.size": "7", "Heir.shared": "z"})
    assert worker.say("invoke", "c", 1)["returned"] == "[i:1,i:7,i:1]"
    assert worker.end()[1].splitlines() == [
        "lowest", "lower", "fill Heir 7 z", "own 7 after 2", "leave Heir", "drop lower", "drop lowest"]
    spaced = talk("heirs/heirs.mjs", platform=platform).invoke("size", {"Spaced.size": "3", "Spaced.shared": "y"})
    assert spaced["returned"] == "i:3"
