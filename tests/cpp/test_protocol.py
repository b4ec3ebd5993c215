"""Does the worker answer every command as protocol/version-1.md says? Under ASan and UBSan, with the counted clock."""

from __future__ import annotations


import pytest
from made_protocol import EveryAlignedLayout, EveryCheck, EveryClock, EveryTeam, EveryWorker

pytestmark = pytest.mark.language("cpp")

ALIGNED = {"n::Aligned::text": "a%20b", "n::Aligned::colour": "green", "n::Aligned::letter": "x", "n::Aligned::flag": "true",
           "n::Aligned::ratio": "0.5", "n::Aligned::byte": "0xC8"}
SHARED = {"n::Shared::level": "2"}


class TestProtocol(EveryWorker):
    source, twice, big = "talk", "n::Bench::twice", "n::Bench::big"
    level, params, numbers = "n::Shared::level", ALIGNED, 16384
    texts, given, consumed = "n::Bench::texts", ALIGNED | SHARED, ["s:a b", "s:x", "b:true", "i:7"]
    printed = ["Shared()", "everywhere", "Shared::setup", "Aligned::setup", *2 * ["Shared::iteration", "Shared::iterated"],
               "Aligned::teardown", "Shared::teardown", "~Shared()"]
    half = ("n::half", "n::Half::finish", "no more", [
        "Shared()", "everywhere", "Shared::setup", "Half::begin", "Half::teardown", "Shared::teardown", "~Shared()"])
    refused = [
        ("n::none", {}, {}, "no benchmark is called n::none"),
        ("n::Bench::big", {"n::x": "1"}, {}, "no state of n::Bench::big has a param n::x"),
        ("n::Bench::fails", {}, {}, "param n::Shared::level is not given"),
        ("n::Bench::fails", {"n::Shared::level": "2147483648"}, {}, 'is of type integer and cannot be "2147483648"'),
        ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::colour": "blue"}, {}, "enum"),
        ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::flag": "1"}, {}, "boolean"),
        ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::letter": "xy"}, {}, "character"),
        ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::ratio": "1,5"}, {}, "float"),
        ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::byte": "-1"}, {}, "integer"),
        ("n::Bench::big", {}, {"threads": 1025}, "threads=1025"), ("n::Bench::big", {}, {"mode": "fast"}, "mode fast"),
        ("n::Bench::big", {}, {"batch": 0}, "batch=0"),
    ]


class TestClock(EveryClock):
    source, big, clocks = "talk", "n::Bench::big", {"CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"}


class TestCheck(EveryCheck):
    source, rows, state, doubled, every = "talk", "n::rows", "n::Rows::", "doubled", "all"
    others = {"n::Rows::text": "a"}


class TestLayout(EveryAlignedLayout):
    aligned, shared = "n::Aligned", "n::Shared"
    source, twice, given = "talk", "n::Bench::twice", ALIGNED | SHARED


class TestTeam(EveryTeam):
    pass


def test_describe_tells_the_whole_catalog(talk) -> None:
    hello, *catalog, described = talk("talk").describe()
    assert (hello["event"], hello["protocol"], hello["language"], hello["sources"]) == ("hello", 1, "cpp", {"talk.cpp": "abc"})
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    states = {one["name"]: one for one in catalog if one["event"] == "state"}
    assert list(states) == ["n::Shared", "n::Aligned", "n::Big", "n::Broken", "n::Half", "n::Rows"]
    params = {one["name"].rpartition("::")[2]: one for one in states["n::Aligned"]["params"]}
    assert {name: one["type"] for name, one in params.items()} == {
        "text": "string", "colour": "enum", "letter": "character", "flag": "boolean", "ratio": "float", "byte": "integer"}
    assert (params["byte"]["minimum"], params["byte"]["maximum"], params["byte"]["values"]) == (0, 255, ["200"])
    assert params["colour"]["constants"] == ["red", "green"]
    assert states["n::Shared"]["fixtures"] == [
        {"kind": "Setup", "level": "Trial", "name": "n::Shared::setup"},
        {"kind": "Teardown", "level": "Trial", "name": "n::Shared::teardown"},
        {"kind": "Setup", "level": "Iteration", "name": "n::Shared::iteration"},
        {"kind": "Teardown", "level": "Iteration", "name": "n::Shared::iterated"}]
    benchmarks = [one for one in catalog if one["event"] == "benchmark"]
    assert [(one["name"], one["states"]) for one in benchmarks][:3] == [
        ("n::Bench::twice", ["n::Aligned", "n::Shared"]),
        ("n::Bench::texts", ["n::Aligned", "n::Shared"]),  # Shared comes along with Aligned's setup
        ("n::Bench::big", ["n::Big"])]
    assert described == {"event": "described", "benchmarks": 9, "states": 6}


def test_optimisation_is_that_of_the_benchmarks_not_of_the_worker(talk) -> None:
    # conftest compiles the worker without, as the build does, and the benchmarks with
    assert talk("talk").describe()[0]["toolchain"]["optimised"] is True


def test_a_failing_benchmark_comes_down_and_others_go_on(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::Bench::fails", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert failed == {"event": "failed", "case": "c1", "reason": "benchmark", "where": "n::Bench::fails", "message": "boom \udcff"}
    assert worker.say("close", "c1")["reason"] == "usage"
    assert worker.open("c2", "n::Bench::big", {})["event"] == "opened"
    code, printed = worker.end()
    assert code == 0 and printed.split() == ["Shared()", "everywhere", "Shared::setup", "Shared::iteration",
                                             "Shared::iterated", "Shared::teardown", "~Shared()"]


def test_a_thrown_std_string_is_told_though_the_worker_does_not_know_the_class(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::Bench::fails_with_text", {})
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"]) == ("benchmark", "n::Bench::fails_with_text", "a text")


def test_a_failing_setup_tears_down_only_what_was_set_up(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::broken", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"]) == ("setup", "n::Broken::setup", "no luck")
    assert worker.end()[1].split() == ["Shared()", "everywhere", "Shared::setup", "Shared::teardown", "~Shared()"]
