"""Is one doubt told of each row, the one that matters most, and are the machine's told once?"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from made_runs import MACHINE, case, fork, iteration, run, sampled_fork, thread
from msgspec.structs import replace

from clamh.judging.machine_facts import OF_THE_MACHINE
from clamh.judging.summarise import summarise
from clamh.model.advice import HINTS
from clamh.model.importance import IMPORTANCE, sort_by_importance
from clamh.model.results import FloorRecord, MachineUse, Run, SetRecord, WarningRecord
from clamh.model.summary import Drift, make_warning
from clamh.report import formatting, log, terminal, terms, trust

# Told of the machine, or of the whole run, and so of no row.
ELSEWHERE = {"counter-missing", *OF_THE_MACHINE, "machine-busy", "cpu-speed-moved", "frequency-scaling", "virtual-machine", "environment", "incomplete-file", "stopped", "other-cpu"}
SCATTERED = [7.0, 13.0, 7.0, 13.0]


def two_sides(*codes: str, environment: dict | None = None, scores: Sequence[float] = SCATTERED, **end: float) -> Run:
    """Two scattered sides, each with these recorded doubts."""
    cases = [case([fork(number, list(scores), case_id=name, end={"machine": MachineUse(elapsed_s=2.0, **end)} if end else {}) for number in range(3)],
                  name, platform, warnings=tuple(WarningRecord(code=code, message=f"seen {code}", case_id=name) for code in codes))
             for name, platform in (("a", "cpp/g++-12"), ("b", "rust/rustc-1"))]
    result = run(cases)
    return replace(result, header=replace(result.header, environment=MACHINE | (environment or {})))


def test_each_code_has_a_rank_with_a_reason() -> None:
    assert set(IMPORTANCE) | ELSEWHERE == set(HINTS) and not set(IMPORTANCE) & ELSEWHERE
    assert all(IMPORTANCE.values())


def test_the_most_important_comes_first_and_an_unknown_code_last() -> None:
    codes = ["of-a-later-version", "autocorrelation", "waited", "below-floor", "failed-forks"]
    assert [item.code for item in sort_by_importance(make_warning(code, "") for code in codes)] == codes[::-1]


def test_sides_that_took_no_turns_come_before_reasons_for_wide_intervals() -> None:
    """The run announced turns, and waiting would hide that there were none."""
    assert [item.code for item in sort_by_importance(make_warning(code, "") for code in ("waited", "not-together"))] == ["not-together", "waited"]


def test_a_table_has_the_most_important_warning_of_a_row() -> None:
    result = two_sides("worker", "tmpfs")
    summary = summarise(result, 0.95)
    assert all([item.code for item in row.warnings] == ["tmpfs", "high-variance", "worker"] for row in summary.rows)
    table = terminal.render(summary, result, {}, width=200, color=False, unicode=True)
    assert "tmpfs:" in table and "high-variance:" not in table and "worker:" not in table
    assert "4 less important warnings on rows with several: clamh report run.ndjson -v EXTRA" in table
    everything = log.render(summary, result, unicode=True)
    assert all(f"warning {code}:" in everything for code in ("tmpfs", "high-variance", "worker"))


def test_facts_of_the_machine_are_reported_once() -> None:
    result = two_sides("no-lock", "throttled", environment={"load": [3.0, 1, 1], "cpus": 2, "hypervisor": "KVM", "governor": "powersave"}, waited_s=1.2)
    summary = summarise(result, 0.95)
    assert [item.code for item in summary.machine] == ["throttled", "no-lock", "machine-busy", "frequency-scaling", "virtual-machine"]
    assert {item.code for row in summary.rows for item in row.warnings} == {"high-variance"}
    table = terminal.render(summary, result, {}, width=500, color=False, unicode=True)
    assert table.count("Machine: ") == 1
    assert ("the load was 3 on 2 CPUs when the run began; some process waited for a CPU up to 60 % of the time; "
            "the CPU's frequency is not fixed: governor powersave; this is a virtual machine") in table


def test_the_number_of_disturbed_rows_is_reported() -> None:
    busy, quiet = two_sides(waited_s=1.2), two_sides()
    warnings = summarise(replace(busy, cases=(busy.cases[0], quiet.cases[1])), 0.95).machine
    assert [item.message for item in warnings] == ["some process waited for a CPU up to 60 % of the time (in 1 of 2 rows)"]


@pytest.mark.parametrize("load", [None, [], ["3"], 3.0, [0.4, 9, 9]])
def test_a_small_load_is_not_reported(load: object) -> None:
    assert summarise(two_sides(environment={"load": load, "cpus": 2}), 0.95).machine == ()


def test_waiting_for_a_cpu_comes_before_its_symptoms() -> None:
    fork_results = [replace(fork(number, []), measurement=tuple(iteration(ns, index, threads=(thread(ns, waited_ns=20_000_000),))
                    for index, ns in enumerate(SCATTERED))) for number in range(3)]
    (row,) = summarise(run([case(fork_results)]), 0.95).rows
    assert [item.code for item in row.warnings] == ["waited", "high-variance"]
    assert row.warnings[0].message.startswith("its threads waited for a CPU 10 % of the time; the score includes that")


def in_sets(mine: Sequence[float], theirs: Sequence[float]) -> dict[str, str]:
    """Two sides that took ten turns in each set, at these speeds; what is said about their sets, by case_id."""
    cases, sets = [], []
    for name, platform, speeds in (("a", "cpp/g++-12", mine), ("b", "rust/rustc-1", theirs)):
        cases.append(case([fork(number, [speed], case_id=name) for number, speed in enumerate(speeds)], name, platform))
    for number, both in enumerate(zip(mine, theirs, strict=True)):
        turns = [round(10_000 * speed * (1 + 0.01 * (lap % 3))) for lap in range(10) for speed in both]
        sets.append(SetRecord(cases=("a", "b"), forks=(number, number), index=0, order=(0, 1) * 10, counts=(1000, 1000), warmin=(1, 1),
                              elapsed_ns=tuple(turns), waited_ns=(0,) * 20))
    summary = summarise(replace(run(cases), sets=tuple(sets)), 0.95)
    return {row.case_id: item.message for row in summary.rows for item in row.warnings if item.code == "forks-disagree"}


def test_disagreeing_sets_report_the_spread_relative_to_other_sides() -> None:
    slow = [10.0, 12.0, 10.0, 13.0, 10.0]
    together = in_sets(slow, [2 * value for value in slow])
    assert together["a"] == ("sets differ by 12 % (standard deviation), and within a fork by 0.87 %; relative to the other sides of its set "
                            "by 0 %")
    alone = in_sets(slow, [20.0] * 5)
    assert list(alone) == ["a"] and alone["a"].endswith("relative to the other sides of its set by 13 %")
    assert in_sets([10.0, 10.2, 10.1, 10.0, 10.1], [20.0] * 5) == {}


def test_one_disturbance_is_one_warning() -> None:
    """A level that changes by 50 % makes iterations scatter, too."""
    forks = [sampled_fork(number, [[10.0] * 100] * 5 + [[15.0] * 100] * 5, [[10.0] * 100] * 2) for number in range(5)]
    (row,) = summarise(run([case(forks)]), 0.95).rows
    (text,) = [item for item in row.warnings if item.code in ("not-steady", "high-variance", "autocorrelation")]
    assert text.code == "not-steady" and "jumps to another level" in text.message and "iterations of one fork differ by 21 %" in text.message


def floored(rust_ns: float, others: Sequence[float] = (21.0, 25.0), empty_ns: float = 0.25) -> Run:
    """Rust, whose empty benchmark takes 0.25 ns, and others, whose take `empty_ns`."""
    times = {**dict(zip(("cpp/g++-12", "go/go-1"), others)), "rust/rustc-1": rust_ns}
    cases = [case([fork(number, [ns * (1 + 0.001 * (number - 1))] * 3, case_id=platform) for number in range(3)], platform, platform) for platform, ns in times.items()]
    empty = {platform: 0.25 if platform.startswith("rust") else empty_ns for platform in times}
    return run(cases, floors=[FloorRecord(platform=platform, mode="avgt", threads=1, operations=1e6, elapsed_ns=round(1e6 * ns)) for platform, ns in empty.items()])


def test_an_allocation_that_a_compiler_removed_is_below_the_floor() -> None:
    """Rust hands over a value in 1.6 ns; an empty benchmark takes 0.25 ns."""
    rows = summarise(floored(1.6), 0.95).rows
    assert [row.has_warning("below-floor") for row in rows] == [False, False, True]
    assert rows[2].ratio.not_compared and not rows[1].ratio.not_compared
    assert rows[2].warnings[0].message == ("one invocation takes 1.6 ns (an empty one 0.25 ns); other sides take 22.7 ns more than an "
                                           "empty one: the work was probably removed")
    assert not any(row.has_warning("below-floor") for row in summarise(floored(3.2), 0.95).rows)


@pytest.mark.parametrize(("others", "empty_ns"), [([2.0, 3.0], 0.25), ([9.0, 9.5], 0.25), ([130.0], 19.0)])
def test_small_work_is_not_reported_as_removed(others: Sequence[float], empty_ns: float) -> None:
    """Others take as little, or a few times more; or they are interpreted, and so is their empty benchmark."""
    assert not any(row.has_warning("below-floor") for row in summarise(floored(1.6, others, empty_ns), 0.95).rows)


def test_terms_are_not_all_equal_above_an_artefact() -> None:
    summary = terms.describe_terms(summarise(floored(1.6), 0.95))
    assert "all equal" not in summary.replace("all equal except", "")
    assert "rust/rustc-1 takes hardly longer than an empty benchmark" in summary
    assert "hardly" not in terms.describe_terms(summarise(floored(3.2), 0.95))


def test_equal_footnotes_are_merged() -> None:
    summary = summarise(two_sides(), 0.95)
    assert len(formatting.Footnotes(summary.rows).texts()) == 1


def test_the_first_screen_has_the_most_important_warning() -> None:
    notes = {note.label: note.text for note in trust.build_notes(summarise(floored(1.6), 0.95), floored(1.6), {}, True)}
    assert notes["Doubt"].startswith("below-floor: rust") and "all terms equal" not in notes["Trust"]
    equal = {note.label: note.text for note in trust.build_notes(summarise(floored(3.2), 0.95), floored(3.2), {}, True)}
    assert "all terms equal" in equal["Trust"] and "Doubt" not in equal


def test_the_first_screen_has_the_first_fact_of_the_machine_and_counts_the_others() -> None:
    result = two_sides("no-lock", environment={"load": [3.0, 1, 1], "cpus": 2, "hypervisor": "KVM"})
    (text,) = [note.text for note in trust.build_notes(summarise(result, 0.95), result, {}, True) if note.label == "Machine"]
    assert text == "seen no-lock; 1 more fact: --full"
    quiet = two_sides(environment={"hypervisor": "KVM"})
    assert not [note for note in trust.build_notes(summarise(quiet, 0.95), quiet, {}, True) if note.label == "Machine"]


@pytest.mark.parametrize(("doubted", "shown"), [("rust/rustc-1", True), ("go/go-1", False)])
def test_the_first_screen_has_no_doubt_about_a_ratio_that_it_does_not_show(doubted: str, shown: bool) -> None:
    """It compares with the fastest, Rust; the ratio of Go to C++ is shown by --full."""
    result = floored(15.0)
    summary = summarise(result, 0.95)
    contests = tuple(replace(contest, rows=tuple(
        replace(row, warnings=(make_warning("drifting", "C++ became slower"),) if row.case_id == doubted else ()) for row in contest.rows))
        for contest in summary.contests)
    notes = [note.text for note in trust.build_notes(replace(summary, contests=contests), result, {}, True) if note.label == "Doubt"]
    assert bool(notes) == shown


@pytest.mark.parametrize(("unsteady", "shown"), [("go/go-1", True), ("cpp/g++-12", False)])
def test_the_first_screen_says_why_a_side_has_no_verdict_in_a_ratio_that_it_shows(unsteady: str, shown: bool) -> None:
    """Go has no verdict to Rust, the fastest, which is shown. The warning is from its ratio to C++."""
    result = floored(15.0)
    summary = summarise(result, 0.95)
    (contest,) = summary.contests
    rows = tuple(replace(row, ratio=replace(row.ratio, drift=Drift(case_id=unsteady, value=1.2)), warnings=(make_warning("drifting", "slower"),))
                 if row.case_id == "go/go-1" and row.ratio else replace(row, warnings=()) for row in contest.rows)
    ahead = tuple(replace(ratio, drift=Drift(case_id="go/go-1", value=1.2)) if ratio.reference == "go/go-1" else ratio for ratio in contest.lead_ratios)
    summary = replace(summary, contests=(replace(contest, rows=rows, lead_ratios=ahead),))
    notes = [note.text for note in trust.build_notes(summary, result, {}, True) if note.label == "Doubt"]
    assert bool(notes) == shown
