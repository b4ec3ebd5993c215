"""Is each run of consecutive sets one comparison of a case with itself, and does its floor apply to rows in turns only?"""

from __future__ import annotations

import math

import pytest
from made_runs import case, fork, platform, run
from msgspec.structs import replace

from clamh.judging.calibration import Kind, calibrate, find_uncalibrated
from clamh.judging.compare_pairs import compare_pairs
from clamh.judging.summarise import summarise
from clamh.model.results import CalibrationRecord, Run, SetRecord
from clamh.model.summary import Row

MACHINE = (1.0, 3.0, 0.5, 2.0, 1.5, 1.0, 2.5)  # how slow it was in each set, for both builds alike
KIND = Kind("cpp/g++-12", "avgt", 1, False, True, 3)


def pair(factors: tuple[float, ...], in_turns: bool = True, failed: int | None = None) -> Run:
    """Builds a and b of an artifact; in each set, b takes so many times as long as a. Fork `failed` of b fails."""
    times = {"a": MACHINE, "b": tuple(slow * factor for slow, factor in zip(MACHINE, factors, strict=False))}
    cases = [case([fork(number, [100.0 * slow] * 3, case_id=build) if (build, number) != ("b", failed)
                   else fork(number, [], case_id=build, end={"status": "failed", "reason": "timeout"})
                   for number, slow in enumerate(times[build][:len(factors)])], case_id=build, build=build) for build in times]
    sets = tuple(SetRecord(cases=("a", "b"), forks=(number, number), index=0, order=(0, 1), counts=(1000, 1000), warmin=(1, 1),
                           elapsed_ns=(100_000, 100_000), waited_ns=(0, 0), operations=()) for number in range(len(factors)))
    return replace(run(cases, [replace(platform(), build=build) for build in times]), sets=sets if in_turns else ())


def rows(*args: object, **fields: object) -> list[Row]:
    return list(summarise(pair(*args, **fields), 0.95).rows)


def test_consecutive_sets_are_a_comparison() -> None:
    nulls = compare_pairs(rows((1.02, 1.02, 1.02, 1.0, 1.0, 1.0, 9.0)), {"a": 3}, 0.95, 0.01)
    assert [null.kind for null in nulls] == [KIND] * 2  # what is left is too little for another comparison
    assert [null.log_ratio for null in nulls] == pytest.approx([math.log(1.02), 0.0], abs=1e-12)
    assert [null.excluded for null in nulls] == [True, False]
    (record,) = calibrate(nulls, [], 0.95, "now")
    assert (record.in_turns, record.forks, record.comparisons, record.excluded) == (True, 3, 2, 1)
    assert record.floor == pytest.approx(0.95 * math.log(1.02))


def test_each_of_two_sources_of_a_side_is_compared_with_itself() -> None:
    """Four rows with the same key were missing in the calibration."""
    both = [replace(row, source=source, case_id=f"{row.case_id}-{source}") for source in ("v1.cpp", "v2.cpp") for row in rows((1.02,) * 3)]
    sets = {row.case_id: 3 for row in both}
    assert [null.log_ratio for null in compare_pairs(both, sets, 0.95, 0.01)] == pytest.approx([math.log(1.02)] * 2)


def test_a_failed_set_is_in_no_comparison() -> None:
    nulls = compare_pairs(rows((1.0, 1.0, 1.0, 1.03, 9.0, 1.03, 1.03), failed=4), {"a": 3}, 0.95, 0.01)
    assert [null.log_ratio for null in nulls] == pytest.approx([0.0, math.log(1.03)], abs=1e-12)
    assert compare_pairs(rows((1.0, 1.0)), {"a": 3}, 0.95, 0.01) == compare_pairs(rows((1.0, 1.0, 1.0))[:1], {"a": 3}, 0.95, 0.01) == []


def test_sides_that_took_no_turns_are_compared_as_forks() -> None:
    nulls = compare_pairs(rows((1.02,) * 6, in_turns=False), {"a": 3}, 0.95, 0.01)
    assert [(null.kind, null.excluded) for null in nulls] == [(KIND._replace(in_turns=False), False)] * 2
    assert [null.log_ratio for null in nulls] == pytest.approx([math.log(1.02)] * 2)


@pytest.mark.parametrize("in_turns", [True, False])
def test_a_floor_applies_only_to_its_own_kind(in_turns: bool) -> None:
    floor = CalibrationRecord(platform="cpp/g++-12", mode="avgt", forks=5, comparisons=40, excluded=2, confidence=0.95, floor=0.3,
                              latest=0.3, deviation=0.1, time="2026-11-22T10:00:00Z")
    factors = (1.1, 1.1, 1.1, 1.1, 1.1)
    own, other = (summarise(replace(pair(factors, in_turns), calibrations=(replace(floor, in_turns=kind),)), 0.95)
                  for kind in (in_turns, not in_turns))
    assert {row.noise_floor for row in own.rows} == {0.3} and own.uncalibrated == ()
    assert {row.noise_floor for row in other.rows} == {None} and other.uncalibrated == ((1, False, in_turns),)
    assert len(own.calibrations) == 1 and other.calibrations == ()
    assert other.rows[1].ratio.verdict == ("slower" if in_turns else "undecided")
    assert own.rows[1].ratio.verdict == ("small difference" if in_turns else "undecided")
    assert find_uncalibrated((), other.rows) == ()
