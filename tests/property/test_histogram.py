"""Do the laws of histograms and scores hold for whatever is measured?"""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clamh.judging.statistics import iteration
from clamh.judging.statistics.histogram import bins, changed, deviation, histogram, mean, merge_histograms, percentiles, size

values = st.lists(st.integers(0, 10**12) | st.floats(0, 1e12), min_size=1, max_size=60)
percents = st.lists(st.floats(0, 100), min_size=1, max_size=10).map(sorted)


def expanded(pairs: tuple[tuple[float, int], ...]) -> list[float]:
    return [value for value, count in pairs for _ in range(count)]


@given(values)
def test_a_histogram_is_its_list(these: list[float]) -> None:
    pairs = histogram(these)
    assert expanded(pairs) == sorted(these) and size(pairs) == len(these)
    assert mean(pairs) == pytest.approx(math.fsum(these) / len(these), rel=1e-12, abs=1e-300)


@given(values, values, values)
def test_merging_is_associative_commutative_and_joins_lists(a: list[float], b: list[float], c: list[float]) -> None:
    item, two, three = map(histogram, (a, b, c))
    assert merge_histograms([merge_histograms([item, two]), three]) == merge_histograms([item, merge_histograms([two, three])]) == merge_histograms([three, item, two])
    assert merge_histograms([item, two, three]) == histogram(a + b + c)


@given(values, percents)
def test_percentiles_rise_within_the_values(these: list[float], asked: list[float]) -> None:
    found = percentiles(histogram(these), asked)
    assert all(low <= high for low, high in zip(found, found[1:]))
    assert min(these) <= min(found) and max(found) <= max(these)
    assert percentiles(histogram(these), [0, 100]) == (min(these), max(these))


@given(values, st.floats(0, 100))
def test_a_percentile_is_the_expanded_lists(these: list[float], percent: float) -> None:
    ordered, position = sorted(these), percent * (len(these) + 1) / 100
    below = math.floor(position)
    by_hand = ordered[0] if position < 1 else ordered[-1] if position >= len(these) else (
        ordered[below - 1] + (position - below) * (ordered[below] - ordered[below - 1]))
    assert percentiles(histogram(these), [percent])[0] == pytest.approx(by_hand, rel=1e-12)


@given(values, st.integers(2, 9))
def test_repeating_everything_changes_no_mean(these: list[float], times: int) -> None:
    pairs = histogram(these)
    repeated = tuple((value, count * times) for value, count in pairs)
    assert mean(repeated) == pytest.approx(mean(pairs), rel=1e-12, abs=1e-300)
    rounding = 1e-12 * max(these)  # of the mean, which six times 2.7314752548427608 have one bit beside it
    assert len(these) == 1 or deviation(repeated) <= deviation(pairs) * (1 + 1e-9) + rounding


@given(values, st.sampled_from([2, 4, 1024]))
def test_another_unit_scales_every_figure(these: list[float], by: int) -> None:
    pairs, scaled = histogram(these), changed(histogram(these), lambda value: value / by)
    assert mean(scaled) * by == pytest.approx(mean(pairs))
    assert [percentile * by for percentile in percentiles(scaled, [50, 99])] == pytest.approx(percentiles(pairs, [50, 99]))


@given(values, st.integers(1, 20))
@example([0.0, 5e-324], 1)
def test_bins_hold_every_value_once(these: list[float], least: int) -> None:
    found = bins(histogram(these), least)
    assert sum(count for _, _, count in found) == len(these)
    assert found[0][0] <= min(these) and max(these) <= found[-1][1]
    assert len(found) <= 40 * least and all(low < high for low, high, _ in found)


operations, times = st.integers(1, 10**12), st.integers(1, 10**12)
threads = st.lists(st.tuples(operations, times), min_size=1, max_size=8)


@given(threads, st.integers(1, 1000))
def test_operations_per_invocation_divide_times_and_multiply_rates(these: list[tuple[int, int]], opi: int) -> None:
    """And a batch size, which divides the operations, the other way."""
    more = [(count * opi, ns) for count, ns in these]
    for score in (iteration.time_per_operation, iteration.time_per_sampled_operation, iteration.wall_time_per_operation):
        assert score(more) * opi == pytest.approx(score(these))
    assert iteration.operations_per_time(more) == pytest.approx(opi * iteration.operations_per_time(these))


@given(operations, times)
def test_one_thread_is_the_same_in_every_mode(count: int, ns: int) -> None:
    item = [(count, ns)]
    assert iteration.time_per_operation(item) == iteration.time_per_sampled_operation(item) == iteration.wall_time_per_operation(item)
    assert iteration.operations_per_time(item) == pytest.approx(1 / iteration.time_per_operation(item))


@given(threads)
def test_wall_time_is_at_most_the_mean_over_samples(these: list[tuple[int, int]]) -> None:
    assert iteration.wall_time_per_operation(these) <= iteration.time_per_sampled_operation(these) * (1 + 1e-12)


@given(st.floats(0, 1e15), st.integers(0, 10**9), st.floats(0, 1e4))
def test_the_clock_takes_off_at_most_everything(elapsed: float, timings: int, cost: float) -> None:
    assert 0 <= iteration.without_clock(elapsed, timings, cost) <= elapsed
