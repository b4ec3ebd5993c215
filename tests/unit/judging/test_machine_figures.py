"""Are figures of the machine that cannot be true left out of the report?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, iteration, run, thread
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.results import MachineUse

STEADY = [10.0, 10.1, 9.9, 10.0, 10.05]


@pytest.mark.parametrize(("facts", "expected"), [
    ({"stolen_s": 1e308}, None), ({"stolen_s": 2.0 * 56 * 10}, None), ({"waited_s": 1e300}, None), ({"elapsed_s": 1e-300, "stolen_s": 1.0}, None),
    ({"stolen_s": 3.0}, "150 % of a CPU's time"), ({"waited_s": 2.5}, "some process waited for a CPU up to 100 % of the time"),
])
def test_impossible_figures_of_the_machine_are_not_reported(facts: dict[str, float], expected: str | None) -> None:
    """The made machine has 56 CPUs; the fork took 2 s. A system's counts may lag a little behind."""
    fork_results = [fork(number, STEADY, end={"machine": MachineUse(**({"elapsed_s": 2.0} | facts))}) for number in range(3)]
    found = {warning.code: warning.message for warning in summarise(run([case(fork_results)]), 0.95).machine}
    assert found == {} if expected is None else expected in found["machine-busy"]


@pytest.mark.parametrize(("timings", "waited_ns", "expected"), [
    (1000, 100_000_000, ["its threads waited for a CPU 50 % of the time, some or all of it in timed invocations; the score includes that part"]),
    (1000, 3_000_000, []), (1000, -1, []), (0, 100_000_000, ["its threads waited for a CPU 100 % of the time; the score includes that, and so do ratios"]),
])
def test_waiting_between_and_in_timed_invocations_is_a_doubt_about_the_score(timings: int, waited_ns: int, expected: list[str]) -> None:
    """Of an iteration of 200 ms, these invocations took 50 ms."""
    threads = (thread(10.0, elapsed_ns=50_000_000, timings=timings, waited_ns=waited_ns),)
    forks = [replace(fork(number, []), measurement=tuple(iteration(10.0, index, threads=threads) for index in range(5))) for number in range(3)]
    measured = case(forks)
    options = replace(measured.case.options, measurement_time_ns=200_000_000)
    (row,) = summarise(run([replace(measured, case=replace(measured.case, options=options))]), 0.95).rows
    assert [warning.message for warning in row.warnings if warning.code == "waited"] == expected
