"""Does the worker answer every command as protocol/README.md says? Under ASan and UBSan, with the counted clock."""

from __future__ import annotations

import hashlib
import json

import pytest
from made_protocol import EveryTeam, EveryWorker

pytestmark = pytest.mark.language("cpp")

ALIGNED = {"n::Aligned::text": "a%20b", "n::Aligned::colour": "green", "n::Aligned::letter": "x", "n::Aligned::flag": "true",
           "n::Aligned::ratio": "0.5", "n::Aligned::byte": "0xC8"}
SHARED = {"n::Shared::level": "2"}


class TestProtocol(EveryWorker):
    source, twice, big = "talk", "n::Bench::twice", "n::Bench::big"
    level, params, numbers = "n::Shared::level", ALIGNED, 16384


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


def test_a_short_invocation_is_calibrated_and_a_sample_spans_a_thousand_resolutions(talk) -> None:
    worker = talk("talk", CLAMH_CLOCK=None)
    clocks = {one["name"]: one for one in worker.describe()[0]["clocks"]}
    assert {"CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"} <= clocks.keys()
    (taken,) = [one for one in clocks.values() if one["taken"]]
    resolution = {name: max(one["step_ns"], one["cost_ns"]) for name, one in clocks.items()}
    assert resolution[taken["name"]] == min(resolution.values()) >= 1
    worker.open("c1", "n::Bench::big", {})
    thread = worker.say("iterate", "c1", "measurement", 5_000_000, 0, 1, 0)["threads"][0]
    assert 1 <= len(thread["sample_ns"]) <= 2000
    assert sum(thread["sample_ns"]) == thread["elapsed_ns"] >= 5_000_000
    assert thread["operations"] == thread["sample_invocations"] * len(thread["sample_ns"]) < thread["all_operations"]


def test_fixtures_run_in_order_and_come_down_in_reverse(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::Bench::twice", ALIGNED | SHARED)
    worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)
    worker.say("iterate", "c1", "measurement", 0, 1, 0, 1)
    worker.say("close", "c1")
    assert worker.end() == (0, "\n".join([
        "Shared()", "everywhere", "Shared::setup", "Aligned::setup",
        "Shared::iteration", "Shared::iterated", "Shared::iteration", "Shared::iterated",
        "Aligned::teardown", "Shared::teardown", "~Shared()", ""]))


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


def test_a_state_counts_as_set_up_from_its_first_setup_that_came_to_its_end(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::half", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"]) == ("setup", "n::Half::finish", "no more")
    assert worker.end()[1].split() == ["Shared()", "everywhere", "Shared::setup", "Half::begin", "Half::teardown",
                                       "Shared::teardown", "~Shared()"]


def test_a_failing_setup_tears_down_only_what_was_set_up(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::broken", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"]) == ("setup", "n::Broken::setup", "no luck")
    assert worker.end()[1].split() == ["Shared()", "everywhere", "Shared::setup", "Shared::teardown", "~Shared()"]


@pytest.mark.parametrize(("benchmark", "params", "fields", "complaint"), [
    ("n::none", {}, {}, "no benchmark is called n::none"),
    ("n::Bench::big", {"n::x": "1"}, {}, "no state of n::Bench::big has a param n::x"),
    ("n::Bench::fails", {}, {}, "param n::Shared::level is not given"),
    ("n::Bench::fails", {"n::Shared::level": "2147483648"}, {}, 'is of type integer and cannot be "2147483648"'),
    ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::colour": "blue"}, {}, "enum"),
    ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::flag": "1"}, {}, "boolean"),
    ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::letter": "xy"}, {}, "character"),
    ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::ratio": "1,5"}, {}, "float"),
    ("n::Bench::twice", SHARED | ALIGNED | {"n::Aligned::byte": "-1"}, {}, "integer"),
    ("n::Bench::big", {}, {"threads": 1025}, "threads=1025"),
    ("n::Bench::big", {}, {"mode": "fast"}, "mode fast"),
    ("n::Bench::big", {}, {"batch": 0}, "batch=0"),
])
def test_open_refuses_what_cannot_be_and_sets_nothing_up(talk, benchmark, params, fields, complaint) -> None:
    worker = talk("talk")
    failed = worker.open("c1", benchmark, params, **fields)
    assert failed["reason"] == "usage" and complaint in failed["message"]
    assert worker.end() == (0, "")


def test_values_are_canonical_and_what_Blackhole_got_is_recorded(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::Bench::big", {})
    worker.open("c2", "n::Bench::texts", ALIGNED | SHARED)
    value = worker.say("invoke", "c2")
    assert value["consumed"] == ["s:a b", "s:x", "b:true", "i:7"]
    digest, size = value["returned"].removeprefix("sha256:").split(":")
    assert (digest, size) == (hashlib.sha256(b"s:" + b"x" * 1500).hexdigest(), "1502")
    assert worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)["reason"] == "usage"  # it must not measure any more
    assert worker.say("exit") == {"event": "bye"}
    assert worker.end()[0] == 0


def test_checks_are_asked_and_one_that_fails_is_the_failure_of_its_case(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::rows", {"n::Rows::n": "8", "n::Rows::text": "a"})
    assert worker.say("invoke", "c1")["checks"] == {"n::Rows::doubled": "i:16", "n::Rows::all": "[i:8,i:9]"}
    worker.open("c2", "n::rows", {"n::Rows::n": "-1", "n::Rows::text": "a"})
    failed = worker.say("invoke", "c2")
    assert (failed["case"], failed["reason"], failed["where"]) == ("c2", "benchmark", "n::Rows::doubled")
    assert "below" in failed["message"]
    assert worker.say("close", "c2")["reason"] == "usage"
    worker.end()


def test_no_two_states_share_a_granule_and_a_seed_repeats_its_offsets(talk) -> None:
    worker = talk("talk")
    layouts = {seed: [worker.open(f"c{seed}-{again}", "n::Bench::twice", ALIGNED | SHARED, seed=seed)["layout"]["offsets"]
                      for again in range(2)] for seed in (0, 1, 2)}
    assert all(one == two for one, two in layouts.values())
    assert len({json.dumps(one) for one, _ in layouts.values()}) == 3
    for offsets, _ in layouts.values():
        assert offsets["n::Aligned"] % 256 == 0
        assert offsets["n::Shared"] // 128 != offsets["n::Aligned"] // 128


def test_the_layout_has_a_seed_of_its_own_and_a_static_one_has_none(talk) -> None:
    worker = talk("talk")

    def opened(case: str, **fields: object) -> dict:
        return worker.open(case, "n::Bench::twice", ALIGNED | SHARED, **fields)["layout"]

    once, again, other, static = (opened(case, seed=seed, lseed=lseed, layout=kind) for case, seed, lseed, kind in (
        ("a", 1, 5, "random"), ("b", 2, 5, "random"), ("c", 1, 6, "random"), ("d", 1, 5, "static")))
    for name in ("seed", "stack", "offsets"):
        assert once[name] == again[name] != other[name] != static[name], name
    assert static["stack"] == static["seed"] == 0 and static["offsets"]["n::Shared"] % 256 == 0
    assert once["stack"] % 16 == 0 and {once["stack"], other["stack"]} < set(range(4096))
    refused = worker.open("e", "n::Bench::twice", ALIGNED | SHARED, layout="fixed")
    assert refused["reason"] == "usage" and "layout=fixed" in refused["message"]
