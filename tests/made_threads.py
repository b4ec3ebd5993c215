"""What protocol/README.md asks of several threads in every language, under a clock of which everything is known: each language's
test_threads.py names its worker."""

from __future__ import annotations

import itertools
import os
import re
import time
from typing import Any

import pytest
from made_talk import Talk

MS = 1_000_000


class EveryAllocation:
    """A subclass called Test… gives the names of a worker and of a benchmark that allocates nothing, and which `most` bytes of the worker's
    own are counted; its folder's conftest.py gives `talk`."""

    source: str
    big: str
    most = 0

    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize(("mode", "time_ns", "count"), [("ss", 0, 1), ("avgt", 3 * MS, 0), ("sample", 6000 * MS, 0)])
    def test_what_the_worker_allocates_does_not_count(self, talk, threads: int, mode: str, time_ns: int, count: int) -> None:
        if self.most and mode == "sample":  # an iteration of 3,000 samples, whose list grows
            pytest.skip("its list of samples is among the objects that are counted")
        (worker := talk(self.source, CLAMH_COUNTERS="gc.allocations,gc.alloc.rate.norm")).open("c1", self.big, mode=mode, threads=threads)
        counted = worker.say("iterate", "c1", "measurement", time_ns, count, 1, 0)["counters"]
        assert 0 <= counted[1] <= self.most


class EveryShot:
    """A subclass called Test… gives the fixture `worker`, whose group `watch` has the members guard, slow and work: guard goes on
    until it is stopped, slow is only slower than work."""

    scope = ""
    calls = "Own.made"  # the counter of what guard has done

    def test_stopped_shot_has_no_score_and_a_slow_shot_finishes(self, worker: Talk) -> None:
        worker.open("c", f"{self.scope}watch", threads=2, tg="1,0,1", mode="ss")
        worker.open("d", f"{self.scope}watch", threads=2, tg="0,1,1", mode="ss")
        for number in range(20):  # on a busy machine the slower one may be taken for the other
            begun = time.monotonic()
            guard, work = worker.say("iterate", "c", "measurement", 0, 1, int(number == 0), 0)["threads"]
            took = time.monotonic() - begun
            assert (guard["operations"], guard["elapsed_ns"], guard["timings"], guard["sample_ns"]) == (0, 0, 0, [])
            assert (guard["all_operations"], guard["sample_invocations"], guard["counters"][self.calls]) == (1, 0, 0)
            assert (work["operations"], work["all_operations"], work["elapsed_ns"]) == (1, 1, MS)
            slow, _ = worker.say("iterate", "d", "measurement", 0, 1, int(number == 0), 0)["threads"]
            if slow["operations"] == 1 and took < 1.5:  # the last resort takes 2 s
                return
        raise AssertionError(f"slow did {slow['operations']} operations, all came to their end after {took:.1f} s")


class EveryThreads(EveryShot):
    """Of a worker whose threads.* source can move the known clock for all threads (tests/cpp/threads.cpp says what each of its
    benchmarks does), built so that a race ends it with another exit code."""

    late: str  # the param of Guest
    sizes: dict[str, int]  # bytes of an object of each state of `pair`

    def iterations(self, worker: Talk, benchmark: str, *, late: str = "false", params: bool = True, count: int = 0, **fields: Any) -> list[dict[str, Any]]:
        """The threads of the second of two iterations, both in one trial, of 10 ms by the known clock or of `count`."""
        opened = worker.open("c", self.scope + benchmark, {self.late: late} if params else {}, **fields)
        assert opened["event"] == "opened", opened
        assert len(set(opened["threads"])) == fields["threads"]
        time_ns = 0 if count else 10 * MS
        worker.say("iterate", "c", "warmup", time_ns, count, 1, 0)
        answer = worker.say("iterate", "c", "measurement", time_ns, count, 0, 1)
        assert answer["event"] == "iteration", answer
        assert worker.say("close", "c")["event"] == "closed"
        return answer["threads"]

    @pytest.mark.parametrize(("benchmark", "mode", "operations"), [
        ("meets", "avgt", 10), ("meets", "sample", 5), ("meets", "ss", 1), ("around", "thrpt", 6), ("meets", "wall", 10),
    ])
    def test_a_thread_whose_setup_takes_100_ms_longer_changes_no_score(self, worker, benchmark: str, mode: str, operations: int) -> None:
        # A sample is one reading away from the one before it, 1 ms; where the end is judged by the clock too, it is 2 ms.
        found = [self.iterations(worker, benchmark, late=late, threads=3, mode=mode, count=int(mode == "ss")) for late in ("false", "true")]
        unsteady = ("aux", "counters") if mode == "sample" else ()
        assert without_unsteady_fields(found[0], *unsteady) == without_unsteady_fields(found[1], *unsteady)
        assert [(item["operations"], item["elapsed_ns"]) for item in found[0]] == 3 * [(operations, operations * MS)]
        if benchmark == "meets":  # run-in and run-out are not counted, except in sample mode, whose operations are all that were called
            counted = "all_operations" if mode == "sample" else "operations"
            assert all(item["counters"][self.calls] == item[counted] for item in (*found[0], *found[1]))

    def test_threads_time_their_slices_together(self, worker) -> None:
        worker.open("c", f"{self.scope}meets", {self.late: "false"}, threads=3)
        for begin, end in ((2, 0), (0, 1)):
            threads = worker.say("slice", "c", "measurement", 2, 4, begin, end)["threads"]
            assert [(thread["operations"], thread["elapsed_ns"], thread["sample_ns"]) for thread in threads] == 3 * [(4, MS, [])]
            assert all(thread["all_operations"] >= 6 and thread["counters"][self.calls] == 4 for thread in threads)
        assert worker.open("d", f"{self.scope}watch", threads=2, tg="1,0,1")["unsliced"]
        assert worker.say("slice", "d", "measurement", 2, 4, 2, 0)["reason"] == "malformed"  # its threads may wait for each other

    @pytest.mark.parametrize("mode", ["avgt", "sample"])
    def test_waiting_members_are_timed_while_all_run(self, worker, mode: str) -> None:
        for late in ("false", "true"):
            found = self.iterations(worker, "pair", late=late, threads=4, mode=mode)
            assert [thread["member"].removeprefix(self.scope) for thread in found] == ["back", "serve", "back", "serve"]
            assert all(item["elapsed_ns"] == item["timings"] * MS and (mode == "sample" or item["sample_invocations"] == 0) for item in found)
            most = max(item["operations"] for item in found)
            assert most == 5 and all(item["all_operations"] >= item["operations"] for item in found)  # 2 ms each, of 10
            counted = "all_operations" if mode == "sample" else "operations"
            assert all(item["counters"][self.calls] == item[counted] for item in found if item["member"].endswith("serve"))

    def test_partners_that_do_not_look_at_Control_come_to_their_end_too(self, worker) -> None:
        for mode in ("avgt", "sample"):
            found = self.iterations(worker, "deaf", params=False, threads=3, mode=mode)
            assert [thread["member"].removeprefix(self.scope) for thread in found] == ["give", "give", "take"]

    def test_sixty_four_threads_come_to_their_end(self, worker) -> None:
        assert {iteration["operations"] for iteration in self.iterations(worker, "meets", threads=64, mode="avgt")} == {10}
        assert max(iteration["operations"] for iteration in self.iterations(worker, "pair", threads=64, mode="avgt")) == 5

    def test_no_two_states_share_128_bytes(self, worker) -> None:
        sizes = {self.scope + name: size for name, size in self.sizes.items()}
        counts = {self.scope + name: count for name, count in (("Guest", 4), ("Table", 2), ("Counted", 2), ("Wall", 1)) if name in self.sizes}
        for seed in range(6):
            layout = worker.open(f"c{seed}", f"{self.scope}pair", {self.late: "false"}, threads=4, seed=seed)["layout"]
            assert {name: len(all_of) for name, all_of in layout["addresses"].items()} == counts
            granules = [set(range(int(item, 16) // 128, (int(item, 16) + sizes[name] - 1) // 128 + 1))
                        for name, all_of in layout["addresses"].items() for item in all_of]
            assert all(a.isdisjoint(b) for a, b in itertools.combinations(granules, 2))

    def test_a_group_is_one_benchmark_with_members_and_invokes_each(self, worker) -> None:
        assert worker.describe()[0]["capabilities"]["max_threads"] >= 1024
        benchmarks = {benchmark.name.removeprefix(self.scope): benchmark for benchmark in worker.catalog.benchmarks}
        assert list(benchmarks) == ["meets", "around", "pair", "deaf", "watch", "stuck"]
        names = [state.name.removeprefix(self.scope) for state in worker.catalog.states]
        functions = [(function.name.removeprefix(self.scope), function.threads, [names[number] for number in function.states])
                     for function in benchmarks["deaf"].functions]
        assert functions == [("give", 2, ["Table", "Wall"]), ("take", 1, ["Table", "Wall"])]
        assert worker.open("c", f"{self.scope}deaf", threads=3)["event"] == "opened"
        members = {name.removeprefix(self.scope): member for name, member in worker.say("invoke", "c", 1)["members"].items()}
        assert members == {"give": {"returned": None, "consumed": []}, "take": {"returned": "i:7", "consumed": ["s:t"]}}

    def test_a_partner_that_never_comes_back_is_named_in_the_failure(self, worker) -> None:
        worker.open("c", f"{self.scope}stuck", threads=2)
        failed = worker.say("iterate", "c", "measurement", 10 * MS, 0, 1, 1)
        assert (failed["event"], failed["reason"], failed["where"], failed["thread"]) == ("failed", "benchmark", f"{self.scope}breaks", 0)
        stack = r"(?:\n    at .*)*"  # in languages that have one
        assert re.match(rf"out of paper{stack}; thread 1 has not come back from {self.scope}waits since", failed["message"]), failed
        assert worker.end()[0] == 1


def check_that_closed_cases_leave_no_open_file(worker: Talk, benchmark: str) -> None:
    """Of a worker with a real clock, whose threads read their own delay."""
    left = []
    for _ in range(3):
        worker.open("c", benchmark, threads=3)
        worker.say("iterate", "c", "measurement", 0, 1, 1, 1)
        worker.say("close", "c")
        left.append(len(os.listdir(f"/proc/{worker.pid}/fd")))
    assert left[1] == left[2]


def check_that_fixtures_lengthen_no_iteration(worker: Talk, benchmark: str) -> None:
    """Of a worker with a real clock and a group of two threads, around whose calls a fixture sleeps for 1 ms."""
    worker.open("c", benchmark, threads=2)
    threads = worker.say("iterate", "c", "measurement", 100 * MS, 0, 1, 1)["threads"]
    assert 0 < max(thread["operations"] for thread in threads) <= 101
    assert all(thread["timings"] == thread["operations"] for thread in threads)


def without_unsteady_fields(threads: list[dict[str, Any]], *further: str) -> list[Any]:
    unsteady = ("all_operations", "voluntary_switches", "involuntary_switches", "waited_ns", *further)
    return [{name: value for name, value in thread.items() if name not in unsteady} for thread in threads]
