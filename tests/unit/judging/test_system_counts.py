"""Are counters of -prof per operation, over forks, scaled where events took turns, and compared with the reference?"""

from __future__ import annotations

import math

import pytest
from made_runs import case, fork, iteration, platform, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.counting import ALLOCATIONS, Counts, SystemCounter
from clamh.model.results import CaseResult, ForkResult, Run
from clamh.model.summary import Row, Secondary
from clamh.model.worker import ThreadIteration
from clamh.report.secondary import describe_counters

FAULTS = SystemCounter(name="page-faults", profiler="perf")
CYCLES, INSTRUCTIONS = SystemCounter(name="cycles", profiler="perf"), SystemCounter(name="instructions", profiler="perf")
USER = SystemCounter(name="rusage.user-time", profiler="rusage", unit="ns")
PEAK = SystemCounter(name="rusage.peak-memory", profiler="rusage", unit="B", peak=True)
READS = {"capabilities": {"counters": True, "counts": ["rusage"]}}


def counted(number: int, *counts: Counts, operations: float = 100.0, untimed: float = 0.0, threads: int = 1, case_id: str = "c",
            source: str = "worker") -> ForkResult:
    """A fork with an iteration for each of these counts; a thread does so many operations in 1 ms, and some that are not timed."""
    thread = ThreadIteration(operations=operations, all_operations=operations + untimed, elapsed_ns=1_000_000)
    return replace(fork(number, [], case_id=case_id), measurement=tuple(
        iteration(1.0, index, case_id=case_id, fork=number, threads=(thread,) * threads, counts=each, source=source)
        for index, each in enumerate(counts)))


def counting(cases: list[CaseResult], *counters: SystemCounter, hello: dict[str, object] = READS) -> Run:
    sides = dict.fromkeys((result.case.platform, result.case.source) for result in cases)
    platforms = tuple(replace(platform(name), source=source, hello=hello) for name, source in sides)
    return replace(run(cases), counters=counters, platforms=platforms)


def rows(cases: list[CaseResult], *counters: SystemCounter, hello: dict[str, object] = READS) -> tuple[Row, ...]:
    return summarise(counting(cases, *counters, hello=hello), 0.95).rows


def results(forks: list[ForkResult], *counters: SystemCounter, hello: dict[str, object] = READS, **fields: object) -> dict[str, Secondary]:
    (row,) = rows([case(forks, **fields)], *counters, hello=hello)
    return {result.label: result for result in row.secondary}


def test_a_count_is_the_total_per_operation_of_each_fork() -> None:
    forks = [counted(number, {"page-faults": (1000, 9, 9)}, {"page-faults": (1200 + 20 * number, 9, 9)}) for number in range(3)]
    found = results(forks, FAULTS)["page-faults"]
    assert (found.kind, found.unit, found.fork_means) == ("count", "#/op", (11.0, 11.1, 11.2))
    assert found.score == pytest.approx(11.1) and found.iterations[2] == (10.0, 12.4)
    margin = 4.302653 * 0.1 / math.sqrt(3)
    assert (found.interval.low, found.interval.high) == (pytest.approx(11.1 - margin), pytest.approx(11.1 + margin))
    assert found.pooled.count == 6 and not found.with_fixtures


def test_fewer_than_three_forks_have_no_interval() -> None:
    assert results([counted(0, {"page-faults": (5, 9, 9)})], FAULTS)["page-faults"].interval is None


def test_nothing_counted_is_a_result_too() -> None:
    found = results([counted(number, {"page-faults": (0, 9, 9)}) for number in range(3)], FAULTS)["page-faults"]
    assert (found.score, found.interval.low, found.interval.high) == (0.0, 0.0, 0.0)


def test_events_that_took_turns_are_scaled_and_reported() -> None:
    forks = [counted(number, {"cycles": (1000, 400, 100), "page-faults": (70, 400, 400)}) for number in range(3)]
    (row,) = rows([case(forks)], CYCLES, FAULTS)
    found = {result.label: result.score for result in row.secondary}
    assert found == {"cycles": 40.0, "page-faults": pytest.approx(0.7)}
    (warning,) = [warning for warning in row.warnings if warning.code == "counter-scaled"]
    assert warning.message.endswith("counts of as little as 25 % of the time were scaled: cycles")


@pytest.mark.parametrize("numbers", [(-1, -1, -1), (0, 400, 0)])
def test_a_counter_that_was_not_read_or_never_ran_is_left_out_and_reported(numbers: tuple[int, ...]) -> None:
    forks = [counted(number, {"cycles": numbers if number == 1 else (9, 9, 9), "page-faults": (70, 9, 9)}) for number in range(3)]
    (row,) = rows([case(forks)], CYCLES, FAULTS)
    assert [result.label for result in row.secondary] == ["page-faults"]
    assert [warning.message for warning in row.warnings if warning.code == "counter-unread"] == [
        "not counted in every iteration, so not reported: cycles"]


@pytest.mark.parametrize(("cost_ns", "messages"), [
    (3000.0, ["counting gc.allocations takes about 15 % of the time, about 3,000 ns each"]), (390.0, [])])
def test_counting_that_takes_more_than_two_percent_is_reported(cost_ns: float, messages: list[str]) -> None:
    item = counting([case([counted(number, {"gc.allocations": (50,)}) for number in range(3)])], ALLOCATIONS[0],
                    hello={"capabilities": {"counters": True, "counts": ["gc.allocations"]}})
    costly = replace(item, platforms=tuple(replace(each, count_costs_ns={"gc.allocations": cost_ns, "gc.count": 1e9}) for each in item.platforms))
    (row,) = summarise(costly, 0.95).rows
    assert [warning.message for warning in row.warnings if warning.code == "counter-cost"] == messages


@pytest.mark.parametrize(("hello", "mode", "threads", "source", "score"), [
    (READS, "avgt", 1, "worker", 10.0),  # read around what is timed
    (READS, "avgt", 2, "worker", 4.0),  # around everything that the threads do together
    ({}, "avgt", 1, "worker", 8.0), ({}, "avgt", 1, "jmh", 8.0),  # the driver read it, around the command
])
def test_counts_belong_to_the_operations_between_the_readings(hello: dict[str, object], mode: str, threads: int, source: str, score: float) -> None:
    forks = [counted(0, {"page-faults": (1000, 9, 9)}, untimed=25.0, threads=threads, source=source)]
    found = results(forks, FAULTS, hello=hello, mode=mode, threads=threads)["page-faults"]
    assert (found.score, found.with_fixtures) == (score, hello == {})


def test_quotients_have_the_names_of_jmh() -> None:
    counts = {"cycles": (1000, 9, 9), "instructions": (2500, 9, 9)}
    found = results([counted(number, counts) for number in range(3)], INSTRUCTIONS, CYCLES)
    assert [(result.label, result.score, result.unit) for result in found.values()] == [
        ("instructions", 25.0, "#/op"), ("cycles", 10.0, "#/op"), ("CPI", pytest.approx(0.4), "clks/insn"), ("IPC", 2.5, "insns/clk")]
    assert found["IPC"].kind == "quotient" and found["IPC"].ratio is None


def test_a_quotient_needs_both_with_or_both_without_the_kernel() -> None:
    mixed = [replace(CYCLES, name="cycles:u"), INSTRUCTIONS]
    assert "IPC" not in results([counted(0, {"cycles:u": (1000, 9, 9), "instructions": (9, 9, 9)})], *mixed)
    users = [replace(counter, name=f"{counter.name}:u") for counter in (CYCLES, INSTRUCTIONS)]
    assert results([counted(0, {"cycles:u": (10, 9, 9), "instructions:u": (30, 9, 9)})], *users)["IPC:u"].score == 3.0


def test_a_peak_is_the_largest_value_of_each_fork() -> None:
    forks = [counted(number, {PEAK.name: (1000 + number,)}, {PEAK.name: (3000 + number,)}) for number in range(3)]
    found = results(forks, PEAK)[PEAK.name]
    assert (found.kind, found.unit, found.fork_means) == ("peak", "B", (3000, 3001, 3002))


def test_a_ratio_above_1_means_fewer_than_the_reference() -> None:
    cases = [case([counted(number, {"page-faults": (count, 9, 9), "cycles": (0, 9, 9)}, case_id=name) for number in range(3)], name, side)
             for name, side, count in (("a", "cpp/g++-12", 1000), ("b", "rust/rustc-1", 250))]
    first, second = rows(cases, FAULTS, CYCLES)
    assert [result.ratio for result in first.secondary] == [None, None]
    faults, cycles = second.secondary
    assert (faults.ratio.value, faults.ratio.interval.low, faults.ratio.interval.high) == pytest.approx((4.0, 4.0, 4.0))
    assert cycles.ratio is None  # nothing ÷ nothing


def test_a_run_without_prof_has_no_counters() -> None:
    (row,) = summarise(run([case([fork(number, [10.0]) for number in range(3)])]), 0.95).rows
    assert not row.secondary


def test_bytes_have_a_rate_too_and_what_a_platform_does_not_list_is_no_warning() -> None:
    forks = [counted(number, {"gc.alloc.rate.norm": (2 << 20,)}, threads=2) for number in range(3)]
    hello = {"capabilities": {"counters": True, "counts": ["gc.alloc.rate.norm"]}}
    (row,) = rows([case(forks, threads=2)], *ALLOCATIONS, hello=hello)
    found = {result.label: (result.unit, result.score) for result in row.secondary}
    # Two threads do 100 operations each in 1 ms.
    assert found == {"gc.alloc.rate.norm": ("B/op", (2 << 20) / 200), "gc.alloc.rate": ("MB/sec", pytest.approx(2000))}
    assert not [warning for warning in row.warnings if warning.code == "counter-unread"]


def test_energy_belongs_to_all_operations_since_the_driver_reads_it() -> None:
    energy = SystemCounter(name="energy.package", profiler="energy", unit="uJ")
    forks = [counted(number, {"energy.package": (3000,), "page-faults": (300, 9, 9)}, untimed=50.0) for number in range(3)]
    judged = summarise(counting([case(forks)], energy, FAULTS), 0.95)
    found = {result.label: (result.score, result.unit, result.with_fixtures) for result in judged.rows[0].secondary}
    assert found == {"energy.package": (20.0, "uJ/op", True), "page-faults": (3.0, "#/op", False)}
    text = describe_counters(judged)
    assert "energy is that of the whole machine, around whole iterations" in text and "iteration fixtures" not in text
