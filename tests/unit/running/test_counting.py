"""Do the profilers of the command line become what a worker counts, and is reported what is not counted?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_plans import miniature, tiny_plan
from msgspec.structs import replace

from clamh.languages import languages
from clamh.machine.perf_access import Access
from clamh.machine.perf_events import Event
from clamh.model.counting import RUSAGE, Counting, SystemCounter, add_counts, choose_reader, split_numbers
from clamh.model.errors import InputError
from clamh.model.results import CountingRecord, WarningRecord
from clamh.running.counting import check_platforms, count_in, make_counting_records, prepare_counting

PERF = SystemCounter(name="page-faults", profiler="perf")


def only_software(event: Event) -> Access:
    """A virtual machine without counters of the CPU."""
    return Access(event) if event.type == 1 else Access(event, "its CPU has none", "take another machine")


def test_a_language_says_what_counting_costs_only_of_counters_that_it_has() -> None:
    assert all(set(language.count_costs_ns) <= set(language.counts) for language in languages().values())


def test_nothing_is_counted_without_a_profiler() -> None:
    assert prepare_counting({}) == (Counting(), [])
    assert make_counting_records(Counting(), []) == []


def test_events_come_first_and_resource_usage_after_them() -> None:
    counting, warnings = prepare_counting({"rusage": (), "perf": ("task-clock", "page-faults")}, only_software)
    assert [counter.name for counter in counting.counters][:3] == ["task-clock", "page-faults", "rusage.user-time"]
    assert [counter.unit for counter in counting.counters] == ["ns", "#", "ns", "ns", "#", "#", "#", "#", "B"]
    assert (len(counting.events), counting.sources, warnings) == (2, "6,7,rusage", [])


def test_peak_memory_needs_proc(tmp_path: Path) -> None:
    assert prepare_counting({"rusage": ()}, proc=tmp_path / "proc")[0].counters == RUSAGE


def test_events_that_the_machine_lacks_are_named_and_the_others_counted() -> None:
    counting, (warning,) = prepare_counting({"perf": ("cycles", "page-faults", "instructions")}, only_software)
    assert [counter.name for counter in counting.counters] == ["page-faults"]
    assert (warning.severity, warning.code) == ("warning", "counter-missing")
    assert warning.message == "this machine does not count cycles, instructions, because its CPU has none; these work: page-faults"
    assert make_counting_records(counting, [warning]) == [
        CountingRecord(counters=(PERF,)), WarningRecord(code="counter-missing", message=warning.message)]


def test_no_event_at_all_is_an_error_with_what_works() -> None:
    with pytest.raises(InputError) as error:
        prepare_counting({"perf": ("cycles",)}, only_software)
    (problem,) = error.value.diagnostics
    assert problem.severity == "error" and "; these work: " in problem.message and "page-faults" in problem.message
    assert problem.hint == "take another machine"


def test_an_event_without_the_kernel_has_that_in_its_name() -> None:
    counting, _ = prepare_counting({"perf": ("cycles", "instructions")}, lambda event: Access(event, user_only=True))
    assert [counter.name for counter in counting.counters] == ["cycles:u", "instructions:u"]
    assert [event.split(":")[0] for event in counting.events] == ["-1", "0"]
    assert all(int.from_bytes(bytes.fromhex(event.split(":")[1])[40:48], "little") & 1 << 5 for event in counting.events)


def test_an_event_is_counted_once_whatever_it_is_called() -> None:
    perf = ("cpu-cycles", "page-faults", "cycles", "faults")
    counting, (warning,) = prepare_counting({"perf": perf}, only_software)
    assert [counter.name for counter in counting.counters] == ["page-faults"] and len(counting.events) == 1
    assert warning.message.startswith("this machine does not count cycles, because")
    restricted, _ = prepare_counting({"perf": ("cycles", "cycles:u")}, lambda event: Access(event, user_only=not event.user_only))
    assert [counter.name for counter in restricted.counters] == ["cycles:u"]


@pytest.mark.parametrize(("able", "reads"), [
    ({"counters": True, "counts": ["rusage"]}, True), ({"counters": True}, False), ({"counters": False, "counts": ["rusage"]}, False), ({}, False)])
def test_the_driver_counts_for_a_worker_that_cannot(able: dict[str, object], reads: bool) -> None:
    counting, _ = prepare_counting({"rusage": (), "perf": ("page-faults",)}, only_software)
    assert choose_reader({"capabilities": able}, counting.counters) == (counting.counters, reads)
    plan = tiny_plan()
    catalog = replace(plan.catalogs[0], hello={"capabilities": able})
    command = count_in(lambda plan, case: miniature("well_behaved"), counting)(replace(plan, catalogs=(catalog,)), plan.cases[0])
    assert command.counting == replace(counting, by_worker=reads)


def test_what_neither_worker_nor_driver_reads_is_left_out_of_that_side() -> None:
    allocations = SystemCounter(name="bytes", profiler="alloc", unit="B")
    able = {"capabilities": {"counters": True, "counts": ["alloc"]}}
    assert choose_reader(able, (PERF, allocations)) == ((PERF, allocations), True)
    assert choose_reader({"capabilities": {"counters": True}}, (PERF, allocations)) == ((PERF,), True)
    assert choose_reader({}, (PERF, allocations)) == ((PERF,), False)
    assert Counting(counters=(PERF, allocations), events=("-1:00",)).sources == "6,alloc"


def test_a_worker_lists_each_counter_of_gc_by_name_and_reads_it_though_the_driver_reads_the_others() -> None:
    counting, _ = prepare_counting({"perf": ("page-faults",), "gc": (), "rusage": ()}, only_software)
    able = {"capabilities": {"counters": False, "counts": ["gc.alloc.rate.norm", "gc.time"]}}
    counters, by_worker = choose_reader(able, counting.counters)
    chosen = replace(counting, counters=counters, by_worker=by_worker)
    assert not by_worker and chosen.sources == "gc.alloc.rate.norm,gc.time"
    assert [counter.name for counter in chosen.of_driver] == ["page-faults", *(counter.name for counter in RUSAGE)]
    assert counting.sources == "gc.allocations,gc.alloc.rate.norm,gc.count,gc.time,6,rusage"


def plan_of(*counts: list[str]) -> list[object]:
    catalog = tiny_plan().catalogs[0]
    return [replace(catalog, hello={"capabilities": {"counters": True, "counts": names}}) for names in counts]


def test_platforms_without_allocations_are_named() -> None:
    assert check_platforms(plan_of(["rusage"]), {"rusage": ()}) == []
    assert check_platforms(plan_of(["gc.count"], ["gc.allocations"]), {"gc": ()}) == []
    (warning,) = check_platforms(plan_of(["rusage"], ["gc.count"]), {"gc": ()})
    (error,) = check_platforms(plan_of(["rusage"]), {"gc": ()})
    assert (warning.severity, error.severity, warning.code) == ("warning", "error", "counter-missing")
    assert error.message == f"-prof gc counts nothing on {tiny_plan().catalogs[0].artifact.platform.id}: neither allocations nor collections"
    (typed,) = check_platforms(plan_of(["rusage"]), {"gc": ("jemalloc_thread_allocated",)})
    assert typed.message == error.message.replace("-prof gc", "-c jemalloc_thread_allocated")
    assert "-prof gc" not in typed.hint and typed.hint.endswith("; a program of B63 names jemalloc_thread_allocated in B63_RUN_WITH")


def test_numbers_become_counts_by_name() -> None:
    counters = (PERF, SystemCounter(name="a", profiler="rusage"))
    assert split_numbers(counters, [5, 10, 9, 3]) == {"page-faults": (5, 10, 9), "a": (3,)}
    for wrong in ([], [5, 10, 9], [5, 10, 9, 3, 1]):
        with pytest.raises(ValueError, match=f"the answer has {len(wrong)} numbers of counters instead of 4"):
            split_numbers(counters, wrong)


def test_parts_of_an_iteration_are_added_unless_unknown() -> None:
    assert add_counts([{"a": (1, 10, 10), "b": (4,)}, {"a": (2, 20, 15), "b": (-1,)}]) == {"a": (3, 30, 25), "b": (-1,)}
    assert add_counts([]) == {}
