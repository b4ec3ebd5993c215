"""Is a fork noticed whose numbers do not fit each other, and is none that a worker wrote?"""

from __future__ import annotations

from typing import Any

import pytest
from made_runs import SAMPLE, case, fork, iteration, run, sampled, thread
from msgspec.structs import replace

from clamh.judging.consistency import find_misfit
from clamh.judging.summarise import summarise
from clamh.model.results import ForkResult, Origin, ThreadIteration


def misfit_of(*iterations: Any, **fields: Any) -> str:
    """What is said of one fork with these iterations."""
    whole = replace(fork(0, []), measurement=tuple(iterations))
    given = {"options": {"measurement_iterations": len(iterations)}} | fields
    return find_misfit(whole, case([whole], **given).case)


def counted(**fields: Any) -> Any:
    """An iteration of 200 samples of 500 invocations."""
    given = {"operations": 100_000.0, "all_operations": 100_000.0, "sample_invocations": 500, "sample_ns": (SAMPLE,) * 200}
    return iteration(1.0, threads=(thread(1.0, **(given | fields)),))


def test_a_workers_numbers_fit() -> None:
    assert misfit_of(*fork(0, [1.0, 2.0, 3.0]).measurement) == ""
    assert misfit_of(counted()) == ""
    assert misfit_of(counted(operations=400_000.0 / 8), options={"measurement_iterations": 1, "operations_per_invocation": 4,
                                                          "measurement_batch_size": 8}) == ""
    assert misfit_of(counted(operations=123.0), operations=True) == ""  # each invocation says its own
    assert misfit_of(iteration(1.0, threads=(sampled([(52, 90), (90_123.5, 10)]),)), mode="sample") == ""


@pytest.mark.parametrize(("changed", "expected"), [
    ({"sample_ns": (SAMPLE,) * 199 + (2 * SAMPLE,), "elapsed_ns": 200 * SAMPLE},
     "its samples take 201,000,000 ns in total, but it takes 200,000,000 ns"),
    ({"elapsed_ns": 100 * SAMPLE, "sample_ns": (SAMPLE,) * 200}, "its samples take 200,000,000 ns in total, but it takes 100,000,000 ns"),
    ({"operations": 200_000.0}, "its samples have 100,000 operations, but it counts 200,000"),
    ({"sample_invocations": 250}, "its samples have 50,000 operations, but it counts 100,000"),
])
def test_a_number_that_was_changed_is_noticed(changed: dict[str, Any], expected: str) -> None:
    assert misfit_of(counted(**changed)) == f"the file was edited or damaged: measured iteration 1: {expected}"


@pytest.mark.parametrize(("changed", "expected"), [
    ({"timings": 99}, "its histogram has 100 samples, but it counts 99"),
    ({"elapsed_ns": 5000}, "its samples take 5,500 ns in total, but it takes 5,000 ns"),
    ({"operations": 1000.0}, "its samples have 100 operations, but it counts 1,000"),
])
def test_a_histogram_that_was_changed_is_noticed(changed: dict[str, Any], expected: str) -> None:
    iteration_record = iteration(1.0, threads=(sampled([(50, 90), (100, 10)], **changed),))
    assert misfit_of(iteration_record, mode="sample") == f"the file was edited or damaged: measured iteration 1: {expected}"


def test_options_that_were_changed_are_noticed() -> None:
    text = misfit_of(counted(), options={"measurement_iterations": 1, "operations_per_invocation": 10})
    assert text.endswith("its samples have 1,000,000 operations, but it counts 100,000")


def test_lines_that_were_taken_out_or_doubled_are_noticed() -> None:
    first, second, third = fork(0, [1.0, 2.0, 3.0]).measurement
    planned = {"options": {"measurement_iterations": 3}}
    assert misfit_of(first, second, **planned) == "the file was edited or damaged: it has 2 measured iterations instead of 3"
    assert misfit_of(first, third, **planned).endswith("its iterations are numbered 1, 3")
    assert misfit_of(first, second, second, **planned).endswith("its iterations are numbered 1, 2, 2")


def edited() -> list[ForkResult]:
    return [fork(n, [10.0 + n / 100]) for n in range(4)] + [
        replace(fork(4, []), measurement=(iteration(10.0, threads=(thread(10.0, elapsed_ns=20 * SAMPLE, sample_ns=(SAMPLE,) * 200),)),))]


def test_edited_fork_does_not_count_and_is_reported() -> None:
    result = run([case(edited(), "a"), case([fork(n, [5.0 + n / 100]) for n in range(5)], "b", platform="java/openjdk-17")])
    changed, other_row = summarise(result, 0.95).rows
    assert (changed.status, len(changed.fork_means)) == ("partial", 4)
    assert [warning.code for warning in changed.warnings] == ["failed-forks"]  # and not zero-time: it took time
    assert "1 of 5 forks failed: the file was edited or damaged" in changed.warnings[0].message
    (term,) = [item for item in other_row.ratio.terms if item.name == "forks"]
    assert (term.holds, term.message) == (False, "1 of 5 of cpp/g++-12 does not count")


def test_files_of_other_tools_are_not_checked() -> None:
    result = replace(run([case(edited())]), origin=Origin(tool="Another"))
    assert summarise(result, 0.95).rows[0].status == "ok"


SHOT = {"operations": 1.0, "all_operations": 1.0, "elapsed_ns": 70_000, "timings": 1}


def shot(options: dict[str, int] = {}, text: bool = False, **fields: Any) -> str:
    """What is said of a single shot with these options, of which one thread says this."""
    iteration_record = iteration(1.0, threads=(ThreadIteration(**(SHOT | fields)),))
    return misfit_of(iteration_record, mode="ss", operations=text, options={"measurement_iterations": 1} | options)


def test_single_shots_fit() -> None:
    batch = {"measurement_batch_size": 500, "operations_per_invocation": 4}
    assert shot() == ""
    assert shot(batch, operations=4.0, sample_ns=(70_000,), sample_invocations=500) == ""
    assert shot(batch, operations=4.0, timings=500) == ""  # between Invocation fixtures each invocation is timed by itself
    assert shot(text=True, operations=77.0) == ""  # each invocation says its own


@pytest.mark.parametrize(("changed", "expected"), [
    ({"operations": 10.0}, "a single shot has 4 operations, but this one has 10"),
    ({"timings": 2}, "a single shot is timed once, or 500 between Invocation fixtures, but this one 2 times"),
    ({"timings": 0}, "a single shot is timed once, or 500 between Invocation fixtures, but this one 0 times"),
    ({"sample_ns": (70_000,), "sample_invocations": 50}, "a single shot has 500 invocations, but this one has 50"),
    ({"sample_ns": (60_000,), "sample_invocations": 500}, "its samples take 60,000 ns in total, but it takes 70,000 ns"),
])
def test_a_single_shot_that_was_changed_is_noticed(changed: dict[str, Any], expected: str) -> None:
    batch = {"measurement_batch_size": 500, "operations_per_invocation": 4}
    assert shot(batch, **({"operations": 4.0} | changed)) == f"the file was edited or damaged: measured iteration 1: {expected}"


def test_the_number_of_timed_parts_is_that_of_samples_or_invocations() -> None:
    assert misfit_of(counted(timings=100_000, clock_cost_ns=22.0)) == ""  # between Invocation fixtures
    assert misfit_of(counted(timings=400, clock_cost_ns=22.0, suspensions=100_000)) == ""  # suspensions make samples short: each is timed by itself
    assert misfit_of(counted(timings=200, clock_cost_ns=22.0)) == ""  # it takes Suspend, and suspended nothing
    for timings in (199, 100_001):
        for suspensions in (0, 100_000):
            assert misfit_of(counted(timings=timings, clock_cost_ns=22.0, suspensions=suspensions)).endswith(
                f"its 200 samples have 100,000 invocations, but it counts {timings:,} timed parts")


@pytest.mark.parametrize(("threads", "expected"), [(1, ""), (2, "it has 1 thread, but its case has 2")])
def test_a_thread_that_was_taken_out_is_noticed(threads: int, expected: str) -> None:
    whole = replace(fork(0, []), measurement=(counted(),))
    record = replace(case([whole], options={"measurement_iterations": 1}).case, threads=threads)
    assert find_misfit(whole, record).removeprefix("the file was edited or damaged: measured iteration 1: ") == expected
    by_jmh = replace(whole, measurement=(replace(counted(operations=3.0, sample_ns=(), sample_invocations=0), source="jmh"),))
    assert bool(find_misfit(by_jmh, record)) is bool(expected)  # its figures are computed back, its threads are not


@pytest.mark.parametrize(("thread", "mode"), [
    (ThreadIteration(**(SHOT | {"operations": 9.0})), "ss"), (sampled([(100, 10)], operations=20.0), "sample")])
def test_results_of_jmh_are_checked_against_the_case(thread: ThreadIteration, mode: str) -> None:
    assert "operation" in misfit_of(iteration(1.0, threads=(thread,), source="jmh"), mode=mode)
