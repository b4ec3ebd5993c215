"""Has the printed distribution the places that its figures need, in whatever unit?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, iteration, run, sampled
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.report.distribution import describe_distribution


def printed(unit: str, *times: int) -> list[str]:
    """The lines for one fork with these samples."""
    result = fork(0, [1.0], mode="sample")
    histogram = [(time, 1) for time in times]
    result = replace(result, measurement=(iteration(1.0, threads=(sampled(histogram, clock_cost_ns=0.0),)),))
    (row,) = summarise(run([case([result], mode="sample", unit=unit)]), 0.95).rows
    return [line.strip() for line in describe_distribution(row)]


def test_the_ends_of_bins_are_exact() -> None:
    text = printed("us", 2, 5, 60, 140)
    assert "[0.00000, 0.01250) = 2" in text and "[0.13750, 0.15000) = 1" in text  # not [0.000, 0.013), [0.138, 0.150)
    text = printed("us", 1002, 1005, 1060, 1140)  # whose median needs no more than JMH's three places
    assert "[1.0000, 1.0125) = 2" in text and "[1.1375, 1.1500) = 1" in text


@pytest.mark.parametrize(("unit", "median"), [
    ("ns", "5.500"), ("us", "0.005500"), ("s", "0.000000005500"), ("d", "0.00000000000006366"),
])
def test_the_median_keeps_four_digits_in_every_unit(unit: str, median: str) -> None:
    assert any(line.startswith(f"p(50.0000) = {median} ") for line in printed(unit, 4, 5, 6, 7))
