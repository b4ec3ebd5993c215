"""Is nothing said about which side is faster where nobody knows that both do the same work?"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.results import FloorRecord, Origin, Run, WorkRecord
from clamh.model.summary import Contest, SetTotal, Summary, make_warning
from clamh.report.conclusion import describe_conclusion
from clamh.report.trust import build_notes, judge_waiting

PLATFORMS = ("cpp/g++-12", "rust/rustc-1", "go/go-1", "python/cpython-3", "java/openjdk-17", "javascript/node-20")
TITLES = {"cpp": "C++", "rust": "Rust", "go": "Go"}


def measured(times: Sequence[float], works: Sequence[WorkRecord | None] = (), spread: float = 0.001) -> Run:
    """A side for each time, with five forks."""
    cases = [case([fork(n, [time * (1 + spread * (n - 2))], case_id=platform) for n in range(5)], platform, platform, source=f"fac_tests/source{number}")
             for number, (time, platform) in enumerate(zip(times, PLATFORMS))]
    result = run(cases, floors=[FloorRecord(platform=platform, mode="avgt", threads=1, operations=1e6, elapsed_ns=1_000_000) for platform in PLATFORMS])
    return replace(result, works=tuple(work for work in works if work)) if works else result


def works(*returned: str | None, differs: str = "") -> list[WorkRecord]:
    return [WorkRecord(case_id=platform, returned=value, differs=differs) for platform, value in zip(PLATFORMS, returned)]


def judged(result: Run) -> tuple[Summary, Contest, list[str]]:
    summary = summarise(result, 0.95)
    return summary, summary.contests[0], describe_conclusion(summary, result, TITLES)


def test_a_side_below_the_floor_is_not_compared() -> None:
    summary, contest, texts = judged(measured([1.2, 20.0, 10.0]))
    empty, slow, fast = contest.rows
    assert slow.ratio.not_compared and fast.ratio.not_compared and slow.ratio.verdict is None and slow.ratio.interval is None
    assert contest.fastest == fast.case_id
    assert texts == ["factorial(25): Go is 2.000 ± 0.005 times as fast as Rust; not compared with Go: C++ (cpp/g++-12 takes hardly longer than an empty benchmark)"]
    assert not summary.suites  # both ratios are to the empty one


def test_two_empty_benchmarks_are_not_compared() -> None:
    _, contest, texts = judged(measured([1.2, 1.3]))
    assert contest.fastest == "" and texts == ["factorial(25): not compared: cpp/g++-12 and rust/rustc-1 take hardly longer than an empty benchmark"]


@pytest.mark.parametrize(("values", "why"), [
    (("i:1", "i:2"), "different work: cpp/g++-12 returned 1, rust/rustc-1 returned 2"),
    (("i:1", None), "work not checked: rust/rustc-1 gives no value to compare"),
    ((None, None), "work not checked: neither side gives a value to compare")])
def test_work_that_differs_or_is_unknown_is_not_compared(values: tuple[str | None, ...], why: str) -> None:
    _, contest, texts = judged(measured([10.0, 20.0], works(*values)))
    assert contest.rows[1].ratio.not_compared and contest.fastest == ""
    assert texts == [f"factorial(25): not compared: {why}"]


def test_the_side_that_differs_from_most_does_not_lead() -> None:
    _, contest, texts = judged(measured([5.0, 20.0, 10.0], works("i:7", "i:1", "i:1")))
    assert contest.fastest == "go/go-1" and "Go is 2.000 ± 0.005 times as fast as Rust" in texts[0] and "not compared with Go: C++ (different work" in texts[0]


@pytest.mark.parametrize(("other", "known"), [("i:2", "different work"), (None, "work not checked")])
def test_a_reason_in_clamh_toml_lets_the_verdict_stand_and_is_named(other: str | None, known: str) -> None:
    result = measured([10.0, 20.0], works("i:1", other, differs="another rounding"))
    summary, contest, texts = judged(result)
    assert contest.rows[1].ratio.verdict == "slower" and len(summary.suites) == 1
    assert texts[0].endswith(f"C++ is 2.000 ± 0.005 times as fast as Rust ({known}, as clamh.toml says: another rounding)")
    trust = next(note.text for note in build_notes(summary, result, TITLES, several=True) if note.label == "Trust")
    assert "work excused by clamh.toml in " in trust and "same work checked" not in trust


def trust(result: Run, baseline: str = "") -> str:
    summary = summarise(result, 0.95, baseline=baseline)
    return next(note.text for note in build_notes(summary, result, TITLES, several=True) if note.label == "Trust")


def test_trust_counts_each_comparison_once() -> None:
    result = measured([10.0, 20.0], works("i:1", "i:2"))
    for baseline in ("", "rust/*"):
        assert "different work in 1 of 1 comparisons" in trust(result, baseline)


def test_trust_separates_unknown_from_unequal_terms() -> None:
    result = measured([10.0, 20.0])
    unknown = replace(result, origin=Origin(tool="hyperfine", unknown={"seed": "hyperfine does not record the seed"}))
    assert trust(unknown) == "with care: terms not known: seed (same work checked)"


@pytest.mark.parametrize(("command", "following"), [
    (("clamh", "run"), "continue with `clamh run --resume 'my run'`"), (("clamh", "gate"), "to measure the rest, begin again with the same command"),
    ((), "to measure the rest, begin again with the same command"),
])
def test_note_of_an_interruption_says_how_to_measure_the_rest(command: tuple[str, ...], following: str) -> None:
    result = measured([10.0, 20.0])
    cut = replace(result, path="my run", end=None, header=replace(result.header, command=command))
    notes = [note.text for note in build_notes(summarise(cut, 0.95), cut, TITLES, several=True) if note.label == "Note"]
    assert notes[-1] == f"the run was interrupted: these are the results until then ({following})"
    active = replace(cut, active=True)
    notes = [note.text for note in build_notes(summarise(active, 0.95), active, TITLES, several=True) if note.label == "Note"]
    assert notes[-1] == "the run is still active: these are the results until now"


def test_trust_accepts_that_a_marked_baseline_is_another_benchmark() -> None:
    result = measured([10.0, 20.0])
    marked = [case([fork(n, [5.0 + n / 1000], case_id=f"{platform}/b") for n in range(5)], f"{platform}/b", platform, source=f"fac_tests/source{number}",
                   key="plain", benchmark="plain", params={}, baseline="reference") for number, platform in enumerate(PLATFORMS[:2])]
    both = run([*result.cases, *marked])
    assert trust(both) == "good: same work checked; all terms equal except the benchmark"
    assert "different work in 1 of 2 comparisons" in trust(replace(both, works=(*works("i:1", "i:2"), *both.works[2:])))


def test_two_runs_on_one_platform_compare_unknown_work() -> None:
    def ratio(a: str | None, b: str | None) -> object:
        item, other_run = (measured([time], works(value)) for time, value in ((10.0, a), (20.0, b)))
        return compare_runs((item, summarise(item, 0.95)), (other_run, summarise(other_run, 0.95))).pairs[0].ratio

    assert ratio(None, None).verdict == "slower"
    assert ratio("i:1", "i:2").not_compared and ratio("i:1", "i:2").verdict is None


def test_open_claims_of_several_sides_share_the_level() -> None:
    (alone,) = {row.ratio.confidence for row in judged(measured([10.0, 20.0]))[1].rows[1:]}
    assert alone == 0.95
    levels = {row.ratio.confidence for row in judged(measured([10.0, 20.0, 40.0, 80.0]))[1].rows[1:]}
    assert levels == {0.95}  # all six pairs differ
    contest = judged(measured([10.0, 10.0, 10.0, 80.0]))[1]
    (level,) = {ratio.confidence for ratio in (*contest.lead_ratios, *(row.ratio for row in contest.rows[1:]))}
    assert level == pytest.approx(1 - 0.05 / 3)  # three of six pairs are the same


IN_TURNS = SetTotal(number=0, time_ns=990.0, operations=1.0, left_out_ns=10.0)
WAITED = make_warning("waited", "its threads waited for a CPU 90 % of the time; the score includes that")


@pytest.mark.parametrize(("alone", "trusted"), [
    ({}, [(True, "waited for a CPU 1 % of the time")]),
    ({"waited": 0.9}, [(False, "waited for a CPU 90 % of the time")]),
    ({"warnings": (WAITED,)}, []),  # of several threads: only the warning has the share
])
def test_trust_counts_the_waiting_of_rows_beside_sides_in_turns(alone: dict[str, Any], trusted: list[tuple[bool, str]]) -> None:
    in_turns, row = (SimpleNamespace(**{"sets": (), "score": 1.0, "waited": 0.0, "warnings": ()} | fields) for fields in ({"sets": (IN_TURNS,)}, alone))
    assert list(judge_waiting(SimpleNamespace(rows=(in_turns, row)))) == trusted


def test_a_failure_is_explained_once() -> None:
    """`Failed` and `Doubt failed-forks` had the same text for a row."""
    end = {"status": "failed", "reason": "benchmark", "where": "work", "message": "boom"}
    result = run([case([fork(0, [], end=end)])])
    notes = [(note.label, note.text) for note in build_notes(summarise(result, 0.95), result, TITLES, several=True)]
    (failed,) = [text for _, text in notes if "boom" in text]
    assert failed.endswith("boom. -v EXTRA shows what the worker printed.") and ("Failed", failed) in notes
