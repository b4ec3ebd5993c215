"""Does the worker answer every command as protocol/README.md says? With the counted clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_floats import EveryFloat
from made_protocol import EveryAlignedLayout, EveryCheck, EveryClock, EveryTeam, EveryWorker
from made_rust import made
from made_talk import Talk
from made_threads import EveryAllocation

pytestmark = pytest.mark.language("rust")

SOURCE = (Path(__file__).parent / "talk.rs").read_text().splitlines()
ALIGNED = {"Aligned::text": "a b", "Aligned::colour": "green", "Aligned::letter": "x", "Aligned::flag": "true",
           "Aligned::ratio": "0.5", "Aligned::byte": "200"}
SHARED = {"Shared::level": "2"}
ALTERNATIVES = """
#[cfg(big)]
//@@State(Scope.Thread)
#[derive(Default)]
struct S { //@@Param({"3"})
    n: u64 }
#[cfg(not(big))]
//@@State(Scope.Thread)
#[derive(Default)]
struct S { //@@Param({"3"})
    n: u8 }
impl S {
    #[cfg(big)]
    //@@Check
    fn kept(&self) -> usize { 8 }
    #[cfg(not(big))]
    //@@Check
    fn kept(&self) -> usize { 4 }
}
//@@Benchmark
fn f(s: &S) -> usize { 10 * s.n as usize + std::mem::size_of_val(&s.n) }
"""


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(SOURCE, 1) if text in line)


class TestProtocol(EveryWorker):
    source, twice, big = "talk", "Bench::twice", "Bench::big"
    level, params = "Shared::level", ALIGNED
    texts, given, long = "Bench::texts", ALIGNED | SHARED, "long"
    consumed = ["s:a b", "s:x", "b:true", "i:7", "[f:3ff8000000000000,i:2]", "object"]
    printed = ["Shared()", "Shared::setup", "Aligned::setup", *2 * ["Shared::iteration", "Shared::iterated"],
               "Aligned::teardown", "Shared::teardown", "~Shared()"]
    half = ("half", "Half::finish", r"no more(?:\n.*)*", [
        "Shared()", "Shared::setup", "Half::begin", "Half::teardown", "Shared::teardown", "~Shared()"])


class TestAllocation(EveryAllocation):
    source, big = "talk", "Bench::big"


class TestClock(EveryClock):
    source, big, clocks = "talk", "Bench::big", {"CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"}


class TestCheck(EveryCheck):
    source, rows, state, doubled, every = "talk", "rows", "Rows::", "doubled", "all"
    others = {"Rows::text": "a"}


class TestLayout(EveryAlignedLayout):
    aligned, shared = "Aligned", "Shared"
    source, twice, given = "talk", "Bench::twice", ALIGNED | SHARED


class TestFloat(EveryFloat):
    source, twice, given = "talk", "Bench::twice", ALIGNED | SHARED


class TestTeam(EveryTeam):
    pass


def test_describe_sends_the_catalog_with_param_types(talk) -> None:
    worker = talk("talk")
    hello, *_, described = worker.describe()
    assert (hello["protocol"], hello["language"], hello["toolchain"]["name"]) == (2, "rust", "rustc") and len(hello["sources"]) == 1
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    assert hello["capabilities"]["floor"] == described["benchmarks"] == 12
    states = {state.name: state for state in worker.catalog.states if state.name}
    assert list(states) == ["Shared", "Aligned", "Big", "Broken", "Half", "Rows", "Alone", "Crowded"]
    params = {param.name.rpartition("::")[2]: param for param in states["Aligned"].params}
    assert {name: param.type for name, param in params.items()} == {
        "text": "string", "colour": "enum", "letter": "character", "flag": "boolean", "ratio": "float", "byte": "integer"}
    assert (params["byte"].minimum, params["byte"].maximum, params["byte"].values) == (0, 255, ("200",))
    assert params["colour"].constants == ("red", "green")
    (level,) = states["Shared"].params
    assert (level.minimum, level.maximum) == (-(1 << 31), (1 << 31) - 1)


def test_a_panic_comes_with_the_users_lines_alone_and_others_go_on(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "Bench::fails", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["case"], failed["reason"], failed["where"]) == ("c1", "benchmark", "Bench::fails")
    words, *stack = failed["message"].splitlines()
    assert words == "boom é"
    assert f"talk.rs:{line_of('panic!(' + chr(34) + 'boom')}:" in stack[0], failed["message"]
    assert all("talk.rs:" in item and "__clamh" not in item for item in stack), failed["message"]
    assert worker.say("close", "c1")["reason"] == "malformed"
    assert worker.open("c2", "Bench::big")["event"] == "opened"
    code, printed = worker.end()
    assert code == 0 and printed.split() == ["Shared()", "Shared::setup", "Shared::iteration", "Shared::iterated",
                                             "Shared::teardown", "~Shared()"]


@pytest.mark.parametrize(("name", "expected"), [("Bench::errs", 'it returned Err("no number")'), ("Bench::errs_unshown", "Unshown")])
def test_an_err_that_is_returned_is_a_failure_of_the_benchmark(talk, name: str, expected: str) -> None:
    worker = talk("talk")
    for command in (("iterate", "c1", "warmup", 1000, 0, 1, 0), ("invoke", "c1", 1)):
        worker.open("c1", name)
        failed = worker.say(*command)
        assert (failed["reason"], failed["where"]) == ("benchmark", name) and expected in failed["message"], failed


def test_a_failing_setup_tears_down_only_what_was_set_up(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "broken", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"].splitlines()[0]) == ("setup", "Broken::setup", "no luck")
    assert worker.end()[1].split() == ["Shared()", "Shared::setup", "Shared::teardown", "~Shared()"]


def test_unshareable_states_are_refused_at_the_users_line(talk) -> None:
    worker = talk("talk")
    assert worker.open("c", "unshared", threads=1)["event"] == worker.open("d", "crowd", threads=1)["event"] == "opened"
    unshared = worker.open("e", "unshared", threads=2)
    assert unshared["reason"] == "unsupported"
    assert f"talk.rs:{line_of('struct Alone')}: several threads share Alone" in unshared["message"], unshared
    assert "not Sync" in unshared["message"]
    mutable = worker.open("f", "crowd", threads=2)
    assert mutable["reason"] == "unsupported"
    assert f"talk.rs:{line_of('fn crowd')}: crowd takes &mut Crowded" in mutable["message"], mutable


@pytest.mark.parametrize(("flags", "returned", "kept"), [((), "i:31", "i:4"), (("--cfg=big",), "i:38", "i:8")])
def test_alternatives_under_conditions_are_the_same_state_and_check(
    flags: tuple[str, ...], returned: str, kept: str, cache: Path, tmp_path: Path
) -> None:
    source = tmp_path / "uses.rs"
    source.write_text(ALTERNATIVES)
    worker = Talk([made(source, cache, "-Copt-level=0", *flags).path], {}, ())
    values = worker.invoke("f", {"S::n": "3"})
    assert (values["returned"], values["checks"]) == (returned, {"S::kept": kept})
    worker.end()
