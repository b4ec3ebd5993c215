"""Is the machine's noise mentioned in a line beside scores, and beside each verdict that it changed?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.results import CalibrationRecord
from clamh.model.summary import Interval, Ratio
from clamh.report import ratios
from clamh.report.calibration import below, describe_limits, describe_noise, render_table, smallest_visible


def record(platform: str = "cpp/g++-12", floor: float = 0.0227, comparisons: int = 40, **more: object) -> CalibrationRecord:
    given = {"mode": "avgt", "forks": 5, "excluded": 2, "confidence": 0.95, "deviation": 0.01, "time": "2026-11-22T10:00:00.000000Z"}
    return CalibrationRecord(platform=platform, floor=floor, latest=floor, comparisons=comparisons, **given | more)


def line(*records: CalibrationRecord) -> str:
    cases = [case([fork(number, [100.0 + number], case_id=name) for number in range(5)], case_id=name, platform=name)
             for name in ("cpp/g++-12", "javascript/node-20")]
    return describe_noise(summarise(replace(run(cases), calibrations=records), 0.95))


def test_a_line_has_the_noise_floor_and_the_visible_difference() -> None:
    assert line(record()) == ("This machine: differences below 2.3 % are noise; with 5 forks 9 in 10 differences of 6.2 % are found "
                              "(calibrated 22 Nov 2026, 40 A/A comparisons).")
    assert line(record(), record("javascript/node-20", time="2026-12-01T00:00:00Z")).endswith(
        "differences of 6.2 % are found (calibrated 22 Nov 2026 to 1 Dec 2026, 80 A/A comparisons).")
    assert line(record(), record("javascript/node-20", 0.05)) == (
        "This machine: differences below 2.3 % on cpp/g++-12, 5.1 % on javascript/node-20 are noise; with 5 forks 9 in 10 differences of "
        "6.2 % on cpp/g++-12, 9.1 % on javascript/node-20 are found (calibrated 22 Nov 2026, 80 A/A comparisons).")
    assert line() == line(record("java/openjdk-17")) == ""
    assert "calibrated long ago" in line(record(time="long ago"))
    assert line(record(threads=2)) == "This machine was not calibrated for 1 unbound thread (clamh calibrate -t 1 --no-live)."
    assert line(record(), record("javascript/node-20", threads=4, bound=True)).endswith(
        "40 A/A comparisons). This machine was not calibrated for 1 unbound thread (clamh calibrate -t 1 --no-live).")
    assert "noise" in line(record(floor=1e308, forks=10**9))
    case_results = [case([fork(number, [100.0 + number], case_id=mode, mode=mode) for number in range(5)], case_id=mode, mode=mode, key=mode)
                    for mode in ("avgt", "wall")]
    quiet, noisy = record(floor=0.0227, mode="wall", forks=4), record(floor=0.05)
    for records in ((quiet, noisy), (noisy, quiet)):  # the line shows the noisier of two modes, with its own number of forks
        assert describe_noise(summarise(replace(run(case_results), calibrations=records), 0.95)).startswith(
            "This machine: differences below 5.1 % are noise; with 5 forks 9 in 10 differences of ")


def test_each_kind_without_a_calibration_has_its_command() -> None:
    summary = summarise(run([case([fork(0, [100.0])])]), 0.95)
    assert describe_noise(replace(summary, uncalibrated=((1, True, True), (4, True, True)))) == (
        "This machine was not calibrated for 1 bound thread in turns, 4 bound threads in turns (clamh calibrate -t 1,4).")
    assert describe_noise(replace(summary, uncalibrated=((2, False, True), (4, True, False)))) == (
        "This machine was not calibrated for 2 unbound threads in turns, 4 bound threads (clamh calibrate -t 2 --bind none; "
        "clamh calibrate -t 4 --bind threads --no-live).")


def test_two_runs_show_the_larger_floor_of_a_platform() -> None:
    cases = [case([fork(number, [100.0 + number]) for number in range(5)])]
    quiet, noisy = (summarise(replace(run(cases), calibrations=(record(floor=floor),)), 0.95).rows for floor in (0.01, 0.03))
    assert describe_limits([*quiet, *noisy]) == "Differences below 3 % are noise (clamh calibrate)."
    assert describe_limits(summarise(run(cases), 0.95).rows) == ""


def test_calibrate_prints_a_line_per_kind_and_how_often_intervals_hold() -> None:
    head, line = render_table([record()], 0.01, 80)
    assert head.split() == ["Mode", "Threads", "Forks", "A/A", "Excluded", "1", "Floor", "Visible"]
    assert line.split() == ["cpp/g++-12", "avgt", "1", "5", "40", "2", "(≤", "15", "%)", "2.3", "%", "6.2", "%"]
    in_turns = record(threads=4, bound=True, in_turns=True)
    assert render_table([in_turns], 0.01, 80)[1].split()[2:6] == ["4", "bound", "in", "turns"]
    assert smallest_visible(in_turns, 0.01) > smallest_visible(record(), 0.01)  # sets are compared in pairs: fewer degrees of freedom
    excluded, _, visible = below([record(), record("java/openjdk-17", excluded=0)], 0.01)
    assert excluded == ("Excluded 1: 2 of 80 A/A comparisons, 2.5 %; 95 % intervals should exclude it in 5 %; exact upper bound 7.7 % "
                        "(one-sided, 95 %).")
    assert visible.endswith("at Δ 1 %.")


@pytest.mark.parametrize(("verdict", "word", "text"), [
    ("small difference", "small difference", "A is 1.030 ± 0.005 times as fast as B, a small difference (less than this machine's noise, 5 %)"),
    ("undecided", "undecided (noise 5 %)", "A is 1.030 ± 0.005 times as fast as B, undecided whether by more than this machine's noise, 5 %"),
])
def test_a_verdict_that_noise_changed_says_so(verdict: str, word: str, text: str) -> None:
    ratio = Ratio(reference="b", value=1.03, interval=Interval(low=1.025, high=1.035), verdict=verdict, noise_floor=0.05)
    assert ratios.format_verdict(ratio, 0.01) == word
    assert ratios.describe_verdict("A", "B", ratio, 0.01) == text
