"""Are durations written as JMH's TimeValue writes them?"""

from __future__ import annotations

import pytest

from clamh.report.units import duration


@pytest.mark.parametrize(("ns", "expected"), [
    (1, "1 ns"), (1_000, "1 us"), (300_000_000, "300 ms"), (1_000_000_000, "1 s"), (10_000_000_000, "10 s"),
    (90_000_000_000, "90 s"), (600_000_000_000, "10 min"), (7_200_000_000_000, "2 hr"), (86_400_000_000_000, "1 day"),
    (1_500_000_000, "1500 ms"), (1_000_000_001, "1000000001 ns"), (0, "0 ns"),
])
def test_duration(ns: int, expected: str) -> None:
    assert duration(ns) == expected
