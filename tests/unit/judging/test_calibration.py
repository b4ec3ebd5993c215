"""Are forks compared with forks of the same case, every fork once, and is the right floor found for a score?"""

from __future__ import annotations

import random

import pytest
from made_runs import case, fork, run, thread
from msgspec.structs import replace

from clamh.judging.calibration import Kind, Null, calibrate, compare_halves, find_calibration, find_uncalibrated, find_used, split_in_halves
from clamh.judging.summarise import summarise
from clamh.model.cases import Binding
from clamh.model.results import CalibrationRecord, Run
from clamh.model.summary import Row


def measured(count: int, spread: float = 0.02, seed: int = 1, cases: int = 1, drift: float = 0.0) -> list[Row]:
    generator = random.Random(seed)
    case_results = [case([fork(number, [100 * (1 + spread * generator.gauss(0, 1) + drift * number)], case_id=f"c{item}")
                          for number in range(count)], case_id=f"c{item}", params={"number": str(item)}) for item in range(cases)]
    return list(summarise(run(case_results), 0.95).rows)


def record(forks: int = 5, floor: float = 0.02, platform: str = "cpp/g++-12", mode: str = "avgt") -> CalibrationRecord:
    return CalibrationRecord(platform=platform, mode=mode, forks=forks, comparisons=40, excluded=2, confidence=0.95, floor=floor,
                             latest=floor, deviation=floor / 2, time="2026-11-22T10:00:00Z")


def test_each_pair_of_forks_is_split_between_the_halves() -> None:
    (row,) = measured(24)
    in_halves = split_in_halves(row, 4, seed=3)
    assert [(len(a), len(b)) for a, b in in_halves] == [(4, 4)] * 3
    assert sorted(value for sides in in_halves for side in sides for value in side) == sorted(row.fork_means)
    for number, (a, b) in enumerate(in_halves):
        for pair in range(4):
            two = row.fork_means[8 * number + 2 * pair: 8 * number + 2 * pair + 2]
            assert {two[0] in a, two[1] in a} == {True, False} and {two[0] in b, two[1] in b} == {True, False}
    assert in_halves == split_in_halves(row, 4, seed=3) != split_in_halves(row, 4, seed=4)


def test_a_half_with_too_few_forks_is_left_out() -> None:
    (row,) = measured(12)
    broken = [fork(number, [100.0]) if number != 2 else fork(2, [], end={"status": "failed", "reason": "timeout"}) for number in range(12)]
    (partly,) = summarise(run([case(broken)]), 0.95).rows
    assert len(split_in_halves(row, 3, 1)) == 2 and len(split_in_halves(partly, 3, 1)) == 1


def test_waiting_that_scores_leave_out_is_in_no_half() -> None:
    """Each fork waits for another share of its time; without that all forks are equal."""
    waiting = [fork(number, [100 / (1 - share)], threads=(thread(100 / (1 - share), waited_ns=round(200_000_000 * share)),), others_ns=0)
               for number, share in enumerate((0.0, 0.1, 0.2, 0.3) * 3)]
    (row,) = summarise(run([case(waiting)]), 0.95).rows
    assert {round(value, 6) for sides in split_in_halves(row, 3, 1) for side in sides for value in side} == {100.0}


def test_drift_affects_both_halves() -> None:
    found = compare_halves(measured(200, spread=1e-4, drift=1e-3), {"c0": 10}, 1, 0.95)
    assert max(abs(null.log_ratio) for null in found) < 2e-3  # halves one after the other would differ by 1 %


def test_intervals_of_equal_sides_keep_their_confidence() -> None:
    found = compare_halves(measured(200, cases=20, seed=9), {f"c{number}": 5 for number in range(20)}, 1, 0.95)
    assert len(found) == 400
    assert 0.025 < sum(null.excluded for null in found) / 400 < 0.075


def test_each_kind_has_its_own_floor_and_history() -> None:
    first, second = Kind("cpp/g++-12", "avgt", 1, False, False, 5), Kind("java/openjdk-17", "avgt", 1, False, False, 5)
    result = [Null(first, value, False) for value in (0.01, -0.01)] + [Null(second, 0.05, True)]
    others = [record(forks=9, floor=1.0), replace(record(floor=1.0), threads=4), replace(record(floor=1.0), bound=True),
              replace(record(floor=1.0), in_turns=True)]
    calibration_records = calibrate(result, [record(floor=0.03), *others], 0.95, "now")
    assert [(calibration_record.platform, calibration_record.comparisons, calibration_record.excluded, calibration_record.latest) for calibration_record in calibration_records] == [
        ("cpp/g++-12", 2, 0, pytest.approx(0.01)), ("java/openjdk-17", 1, 1, 0.05)]
    assert calibration_records[0].floor == pytest.approx(((2 * 0.01 ** 2 + 10 * 0.03 ** 2) / 12) ** 0.5) and calibration_records[1].floor == 0.05


def test_a_score_uses_the_calibration_nearest_to_its_forks() -> None:
    known = [record(10, 0.01), record(4, 0.03), record(5, 0.9, mode="ss"), record(5, 0.9, platform="java/openjdk-17")]
    kind = Kind("cpp/g++-12", "avgt", 1, False, False, 5)
    text = {forks: find_calibration(known, kind._replace(forks=forks)) for forks in (1, 4, 9, 10, 99)}
    assert {forks: (item.forks, floor) for forks, (item, floor) in text.items()} == {
        1: (4, 0.06), 4: (4, 0.03), 9: (4, 0.03), 10: (10, 0.01), 99: (10, 0.01)}
    assert find_calibration(known, kind._replace(platform="elsewhere/1")) is find_calibration(known, kind._replace(forks=0)) is None


def test_other_threads_or_binding_have_no_floor() -> None:
    row = replace(measured(5)[0], noise_floor=None)
    four = replace(row, threads=4, binding=Binding(cpus=(0, 1, 2, 3)))
    rows = [row, four, replace(four, threads=2), replace(row, platform="elsewhere/1"), replace(row, fork_means=())]
    free, bound = record(), replace(record(), threads=4, bound=True)
    assert find_used([free, bound], rows) == (free, bound)
    assert find_used([replace(bound, threads=2, bound=False), replace(bound, bound=False)], rows) == ()
    assert find_uncalibrated([free], [replace(row, noise_floor=0.02), *rows[1:]]) == ((2, True, False), (4, True, False))
    assert find_uncalibrated([bound], rows[:2]) == ((1, False, False), (4, True, False)) and find_uncalibrated([], rows) == ()
    assert {(kind.threads, kind.bound) for kind, *_ in compare_halves([replace(row, threads=4) for row in measured(12)], {"c0": 3}, 1, 0.95)} == {(4, False)}


def two(apart: float, *calibrations: CalibrationRecord) -> Run:
    sides = [case([fork(number, [level * value], case_id=name) for number, value in enumerate((1, 1.001, 0.999, 1.0005, 0.9995))],
                  case_id=name, platform=platform) for name, platform, level in (
                      ("a", "cpp/g++-12", 100.0), ("b", "javascript/node-20", 100.0 / (1 + apart)))]
    return replace(run(sides), calibrations=calibrations)


@pytest.mark.parametrize(("apart", "floor", "verdict", "noise"), [
    (0.02, None, "faster", None), (0.02, 0.005, "faster", None), (0.02, 0.05, "small difference", True), (0.02, 0.02, "undecided", True),
    (0.1, 0.05, "faster", None), (-0.02, 0.05, "small difference", True), (0.0, 0.05, "same", None), (0.005, 0.05, "small difference", None)])
def test_nothing_below_the_floor_is_called_faster_or_slower(apart: float, floor: float | None, verdict: str, noise: bool | None) -> None:
    calibrations = () if floor is None else (record(floor=floor), record(floor=floor / 2, platform="javascript/node-20"))
    summary = summarise(two(apart, *calibrations), 0.95)
    ratio = summary.rows[1].ratio
    assert ratio.verdict == verdict
    assert ratio.noise_floor == (pytest.approx(floor, rel=0.05) if noise else None)
    assert find_used(calibrations, summary.rows) == summary.calibrations == calibrations
