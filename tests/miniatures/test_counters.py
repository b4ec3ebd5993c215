"""What becomes of a worker that counts wrongly, of events that cannot be opened, and of a worker that cannot count at all?"""

from __future__ import annotations

import os

import pytest
from made_plans import miniature, only_work, tiny_plan
from msgspec.structs import replace

from clamh.machine.perf_events import find_event, pack_attributes
from clamh.model.artifacts import Command
from clamh.model.cases import Plan
from clamh.model.counting import PEAK_MEMORY, RUSAGE, Counting, SystemCounter
from clamh.model.results import Run
from clamh.running.counting import make_counting_records, prepare_counting

ABLE = {"counters": True, "counts": ["rusage"]}
COUNTING, _ = prepare_counting({"perf": ("page-faults", "task-clock"), "rusage": ()})


def able_plan(*names: str, able: dict[str, object] = ABLE) -> Plan:
    plan = tiny_plan(*names)
    return replace(plan, catalogs=tuple(
        replace(catalog, hello={"capabilities": {**catalog.hello["capabilities"], **able}}) for catalog in plan.catalogs))


def count(measure, plan: Plan, name: str, counting: Counting = COUNTING, **more: object) -> Run:
    return measure(plan, name, counting=counting, facts=tuple(make_counting_records(counting, [])), **more)


def test_a_worker_with_a_wrong_number_of_counters_is_a_failed_row(measure) -> None:
    run = count(measure, able_plan("work", "other"), "counts_wrongly")
    work, other = run.cases
    assert work.forks[0].end.reason == "protocol"
    assert work.forks[0].end.message == "the answer has 11 numbers of counters instead of 12"
    assert [fork.end.status for fork in other.forks] == ["ok", "ok"]
    assert run.counters == COUNTING.counters
    counts = other.forks[0].measurement[0].counts
    assert counts["page-faults"] == (0, 0, 0) and counts["rusage.user-time"] == (0,) and counts[PEAK_MEMORY.name][0] > 1 << 20


def test_for_a_worker_that_cannot_count_the_driver_does(measure) -> None:
    run = count(measure, able_plan(able={}), "well_behaved")
    for fork in run.cases[0].forks:
        for iteration in fork.measurement:
            faults, enabled, running = iteration.counts["page-faults"]
            assert faults >= 0 and enabled >= running > 0
            assert set(iteration.counts) == {"page-faults", "task-clock", *(counter.name for counter in (*RUSAGE, PEAK_MEMORY))}


def test_a_process_keeps_none_of_the_descriptors_open_here(measure) -> None:
    before = len(os.listdir("/proc/self/fd"))
    count(measure, able_plan(), "well_behaved")
    count(measure, able_plan(able={}), "well_behaved")
    assert len(os.listdir("/proc/self/fd")) == before


def test_an_event_that_cannot_be_opened_is_a_failed_start(measure) -> None:
    lacking = pack_attributes(find_event("rffffffffffffffff")).hex()
    counting = Counting(counters=(SystemCounter(name="x", profiler="perf"),), events=(f"-1:{lacking}",))
    (case,) = count(measure, able_plan(), "well_behaved", counting).cases
    assert case.forks[0].end.reason == "start" and "could not be started: [Errno " in case.forks[0].end.message


def test_a_program_that_does_not_exist_is_a_failed_start(measure) -> None:
    def command(plan: Plan, case: object) -> Command:
        return replace(miniature("well_behaved"), argv=("/nowhere/at/all",))

    (case,) = count(measure, able_plan(), "", start=command).cases
    assert case.forks[0].end.message == "/nowhere/at/all could not be started: [Errno 2] No such file or directory"


@pytest.mark.parametrize("counting", [Counting(), COUNTING])
def test_a_worker_has_the_same_first_descriptors_with_counters(measure, counting: Counting, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipes, leash, and what it finds in its environment, whatever ours has."""
    monkeypatch.setenv("CLAMH_COUNTERS", "3")
    seen = tmp_path / "seen"
    code = (f"import os, runpy, sys; open({str(seen)!r}, 'w').write(repr((sorted(os.listdir('/proc/self/fd'))[:6], os.getsid(0) == os.getpid(), "
            "sorted(name for name in os.environ if name.startswith('CLAMH')))));"
            "sys.path.insert(0, sys.argv[1]); runpy.run_path(sys.argv[1] + '/well_behaved.py', run_name='__main__')")
    plain = only_work("well_behaved")

    def command(plan: Plan, case: object) -> Command:
        process = plain(plan, case)
        return replace(process, argv=(process.argv[0], "-c", code, os.path.dirname(process.argv[-1])))

    run = count(measure, able_plan(), "", counting, start=command)
    assert [fork.end.status for fork in run.cases[0].forks] == ["ok", "ok"]
    counters = ["CLAMH_COUNTERS"] if counting.counters else []
    assert eval(seen.read_text()) == (["0", "1", "2", "3", "4", "5"], True, [*counters, "CLAMH_IN", "CLAMH_OUT", "CLAMH_PADDING"])
