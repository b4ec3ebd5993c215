"""Are figures written as a reader takes them?"""

from __future__ import annotations

import pytest

from made_runs import case, fork, run

from clamh.judging.summarise import summarise
from clamh.report.formatting import format_percent, name_timed_part
from clamh.report.ratios import format_exactly


@pytest.mark.parametrize(("share", "text"), [
    (0.001234, "0.12 %"), (0.0999, "9.99 %"), (0.1234, "12.3 %"), (0.9996, "100 %"), (1.45, "145 %"),
    (99.37, "9937 %"),  # of three forks on a busy machine; 9.94e+03 % is for nobody
    (1e6, "1e+08 %"),
])
def test_a_share_is_percent_without_an_exponent_where_it_can_be(share: float, text: str) -> None:
    assert format_percent(share) == text


@pytest.mark.parametrize(("confidence", "text"), [(0.95, "95 %"), (0.999, "99.9 %"), (0.57, "57 %"), (0.9999999, "99.99999 %")])
def test_a_level_has_all_of_its_digits(confidence: float, text: str) -> None:
    assert format_exactly(confidence) == text


@pytest.mark.parametrize(("mode", "threads", "part"), [
    ("avgt", 1, "invocation between Invocation fixtures"), ("avgt", 2, "timed block of invocations"),  # as of those that take Control
    ("sample", 2, "sample"), ("ss", 2, "shot")])
def test_the_clock_cost_belongs_to_the_timed_part(mode: str, threads: int, part: str) -> None:
    (row,) = summarise(run([case([fork(0, [1.0], mode=mode)], mode=mode, threads=threads)]), 0.95).rows
    assert name_timed_part(row) == part
