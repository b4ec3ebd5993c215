"""Does a report say which collector each runtime chose, and how many processors it saw?"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.summary import Summary
from clamh.report.runtimes import describe_runtimes

STEADY = [10.0, 10.1, 9.9]
Seen = tuple[str, int]  # collector and processors


def saw(case_id: str, seen: Sequence[Seen], **fields: object) -> object:
    """A case with a fork for each answer."""
    forks = [fork(number, STEADY) for number in range(len(seen))]
    answered = [replace(silent, start=replace(silent.start, collector=collector, processors=count))
                for silent, (collector, count) in zip(forks, seen, strict=True)]
    return case(answered, case_id, **fields)


def judged(*cases: object) -> Summary:
    return summarise(run(cases), 0.95)


@pytest.mark.parametrize(("seen", "text"), [
    ([("", 0)] * 3, ""),
    ([("G1", 2)] * 3, "2 processors (G1)"),
    ([("", 1)] * 3, "1 processor"),
    ([("G1", 0)] * 3, "G1"),
    ([("G1", 2), ("Serial", 1), ("G1", 2)], "2 or 1 processors (G1 or Serial)"),
])
def test_each_answer_is_listed_once(seen: list[Seen], text: str) -> None:
    assert describe_runtimes(judged(saw("a", seen))) == (f"Runtimes reported: cpp/g++-12 {text}." if text else "")


def test_platforms_without_an_answer_are_omitted() -> None:
    summary = judged(saw("a", [("", 0)]), saw("b", [("G1", 8)], platform="java/openjdk-17", source="F.java"))
    assert describe_runtimes(summary) == "Runtimes reported: java/openjdk-17 8 processors (G1)."
    assert [(row.collectors, row.processors) for row in summary.rows] == [((), ()), (("G1",), (8,))]
