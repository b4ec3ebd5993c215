"""Does the work of a report grow as its run does, and does memory hold one case of it at a time?"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from made_runs import case, fork, run
from written_runs import written

from clamh.judging.foreign import read_any_results
from clamh.judging.results_file import read_lazily
from clamh.judging.summarise import summarise
from clamh.model.results import ForkResult, Run
from clamh.model.summary import Summary
from clamh.report import FORMATS, render

LANGUAGES = ("cpp/g++-12", "java/openjdk-17", "python/cpython-3.11")
LINEAR = 4.04  # times: what does not grow with the run makes it less than 4
SUITE = 10  # benchmarks of a suite, the first its baseline and the second its bound


def of_many(count: int, path: Path) -> str:
    """A results file of `count` benchmarks in each language, in suites as people have them: the more, the more suites."""
    cases = []
    for number in range(count):
        mark = {0: "reference", 1: "bound"}.get(number % SUITE, "")
        for place, platform in enumerate(LANGUAGES):
            name, suite = f"work{number}", f"suite{number // SUITE}"
            forks = [fork(at, [10.0 + place + at / 100] * 2, case_id=f"{number}-{place}") for at in range(3)]
            cases.append(case(forks, f"{number}-{place}", platform, key=name, benchmark=f"{suite}::{name}", baseline=mark,
                              source=f"{suite}/source.{place}", options={"warmup_iterations": 0}))
    return written(run(cases), path)


def steps(work: Callable[[], Any]) -> int:
    """How many instructions of Python's machine the work takes: time without a clock."""
    taken = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal taken
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        taken += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return taken


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """One of few benchmarks, and one of four times as many."""
    folder = tmp_path_factory.mktemp("runs")
    return [of_many(count, folder / f"{count}.ndjson") for count in (10, 40)]


def judge(path: str) -> tuple[Summary, Run]:
    judged = read_any_results(path)
    return summarise(judged, 0.95), judged


@pytest.mark.slow
def test_four_times_the_benchmarks_are_four_times_the_work_to_judge(runs: list[str]) -> None:
    judge(runs[0])  # what is imported and remembered once
    few, many = (steps(lambda path=path: judge(path)) for path in runs)
    assert many <= LINEAR * few


@pytest.mark.parametrize("form", FORMATS)
def test_four_times_the_benchmarks_are_four_times_the_work_to_show(form: str, runs: list[str]) -> None:
    judged = [judge(path) for path in runs]
    render(*judged[0], form)
    few, many = (steps(lambda item=entry: render(*item, form)) for entry in judged)
    assert many <= LINEAR * few


def test_only_the_forks_of_the_case_that_is_judged_are_in_memory(tmp_path: Path) -> None:
    def forks() -> int:
        return sum(isinstance(item, ForkResult) for item in gc.get_objects())

    judged = read_lazily(of_many(20, tmp_path / "run.ndjson"))
    calls, found, others = 0, [], forks()

    def watch(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        if event == "call" and frame.f_code.co_name == "_judge_row":
            calls += 1
            if calls % 30 == 0:  # to look through all objects takes long
                found.append(forks() - others)

    sys.setprofile(watch)
    try:
        summarise(judged, 0.95)
    finally:
        sys.setprofile(None)
    assert calls == 60 and max(found) <= 2 * 3  # its own, and those of the one before it until they are let go


def test_a_trend_is_found_among_many_thousand_iterations_at_once() -> None:
    """Other tools have an iteration for each call; comparing each with each would take hours."""
    rising = [10 + 0.5 * place / 50_000 for place in range(50_000)]
    (row,) = summarise(run([case([fork(number, rising) for number in range(3)])]), 0.95).rows
    assert row.has_warning("trend")
