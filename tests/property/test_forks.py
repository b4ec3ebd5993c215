"""Whatever a worker answers, does a fork become an outcome, with records that can be written and judged?"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_commands import decode_command
from made_plans import tiny_plan
from msgspec.structs import replace

from clamh.judging.statistics.iteration import operations_per_time, time_per_operation
from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.model.opening import Step
from clamh.model.results import ENCODER, DoublingRecord, IterationRecord, Record, UsedRecord
from clamh.running.worker import conversation, doubling, fork
from clamh.running.worker.fork import run_fork
from clamh.running.worker.process import Limits
from clamh.running.worker.trial import Place

CASE = tiny_plan().cases[0]
FREE = replace(CASE, opening=replace(CASE.opening, injected=()))  # `samples` and `invoke` may follow its last iteration
CHANGED_BY_ITERATIONS = replace(FREE, opening=replace(FREE.opening, steps=(Step(level="Iteration", state=0, setups=(0,), teardowns=()),)))
THREAD = {"operations": 10, "all_operations": 11, "elapsed_ns": 1000, "sample_invocations": 5}
SERIES = {"event": "samples", "thread": 0, "sample_ns": [500, 500], "last": True}
ANSWERS = {
    "open": [{"event": "opened", "clock_cost_ns": 30.5, "source": "worker", "layout": {"offsets": [128]}, "warnings": []}],
    "iterate": [SERIES, {"event": "iteration", "threads": [THREAD], "speed_ns": [41]}],
    "close": [{"event": "closed"}],
    "exit": [{"event": "bye"}],
}
ODD = st.sampled_from([None, True, -1, 0, 0.5, 1e308, 2**63, 2**200, "", "opened", "\ud800", [], {}, [THREAD, THREAD], [None]])
# At which of the events something odd happens, on what path into it, and what: a value, or bytes instead of the line.
CHANGES = st.dictionaries(st.integers(0, 8), st.tuples(st.lists(st.integers(0, 9), max_size=3), ODD | st.binary()), max_size=2)


def changed(value: Any, path: list[int], odd: Any) -> Any:
    """`value` with `odd` in the place that `path` leads to: at each step the key or index of that number."""
    if not path or not isinstance(value, dict | list) or not value:
        return odd
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[path[0] % len(keys)]
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = changed(value[key], path[1:], odd)
    return copy


class Scripted:
    """In place of the process: the right answers, changed as the test says."""

    changes: dict[int, tuple[list[int], Any]] = {}
    pid = 1
    strays = ()

    def __init__(self, *_: object):
        self.asked: list[list[str]] = []
        self.left: list[dict[str, Any]] = []  # of the answer to the last command
        self.heard = 0

    def __enter__(self) -> Scripted:
        return self

    @property
    def counts(self) -> Scripted:
        """No events are counted."""
        return self

    def begin(self) -> None:
        pass

    def end(self, _: object) -> dict[str, float]:
        return {}

    def read_peak(self) -> dict[str, float]:
        return {}

    def stop(self) -> None:
        pass

    def others_ns(self, threads: object) -> int:
        return -1

    def rest(self) -> list[bytes]:
        return []

    def answer(self, verb: str, fields: list[str]) -> list[dict[str, Any]]:
        return ANSWERS[verb]

    def send(self, line: bytes, deadline: float) -> None:
        self.asked.append(decode_command(line[:-1]))
        verb, *fields = self.asked[-1]
        self.left = [event | ({"case": fields[0]} if fields else {}) for event in self.answer(verb, fields)]

    def receive(self, deadline: float) -> bytes:
        if not self.left:
            raise WorkerError("timeout", "no answer in time")
        event = self.left.pop(0)
        place = self.heard
        self.heard += 1
        path, odd = self.changes.get(place, ([], None))
        if isinstance(odd, bytes):
            return odd
        return json.dumps(changed(event, path, odd) if place in self.changes else event).encode()

    def finish(self) -> bool:
        return True


def forked(changes: dict[int, tuple[list[int], Any]]) -> tuple[fork.Outcome, list[Record]]:
    text: list[Record] = []
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(fork, "Worker", Scripted)
        patch.setattr(Scripted, "changes", changes)
        outcome = run_fork(Command(argv=("scripted",)), CASE, Place(0, 0, 0, 7), Path(folder), text.append)
    return outcome, text


def test_the_right_answers_are_a_whole_fork() -> None:
    outcome, text = forked({})
    assert outcome.end.status == "ok"
    assert [type(item).__name__ for item in text] == ["ForkStart", *["IterationRecord"] * 3]


@settings(max_examples=300)
@given(CHANGES)
@example({2: ([1], [THREAD, THREAD])})  # a thread too many
@example({4: ([1, 0, 2], 0)})  # no time
@example({1: ([1], 1)})  # samples of a thread that is not there
@example({3: ([3], False)})  # and that do not end
@example({2: ([0], "samples")})  # no iteration after them
def test_all_answers_become_outcomes_that_can_be_recorded(changes: dict) -> None:
    outcome, text = forked(changes)
    assert outcome.end.status in ("ok", "failed")
    assert outcome.end.status == "ok" or outcome.end.reason
    for record in (*text, outcome.end):
        ENCODER.encode(record)
        if isinstance(record, IterationRecord):
            assert len(record.threads) == CASE.threads
            counted = [(thread.operations, thread.elapsed_ns) for thread in record.threads]
            assert time_per_operation(counted) > 0
            assert operations_per_time(counted) > 0


TIMES = {"event": "samples", "thread": 0, "sample_ns": [5, 4, 6], "last": True}


@pytest.mark.parametrize(("parts", "reason"), [
    ([{}], ""), ([{"sample_ns": [5], "last": False}, {"sample_ns": [4, 6]}], ""), ([{"sample_ns": [5, 4]}], "protocol"),
    ([{"last": False}] * 10, "protocol"), ([{"last": False}], "timeout"), ([{"thread": 1}], "protocol"),
    ([{"sample_ns": [5, -4, 6]}], "clock"),
])
def test_samples_of_twice_the_work_are_recorded_or_refused(monkeypatch: pytest.MonkeyPatch, parts: list[dict[str, Any]], reason: str) -> None:
    class Doubling(Scripted):
        def answer(self, verb: str, fields: list[str]) -> list[dict[str, Any]]:
            return [TIMES | part for part in parts] if verb == "samples" else super().answer(verb, fields)

    text: list[Record] = []
    monkeypatch.setattr(fork, "Worker", Doubling)
    monkeypatch.setattr(conversation, "MAX_PARTS", 9)
    with tempfile.TemporaryDirectory() as folder:
        outcome = run_fork(Command(argv=("scripted",)), FREE, Place(CASE.options.forks - 1, 0, 0, 7), Path(folder), text.append)
    assert outcome.end.reason == reason
    assert [item.once_ns == (5,) * 7 for item in text if isinstance(item, DoublingRecord)] == ([] if reason else [True])


VALUE = {"event": "value", "call": 1, "kind": "returned", "number": 0, "texts": ["i:1"], "more": False}
OTHER = [VALUE | {"call": 3}, {"event": "invoked"}]  # of a call that was not asked for
LAST = Place(CASE.options.forks - 1, 0, 0, 7, compared=True)


def called_again(monkeypatch: pytest.MonkeyPatch, place: Place = LAST, answer: list[dict[str, Any]] | None = None, case: Case = FREE,
                 unrecorded: bool = False, limits: Limits = Limits()) -> tuple[Any, list[UsedRecord], list[list[str]]]:
    """How a fork ended whose worker can be called after measuring, what it recorded of that, and all commands."""
    commands: list[list[str]] = []

    class Calling(Scripted):
        def answer(self, verb: str, fields: list[str]) -> list[dict[str, Any]]:
            commands.append([verb, *fields])
            if verb == "invoke":
                values = [VALUE | {"call": call} for call in range(1, int(fields[1]) + 1)]
                return [*values, {"event": "invoked", "unrecorded": unrecorded}] if answer is None else answer
            return super().answer(verb, fields)

    text: list[Record] = []
    monkeypatch.setattr(fork, "Worker", Calling)
    monkeypatch.setattr(doubling, "wanted", lambda *_: False)
    with tempfile.TemporaryDirectory() as folder:
        outcome = run_fork(Command(argv=("scripted",)), case, place, Path(folder), text.append, limits)
    return outcome, [item for item in text if isinstance(item, UsedRecord)], commands


def test_the_last_fork_ends_with_calls_on_the_state_that_measuring_left(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, (used,), commands = called_again(monkeypatch)
    assert outcome.end.status == "ok" and not used.failure and not used.unrecorded
    assert [(item.seed, item.call, item.returned) for item in used.used] == [(7, call, "i:1") for call in range(1, 9)]
    assert [command[0] for command in commands[-5:]] == ["iterate", "invoke", "invoke", "close", "exit"]
    assert commands[-5][-1] == "0"  # `close` ends the trial


@pytest.mark.parametrize(("place", "case"), [
    (LAST._replace(fork=0), FREE), (LAST._replace(compared=False), FREE), (LAST, CASE), (LAST, CHANGED_BY_ITERATIONS)])
def test_no_calls_follow_without_a_comparison(monkeypatch: pytest.MonkeyPatch, place: Place, case: Case) -> None:
    outcome, used, commands = called_again(monkeypatch, place, case=case)
    assert outcome.end.status == "ok" and not used and [command[0] for command in commands[-3:]] == ["iterate", "close", "exit"]
    assert commands[-3][-1] == "1"


@pytest.mark.parametrize(("reason", "expected", "ends"), [
    ("benchmark", "the benchmark failed in take: empty", ["invoke", "exit"]),
    ("malformed", "the worker refused the case (malformed) in take: empty", ["invoke", "close", "exit"])])
def test_failed_call_after_measuring_does_not_fail_the_fork(monkeypatch: pytest.MonkeyPatch, reason: str, expected: str, ends: list[str]) -> None:
    outcome, (used,), commands = called_again(monkeypatch, answer=[{"event": "failed", "reason": reason, "where": "take", "message": "empty"}])
    assert outcome.end.status == "ok" and used.failure == expected and not used.used
    assert [command[0] for command in commands[-len(ends):]] == ends


def test_worker_that_exits_after_measuring_gets_no_more_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, (used,), commands = called_again(monkeypatch, answer=OTHER)
    assert outcome.end.status == "ok" and used.failure == "broke the worker protocol: the answer to `invoke` of 1 calls has returned 0 of call 3"
    assert commands[-1][0] == "invoke"


def test_what_a_budget_cut_off_after_measuring_says_nothing_of_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome, used, commands = called_again(monkeypatch, answer=OTHER, limits=Limits(until=0.0))
    assert outcome.end.status == "ok" and not used and commands[-1][0] == "invoke"


def test_what_blackhole_was_given_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert called_again(monkeypatch, unrecorded=True)[1][0].unrecorded
