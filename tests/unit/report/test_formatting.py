"""Are figures written as a reader takes them?"""

from __future__ import annotations

import pytest

from made_runs import case, fork, run

from clamh.judging.summarise import summarise
from clamh.report import render
from clamh.report.formatting import format_percent, name_timed_part
from clamh.report.look import Look
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


def test_failed_row_does_not_change_why_there_is_no_ratio() -> None:
    failed = fork(0, [], end={"status": "failed", "reason": "killed", "signal": 11, "output_tail": ()})
    cases = [case([fork(number, [10.0, 11.0]) for number in range(3)], name, key=name, benchmark=name, params={}) for name in ("one", "two")]
    for more in ([], [case([failed], "crash", key="crash", benchmark="crash", params={})]):
        result = run([*cases, *more])
        text = " ".join(render(summarise(result, 0.95), result, "terminal", Look(full=True, width=120)).split())
        assert "No ratio: everything was measured on cpp/g++-12, and no benchmark is the baseline." in text
