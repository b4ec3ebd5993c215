"""Does the worker answer every command as protocol/README.md says? With the counted clock."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from made_protocol import EveryTeam, EveryWorker

pytestmark = pytest.mark.language("rust")

SOURCE = (Path(__file__).parent / "talk.rs").read_text().splitlines()
ALIGNED = {"Aligned::text": "a%20b", "Aligned::colour": "green", "Aligned::letter": "x", "Aligned::flag": "true",
           "Aligned::ratio": "0.5", "Aligned::byte": "0xC8"}
SHARED = {"Shared::level": "2"}


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(SOURCE, 1) if text in line)


class TestProtocol(EveryWorker):
    source, twice, big = "talk", "Bench::twice", "Bench::big"
    level, params, numbers = "Shared::level", ALIGNED, 16384


class TestTeam(EveryTeam):
    pass


def test_describe_tells_the_whole_catalog(talk) -> None:
    hello, *catalog, described = talk("talk").describe()
    assert (hello["event"], hello["protocol"], hello["language"]) == ("hello", 1, "rust") and len(hello["sources"]) == 1
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    states = {one["name"]: one for one in catalog if one["event"] == "state"}
    assert list(states) == ["Shared", "Aligned", "Big", "Broken", "Half", "Rows", "Alone", "Crowded"]
    params = {one["name"].rpartition("::")[2]: one for one in states["Aligned"]["params"]}
    assert {name: one["type"] for name, one in params.items()} == {
        "text": "string", "colour": "enum", "letter": "character", "flag": "boolean", "ratio": "float", "byte": "integer"}
    assert (params["byte"]["minimum"], params["byte"]["maximum"], params["byte"]["values"]) == (0, 255, ["200"])
    assert params["colour"]["constants"] == ["red", "green"]
    assert {(one["kind"], one["level"], one["name"]) for one in states["Shared"]["fixtures"]} == {
        ("Setup", "Trial", "Shared::setup"), ("Teardown", "Trial", "Shared::teardown"),
        ("Setup", "Iteration", "Shared::iteration"), ("Teardown", "Iteration", "Shared::iterated")}
    benchmarks = [one for one in catalog if one["event"] == "benchmark"]
    assert [(one["name"], one["states"]) for one in benchmarks][:3] == [
        ("Bench::twice", ["Aligned", "Shared"]),
        ("Bench::texts", ["Aligned", "Shared"]),  # Shared comes along with Aligned's setup
        ("Bench::big", ["Big"])]
    assert described == {"event": "described", "benchmarks": 11, "states": 8}


def test_a_short_invocation_is_calibrated_and_a_sample_spans_a_thousand_resolutions(talk) -> None:
    worker = talk("talk", CLAMH_CLOCK=None)
    clocks = {one["name"]: one for one in worker.describe()[0]["clocks"]}
    assert {"CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"} <= clocks.keys()
    (taken,) = [one for one in clocks.values() if one["taken"]]
    resolution = {name: max(one["step_ns"], one["cost_ns"]) for name, one in clocks.items()}
    assert resolution[taken["name"]] == min(resolution.values()) >= 1
    worker.open("c1", "Bench::big")
    thread = worker.say("iterate", "c1", "measurement", 5_000_000, 0, 1, 0)["threads"][0]
    assert 1 <= len(thread["sample_ns"]) <= 2000
    assert sum(thread["sample_ns"]) == thread["elapsed_ns"] >= 5_000_000
    assert thread["operations"] == thread["sample_invocations"] * len(thread["sample_ns"]) < thread["all_operations"]


def test_fixtures_run_in_order_and_come_down_in_reverse(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "Bench::twice", ALIGNED | SHARED)
    worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)
    worker.say("iterate", "c1", "measurement", 0, 1, 0, 1)
    worker.say("close", "c1")
    assert worker.end() == (0, "\n".join([
        "Shared()", "Shared::setup", "Aligned::setup", "Shared::iteration", "Shared::iterated", "Shared::iteration",
        "Shared::iterated", "Aligned::teardown", "Shared::teardown", "~Shared()", ""]))


def test_a_panic_is_told_with_the_users_lines_and_nobody_elses_and_others_go_on(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "Bench::fails", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["case"], failed["reason"], failed["where"]) == ("c1", "benchmark", "Bench::fails")
    words, *stack = failed["message"].splitlines()
    assert words == "boom é"
    assert f"talk.rs:{line_of('panic!(' + chr(34) + 'boom')}:" in stack[0], failed["message"]
    assert all("talk.rs:" in one and "__clamh" not in one for one in stack), failed["message"]
    assert worker.say("close", "c1")["reason"] == "usage"
    assert worker.open("c2", "Bench::big")["event"] == "opened"
    code, printed = worker.end()
    assert code == 0 and printed.split() == ["Shared()", "Shared::setup", "Shared::iteration", "Shared::iterated",
                                             "Shared::teardown", "~Shared()"]


@pytest.mark.parametrize(("name", "said"), [("Bench::errs", 'it returned Err("no number")'), ("Bench::errs_unshown", "Unshown")])
def test_an_err_that_is_returned_is_a_failure_of_the_benchmark(talk, name: str, said: str) -> None:
    worker = talk("talk")
    for command in (("iterate", "c1", "warmup", 1000, 0, 1, 0), ("invoke", "c1")):
        worker.open("c1", name)
        failed = worker.say(*command)
        assert (failed["reason"], failed["where"]) == ("benchmark", name) and said in failed["message"], failed


def test_a_state_counts_as_set_up_from_its_first_setup_that_came_to_its_end(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "half", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"].splitlines()[0]) == ("setup", "Half::finish", "no more")
    assert worker.end()[1].split() == ["Shared()", "Shared::setup", "Half::begin", "Half::teardown", "Shared::teardown", "~Shared()"]


def test_a_failing_setup_tears_down_only_what_was_set_up(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "broken", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"].splitlines()[0]) == ("setup", "Broken::setup", "no luck")
    assert worker.end()[1].split() == ["Shared()", "Shared::setup", "Shared::teardown", "~Shared()"]


def test_open_refuses_what_cannot_be_and_sets_nothing_up(talk) -> None:
    worker = talk("talk")
    for benchmark, params, fields, complaint in (
        ("none", {}, {}, "no benchmark is called none"),
        ("Bench::big", {"x": "1"}, {}, "no state of Bench::big has a param x"),
        ("Bench::fails", {}, {}, "param Shared::level is not given"),
        ("Bench::fails", {"Shared::level": "2147483648"}, {}, 'is of type integer and cannot be "2147483648"'),
        ("Bench::twice", SHARED | ALIGNED | {"Aligned::colour": "blue"}, {}, "enum"),
        ("Bench::twice", SHARED | ALIGNED | {"Aligned::flag": "1"}, {}, "boolean"),
        ("Bench::twice", SHARED | ALIGNED | {"Aligned::letter": "xy"}, {}, "character"),
        ("Bench::twice", SHARED | ALIGNED | {"Aligned::ratio": "1,5"}, {}, "float"),
        ("Bench::twice", SHARED | ALIGNED | {"Aligned::byte": "-1"}, {}, "integer"),
        ("Bench::twice", SHARED | ALIGNED | {"Aligned::text": "%FF"}, {}, "string"),
        ("Bench::big", {}, {"threads": 1025}, "threads=1025"),
        ("Bench::big", {}, {"mode": "fast"}, "mode fast"),
        ("Bench::big", {}, {"batch": 0}, "batch=0"),
    ):
        failed = worker.open("c1", benchmark, params, **fields)
        assert failed["reason"] == "usage" and complaint in failed["message"], failed
    assert worker.end() == (0, "")


def test_several_threads_are_refused_what_they_cannot_share_at_the_users_line(talk) -> None:
    worker = talk("talk")
    assert worker.open("c", "unshared", threads=1)["event"] == worker.open("d", "crowd", threads=1)["event"] == "opened"
    unshared = worker.open("e", "unshared", threads=2)
    assert unshared["reason"] == "unsupported"
    assert f"talk.rs:{line_of('struct Alone')}: several threads share Alone" in unshared["message"], unshared
    assert "not Sync" in unshared["message"]
    mutable = worker.open("f", "crowd", threads=2)
    assert mutable["reason"] == "unsupported"
    assert f"talk.rs:{line_of('fn crowd')}: crowd takes &mut Crowded" in mutable["message"], mutable


def test_values_are_canonical_and_what_Blackhole_got_is_recorded(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "Bench::big")
    worker.open("c2", "Bench::texts", ALIGNED | SHARED)
    value = worker.say("invoke", "c2")
    assert value["consumed"] == ["s:a b", "s:x", "b:true", "i:7", "[f:3ff8000000000000,i:2]", "object"]
    digest, size = value["returned"].removeprefix("sha256:").split(":")
    assert (digest, size) == (hashlib.sha256(b"s:" + b"x" * 1500).hexdigest(), "1502")
    assert worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)["reason"] == "usage"  # it must not measure any more
    assert worker.say("exit") == {"event": "bye"}
    assert worker.end()[0] == 0


def test_checks_are_asked_and_one_that_fails_is_the_failure_of_its_case(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "rows", {"Rows::n": "8", "Rows::text": "a"})
    assert worker.say("invoke", "c1")["checks"] == {"Rows::doubled": "i:16", "Rows::all": "[i:8,i:9]"}
    worker.open("c2", "rows", {"Rows::n": "-1", "Rows::text": "a"})
    failed = worker.say("invoke", "c2")
    assert (failed["case"], failed["reason"], failed["where"]) == ("c2", "benchmark", "Rows::doubled")
    assert "below" in failed["message"]
    assert worker.say("close", "c2")["reason"] == "usage"
    worker.end()


def test_no_two_states_share_a_granule_and_a_seed_repeats_its_offsets(talk) -> None:
    worker = talk("talk")
    layouts = {seed: [worker.open(f"c{seed}-{again}", "Bench::twice", ALIGNED | SHARED, seed=seed)["layout"]["offsets"]
                      for again in range(2)] for seed in (0, 1, 2)}
    assert all(one == two for one, two in layouts.values())
    assert len({json.dumps(one) for one, _ in layouts.values()}) == 3
    for offsets, _ in layouts.values():
        assert offsets["Aligned"] % 256 == 0
        assert offsets["Shared"] // 128 != offsets["Aligned"] // 128


def test_the_layout_has_a_seed_of_its_own_and_a_static_one_has_none(talk) -> None:
    worker = talk("talk")

    def opened(case: str, **fields: object) -> dict:
        return worker.open(case, "Bench::twice", ALIGNED | SHARED, **fields)["layout"]

    once, again, other, static = (opened(case, seed=seed, lseed=lseed, layout=kind) for case, seed, lseed, kind in (
        ("a", 1, 5, "random"), ("b", 2, 5, "random"), ("c", 1, 6, "random"), ("d", 1, 5, "static")))
    for name in ("seed", "stack", "offsets"):
        assert once[name] == again[name] != other[name] != static[name], name
    assert static["stack"] == static["seed"] == 0 and static["offsets"]["Shared"] % 256 == 0
    assert once["stack"] % 16 == 0 and {once["stack"], other["stack"]} < set(range(4096))
