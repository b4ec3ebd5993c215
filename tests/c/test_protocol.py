"""Does the worker answer every command as protocol/README.md says? Under ASan and UBSan, with the counted clock."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from made_cpp import made
from made_floats import EveryFloat
from made_protocol import EveryAlignedLayout, EveryCheck, EveryClock, EveryTeam, EveryWorker
from made_talk import Talk
from made_threads import EveryAllocation, check_that_closed_cases_leave_no_open_file

pytestmark = pytest.mark.language("c")

ALIGNED = {"Aligned.text": "a b", "Aligned.colour": "green", "Aligned.letter": "x", "Aligned.flag": "true", "Aligned.ratio": "0.5",
           "Aligned.byte": "200"}
SHARED = {"Shared.level": "2"}


class TestProtocol(EveryWorker):
    source, twice, big = "talk", "twice", "big"
    level, params = "Shared.level", ALIGNED
    texts, given, consumed = "texts", ALIGNED | SHARED, ["s:a b", "s:x", "b:true", "i:7", "s:no", "s:yes", "s:open"]
    long = "many"
    printed = ["everywhere", "Shared::setup", "Aligned::setup", *2 * ["Shared::iteration", "Shared::iterated"], "Aligned::teardown",
               "Shared::teardown"]
    half = ("half", "Half.half_finish", "no more", ["everywhere", "Shared::setup", "Half::begin", "Half::teardown", "Shared::teardown"])


class TestAllocation(EveryAllocation):
    source, big = "talk", "big"


class TestClock(EveryClock):
    source, big, clocks = "talk", "big", {"CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"}


class TestCheck(EveryCheck):
    source, rows, state, doubled, every = "talk", "rows", "Rows.", "doubled", "all"
    others = {"Rows.text": "a"}


class TestLayout(EveryAlignedLayout):
    aligned, shared = "Aligned", "Shared"
    source, twice, given = "talk", "twice", ALIGNED | SHARED


class TestFloat(EveryFloat):
    source, twice, given = "talk", "twice", ALIGNED | SHARED


class TestTeam(EveryTeam):
    pass


def test_a_line_that_is_too_long_is_malformed_and_no_threads_failure(talk) -> None:
    worker = talk("talk")
    assert worker.say_raw("close\t" + (1 << 20) * "x") == {"event": "failed", "reason": "malformed", "where": "", "message": "malformed command"}
    assert worker.open("c", "big")["event"] == "opened"


def test_describe_sends_the_whole_catalog_with_what_the_compiler_says_of_params(talk) -> None:
    worker = talk("talk")
    hello, *_, described = worker.describe()
    assert (hello["protocol"], hello["language"], hello["toolchain"]["name"]) == (2, "c", "gcc")
    assert [name.rpartition("/")[2] for name in hello["sources"]] == ["talk.c"] and hello["runtime"].startswith("glibc ")
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    assert hello["capabilities"]["floor"] == described["benchmarks"] == 9
    states = {state.name: state for state in worker.catalog.states if state.name}
    assert list(states) == ["Shared", "Aligned", "Big", "Broken", "Half", "Rows"]
    params = {param.name.rpartition(".")[2]: param for param in states["Aligned"].params}
    assert {name: param.type for name, param in params.items()} == {
        "text": "string", "colour": "enum", "letter": "character", "flag": "boolean", "ratio": "float", "byte": "integer"}
    assert (params["byte"].minimum, params["byte"].maximum, params["byte"].values) == (0, 255, ("200",))
    assert params["colour"].constants == ("red", "green")
    (level,) = states["Shared"].params
    assert (level.minimum, level.maximum) == (-(1 << 31), (1 << 31) - 1)


def test_optimisation_is_that_of_the_benchmarks_not_of_the_worker(talk) -> None:
    assert talk("talk").describe()[0]["toolchain"]["optimised"] is True


def test_a_failing_benchmark_comes_down_and_others_go_on(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "fails", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert failed == {"event": "failed", "case": "c1", "reason": "benchmark", "where": "fails", "message": "boom \udcff"}
    assert worker.say("close", "c1")["reason"] == "malformed"
    assert worker.open("c2", "big", {})["event"] == "opened"
    code, printed = worker.end()
    assert code == 0 and printed.split() == ["everywhere", "Shared::setup", "Shared::iteration", "Shared::iterated", "Shared::teardown"]


def test_a_failing_setup_tears_down_only_what_was_set_up(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "broken", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"]) == ("setup", "Broken.broken_setup", "no luck")
    assert worker.end()[1].split() == ["everywhere", "Shared::setup", "Shared::teardown"]


def test_a_process_that_does_not_record_says_so(artifact, talk) -> None:
    measuring = Talk([artifact("talk")], {}, ())
    assert measuring.invoke("texts", ALIGNED | SHARED)["unrecorded"] is True
    assert "unrecorded" not in talk("talk").invoke("texts", ALIGNED | SHARED)
    assert measuring.end()[0] == 0


def test_a_closed_case_leaves_no_open_file(talk) -> None:
    check_that_closed_cases_leave_no_open_file(talk("talk", CLAMH_CLOCK=None), "big")


ALTERNATIVES = """
#ifdef BIG
//@@AuxCounters
//@@State(Scope.Thread)
typedef struct { long hits, misses; } Cache;
//@@Check
static int kept(const Cache *cache) { return 8; }
static double ratio(const Cache *cache) { return 8; }
//@@Setup
static void fill(Cache *cache) { cache->hits = 1; }
#else
//@@AuxCounters
//@@State(Scope.Thread)
typedef struct { int hits; } Cache;
//@@Check
static int kept(const Cache *cache) { return 4; }
static double ratio(const Cache *cache) { return 4; }
//@@Setup
static void fill(Cache *cache) { cache->hits = 2; }
#endif
//@@Benchmark
static long f(const Cache *cache) { return 100 * cache->hits + (long)sizeof(cache->hits); }
"""


@pytest.mark.parametrize(("flags", "returned", "kept", "counters"), [
    ((), "i:204", "i:4", {"Cache.hits", "Cache.ratio"}),
    (("-DBIG",), "i:108", "i:8", {"Cache.hits", "Cache.misses", "Cache.ratio"}),
])
def test_alternatives_under_conditions_are_the_same_state_check_and_counter(
    flags: tuple[str, ...], returned: str, kept: str, counters: set[str], cache: Path, tmp_path: Path
) -> None:
    source = tmp_path / "uses.c"
    source.write_text(ALTERNATIVES)
    worker = Talk([made(source, cache, *flags).path], {}, ())
    values = worker.invoke("f")
    assert (values["returned"], values["checks"]) == (returned, {"Cache.kept": kept})
    assert {counter.name for state in worker.catalog.states for counter in state.counters} == counters
    worker.end()


@pytest.mark.parametrize(("channel", "closed"), [({"CLAMH_IN": "0", "CLAMH_OUT": "99"}, 99), ({"CLAMH_IN": "98", "CLAMH_OUT": "1"}, 98)])
def test_closed_channel_is_named(artifact, channel: dict[str, str], closed: int) -> None:
    process = subprocess.run([artifact("talk")], input="describe\n", env={**os.environ, **channel}, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout) == (1, "") and f"must not close descriptor {closed}" in process.stderr
