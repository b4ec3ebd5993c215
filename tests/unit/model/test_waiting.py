"""Does the score of a case that was measured alone leave out the time in which others had its CPU, and only that?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from made_runs import case, fork, iteration, run, thread
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.waiting import foreign_wait_ns, fork_mean, fork_means
from clamh.model.results import ForkResult, IterationRecord
from clamh.model.summary import Row

MS = 1_000_000


def waiting(work_ms: float, waited_ms: float, others_ms: float = 0.0, known: bool = True, mode: str = "avgt", **fields: Any) -> IterationRecord:
    """An iteration of 1,000,000 operations: its own work, waiting, and what other threads of its process computed meanwhile."""
    given = {"operations": 1e6, "all_operations": 1e6, "elapsed_ns": round((work_ms + waited_ms) * MS), "waited_ns": round(waited_ms * MS)}
    return iteration(0.0, threads=(thread(1.0, mode, **(given | fields)),), others_ns=round(others_ms * MS) if known else -1)


def forks(*each: Sequence[IterationRecord]) -> list[ForkResult]:
    return [replace(fork(number, []), measurement=tuple(replace(one, fork=number, index=at) for at, one in enumerate(iterations)))
            for number, iterations in enumerate(each)]


def row(*each: Sequence[IterationRecord], **fields: Any) -> Row:
    return summarise(run([case(forks(*each), **fields)]), 0.95).rows[0]


def test_score_is_the_time_without_waiting() -> None:
    found = row(*[[waiting(10, 0), waiting(10, 10), waiting(10, 30)]] * 5)
    assert found.score == pytest.approx(10.0)
    assert found.fork_means == pytest.approx([10.0] * 5)
    assert found.waited == pytest.approx(40 / 70)


def test_throughput_counts_operations_of_the_time_without_waiting() -> None:
    found = row(*[[waiting(10, 10, mode="thrpt")]] * 5, mode="thrpt")
    assert found.score == pytest.approx(0.1)


def test_jmh_figures_keep_the_waiting() -> None:
    found = row(*[[waiting(10, 10), waiting(10, 30)]] * 5)
    assert found.pooled is not None
    assert found.pooled.mean == pytest.approx(30.0)
    assert [one.measurement for one in found.fork_scores] == [(20.0, 40.0)] * 5


def test_row_says_how_much_it_waited_and_what_the_score_would_be() -> None:
    told = {one.code: one.message for one in row(*[[waiting(10, 10)]] * 5).warnings}
    assert told["waited"] == "its thread waited for a CPU 50 % of the time, which the score leaves out: with it 20 ns/op"


@pytest.mark.parametrize(("others_ms", "left_ms"), [(0, 10), (4, 6), (10, 0), (25, 0)])
def test_threads_of_the_same_process_are_part_of_its_cost(others_ms: float, left_ms: float) -> None:
    assert foreign_wait_ns(waiting(10, 10, others_ms)) == left_ms * MS


@pytest.mark.parametrize("record", [
    waiting(10, 10, known=False),
    waiting(10, 10, waited_ns=-1),
    waiting(10, 10, timings=5),
    iteration(0.0, threads=(thread(10.0, waited_ns=100 * MS),) * 2, others_ns=0),
], ids=["other threads unknown", "waiting unknown", "each invocation timed", "two threads"])
def test_what_is_not_known_is_not_taken_off(record: IterationRecord) -> None:
    assert foreign_wait_ns(record) == 0


@pytest.mark.parametrize("mode", ["sample", "ss", "wall"])
def test_other_modes_keep_the_waiting(mode: str) -> None:
    found = fork_mean([waiting(10, 10)], mode, 1)
    assert found.unwaited == found.measured
    assert found.waited_ns == 0


@pytest.mark.parametrize(("waited_ms", "means"), [(2.0, (102.0, 100.0, 100.0)), (9.0, (100.0, 100.0, 100.0))])
def test_all_forks_are_corrected_or_none(waited_ms: float, means: Sequence[float]) -> None:
    each = [fork_mean([waiting(100, part)], "avgt", 1) for part in (waited_ms, 0, 0)]
    assert fork_means(each)[0] == pytest.approx(means)


def test_no_more_than_a_process_can_have_waited_is_taken_off() -> None:
    assert foreign_wait_ns(waiting(0, 100)) == 95 * MS


def test_made_load_changes_the_wall_time_and_not_the_score() -> None:
    """Work of a known cost ± 1 %, and a scheduler that gives the CPU away for whole time slices."""
    random = np.random.default_rng(7)
    work = random.normal(200, 2, (5, 5))
    slices = random.poisson(30, (5, 5)) * 4.0
    found = row(*[[waiting(w, s) for w, s in zip(*both, strict=True)] for both in zip(work, slices, strict=True)])
    assert found.score == pytest.approx(np.exp(np.log(work.round(6).mean(axis=1)).mean()), rel=1e-6)
    assert found.pooled is not None
    assert found.pooled.mean == pytest.approx((work + slices).mean(), rel=1e-6)
    assert found.pooled.mean > 1.5 * found.score


def test_a_run_without_forks_has_no_waiting() -> None:
    assert fork_means([]) == ((), 0.0)
