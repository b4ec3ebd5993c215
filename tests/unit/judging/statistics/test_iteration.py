"""Is an iteration's score over threads the one that JMH defines?"""

from __future__ import annotations

import math

from clamh.judging.statistics.iteration import operations_per_time, time_per_operation


def test_time_is_the_mean_of_the_threads_own_averages() -> None:
    assert time_per_operation([(100, 1000), (50, 1500)]) == 20.0  # 10 and 30, not 2500 ÷ 150


def test_throughput_is_the_sum_over_threads() -> None:
    assert operations_per_time([(100, 1000), (50, 1000)]) == 0.15000000000000002


def test_no_operations_and_no_time_are_infinite() -> None:
    assert time_per_operation([(0, 1000)]) == math.inf
    assert operations_per_time([(100, 0)]) == math.inf


def test_a_thread_without_timed_operations_is_left_out() -> None:
    assert time_per_operation([(100, 1000), (0, 0)]) == 10.0
    assert time_per_operation([(0, 0)]) == math.inf
