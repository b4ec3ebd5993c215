from __future__ import annotations

import pytest

from clamh.cluster.time_limit import parse_time_limit


@pytest.mark.parametrize("text, seconds", [
    ("15", 900), ("2:30", 150), ("00:15:00", 900), ("1:00:01", 3601), ("1-0", 86400), ("1-2:3", 86400 + 7380), ("1-02:03:04", 86400 + 7384)])
def test_limits_are_read_as_slurm_reads_them(text: str, seconds: int) -> None:
    assert parse_time_limit(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "00:00:00", "0-0", "1h", "-5", "1:2:3:4", "1-", "15 ", "1:", ":1", "1-2-3"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_time_limit(text)
