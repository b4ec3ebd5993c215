"""Does the driver say what protocol 2 asks for, and does it read every answer as it was meant?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from made_commands import decode_command
from made_plans import tiny_plan
from msgspec.structs import replace

from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.model.opening import Opening, Step, WireParam
from clamh.model.sources import Member
from clamh.running.layouts import ForkLayout
from clamh.running.worker import commands, conversation
from clamh.running.worker.answers import OpenCase
from clamh.running.worker.conversation import ask

SCHEMA = jsonschema.Draft202012Validator(
    json.loads((Path(__file__).parents[4] / "protocol" / "v2" / "events.schema.json").read_text("utf-8")))
OPENED = OpenCase(clock_cost_ns=20.0)


class Scripted:
    """Stands in for a worker process: it answers each command with the events that it was given."""

    def __init__(self, *events: dict[str, Any]):
        self.events, self.sent = list(events), b""

    def send(self, line: bytes, deadline: float) -> None:
        self.sent += line

    def receive(self, deadline: float) -> bytes:
        event = self.events.pop(0)
        SCHEMA.validate(event)
        return json.dumps(event).encode()


def make_case(opening: Opening = Opening(benchmark=3), **fields: Any) -> Case:
    return replace(tiny_plan().cases[0], case_id="c", opening=opening, wire_params={}, **fields)


def thread(**fields: Any) -> dict[str, Any]:
    return {"operations": 10, "all_operations": 12, "elapsed_ns": 1000} | fields


def samples(thread: int, times: list[int], last: bool) -> dict[str, Any]:
    return {"event": "samples", "case": "c", "thread": thread, "sample_ns": times, "last": last}


def iterate(case: Case, *events: dict[str, Any]) -> Any:
    return ask(Scripted(*events), case, commands.iterate(case, OPENED, "measurement", 1, 1, 0), 1)  # type: ignore[arg-type]


def test_open_says_what_the_catalog_decides_and_what_the_options_are() -> None:
    opening = Opening(
        benchmark=3, states={2: "B", 0: "A"}, params={"A.n": WireParam(number=4, type="integer"), "A.x": WireParam(number=1, type="float")},
        steps=(Step(level="Trial", state=None, setups=(5,), teardowns=()), Step(level="Iteration", state=2, setups=(), teardowns=(6, 7))),
        checks={1: "A.sum"}, counters={0: "A.hits", 2: "A.misses"}, injected=("Control", "Random"))
    case = replace(make_case(opening, threads=2), wire_params={"A.n": "-7", "A.x": "0x1p-1"})
    _, name, *fields = decode_command(commands.open_case(case, 9, layout=ForkLayout(kind="random", seed=8)).line[:-1])
    assert name == "c"
    assert fields[:7] == ["benchmark=3", "states=2,0", "checks=1", "counters=0,2", "injected=Control,Random", "step=trial::5:",
                          "step=iteration:2::6,7"]
    assert {"p=4:-7", "p=1:0.5", "mode=avgt", "threads=2", "waits=1", "seed=9", "layout=random", "lseed=8", "gc=false"} <= set(fields)


@pytest.mark.parametrize(("text", "spelled"), [
    ("1", "1"), ("3.0", "3"), ("-0", "-0"), ("1e22", "1e+22"), (".5", "0.5"), ("INF", "inf"), ("-infinity", "-inf"), ("nan(x)", "nan"), ("0x1p-1", "0.5"), ("-0x1p9999", "-inf"),
])
def test_a_float_is_sent_in_its_shortest_decimal_text(text: str, spelled: str) -> None:
    case = replace(make_case(Opening(benchmark=0, params={"A.x": WireParam(number=0, type="float")})), wire_params={"A.x": text})
    assert f"p=0:{spelled}" in decode_command(commands.open_case(case, 1).line[:-1])


def test_single_thread_without_control_does_not_wait() -> None:
    waits = {count: "waits=1" in decode_command(commands.open_case(make_case(Opening(benchmark=0, injected=("Control",)), threads=count), 1).line[:-1])
             for count in (1, 2)}
    assert waits == {1: False, 2: True}


def test_opened_names_states_and_says_what_may_follow() -> None:
    case = make_case(Opening(benchmark=0, states={1: "S", 0: ""}, steps=(Step(level="Trial", state=1, setups=(0,), teardowns=()),)))
    event = {"event": "opened", "case": "c", "clock_cost_ns": 30.5, "source": "worker", "threads": [17],
             "layout": {"offsets": [1408, 0], "addresses": [["7f00"], []]}, "collector": "serial", "processors": 2}
    opened = ask(Scripted(event), case, commands.open_case(case, 1), 1)  # type: ignore[arg-type]
    assert (opened.offsets, opened.addresses, opened.threads) == ({"S": 1408}, {"S": ("7f00",)}, (17,))
    assert (opened.can_invoke, opened.can_sample, opened.bare_calls, opened.clock_cost_ns) == (True, True, False, 30.5)


@pytest.mark.parametrize(("fields", "opening", "invoke", "sample"), [
    ({"threads": 2}, Opening(benchmark=0), False, False),
    ({}, Opening(benchmark=0, injected=("Control",)), False, False),
    ({}, Opening(benchmark=0, functions=("put", "take")), False, False),
    ({}, Opening(benchmark=0, steps=(Step(level="Trial", state=0, setups=(), teardowns=(1,)),)), True, False),
    ({}, Opening(benchmark=0, steps=(Step(level="Iteration", state=0, setups=(1,), teardowns=()),)), True, False),
])
def test_what_may_follow_the_last_iteration(fields: dict[str, Any], opening: Opening, invoke: bool, sample: bool) -> None:
    case = make_case(opening, **fields)
    event = {"event": "opened", "case": "c", "clock_cost_ns": 0, "source": "worker"}
    opened = ask(Scripted(event), case, commands.open_case(case, 1), 1)  # type: ignore[arg-type]
    assert (opened.can_invoke, opened.can_sample) == (invoke, sample)


def test_jmh_says_itself_whether_invoke_may_follow() -> None:
    event = {"event": "opened", "case": "c", "clock_cost_ns": 0, "source": "jmh", "invoke": True}
    opened = ask(Scripted(event), make_case(), commands.open_case(make_case(), 1), 1)  # type: ignore[arg-type]
    assert (opened.can_invoke, opened.can_sample, opened.bare_calls) == (True, False, True)


def test_series_of_threads_are_joined_from_their_parts() -> None:
    event = {"event": "iteration", "case": "c", "threads": [thread(sample_invocations=5), thread()], "speed_ns": [41], "collections": 3}
    measured = iterate(make_case(threads=2), samples(0, [1, 2], False), samples(1, [9], True), samples(0, [3], True), event)
    assert [part.sample_ns for part in measured.threads] == [(1, 2, 3), (9,)]
    assert [part.clock_cost_ns for part in measured.threads] == [20.0, 20.0]
    assert (measured.speed_ns, measured.collections, measured.source) == ((41,), 3, "worker")


def test_mode_sample_becomes_a_histogram_of_jmhs_buckets() -> None:
    event = {"event": "iteration", "case": "c", "threads": [thread(sample_invocations=1)]}
    [part] = iterate(make_case(mode="sample"), samples(0, [2047, 5, 4096, 4099, 5], True), event).threads
    assert (part.sample_ns, part.histogram) == ((), (5, 2, 2047, 1, 4096, 2))


def test_counters_and_functions_get_their_names_back() -> None:
    case = make_case(Opening(benchmark=0, counters={4: "S.hits", 1: "S.misses"}, functions=("put", "take"),
                             function_counters=(("S.misses",), ("S.hits", "S.misses"))),
                     threads=2, members=(Member(name="put", threads=1), Member(name="take", threads=1)))
    event = {"event": "iteration", "case": "c", "threads": [thread(function=1, aux=[7, 0.5]), thread(function=0, aux=[0, 2])]}
    assert [(part.member, part.counters) for part in iterate(case, event).threads] == [
        ("take", {"S.hits": 7, "S.misses": 0.5}), ("put", {"S.misses": 2})]


@pytest.mark.parametrize(("events", "words"), [
    ([samples(0, [1], False), {"event": "iteration", "case": "c", "threads": [thread()]}], "the answer ends within the samples of thread 0"),
    ([samples(1, [1], True), {"event": "iteration", "case": "c", "threads": [thread()]}], "the answer has samples of thread 1, but there are 1 threads"),
    ([{"event": "iteration", "case": "c", "threads": [thread(function=1)]}], "a thread ran function 1, but there are 1"),
    ([{"event": "closed", "case": "c"}], "the answer to `iterate` has a wrong event: "),
    ([{"event": "iteration", "case": "d", "threads": [thread()]}], "the answer to `iterate` is about case 'd', not 'c'"),
])
def test_an_iteration_that_cannot_be_true_is_refused(events: list[dict[str, Any]], words: str) -> None:
    with pytest.raises(WorkerError, match="^protocol: ") as error:
        iterate(make_case(), *events)
    assert words in str(error.value)


def test_a_failure_ends_an_answer_whose_parts_are_void() -> None:
    failed = {"event": "failed", "case": "c", "reason": "benchmark", "where": "work", "message": "boom"}
    with pytest.raises(WorkerError, match="boom"):
        iterate(make_case(), samples(0, [1], True), failed)


def test_samples_come_in_parts_and_in_their_number() -> None:
    parts = [samples(0, [5, 6], False), samples(0, [7], True)]
    for number, refused in ((3, False), (4, True)):
        command = commands.take_samples(make_case(), 100, number)
        assert decode_command(command.line[:-1]) == ["samples", "c", "100", str(number)]
        if refused:
            with pytest.raises(WorkerError, match="has 3 samples"):
                ask(Scripted(*parts), make_case(), command, 1)  # type: ignore[arg-type]
        else:
            assert ask(Scripted(*parts), make_case(), command, 1) == (5, 6, 7)  # type: ignore[arg-type]


def value(call: int, kind: str, number: int, *texts: str, more: bool = False) -> dict[str, Any]:
    return {"event": "value", "case": "c", "call": call, "kind": kind, "number": number, "texts": list(texts), "more": more}


def invoke(opening: Opening, count: int, *events: dict[str, Any]) -> Any:
    case = make_case(opening)
    return ask(Scripted(*events, {"event": "invoked", "case": "c"}), case, commands.invoke(case, count), 1)  # type: ignore[arg-type]


def test_values_are_put_together_call_by_call() -> None:
    opening = Opening(benchmark=0, checks={5: "S.sum"})
    answer = invoke(opening, 2, value(1, "returned", 0, "s:ab", more=True), value(1, "returned", 0, "cd"), value(1, "consumed", 0, "i:1", "i:2"),
                    value(2, "consumed", 0, "i:3"), value(2, "checked", 5, "i:9"))
    assert [(call.returned, call.consumed, call.checks) for call in answer.calls] == [
        ("s:abcd", ("i:1", "i:2"), {}), (None, ("i:3",), {"S.sum": "i:9"})]


def test_an_event_without_a_text_is_no_value() -> None:
    [call] = invoke(Opening(benchmark=0, checks={5: "S.sum"}), 1, value(1, "returned", 0), value(1, "checked", 5)).calls
    assert (call.returned, call.consumed, call.checks) == (None, (), {})


def test_a_groups_values_are_by_function() -> None:
    [call] = invoke(Opening(benchmark=0, functions=("put", "take")), 1, value(1, "returned", 1, "i:7")).calls
    assert {name: member.returned for name, member in call.members.items()} == {"put": None, "take": "i:7"}


def test_long_values_are_compared_by_digest() -> None:
    """Each digest as `sha256sum` makes it, and as workers of version 1 do, with whose values these are compared."""
    [call] = invoke(Opening(benchmark=0), 1, value(1, "returned", 0, "s:" + "x" * 2000), value(1, "consumed", 0, *["i:1"] * 101)).calls
    assert call.returned == "sha256:bc141aa1ce0789949daf4f2d9ab0ada4a2a45b0ea69a69cbd283c28153e072fa:2002"
    assert call.consumed == (*["i:1"] * 100, "sha256:bd6080a0aa5c3548a96127755d041417201bad91828f91b2c8de09ea6a0eabee:101")


@pytest.mark.parametrize("event", [value(3, "returned", 0, "i:1"), value(1, "checked", 0, "i:1")])
def test_values_of_other_calls_or_checks_are_refused(event: dict[str, Any]) -> None:
    with pytest.raises(WorkerError, match="`invoke` of 2 calls"):
        invoke(Opening(benchmark=0), 2, event)


def test_a_long_answer_is_refused_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "MAX_PARTS", 2)
    parts = [value(1, "consumed", 0, "i:1")] * 2
    assert invoke(Opening(benchmark=0), 1, *parts).calls[0].consumed == ("i:1", "i:1")
    with pytest.raises(WorkerError, match="the answer to `invoke` has more than 2 parts"):
        invoke(Opening(benchmark=0), 1, *parts, parts[0])


def test_a_failure_of_one_of_several_threads_names_the_thread() -> None:
    failed = {"event": "failed", "case": "c", "reason": "benchmark", "where": "work", "message": "boom", "thread": 3}
    with pytest.raises(WorkerError, match="thread 3: boom"):
        iterate(make_case(threads=4), failed)
