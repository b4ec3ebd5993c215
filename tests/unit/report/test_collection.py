"""A submission with all that can become of its tasks, in every format, as a person has read it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from made_submissions import repetition, submission
from msgspec.structs import replace

from clamh.judging.collecting import _compare_with_first, find_other_cpus
from clamh.judging.repetitions import judge_nodes
from clamh.model.collection import Collection
from clamh.model.submission import Attempt, Task, TaskOutcome
from clamh.report.collection import FORMATS, render_collection
from clamh.report.first_screen import build_screen
from clamh.report.look import Look

RUNS = [[100.0, 50.0], [104.0, 51.0], [96.0, 49.5]]


def outcome(queue: str, number: int, *attempts: tuple[str, str], **fields: object) -> TaskOutcome:
    task = Task(queue, number)
    return TaskOutcome(task, tuple(Attempt(task, "10", "", state, reason, host="node1", **fields) for state, reason in attempts))


@pytest.fixture
def collection() -> Collection:
    runs = [*(repetition(number, scores) for number, scores in enumerate(RUNS, 1)),
            *(repetition(number, scores, "arm_q", host, host) for number, scores, host in ((1, RUNS[1], "node2"), (2, RUNS[2], "node3")))]
    nodes = judge_nodes(runs)
    outcomes = (
        outcome("x86_q", 1, ("finished", "")), outcome("x86_q", 2, ("requeued", "the scheduler stopped and restarted it"), ("finished", "")),
        outcome("x86_q", 3, ("finished", ""), exit_code=1), outcome("x86_q", 4, ("timed out", "it reached its time limit"), errors=("a\x1b[31m", "last line")),
        TaskOutcome(Task("x86_q", 5), ()), outcome("arm_q", 1, ("finished", "")), outcome("arm_q", 2, ("finished", "")),
        outcome("arm_q", 3, ("running", "")), outcome("arm_q", 4, ("waiting", "Priority")), outcome("arm_q", 5, ("lost", "its node failed")))
    sent = replace(submission(repetitions=5), command=("run", "suite", "--only", "a|b"))
    return Collection(sent, outcomes, nodes, tuple(find_other_cpus(nodes)), _compare_with_first(nodes)[:1])


LOOK = Look(titles={"cpp": "C++", "rust": "Rust"}, more="clamh collect results")


@pytest.mark.parametrize("format", ["terminal", *FORMATS])
def test_report(format: str, collection: Collection, golden: Callable[[str, str], None]) -> None:
    golden(f"report/collection.{format}", render_collection(collection, format, LOOK))


def test_first_screen(collection: Collection, golden: Callable[[str, str], None]) -> None:
    golden("report/collection.screen", render_collection(collection, "terminal", LOOK._replace(full=False)))


def test_the_heading_of_repetitions_has_no_time_of_the_first() -> None:
    (node,) = judge_nodes([repetition(number, scores) for number, scores in enumerate(RUNS, 1)])
    run = replace(node.run, end=replace(node.run.end, elapsed_s=300.0))
    assert build_screen(node.summary, run).measured == "3 repetitions"
    assert build_screen(node.repetitions[0].summary, run).measured.endswith("5 min")


def test_no_control_characters_reach_the_terminal(collection: Collection) -> None:
    for format in ("terminal", "md", "csv"):
        assert "\x1b" not in render_collection(collection, format, Look())
    assert render_collection(collection, "terminal", Look(unicode=False)).isascii()


def test_a_submission_without_a_finished_task_is_reported(collection: Collection) -> None:
    nothing = collection._replace(nodes=(), comparisons=(), warnings=(), outcomes=collection.outcomes[-3:])
    assert "0 of 3 tasks finished, 2 not finished" in render_collection(nothing, "terminal", Look())
    assert json.loads(render_collection(nothing, "json", Look()))["nodes"] == []
