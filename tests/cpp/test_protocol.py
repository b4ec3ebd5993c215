"""Does the worker answer every command as protocol/README.md says? Under ASan and UBSan, with the counted clock."""

from __future__ import annotations

import pytest
from made_floats import EveryFloat
from made_protocol import EveryAlignedLayout, EveryCheck, EveryClock, EveryTeam, EveryWorker
from made_talk import Talk
from made_threads import EveryAllocation

pytestmark = pytest.mark.language("cpp")

ALIGNED = {"n::Aligned::text": "a b", "n::Aligned::colour": "green", "n::Aligned::letter": "x", "n::Aligned::flag": "true",
           "n::Aligned::ratio": "0.5", "n::Aligned::byte": "200"}
SHARED = {"n::Shared::level": "2"}


class TestProtocol(EveryWorker):
    source, twice, big = "talk", "n::Bench::twice", "n::Bench::big"
    level, params = "n::Shared::level", ALIGNED
    texts, given, consumed = "n::Bench::texts", ALIGNED | SHARED, ["s:a b", "s:x", "b:true", "i:7"]
    long = "n::many"
    printed = ["Shared()", "everywhere", "Shared::setup", "Aligned::setup", *2 * ["Shared::iteration", "Shared::iterated"],
               "Aligned::teardown", "Shared::teardown", "~Shared()"]
    half = ("n::half", "n::Half::finish", "no more", [
        "Shared()", "everywhere", "Shared::setup", "Half::begin", "Half::teardown", "Shared::teardown", "~Shared()"])


class TestAllocation(EveryAllocation):
    source, big = "talk", "n::Bench::big"


class TestClock(EveryClock):
    source, big, clocks = "talk", "n::Bench::big", {"CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"}


class TestCheck(EveryCheck):
    source, rows, state, doubled, every = "talk", "n::rows", "n::Rows::", "doubled", "all"
    others = {"n::Rows::text": "a"}


class TestLayout(EveryAlignedLayout):
    aligned, shared = "n::Aligned", "n::Shared"
    source, twice, given = "talk", "n::Bench::twice", ALIGNED | SHARED


class TestFloat(EveryFloat):
    source, twice, given = "talk", "n::Bench::twice", ALIGNED | SHARED


class TestTeam(EveryTeam):
    pass


def test_describe_sends_the_catalog_with_param_types(talk) -> None:
    worker = talk("talk")
    hello, *_, described = worker.describe()
    assert (hello["protocol"], hello["language"], hello["toolchain"]["name"]) == (2, "cpp", "g++")
    assert [name.rpartition("/")[2] for name in hello["sources"]] == ["talk.cpp"] and hello["runtime"].startswith("libstdc++ ")
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    assert hello["capabilities"]["floor"] == described["benchmarks"] == 16
    states = {state.name: state for state in worker.catalog.states if state.name}
    assert list(states) == ["n::Shared", "n::Aligned", "n::Big", "n::Broken", "n::Half", "n::Rows"]
    params = {param.name.rpartition("::")[2]: param for param in states["n::Aligned"].params}
    assert {name: param.type for name, param in params.items()} == {
        "text": "string", "colour": "enum", "letter": "character", "flag": "boolean", "ratio": "float", "byte": "integer"}
    assert (params["byte"].minimum, params["byte"].maximum, params["byte"].values) == (0, 255, ("200",))
    assert params["colour"].constants == ("red", "green")
    (level,) = states["n::Shared"].params
    assert (level.minimum, level.maximum) == (-(1 << 31), (1 << 31) - 1)


def test_optimisation_is_that_of_the_benchmarks_not_of_the_worker(talk) -> None:
    # conftest compiles the worker without, as the build does, and the benchmarks with
    assert talk("talk").describe()[0]["toolchain"]["optimised"] is True


def test_a_failing_benchmark_comes_down_and_others_go_on(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::Bench::fails", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert failed == {"event": "failed", "case": "c1", "reason": "benchmark", "where": "n::Bench::fails", "message": "boom \udcff"}
    assert worker.say("close", "c1")["reason"] == "malformed"
    assert worker.open("c2", "n::Bench::big", {})["event"] == "opened"
    code, printed = worker.end()
    assert code == 0 and printed.split() == ["Shared()", "everywhere", "Shared::setup", "Shared::iteration",
                                             "Shared::iterated", "Shared::teardown", "~Shared()"]


@pytest.mark.parametrize(("name", "message"), [
    ("fails_with_text", "a text"), ("fails_with_null", "an exception of type n::Silent, without a text"),
    ("fails_with_nothing", "an exception of type std::runtime_error, without a text"),
    ("fails_as_it_inherits", "an exception of type n::Plain, without a text"), ("fails_with_number", "an exception of type int, without a text"),
    ("fails_with_empty_text", "an exception of type std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, without a text"),
    ("fails_in_another_language", "an exception of type unknown, without a text"),
])
def test_what_is_thrown_is_the_message(name: str, message: str, talk) -> None:
    worker = talk("talk")
    worker.open("c1", f"n::Bench::{name}", {})
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"]) == ("benchmark", f"n::Bench::{name}", message)


def test_a_failing_setup_tears_down_only_what_was_set_up(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n::broken", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"]) == ("setup", "n::Broken::setup", "no luck")
    assert worker.end()[1].split() == ["Shared()", "everywhere", "Shared::setup", "Shared::teardown", "~Shared()"]


def test_a_process_that_does_not_record_says_so(artifact, talk) -> None:
    measuring = Talk([artifact("talk")], {}, ())
    assert measuring.invoke("n::Bench::texts", ALIGNED | SHARED)["unrecorded"] is True
    assert "unrecorded" not in talk("talk").invoke("n::Bench::texts", ALIGNED | SHARED)
    assert measuring.end()[0] == 0
