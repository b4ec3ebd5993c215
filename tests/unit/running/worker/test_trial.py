"""Do iterations with bounds grow by what they really take, and does AutoWarmup count what they really take?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from made_plans import able, benchmark, catalog
from msgspec.structs import replace

from clamh.model.cases import Case
from clamh.model.opening import Step
from clamh.model.options import Options
from clamh.model.results import Record, WarmedRecord
from clamh.model.settings import merge_levels
from clamh.model.sources import Settings
from clamh.model.worker import ThreadIteration
from clamh.running.plan import plan
from clamh.running.worker.answers import Measured, OpenCase
from clamh.running.worker.process import LIMITS
from clamh.running.worker.trial import Place, Trial
from clamh.running.worker.until_steady import warm_until_steady

MS = 1_000_000
BOUNDED = Settings(forks=1, warmup_iterations=0, measurement_iterations=1, warmup_time_ns=100 * MS, measurement_time_ns=100 * MS, max_iterations=1000)
FIXTURE = Step(level="Invocation", state=0, setups=(0,), teardowns=())
Takes = Callable[[int, int], tuple[int, int]]  # of an iteration's number and calls: the timed ns, and all ns


class FakeWorker:
    """Answers each command at once, while its own clock goes on by what `takes` says."""

    pid = 1
    counts = SimpleNamespace(begin=lambda: None, end=lambda numbers: {}, read_peak=lambda: {})

    def __init__(self, takes: Takes):
        self.takes, self.now_ns = takes, 0
        self.calls: list[int] = []  # of each iteration

    def others_ns(self, threads: Sequence[int]) -> int:
        return -1

    def answer(self, worker: object, case: Case, command: Any, *_: object) -> object:
        if command.verb != "iterate":
            return OpenCase()
        calls = int(command.line.decode().split("\t")[4])
        timed_ns, whole_ns = self.takes(len(self.calls), calls)
        self.calls.append(calls)
        self.now_ns += whole_ns
        return Measured(threads=(ThreadIteration(operations=calls, all_operations=calls, elapsed_ns=timed_ns),))


def bounded(settings: Settings = Settings(), steps: tuple[Step, ...] = ()) -> Case:
    """A case of at most 1,000 calls an iteration, which aim at 100 ms."""
    item = able(catalog("miniature/1", benchmark("work", merge_levels([settings, BOUNDED]), n=("1",))), "avgt", "ss")
    (work,) = item.benchmarks
    work = replace(work, opening=replace(work.opening, injected=(), steps=steps))
    return plan([replace(item, benchmarks=(work,))], Options(seed=1)).cases[0]


def warmed(monkeypatch: pytest.MonkeyPatch, case: Case, takes: Takes, warm: Sequence[Case] = ()) -> tuple[Trial, list[int], list[Record]]:
    """The trial after its warmup, the calls of each iteration, and all records."""
    worker, records = FakeWorker(takes), []
    monkeypatch.setattr("clamh.running.worker.trial.ask", worker.answer)
    monkeypatch.setattr("clamh.running.worker.trial.time", SimpleNamespace(monotonic=lambda: worker.now_ns / 1e9))
    trial = Trial(case, Place(fork=0, block=0, position=0, seed=1), records.append, LIMITS, warm, 0.0)
    trial.warm_up(worker)
    warm_until_steady([trial], [worker])
    return trial, worker.calls, records


@pytest.mark.parametrize(("steps", "takes"), [
    ((FIXTURE,), lambda number, calls: (20 * calls, 1000 * calls + 300 * MS * (number == 0))),  # the trial's setup
    ((), lambda number, calls: (1000 * calls + 300 * MS * (number == 0), 300 * MS)),  # the first call loads code
])
def test_a_slow_first_iteration_does_not_fix_the_number_of_calls(monkeypatch: pytest.MonkeyPatch, steps: tuple[Step, ...], takes: Takes) -> None:
    trial, calls, _ = warmed(monkeypatch, bounded(steps=steps), takes)
    assert calls == [1, 1, 10, 100, 1000] and trial.calls == 1000


@pytest.mark.parametrize(("call_ms", "expected", "settled"), [(150, [1, 1], 1), (20, [1, 7, 7], 5)])
def test_two_iterations_of_a_number_that_take_the_time_end_the_growth(monkeypatch: pytest.MonkeyPatch, call_ms: int, expected: list[int],
                                                                      settled: int) -> None:
    trial, calls, _ = warmed(monkeypatch, bounded(), lambda number, calls: (call_ms * MS * calls,) * 2)
    assert calls == expected and trial.calls == settled


def test_bulk_warmup_counts_the_fixtures_around_calls_too(monkeypatch: pytest.MonkeyPatch) -> None:
    other_case = bounded(Settings(warmup_iterations=5), steps=(FIXTURE,))
    _, calls, _ = warmed(monkeypatch, bounded(), lambda number, calls: (20 * calls, MS * calls), warm=[other_case])
    assert calls[:5] == [1, 10, 100, 100, 100]  # of 20 ns alone there would be 1,000


def test_calls_grow_beyond_a_coarse_step_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    trial, calls, _ = warmed(monkeypatch, bounded(), lambda number, calls: (1000 * calls // MS * MS, 1000 * calls))
    assert calls == [1, 10, 100, 1000] and trial.calls == 1000


@pytest.mark.parametrize(("takes", "max_ms", "expected"), [
    (lambda number, calls: (1000 * calls, 2000 * calls), 10_000, (5, 10 * MS, 5)),  # 1,000 calls
    (lambda number, calls: (200 * MS, 200 * MS), 510, (2, 400 * MS, 0)),  # a single call, longer than an iteration by plan
])
def test_auto_warmup_counts_what_iterations_with_bounds_take(monkeypatch: pytest.MonkeyPatch, takes: Takes, max_ms: int,
                                                             expected: tuple[int, int, int]) -> None:
    rule = Settings(warmup_iterations=1, auto_warmup=True, auto_warmup_max_ns=max_ms * MS, auto_warmup_tolerance=0.01)
    _, _, records = warmed(monkeypatch, bounded(rule), takes)
    (record,) = (record for record in records if isinstance(record, WarmedRecord))
    assert (record.iterations, record.elapsed_ns, record.steady_after) == expected
