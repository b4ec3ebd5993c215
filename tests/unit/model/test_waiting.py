"""Does the score of a case that was measured alone leave out waiting for a CPU, and only that?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from made_runs import case, fork, iteration, run, thread
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.cases import CounterMeaning
from clamh.model.results import ForkResult, IterationRecord
from clamh.model.summary import Row
from clamh.model.waiting import foreign_wait_ns, fork_mean, fork_means

MS = 1_000_000


def waiting(
    work_ms: float, waited_ms: float, others_ms: float = 0.0, known: bool = True, mode: str = "avgt", **fields: Any
) -> IterationRecord:
    """An iteration of 1,000,000 operations: its own work, waiting, and the CPU time of its process's other threads."""
    times = {"operations": 1e6, "all_operations": 1e6, "elapsed_ns": round((work_ms + waited_ms) * MS),
             "waited_ns": round(waited_ms * MS)}
    return iteration(0.0, threads=(thread(1.0, mode, **(times | fields)),), others_ns=round(others_ms * MS) if known else -1)


def forks(*iteration_records: Sequence[IterationRecord]) -> list[ForkResult]:
    return [replace(fork(number, []), measurement=tuple(
        replace(record, fork=number, index=index) for index, record in enumerate(iterations)))
        for number, iterations in enumerate(iteration_records)]


def row(*iteration_records: Sequence[IterationRecord], **fields: Any) -> Row:
    return summarise(run([case(forks(*iteration_records), **fields)]), 0.95).rows[0]


def test_the_score_is_the_time_without_waiting() -> None:
    judged = row(*[[waiting(10, 0), waiting(10, 10), waiting(10, 30)]] * 5)
    assert judged.score == pytest.approx(10.0)
    assert judged.fork_means == pytest.approx([10.0] * 5)
    assert judged.waited == pytest.approx(40 / 70)


def test_throughput_uses_the_time_without_waiting() -> None:
    judged = row(*[[waiting(10, 10, mode="thrpt")]] * 5, mode="thrpt")
    assert judged.score == pytest.approx(0.1)


def test_jmh_figures_keep_the_waiting() -> None:
    judged = row(*[[waiting(10, 10), waiting(10, 30)]] * 5)
    assert judged.pooled is not None
    assert judged.pooled.mean == pytest.approx(30.0)
    assert [scores.measurement for scores in judged.fork_scores] == [(20.0, 40.0)] * 5


def test_forks_are_compared_without_the_waiting() -> None:
    judged = row(*[[waiting(10, wait_ms), waiting(10.01, wait_ms)] for wait_ms in (0, 0, 0, 0, 30)])
    assert judged.spread is not None and judged.spread.between < 0.01
    assert "forks-disagree" not in {warning.code for warning in judged.warnings}


def test_a_counter_loses_the_waiting_of_its_own_iterations_and_jmh_figures_keep_it() -> None:
    meaning = {"hits": CounterMeaning(type="OPERATIONS")}
    judged = row(*[[waiting(10, wait_ms, counters={"C.hits": 1e6})] for wait_ms in (0, 0, 0, 0, 10)], counters=meaning)
    (counted,) = judged.secondary
    assert counted.score == pytest.approx(judged.score) == pytest.approx(10.0)
    assert [value for fork_values in counted.iterations for value in fork_values] == pytest.approx([10, 10, 10, 10, 20])


def test_a_warning_has_the_waiting_and_the_score_with_it() -> None:
    messages = {warning.code: warning.message for warning in row(*[[waiting(10, 10)]] * 5).warnings}
    assert messages["waited"] == "its thread waited for a CPU 50 % of the time; the score excludes that (with it: 20 ns/op)"


@pytest.mark.parametrize(("others_ms", "left_ms"), [(0, 10), (4, 6), (10, 0), (25, 0)])
def test_threads_of_the_same_process_are_part_of_its_cost(others_ms: float, left_ms: float) -> None:
    assert foreign_wait_ns(waiting(10, 10, others_ms)) == left_ms * MS


@pytest.mark.parametrize("record", [
    waiting(10, 10, known=False),
    waiting(10, 10, waited_ns=-1),
    waiting(10, 10, timings=5),
    iteration(0.0, threads=(thread(10.0, waited_ns=100 * MS),) * 2, others_ns=0),
], ids=["other threads unknown", "waiting unknown", "each invocation timed", "two threads"])
def test_unknown_waiting_is_not_subtracted(record: IterationRecord) -> None:
    assert foreign_wait_ns(record) == 0


@pytest.mark.parametrize("mode", ["sample", "ss", "wall"])
def test_other_modes_keep_the_waiting(mode: str) -> None:
    judged = fork_mean([waiting(10, 10)], mode, 1)
    assert judged.unwaited == judged.measured
    assert judged.waited_ns == 0


@pytest.mark.parametrize(("waited_ms", "means"), [(2.0, (102.0, 100.0, 100.0)), (9.0, (100.0, 100.0, 100.0))])
def test_all_forks_are_corrected_or_none(waited_ms: float, means: Sequence[float]) -> None:
    each = [fork_mean([waiting(100, part)], "avgt", 1) for part in (waited_ms, 0, 0)]
    assert fork_means(each)[0] == pytest.approx(means)


def test_at_most_95_percent_of_the_time_is_subtracted() -> None:
    assert foreign_wait_ns(waiting(0, 100)) == 95 * MS


def test_simulated_load_does_not_change_the_score() -> None:
    """Work of a known cost ± 1 %, and a scheduler that gives whole time slices to others."""
    random = np.random.default_rng(7)
    work = random.normal(200, 2, (5, 5))
    slices = random.poisson(30, (5, 5)) * 4.0
    judged = row(*[[waiting(work_ms, waited_ms) for work_ms, waited_ms in zip(*fork_times, strict=True)]
                 for fork_times in zip(work, slices, strict=True)])
    assert judged.score == pytest.approx(np.exp(np.log(work.round(6).mean(axis=1)).mean()), rel=1e-6)
    assert judged.pooled is not None
    assert judged.pooled.mean == pytest.approx((work + slices).mean(), rel=1e-6)
    assert judged.pooled.mean > 1.5 * judged.score


def test_a_run_without_forks_has_no_waiting() -> None:
    assert fork_means([]) == ((), 0.0)
