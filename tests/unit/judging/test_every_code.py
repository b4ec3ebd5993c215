"""Has every warning a run that raises it, and a like run that does not?

A new code goes into TABLE: a run with the fault, and one as near to it as a reader could wish that has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from made_runs import beside_suspended, MACHINE, case, fork, iteration, platform, run, sampled_fork, thread

from clamh.judging import machine
from clamh.judging.summarise import summarise
from clamh.model.advice import HINTS
from clamh.model.counting import ALLOCATIONS, SystemCounter
from clamh.model.results import DoublingRecord, FloorRecord, ForkResult, Given, MachineUse, Run, SetRecord, UsedRecord, WarningRecord, WorkRecord
from clamh.model.worker import ThreadIteration
from msgspec.structs import replace

JAVA = {"platform": "java/openjdk-17", "source": "fac_tests/Factorial.java"}
WHOLE_NS = thread(10.0).elapsed_ns
STEADY = [10.0, 10.1, 9.9, 10.0, 10.05]


class Codes(NamedTuple):
    """What a case must hold: the code is in `fires`, and not in `quiet`."""

    fires: Callable[[], set[str]]
    quiet: Callable[[], set[str]]


def run_codes(item: Run) -> set[str]:
    summary = summarise(item, 0.95)
    return {w.code for row in summary.rows for w in row.warnings} | {w.code for w in (*summary.warnings, *summary.machine)}


def forks(*scores: Sequence[float], **fields: Any) -> list[ForkResult]:
    return [fork(number, values, **fields) for number, values in enumerate(scores)]


def codes(fork_results: Sequence[ForkResult], **fields: Any) -> set[str]:
    floors = fields.pop("floors", ())
    return run_codes(run([case(fork_results, **fields)], floors=floors))


def series(*parts: tuple[int, float], spread: float = 0.01, number: int = 5, pattern: Sequence[float] = (1.0,), count: int = 5,
           **fields: Any) -> set[str]:
    """Forks of ten iterations of 100 samples, whose levels are these parts: (samples, ns); `pattern` repeats over all samples."""
    fork_results = []
    for at in range(count):
        random = np.random.default_rng(at)
        levels = np.concatenate([np.full(size, level) for size, level in parts])
        values = levels * random.normal(1, spread, len(levels)) * np.resize(pattern, len(levels))
        iterations = [part.tolist() for part in np.split(values, 10)]
        fork_results.append(sampled_fork(at, iterations[number:], iterations[:number], **fields))
    return codes(fork_results)


def three_forks(**fields: Any) -> list[ForkResult]:
    """Three forks of one iteration, of which one thread says this."""
    def one(number: int) -> ForkResult:
        whole = fork(number, [])
        return replace(whole, measurement=(iteration(10.0, threads=(thread(10.0, **fields),)),))
    return [one(number) for number in range(3)]


def suspended(ns: int) -> set[str]:
    """Three forks that measure this time for each of 100 suspensions, which cost 33 ns each."""
    return codes(three_forks(elapsed_ns=100 * ns, sample_ns=(100 * ns,), timings=1, suspensions=100, suspended_ns=10_000, suspend_cost_ns=33.0))


def threaded(*ns: float, cpus: int = 56, source: str = "worker") -> set[str]:
    """Three forks of three iterations whose threads take these times for an operation; 0 is one that had nothing timed."""
    idle = ThreadIteration(operations=0, all_operations=1, elapsed_ns=0)
    threads = tuple(thread(value) if value else idle for value in ns)
    fork_results = [replace(fork(number, []), measurement=tuple(iteration(10.0, index, threads=threads, source=source) for index in range(3)))
                    for number in range(3)]
    whole = run([case(fork_results, threads=len(ns))])
    return run_codes(replace(whole, header=replace(whole.header, environment=MACHINE | {"cpus_allowed": cpus})))


def speeds(mine: Sequence[int], theirs: Sequence[int]) -> set[str]:
    """Two sides whose iterations have these readings of their chains."""
    case_results = []
    for name, platform_id, readings in (("a", "cpp/g++-12", mine), ("b", "rust/rustc-1", theirs)):
        case_results.append(case([replace(fork(number, [], case_id=name), measurement=tuple(
            iteration(10.0, index, case_id=name, fork=number, speed_ns=(item,)) for index, item in enumerate(readings))) for number in range(5)], name, platform_id))
    return run_codes(run(case_results))


def works(mine: WorkRecord, theirs: WorkRecord) -> set[str]:
    """Two platforms that gave this."""
    result = run([case(forks(*[STEADY] * 3), name, platform_id) for name, platform_id in (("c", "cpp/g++-12"), ("d", "java/17"))])
    return run_codes(replace(result, works=(mine, replace(theirs, case_id="d"))))


def used(after: Sequence[str], fresh: Sequence[str], **fields: Any) -> set[str]:
    """What calls gave on the state that measuring left, and on a fresh one."""
    record = UsedRecord(case_id="c", fork=2, used=tuple(Given(returned=text) for text in after), **fields)
    return run_codes(replace(run([case(forks(*[STEADY] * 3))]), used=(record,), works=(work_record(fresh[0], *fresh),)))


def work_record(first: str | None, *later: str, **fields: Any) -> WorkRecord:
    """A first call, and three on another state."""
    return WorkRecord(case_id="c", returned=first, other_calls=tuple(Given(seed=2, call=at, returned=text) for at, text in enumerate(later, 1)), **fields)


def work_code(fires: WorkRecord, quiet: WorkRecord, beside: WorkRecord | None = None) -> Codes:
    return Codes(lambda: works(fires, beside or fires), lambda: works(quiet, beside or quiet))


def recorded(code: str) -> Codes:
    """A fact that the run itself wrote down; without it nothing is said."""
    def warned(*warnings: WarningRecord) -> set[str]:
        return run_codes(run([case(forks(*[STEADY] * 3), warnings=warnings)]))

    return Codes(lambda: warned(WarningRecord(code=code, message="seen", case_id="c")), warned)


def run_on_machine(**environment: Any) -> Run:
    """A run whose machine has these facts too."""
    result = run([case(forks(*[STEADY] * 3))])
    return replace(result, header=replace(result.header, environment={**result.header.environment, **environment}))


def sliced(factors: Sequence[float], twice: bool = False, measured_ns: int = 200_000_000, **fields: Any) -> set[str]:
    """Two sides that took turns in three sets; slices of the first take so many times as long as the other's.

    `twice`: each turn of a side is followed by one more of its own. `fields` are those of sets.
    """
    case_results, times = [], [1000 * factor for factor in factors]
    for name, platform_id, each in (("a", "cpp/g++-12", times), ("b", "rust/rustc-1", [1000] * len(times))):
        forks_of = [replace(fork(number, [], case_id=name), measurement=(iteration(10.0, case_id=name, fork=number, threads=(
            thread(10.0, elapsed_ns=round(sum(each)), operations=len(each) * 100.0),)),)) for number in range(3)]
        case_results.append(case(forks_of, name, platform_id, options={"measurement_iterations": 1, "measurement_time_ns": measured_ns}))
    order, turns = (0, 1) * len(times), [ns for time in times for ns in (time, 1000)]
    if twice:
        order = (0, 0, 1, 1) * (len(times) // 2)
        turns = [ns for first, second in zip(times[::2], times[1::2], strict=True) for ns in (first, second, 1000, 1000)]
    sets = tuple(SetRecord(cases=("a", "b"), forks=(number, number), index=0, order=order, counts=(100, 100), warmin=(1, 1),
                           elapsed_ns=tuple(map(round, turns)), waited_ns=(0, 0) * len(times), **fields) for number in range(3))
    return run_codes(replace(run(case_results), sets=sets))


def in_turns(waited_ns: int) -> set[str]:
    """Two sides that took turns in three sets; the first waited so long in each."""
    case_results = []
    for name, platform_id, waited in (("a", "cpp/g++-12", waited_ns), ("b", "rust/rustc-1", 0)):
        threads = (thread(10.0, waited_ns=waited),)
        forks_of = [replace(fork(number, [], case_id=name), measurement=(iteration(10.0, case_id=name, fork=number, threads=threads),))
                    for number in range(3)]
        case_results.append(case(forks_of, name, platform_id))
    sets = tuple(SetRecord(cases=("a", "b"), forks=(number, number), index=0, order=(0, 1), counts=(1, 1), warmin=(1, 1), elapsed_ns=(1, 1),
                           waited_ns=(0, 0)) for number in range(3))
    return run_codes(replace(run(case_results), sets=sets)) - {"machine-busy"}


def shot(elapsed_ns: int, **fields: Any) -> set[str]:
    return codes(three_forks(elapsed_ns=elapsed_ns, timings=1, operations=1.0, all_operations=1.0, clock_cost_ns=22.0, sample_ns=()),
                 mode="ss",
              **fields)


def invocations(elapsed_ns: int) -> set[str]:
    return codes(three_forks(elapsed_ns=elapsed_ns, timings=100, operations=100.0, all_operations=100.0, clock_cost_ns=22.0, sample_ns=()))


def rounded(ns: float) -> set[str]:
    thread_iteration = thread(1.0, operations=500.0, all_operations=500.0, elapsed_ns=int(500 * ns), timings=5, clock_cost_ns=0,
                              histogram=(100 * ns, 5), sample_ns=())
    fork_results = [replace(fork(n, []), measurement=(iteration(1.0, threads=(thread_iteration,), source="jmh"),)) for n in range(3)]
    return codes(fork_results, mode="sample", options={"operations_per_invocation": 100})


def floored(ns: float) -> set[str]:
    floor = FloorRecord(platform="cpp/g++-12", mode="avgt", threads=1, operations=1000.0, elapsed_ns=1000)
    return codes(forks(*[[ns] * 3] * 3), floors=[floor])


def codes_of_platforms(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    cases = [case(forks(*[STEADY] * 3), "a"), case(forks(*[STEADY] * 3), "b", **JAVA)]
    return run_codes(run(cases, [platform(**mine), platform(JAVA["platform"], JAVA["source"], **theirs)]))


def referred(end: dict[str, Any]) -> set[str]:
    cases = [case([fork(0, STEADY if not end else [], end=end)], "a"), case(forks(*[STEADY] * 3), "b", **JAVA)]
    return run_codes(run(cases))


def bounded(level: float) -> set[str]:
    bound = case(forks(*[STEADY] * 3), "b", key="copy", benchmark="copy", baseline="bound")
    return run_codes(run([bound, case(forks(*[[level * value for value in STEADY]] * 3), "t", key="sort", benchmark="sort")]))


def codes_of_machines(**environment: Any) -> set[str]:
    item, two = run([]), run([])
    header = replace(two.header, environment=MACHINE | environment, fingerprint="beef" if environment else "f00d")
    warning = machine.warn_of_other_machine(
        replace(item, header=replace(item.header, environment=MACHINE | {"host": "a"})), replace(two, header=header))
    return {warning.code} if warning else set()


def doubled(*ratios: float, once: float = 200_000.0) -> set[str]:
    fork_results = forks(*[STEADY] * 3)
    record = DoublingRecord(case_id="c", fork=2, invocations=1000, once_ns=tuple(once + at for at in range(7)),
                            twice_ns=tuple(ratio * (once + at) for at, ratio in enumerate(ratios)))
    return codes([*fork_results[:2], replace(fork_results[2], doubling=record)])


def codes_of_use(**facts: float) -> set[str]:
    return codes(forks(*[STEADY] * 3, end={"machine": MachineUse(elapsed_s=2.0, **facts)}))


def codes_on_machine(**facts: Any) -> set[str]:
    """Of a case with two threads on a machine with these facts."""
    two = iteration(10.0, threads=(thread(10.0), thread(10.0)))
    result = run([case([replace(fork(number, []), measurement=(two,)) for number in range(3)], threads=2)])
    return run_codes(replace(result, header=replace(result.header, environment=MACHINE | facts)))


def codes_with_precision(precision: float, reason: str = "budget") -> set[str]:
    result = run([case(forks(*[[level * value for value in STEADY] for level in (1, 1.01, 0.99, 1, 1.005)]))])
    return run_codes(replace(result, header=replace(result.header, precision=precision), end=replace(result.end, reason=reason)))


def codes_of_levels(*levels: float) -> set[str]:
    return codes(forks(*[[level * value for value in STEADY] for level in levels]))


# Said before measuring, and asked for in tests/unit/sources/test_precheck.py.
BEFORE = {"result-unused", "own-loop", "constant-input", "fixture-dominates", "locked-thread", "unoptimised"}
# Said of several runs, and asked for in test_repetitions.py and tests/unit/cluster.
OF_RUNS = {"few-repetitions", "other-cpu"}


def counting(*numbers: int, counter: SystemCounter = SystemCounter(name="cycles", profiler="perf"), **fields: Any) -> set[str]:
    """A counter has these numbers in each of three forks: its count, and the times in which its event was enabled and running."""
    case_forks = [replace(fork(number, []), measurement=(iteration(10.0, counts={counter.name: numbers}),)) for number in range(3)]
    return run_codes(replace(run([case(case_forks)], platforms=[replace(platform(), **fields)]), counters=(counter,)))


def allocating(cost_ns: float) -> set[str]:
    """There are 40 allocations in an iteration, and counting takes so many ns each time."""
    return counting(40, counter=ALLOCATIONS[0], hello={"capabilities": {"counters": True, "counts": ["gc.allocations"]}},
                    count_costs_ns={"gc.allocations": cost_ns})


TABLE = {
    "failed-forks": Codes(lambda: codes(forks(STEADY, STEADY, []) [:2] + [fork(2, [], end={"status": "failed", "reason": "timeout"})]),
                          lambda: codes(forks(*[STEADY] * 3))),
    "interrupted": Codes(*(lambda forks_planned=planned: run_codes(run([case(forks(*[STEADY] * 3), planned=forks_planned)], status="interrupted")) for planned in (5, 3))),
    "still-active": Codes(*(lambda is_active=active: run_codes(replace(run([case(forks(*[STEADY] * 3), planned=5)], status=None), active=is_active)) for active in (True, False))),
    "not-precise": Codes(lambda: codes_with_precision(0.002), lambda: codes_with_precision(0.02)),
    "few-forks": Codes(lambda: codes(forks(STEADY, STEADY)), lambda: codes(forks(STEADY, STEADY, STEADY))),
    "zero-time": Codes(lambda: codes(three_forks(elapsed_ns=0, sample_ns=())), lambda: codes(three_forks())),
    "interval-too-short": Codes(lambda: codes(three_forks(sample_ns=(15_000,) * 9)), lambda: codes(three_forks(sample_ns=(16_000,) * 9))),
    "short-operation": Codes(lambda: shot(30_000), lambda: shot(31_000)),
    "short-invocation": Codes(lambda: invocations(219_000), lambda: invocations(221_000)),
    "suspended-often": Codes(lambda: suspended(3_100), lambda: suspended(3_500)),
    "rounded-samples": Codes(lambda: rounded(49), lambda: rounded(50)),
    "below-floor": Codes(lambda: floored(1.9), lambda: floored(2.1)),
    "not-linear": Codes(lambda: doubled(1.7, 1.0, 1.1, 1.0, 1.3, 2.0, 1.1), lambda: doubled(1.7, 1.9, 2.0, 2.0, 2.3, 2.3, 2.1)),
    "trend": Codes(lambda: codes(forks(*[[10, 10.1, 10.2, 10.3, 10.4]] * 5)), lambda: codes(forks(*[[10, 10.2, 10.1, 10.3, 10.0]] * 5))),
    "not-steady": Codes(lambda: series((700, 1000), (300, 1080)), lambda: series((400, 1080), (600, 1000))),
    "several-modes": Codes(lambda: series((1000, 1000), pattern=(1, 1.2, 1.2, 1, 1)), lambda: series((1000, 1000), pattern=(1, 1.01))),
    "autocorrelation": Codes(lambda: series((1000, 1000), pattern=(1, 1, 1, 1.02, 1.02, 1.02), spread=0.003), lambda: series((1000, 1000), spread=0.003)),
    "high-variance": Codes(lambda: codes(forks(*[[7.0, 13.0, 7.0, 13.0]] * 3)), lambda: codes(forks(*[[9.5, 10.5, 9.5, 10.5]] * 3))),
    "forks-disagree": Codes(lambda: codes_of_levels(1, 1.1, 1, 1.2, 1), lambda: codes_of_levels(1, 1.02, 1.01, 1.03, 1)),
    "noisy-stderr": Codes(lambda: codes(forks(*[STEADY] * 3, end={"stderr_bytes": 5000, "stderr": "x.err"})),
                          lambda: codes(forks(*[STEADY] * 3, end={"stderr_bytes": 4000, "stderr": "x.err"}))),
    "environment": Codes(lambda: run_codes(run_on_machine(variables={"LD_PRELOAD": "x.so"})), lambda: run_codes(run_on_machine(variables={}))),
    "much-output": Codes(lambda: codes(forks(*[STEADY] * 3, end={"stdout_bytes": 2 << 20, "stdout": "x.out"})),
                         lambda: codes(forks(*[STEADY] * 3, end={"stdout_bytes": 1 << 20, "stdout": "x.out"}))),
    "left-processes": Codes(lambda: codes(forks(*[STEADY] * 3, end={"strays": ("sleep",)})), lambda: codes(forks(*[STEADY] * 3))),
    "more-threads-than-cpus": Codes(lambda: threaded(10.0, 10.0, 10.0, cpus=2), lambda: threaded(10.0, 10.0, cpus=2)),
    "uneven-threads": Codes(lambda: threaded(10.0, 16.0), lambda: threaded(10.0, 14.0)),
    "idle-thread": Codes(lambda: threaded(10.0, 0.0), lambda: threaded(10.0, 14.0)),
    "machine-busy": Codes(lambda: codes_of_use(stolen_s=0.1), lambda: codes_of_use(stolen_s=0.01, waited_s=0.3, load=1.2)),
    "beats-bound": Codes(lambda: bounded(0.5), lambda: bounded(2.0)),
    "drifting": Codes(lambda: sliced([100] * 20 + [101] * 20), lambda: sliced([100, 101] * 20)),
    "rare-costs": Codes(lambda: sliced([1] * 30 + [4]), lambda: sliced([1] * 30 + [2])),
    "turn-effect": Codes(lambda: sliced([1.1, 1.0] * 20, True), lambda: sliced([1.0, 1.1] * 20) | sliced([1.003, 1.0] * 20, True)),
    "collector-ran": Codes(lambda: sliced([1] * 30, collections=(0, 1)),
                           lambda: sliced([1] * 30, collections=(0, 0)) | sliced([1] * 30, measured_ns=300_000_000, collections=(0, 1))),
    "uneven-cost": Codes(lambda: sliced([1] * 30 + [9] * 25), lambda: sliced([1] * 30)),
    "waited": Codes(lambda: in_turns(WHOLE_NS // 20), lambda: in_turns(WHOLE_NS // 100)),
    "waited-unknown": Codes(lambda: run_codes(beside_suspended(WHOLE_NS // 2)), lambda: run_codes(beside_suspended(0))),
    "other-machine": Codes(lambda: codes_of_machines(host="b"), codes_of_machines),
    "cpu-speed-moved": Codes(lambda: speeds([1000, 1060], [4000, 4400]), lambda: speeds([1000, 1040], [4000, 4400]) | speeds([1000, 1000], [4000, 8000])),
    "frequency-scaling": Codes(lambda: run_codes(run_on_machine(governor="powersave")) & run_codes(run_on_machine(turbo=True)),
                               lambda: run_codes(run_on_machine(governor="performance", turbo=False))),
    "virtual-machine": Codes(lambda: run_codes(run_on_machine(hypervisor="KVM")), lambda: run_codes(run_on_machine(hypervisor=None))),
    "different-flags": Codes(lambda: codes_of_platforms({}, {"optimisation": "-O1"}) & codes_of_platforms({}, {"target": "-march=x86-64"}),
                             lambda: codes_of_platforms({}, {})),
    "quota": Codes(lambda: codes_on_machine(cpu_quota=1.5), lambda: codes_on_machine(cpu_quota=2.0)),
    "isolated-cpus": Codes(lambda: codes_on_machine(cpu_list="0-3", cpus_isolated="3-5"),
                           lambda: codes_on_machine(cpu_list="0-3", cpus_isolated="4-5")),
    "work-drifts": Codes(lambda: used(["null"] * 3, ["i:9"] * 3), lambda: used(["null"] * 2, ["i:9"] * 3) | used(["i:9"] * 3, ["i:9"] * 3)),
    "work-nothing": work_code(work_record(None), work_record("i:1")),
    "work-constant": work_code(work_record("i:1", inputs=("n",), distinct=1), work_record("i:1", inputs=("n",), distinct=2)),
    "work-changes": work_code(work_record("i:1", "i:1", "i:4", "i:2"), work_record("i:1", "i:1", "i:1", "i:1"),
                              work_record("i:1", "i:1", "i:1", "i:1")),
    "work-grows": work_code(work_record("i:1", "i:1", "i:2", "i:3"), work_record("i:1", "i:1", "i:2", "i:9")),
    "work-nan": work_code(work_record("f:nan"), work_record("f:inf")),
    "counter-scaled": Codes(lambda: counting(100, 400, 399), lambda: counting(100, 4000, 3999)),
    "counter-cost": Codes(lambda: allocating(101_000.0), lambda: allocating(99_000.0)),
    "counter-unread": Codes(lambda: counting(-1, -1, -1) & counting(0, 400, 0), lambda: counting(9, 9, 9)),
    "no-reference": Codes(lambda: referred({"status": "failed", "reason": "timeout"}), lambda: referred({})),
} | {code: recorded(code) for code in ("not-bound", "forks-not-run", "incomplete-file", "no-lock", "worker", "no-floor", "lingering", "no-gc", "tmpfs", "not-measured", "not-sliced", "not-together", "not-stopped", "throttled", "not-in-turns", "stopped", "not-processes", "warmup-failed", "counter-missing")}


@pytest.mark.parametrize("code", TABLE)
def test_the_fault_is_reported(code: str) -> None:
    assert code in TABLE[code].fires()


@pytest.mark.parametrize("code", TABLE)
def test_without_the_fault_nothing_is_reported(code: str) -> None:
    assert code not in TABLE[code].quiet()


def test_a_clock_that_counts_its_readings_doubles_nothing() -> None:
    constant = DoublingRecord(case_id="c", fork=2, invocations=1, once_ns=(1e6,) * 7, twice_ns=(1e6,) * 7)
    fork_results = forks(*[STEADY] * 3)
    assert codes([*fork_results[:2], replace(fork_results[2], doubling=constant)]) == set()
    assert doubled(*[2.5] * 7) == {"not-linear"}


def test_every_code_has_a_faulty_and_a_good_case() -> None:
    assert set(TABLE) | BEFORE | OF_RUNS == set(HINTS)


@pytest.mark.parametrize("fields", [{"involuntary_switches": 6}, {"waited_ns": 5_000_000}, {"stolen_s": 0.1}, {"waited_s": 0.6}])
def test_each_sign_of_a_busy_machine_is_reported_separately(fields: dict[str, Any]) -> None:
    """6 switches in an iteration of 0.2 s are 30 a second, and 5 ms of waiting are 2.5 %."""
    found = codes_of_use(**fields) if "stolen_s" in fields or "waited_s" in fields else codes(three_forks(**fields))
    assert found - {"waited"} == {"machine-busy"}
    assert ("waited" in found) is ("waited_ns" in fields)


@pytest.mark.parametrize(("longest_ms", "found"), [(200, set()), (20, {"machine-busy"})])
def test_switches_of_a_waiting_thread_are_per_time_of_the_longest(longest_ms: int, found: set[str]) -> None:
    """One switch in a microsecond that was timed: of 200 ms that is 5 a second, of 20 ms 50."""
    threads = (thread(10.0, elapsed_ns=longest_ms * 10**6, sample_ns=()), thread(10.0, elapsed_ns=1000, involuntary_switches=1, sample_ns=()))
    fork_results = [replace(fork(number, []), measurement=(iteration(10.0, threads=threads),)) for number in range(3)]
    assert codes(fork_results, threads=2) & {"machine-busy"} == found


def modal(number: int, pattern: Sequence[float] = (1, 1.2, 1.2, 1, 1)) -> ForkResult:
    """A fork whose samples are so far apart, as the pattern repeats."""
    values = 1000 * np.random.default_rng(number).normal(1, 0.01, 500) * np.resize(pattern, 500)
    return sampled_fork(number, [part.tolist() for part in np.split(values, 5)])


@pytest.mark.parametrize(("several", "single", "expected"), [
    (1, 1, ""), (1, 2, ""), (2, 2, ""), (2, 1, "in 2 of 3 forks"), (2, 0, "in 2 of 2 forks"), (1, 0, "in 1 of 1 fork"),
])
def test_several_modes_are_reported_if_most_forks_have_them(several: int, single: int, expected: str) -> None:
    fork_results = [modal(n) for n in range(several)] + [modal(n, (1,)) for n in range(several, several + single)]
    (row,) = summarise(run([case(fork_results)]), 0.95).rows
    found = {warning.code: warning.message for warning in row.warnings}.get("several-modes", "")
    assert found.partition(" the samples")[0] == expected
    assert ("typically 2 levels, the slowest 1.20 times the fastest" in found) is bool(expected)


@pytest.mark.parametrize("jumping", [1, 2])
def test_forks_without_a_finding_count_in_the_number_of_forks(jumping: int) -> None:
    """Where two of four forks jump, neither those nor the two that have modes are most of them."""
    jump = np.concatenate([np.full(250, 1000.0), np.full(250, 1100.0)]) * np.random.default_rng(9).normal(1, 0.003, 500)
    others = [sampled_fork(9 - n, [part.tolist() for part in np.split(jump, 5)]) for n in range(jumping)]
    (row,) = summarise(run([case([modal(0), modal(1), *others])]), 0.95).rows
    assert row.fork_scores[-1].warming.while_measuring
    found = {warning.code: warning.message for warning in row.warnings}
    assert "not-steady" not in found
    assert found.get("several-modes", "").startswith("in 2 of 3 forks") is (jumping == 1)


@pytest.mark.parametrize(("operations", "elapsed_ns", "expected"), [(1e-300, 2**63 - 1, set()), (0.5, 1000, set()), (1000.0, 10_000, {"below-floor"})])
def test_a_floor_without_a_whole_operation_is_ignored(operations: float, elapsed_ns: int, expected: set[str]) -> None:
    floor = FloorRecord(platform="cpp/g++-12", mode="avgt", threads=1, operations=operations, elapsed_ns=elapsed_ns)
    assert codes(forks(*[STEADY] * 3), floors=[floor]) == expected


def test_doubling_ignores_samples_of_no_time() -> None:
    assert doubled(*[1e300] * 7, once=1e-300) == set()
    tiny = DoublingRecord(case_id="c", fork=2, invocations=10, once_ns=tuple(n * 1e-300 for n in range(1, 8)), twice_ns=(1e18,) * 7)
    fork_results = forks(*[STEADY] * 3)
    assert codes([*fork_results[:2], replace(fork_results[2], doubling=tiny)]) == set()


@pytest.mark.parametrize("fields", [{"waited_ns": 3_000_000}, {"involuntary_switches": 2**63 - 1}, {"involuntary_switches": 10**7}])
def test_little_waiting_and_impossible_switch_rates_are_not_reported(fields: dict[str, Any]) -> None:
    assert codes(three_forks(**fields)) == set()


def test_threads_of_jmh_are_checked_too() -> None:
    assert threaded(10.0, 16.0, source="jmh") == {"uneven-threads"} and threaded(10.0, 14.0, source="jmh") == set()
