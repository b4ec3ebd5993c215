"""Is what sides did slice by slice read rightly from their turns, and told where it matters?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from clamh.judging.slice_costs import estimate_turn_effect, find_means, find_slices, find_totals, warn_of_rare_costs, without_throttled
from clamh.model.results import ENCODER, ForkResult, ForkStart, IterationRecord, SetRecord
from clamh.model.summary import SetTotal
from clamh.model.waiting import find_cases_without_waiting
from clamh.model.worker import ThreadIteration


def a_set(fork: int, order: tuple[int, ...], elapsed_ns: tuple[int, ...], waited_ns: tuple[int, ...] = (), cases: tuple[str, ...] = ("a", "b"),
          operations: tuple[float, ...] = (), index: int = 0) -> SetRecord:
    return SetRecord(cases=cases, forks=(fork,) * len(cases), index=index, order=order, counts=(10, 20, 5)[:len(cases)], warmin=(1,) * len(cases),
                     elapsed_ns=elapsed_ns, waited_ns=waited_ns or (0,) * len(order), operations=operations)


def total(*costs: float, own: tuple[bool, ...] = ()) -> SetTotal:
    return SetTotal(number=0, time_ns=1.0, operations=1.0, costs=costs, own=own)


def test_a_slice_has_its_cost_without_waiting_and_the_side_before() -> None:
    slices = find_slices([a_set(0, (0, 0, 1, 0), (100, 120, 400, 150), (0, 20, 0, 150))])
    assert slices["a", 0].costs == pytest.approx([10, 10, 15 * 0.05]) and slices["a", 0].own == [False, True, False]
    assert (slices["b", 0].costs, slices["b", 0].own) == ([20], [False])
    assert find_slices([a_set(0, (0, 1), (100, 100), operations=(50.0, 4.0))])["b", 0].costs == [25]


def test_a_repeated_set_counts_once() -> None:
    slices = find_slices([a_set(0, (0, 1, 2), (1, 1, 1), cases=("a", "b", "c")), a_set(0, (0, 1), (100, 200)),
                          a_set(0, (1, 0), (200, 100), index=1)])
    assert (slices["a", 0].number, slices["a", 0].costs) == (1, [10, 10])
    assert slices["c", 0].number == 0
    assert find_slices([a_set(0, (0, 1), (300, 300)), a_set(0, (0, 1), (100, 200))])["a",
                                                                                     0].costs == [10]  # a set that was cut off, and resumed


def forks_of(*threads: ThreadIteration) -> tuple[ForkResult, ...]:
    """A fork with an iteration of these threads."""
    return (ForkResult(start=ForkStart(case_id="a", fork=0, block=0, position=0, time="", pid=1), warmup=(), end=None, measurement=(
        IterationRecord(case_id="a", fork=0, phase="measurement", index=0, threads=threads),)),)


def test_a_total_is_over_all_slices_or_the_score_of_iterations() -> None:
    threads = [ThreadIteration(operations=10, all_operations=10, elapsed_ns=elapsed_ns, waited_ns=20) for elapsed_ns in (100, 300)]
    sliced, whole = (find_slices([replace(a_set(0, (0, 1), (100, 100), operations=(1.0, 1.0)), counts=counts)]) for counts in ((1, 1), ()))
    assert [(set_total.time_ns, set_total.operations, set_total.waited_ns) for set_total in find_totals("a", forks_of(*threads), [7.0], [[7.0]], sliced)] == [(400, 20, 40)]
    assert [(set_total.time_ns, set_total.operations, set_total.waited_ns)
            for set_total in find_totals("a", forks_of(*threads), [7.0], [[7.0]], whole)] == [(7.0, 1, pytest.approx(0.7))]


def test_sets_of_whole_iterations_weigh_as_much_as_sets_of_slices() -> None:
    """A contest changes to whole iterations where a later set has a slice without operations."""
    def fork(number: int, operations: int) -> ForkResult:
        (only,) = forks_of(ThreadIteration(operations=operations, all_operations=operations, elapsed_ns=1700, waited_ns=170))
        return replace(only, start=replace(only.start, fork=number))

    slices = find_slices([a_set(0, (0, 1), (1700, 1700)), a_set(1, (0, 1), (1700, 1700)),
                          replace(a_set(2, (0, 1), (1700, 1700), operations=(1.0, 1.0)), counts=())])
    totals = list(find_totals("a", [fork(0, 100), fork(1, 300), fork(2, 7)], [17.0, 5.0, 18.0], [[17.0], [5.0], [18.0]], slices))
    assert [(set_total.time_ns, set_total.operations, set_total.waited_ns) for set_total in totals] == [
        (1700, 100, 170), (1700, 300, 170), (3600, 200, pytest.approx(360))]


def test_turns_of_whole_iterations_cost_what_their_scores_say() -> None:
    """Of threads the score is the mean of their times; their sum ÷ the sum of their operations would be 19.8."""
    group = (ThreadIteration(operations=100, all_operations=100, elapsed_ns=1000, waited_ns=250),
             ThreadIteration(operations=1, all_operations=1, elapsed_ns=1000, waited_ns=250))
    whole = find_slices([replace(a_set(0, (0, 1), (2000, 2000), operations=(101.0, 1.0)), counts=())])
    (set_total,) = find_totals("a", forks_of(*group), [505.0], [[505.0]], whole)
    assert set_total.costs == pytest.approx((505 * 0.75,)) and set_total.time_ns == 505


@pytest.mark.parametrize("rate", [False, True])
def test_a_whole_iteration_that_waited_does_not_make_the_others_slower(rate: bool) -> None:
    """Each takes 70 ms, and its operations 10 ns; the last waited for 42 ms and did fewer."""
    costs, waits_ns = [10.0, 10.0, 10.0, 10.0, 25.0], (0, 0, 0, 0, 42_000_000)
    measured = tuple(IterationRecord(case_id="a", fork=0, phase="measurement", index=index, threads=(ThreadIteration(
        operations=70e6 / cost, all_operations=70e6 / cost, elapsed_ns=70_000_000, waited_ns=wait_ns),))
        for index, (cost, wait_ns) in enumerate(zip(costs, waits_ns, strict=True)))
    whole = find_slices([replace(a_set(0, (0,), (70_000_000,), (wait_ns,), operations=(70e6 / cost,), index=index), counts=())
                         for index, (cost, wait_ns) in enumerate(zip(costs, waits_ns, strict=True))])
    score = 5 / sum(1 / cost for cost in costs) if rate else 13.0
    (set_total,) = find_totals("a", [replace(forks_of()[0], measurement=measured)], [score], [costs], whole, unwaited=True, rate=rate)
    assert set_total.time_ns == pytest.approx(10.0) and set_total.left_out_ns == pytest.approx(score - 10)


def test_reading_the_clock_around_each_invocation_is_in_no_slice() -> None:
    thread = ThreadIteration(operations=10, all_operations=10, elapsed_ns=100, timings=10, clock_cost_ns=3.0)
    (set_total,) = find_totals("a", forks_of(thread), [7.0], [[7.0]], find_slices([a_set(0, (0, 1), (100, 100))]))
    assert (set_total.time_ns, set_total.costs) == (pytest.approx(70), pytest.approx((7,)))


def test_an_iteration_of_which_the_clock_leaves_nothing_keeps_all_turns_as_they_were_read() -> None:
    """Its score is 0, of which there is no logarithm."""
    whole = find_slices([replace(a_set(0, (0, 1, 1, 0), (19, 40, 40, 40), operations=(1.0,) * 4), counts=())])
    threads = (ThreadIteration(operations=2, all_operations=2, elapsed_ns=59),)
    (set_total,) = find_totals("a", forks_of(*threads), [9.0], [[0.0, 18.0]], whole)
    assert set_total.costs == (19, 40)


def test_iterations_that_the_control_group_stopped_count_for_no_side() -> None:
    set_record = replace(a_set(0, (0, 1, 1, 0), (100, 100, 100, 300), operations=(1.0,) * 4), counts=(), throttled=(2, 3))
    slices = find_slices([set_record])
    assert (slices["a", 0].left_out, slices["b", 0].left_out, slices["a", 0].costs) == ({1}, {1}, [100])
    (whole,) = forks_of(ThreadIteration(operations=1, all_operations=1, elapsed_ns=100))
    both = replace(whole, measurement=(whole.measurement[0], replace(whole.measurement[0], index=1)))
    assert without_throttled(both, slices["a", 0]).measurement == whole.measurement
    assert without_throttled(both, find_slices([replace(set_record, counts=(1, 1))])["a", 0]) == both  # the worker left out the slices
    assert without_throttled(both, None) == both


def test_waiting_is_unknown_where_each_invocation_is_timed() -> None:
    thread = ThreadIteration(operations=10, all_operations=10, elapsed_ns=100, waited_ns=900, timings=10)
    (set_total,) = find_totals("a", forks_of(thread), [10.0], [[10.0]], find_slices([a_set(0, (0, 1), (100, 100))]))
    assert set_total.waited_ns == 0


def test_the_turn_effect_needs_two_sets() -> None:
    slow = total(1.0, 1.1, own=(True, False))
    assert estimate_turn_effect([slow], 0.95) is None
    estimate = estimate_turn_effect([slow, slow, slow], 0.95)
    assert (estimate.value, estimate.interval.low, estimate.interval.high) == pytest.approx((1.1,) * 3)


@pytest.mark.parametrize(("long", "expected"), [(0, ""), (1, "1 turn of 41"), (19, "19 turns of 59"), (20, "")])
def test_rare_costs_are_reported_until_they_are_frequent(long: int, expected: str) -> None:
    warnings = warn_of_rare_costs([total(*[1.0] * 40, *[3.1] * long)])
    assert [warning.message.partition(" took")[0] for warning in warnings] == ([f"rare costs not measured: {expected}"] if expected else [])


@pytest.mark.parametrize(("collections", "faults", "expected"), [(0, 0, ""), (1, 0, "1 collection"), (19, 3, "19 collections; 3 pages read from disk"), (20, 0, "")])
def test_collections_and_page_faults_are_separate_rare_costs(collections: int, faults: int, expected: str) -> None:
    warnings = warn_of_rare_costs([replace(total(1.0, 1.0), collections=collections, major_faults=faults), total(1.0)])
    assert [warning.message for warning in warnings] == ([f"rare costs not measured: {expected}: too few to show their average cost"] if expected else [])


def test_unknown_collections_and_faults_count_as_none() -> None:
    known = find_slices([replace(a_set(0, (0, 1), (100, 100)), collections=(3, -1), major_faults=(-1, 2)),
                         replace(a_set(0, (0, 1), (100, 100)), index=1),
                         replace(a_set(0, (0, 1), (100, 100)), index=2, collections=(4, -1))])
    thread = ThreadIteration(operations=10, all_operations=10, elapsed_ns=100)
    (set_total,) = find_totals("a", forks_of(thread), [10.0], [[10.0]], known, 350_000_000)
    assert (set_total.collections, set_total.major_faults, set_total.planned_ns) == (7, 0, 350_000_000)
    assert (known["b", 0].collections, known["b", 0].major_faults) == ([0, 0], [2])


def test_collections_count_as_far_as_they_fall_into_timed_parts() -> None:
    turns = replace(a_set(0, (0, 1), (100, 100)), counts=(10, 10), warmin=(40, 0), collections=(31, 31))
    known = find_slices([turns])
    assert (known["a", 0].collections, known["b", 0].collections) == ([7], [31])


def test_ten_thousand_laps_of_six_sides_fit_into_twenty_megabytes() -> None:
    order = tuple(range(6)) * 10_000
    whole = SetRecord(cases=tuple("abcdef"), forks=(11,) * 6, index=0, order=order, counts=(10**7,) * 6, warmin=(4 * 10**6,) * 6,
                      elapsed_ns=(999_999_999,) * len(order), waited_ns=(99_999_999,) * len(order), operations=(12345678.9,) * len(order))
    slices = ThreadIteration(operations=1.0, all_operations=1.0, elapsed_ns=1, sample_ns=(999_999_999,) * len(order))
    assert len(ENCODER.encode(whole)) + len(ENCODER.encode(slices)) < 20e6


@pytest.mark.parametrize(("changed", "without"), [
    ({}, {"a", "b"}),
    ({"others_ns": ()}, set()),  # a file of an earlier version
    ({"others_ns": (0, -1)}, set()),
    ({"others_ns": (0, 40)}, set()),  # a side has threads that took the CPU from its benchmark
    ({"waited_ns": (0, -1)}, set()),
])
def test_waiting_is_left_out_only_without_other_threads_of_a_side(changed: dict, without: set[str]) -> None:
    set_record = replace(a_set(0, (0, 1), (100, 100), (10, 20)), others_ns=(1, 5))
    assert find_cases_without_waiting([set_record, replace(set_record, **changed)], {"a": True, "b": True}) == without
    assert find_cases_without_waiting([set_record], {"a": True, "b": False}) == set()  # of all sides or of none
    assert find_cases_without_waiting([set_record], {"a": True}) == {"a", "b"}  # the other build is in the other part of the run


def test_left_out_waiting_is_in_no_total_and_no_score() -> None:
    threads = [ThreadIteration(operations=10, all_operations=10, elapsed_ns=elapsed_ns, waited_ns=20) for elapsed_ns in (100, 300)]
    slices = find_slices([replace(a_set(0, (0, 1), (100, 100), operations=(1.0, 1.0)), counts=(1, 1))])
    (set_total,) = find_totals("a", forks_of(*threads), [20.0], [[20.0]], slices, unwaited=True)
    assert (set_total.time_ns, set_total.operations, set_total.waited_ns, set_total.left_out_ns) == (360, 20, 0, 40)
    assert find_means([set_total], [20.0], "ns/op") == ((18.0,), pytest.approx(0.1))
    assert find_means([set_total], [5e7], "ops/s") == ((pytest.approx(1e9 / 18),), pytest.approx(0.1))
    (kept,) = find_totals("a", forks_of(*threads), [20.0], [[20.0]], slices)
    assert find_means([kept], [20.0], "ns/op") == ((20.0,), 0.0)
