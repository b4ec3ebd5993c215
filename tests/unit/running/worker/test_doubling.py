"""Are samples of twice the work timed where they may be, and as long as they should?"""

from __future__ import annotations

from typing import Any

import pytest
from made_plans import tiny_plan
from msgspec.structs import replace

from clamh.model.cases import CounterMeaning
from clamh.model.worker import ThreadIteration
from clamh.running.worker.doubling import invocations, wanted
from clamh.running.worker.answers import OpenCase

CASE = tiny_plan().cases[0]
LAST = CASE.options.forks - 1


@pytest.mark.parametrize(("fields", "fork", "samples", "expected"), [
    ({}, LAST, True, True),
    ({}, LAST, False, False),  # fixtures, or a worker that says nothing
    ({}, LAST - 1, True, False),
    ({}, -1, True, False),
    ({"mode": "sample"}, LAST, True, False),
    ({"mode": "ss"}, LAST, True, False),
    ({"mode": "thrpt"}, LAST, True, True),
    ({"threads": 2}, LAST, True, False),
    ({"operations": True}, LAST, True, False),
    ({"counters": {"hits": CounterMeaning(type="EVENTS")}}, LAST, True, False),
])
def test_only_the_last_fork_of_a_plain_case_ends_with_them(fields: dict[str, Any], fork: int, samples: bool, expected: bool) -> None:
    case = replace(CASE, **({"mode": "avgt", "threads": 1} | fields))
    assert bool(wanted(case, OpenCase(can_sample=samples), fork)) is expected


@pytest.mark.parametrize(("each", "took", "expected"), [
    (1000, (200_000, 200_000), 1000),  # 200 ns an invocation
    (10, (2_000_000, 2_000_000), 1),  # 0.2 ms
    (1, (1_000_000,), 1),
    (1, (1_000_001,), 0),  # no loop
    (0, (), 0),  # no series
    (5, (0, 0), 0),
])
def test_the_shorter_sample_takes_a_fifth_of_a_millisecond(each: int, took: tuple[int, ...], expected: int) -> None:
    thread = ThreadIteration(operations=1, all_operations=1, elapsed_ns=sum(took), sample_invocations=each, sample_ns=took)
    assert invocations(thread) == expected
