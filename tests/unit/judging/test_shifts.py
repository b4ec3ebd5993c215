"""Have comparisons of two runs in their intervals what scores move between runs, and what when that is not known?"""

from __future__ import annotations

import math
from typing import Any

import pytest
from made_foreign import FILES
from made_gate import base, compared, judged, new, timed
from made_runs import case, fork, run, shifts
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.foreign import read_any_results
from clamh.judging.judge_gate import judge_gate
from clamh.judging.shifts import measured_shifts
from clamh.model.results import Run, ShiftRecord
from clamh.model.summary import Comparison, Judgement, SetTotal


def two(slower: float, shift: float | None = 0.0, **header: Any) -> tuple[Run, Run]:
    """Runs of one benchmark that is so much slower in the second; the header of that has these fields."""
    a, b = (run([timed("sort", ns)], shift=shift) for ns in (20.0, 20.0 * slower))
    return a, replace(b, header=replace(b.header, **header))


def verdict(comparison: Comparison) -> tuple[str | None, str]:
    ratio = comparison.pairs[0].ratio
    return ratio.verdict, ratio.reason


def record(**fields: Any) -> ShiftRecord:
    return replace(shifts([timed("sort", 20.0)], 0.02)[0], **fields)


@pytest.mark.parametrize("shift", [0.0, 0.01, 0.09, 0.2])
def test_the_shift_widens_the_interval_at_both_ends(shift: float) -> None:
    narrow, wide = (compared(*two(1.1, each)).pairs[0].ratio for each in (0.0, shift))
    assert wide.value == narrow.value
    assert math.log(narrow.interval.low / wide.interval.low) == pytest.approx(shift)
    assert math.log(wide.interval.high / narrow.interval.high) == pytest.approx(shift)
    assert (wide.shift or 0.0) == pytest.approx(math.expm1(shift))
    assert verdict(compared(*two(1.1, shift))) == (("slower", "") if shift < 0.05 else ("undecided", ""))


@pytest.mark.parametrize("shift", [0.0, 0.05, 0.081, 0.0815, 0.082, 0.0825, 0.083, 0.09])
def test_the_gates_p_value_agrees_with_the_interval(shift: float) -> None:
    (decision,) = judge_gate(compared(*two(1.1, shift))).decisions
    assert (decision.ruling == "regression") is (decision.p <= 0.05) is (decision.pair.ratio.interval.high < 1 / 1.01)


@pytest.mark.parametrize(("slower", "verdict_of"), [(1.0, "undecided"), (1.1, "undecided"), (1.99, "undecided"), (1 / 1.99, "undecided"), (2.2, "slower"), (1 / 2.2, "faster")])
def test_without_a_calibration_only_more_than_a_factor_of_2_is_decided(slower: float, verdict_of: str) -> None:
    comparison = compared(*two(slower, None))
    assert verdict(comparison) == (verdict_of, "not measured together" if verdict_of == "undecided" else "")
    assert comparison.pairs[0].ratio.decided_at is None
    assert comparison.unknown_shift == ("their machine was not calibrated between runs",)


@pytest.mark.parametrize(("fields", "header", "reason"), [
    ({}, {}, ""),
    ({"machine": "another"}, {}, "their machine was not calibrated between runs"),
    ({}, {"machine": "another"}, "they were measured on two machines"),
    ({}, {"machine": ""}, "an older CLAMH wrote run.ndjson, without the name of the machine"),
    ({"time": "2025-12-04T00:00:00Z"}, {}, ""),
    ({"time": "2025-12-03T00:00:00Z"}, {}, "their machine was calibrated between runs on 2025-12-03, more than 30 days before or after them"),
    ({"time": "2026-02-02T00:00:00Z"}, {}, "their machine was calibrated between runs on 2026-02-02, more than 30 days before or after them"),
    ({}, {"started": "2026-03-02T03:04:00Z"}, "their machine was calibrated between runs on 2026-01-01, more than 30 days before or after them"),
    ({"time": "yesterday"}, {}, "their machine was calibrated between runs on yesterday, more than 30 days before or after them"),
    ({"time": "2026-01-01T00:00:00"}, {}, "their machine was calibrated between runs on 2026-01-01, more than 30 days before or after them"),
    ({"mode": "thrpt"}, {}, "their machine was not calibrated between runs for cpp/g++-12, avgt, 1 thread"),
    ({"bound": True}, {}, "their machine was not calibrated between runs for cpp/g++-12, avgt, 1 thread"),
    ({"in_turns": True}, {}, "their machine was not calibrated between runs for cpp/g++-12, avgt, 1 thread"),
    ({"threads": 4}, {}, "their machine was not calibrated between runs for cpp/g++-12, avgt, 1 thread"),
])
def test_calibrations_of_another_machine_kind_or_time_are_ignored(fields: dict[str, Any], header: dict[str, Any], reason: str) -> None:
    a, b = (judged(item) for item in two(1.1, None, **header))
    comparison = compare_runs(a, b, [record(**fields)])
    assert comparison.unknown_shift == ((reason,) if reason else ())
    assert verdict(comparison)[0] == ("undecided" if reason else "slower")


def test_the_newest_calibration_counts_in_any_order() -> None:
    a, b = two(1.1, 0.01)
    newer = record(time="2026-01-02T00:00:00Z", shift=0.3)
    assert compare_runs(judged(a), judged(b), [newer]).shifts == (newer,)
    assert compare_runs(judged(a), judged(replace(b, shifts=(newer,)))).shifts == (newer,)
    older = record(time="2025-12-24T00:00:00Z", shift=0.3)
    assert compare_runs(judged(a), judged(b), [older]).shifts == a.shifts[:1]


def test_a_run_in_turns_beside_one_without_has_the_larger_shift_of_both_kinds() -> None:
    a, b = (judged(item) for item in two(1.1, None))
    (row,) = b[1].rows
    turned = replace(b[1], contests=(replace(b[1].contests[0], rows=(replace(row, sets=(SetTotal(number=0, time_ns=1.0, operations=1.0),)),)),))
    alone, in_turns = record(shift=0.3), record(shift=0.02, in_turns=True)
    assert compare_runs(a, (b[0], turned), [alone, in_turns]).shifts == (alone,)
    assert compare_runs(a, (b[0], turned), [in_turns]).unknown_shift  # nothing is known of one of them


def test_fewer_forks_than_calibrated_have_a_larger_shift() -> None:
    a, b = (judged(item) for item in two(1.1, None))
    assert compare_runs(a, b, [record(forks=20)]).pairs[0].ratio.shift == pytest.approx(math.expm1(0.04))


def test_files_of_other_tools_have_no_calibration() -> None:
    a, b = (read_any_results(FILES / f"google_benchmark_{name}.json") for name in ("before", "after"))
    comparison = compare_runs(judged(a), judged(b), [record()])
    assert set(comparison.unknown_shift) == {"Google Benchmark does not record the machine"} and not comparison.shifts


def test_a_mean_of_many_benchmarks_keeps_the_shift() -> None:
    keys = [f"k{number}" for number in range(20)]
    a, b = (run([timed(key, ns) for key in keys], shift=0.05) for ns in (20.0, 21.0))
    (suite,) = compared(a, b).suites
    assert suite.interval.low < 1 / 1.05 / 1.05 * 1.0001 and suite.interval.high > 0.9999


def test_a_mean_of_ratios_without_intervals_keeps_the_shift() -> None:
    a, b = (run([timed(f"k{number}", ns, forks=1) for number in range(20)], shift=0.05) for ns in (20.0, 21.0))
    comparison = compared(a, b)
    assert {pair.ratio.interval for pair in comparison.pairs} == {None}
    (suite,) = comparison.suites
    assert (suite.interval.low, suite.interval.high) == pytest.approx((20 / 21 / math.exp(0.05), 20 / 21 * math.exp(0.05)))


def test_runs_of_the_same_code_give_the_shift_of_each_kind() -> None:
    def one(number: int, *times: float) -> Judgement:
        cases = [case([fork(n, [ns], case_id=name) for n in range(3)], name, platform, key=name) for name, platform, ns in zip(
            ("a", "b", "c"), ("cpp/g++-12", "cpp/g++-12", "python/3"), times, strict=True)]
        result = run(cases)
        return Judgement(*judged(replace(result, header=replace(result.header, started=f"2026-01-02T03:0{number}:00Z"))))

    runs = [one(0, 10.0, 50.0, 7.0), one(4, 11.0, 50.0, 7.0), one(9, 10.0, 50.0, 7.0)]
    cpp, python = measured_shifts(runs, "2026-01-02T04:00:00Z")
    assert (cpp.platform, cpp.cases, cpp.runs, cpp.forks, cpp.spread_s, cpp.machine) == ("cpp/g++-12", 2, 3, 3, 540.0, "beef")
    assert cpp.largest == pytest.approx(math.log(1.1)) and cpp.shift > cpp.largest
    assert (python.platform, python.shift, python.in_turns) == ("python/3", 0.0, False)
    assert measured_shifts(runs[:2], "") == []


def test_a_case_that_failed_in_one_run_is_left_out() -> None:
    runs = [Judgement(*judged(item)) for item in (base(), base(), new())]
    (shift_record,) = measured_shifts(runs, "2026-01-02T04:00:00Z")
    assert shift_record.cases == len(base().cases) - 2  # copy failed in one run, and gone is not in it


def test_intervals_over_repetitions_contain_the_shift() -> None:
    a, b = ((item, replace(summary, unit="repetition")) for item, summary in (judged(each) for each in two(1.1, None, machine="another")))
    comparison = compare_runs(a, b)
    assert verdict(comparison) == ("slower", "") and (comparison.unknown_shift, comparison.shifts) == ((), ())
    assert comparison.pairs[0].ratio == compared(*two(1.1)).pairs[0].ratio
