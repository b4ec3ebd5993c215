"""Are durations written as JMH's TimeValue writes them?"""

from __future__ import annotations

import pytest

from clamh.report.units import format_duration, format_short


@pytest.mark.parametrize(("ns", "expected"), [
    (1, "1 ns"), (1_000, "1 us"), (300_000_000, "300 ms"), (1_000_000_000, "1 s"), (10_000_000_000, "10 s"),
    (90_000_000_000, "90 s"), (600_000_000_000, "10 min"), (7_200_000_000_000, "2 hr"), (86_400_000_000_000, "1 day"),
    (1_500_000_000, "1500 ms"), (1_000_000_001, "1000000001 ns"), (0, "0 ns"),
])
def test_duration(ns: int, expected: str) -> None:
    assert format_duration(ns) == expected


@pytest.mark.parametrize(("text", "base", "expected"), [
    ("4096", 1024, "4k"), ("4096", 1000, "4096"), ("-3000", 1000, "-3k"), ("0", 1024, "0"), ("1e3", 1000, "1e3"), ("4096", 0, "4096"),
    ("0" * 5000, 1000, "0" * 5000), ("9" * 5000, 1000, "9" * 5000),  # a float may be written so; int() refuses it
])
def test_a_value_in_thousands(text: str, base: int, expected: str) -> None:
    assert format_short(text, base) == expected
