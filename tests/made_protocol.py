"""What protocol/README.md asks of every worker, whatever its language: each language's test_protocol.py names its worker and benchmarks.

A language's source has the benchmarks `twice` (a field that counts its calls, + 0.5 + the static param `level`), `big`
(operations per invocation that are given, and nothing that costs), `texts` (a text of 1,500 x; it gives Blackhole some values), `long`
(a text of 700,000 times ü and a line feed) and `half`, whose state fails in the second of its setups.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from pathlib import Path

import pytest
from made_commands import Case

sys.path.append(str(Path(__file__).parent / "golden" / "random"))
from reference import outputs  # noqa: E402


class EveryWorker:
    """A subclass called Test… gives the names; its folder's conftest.py gives `talk`."""

    source: str
    twice: str
    big: str
    level: str
    params: dict[str, str]  # all that `twice` needs besides `level`
    texts: str
    long: str
    given: dict[str, str]  # what `texts` needs
    consumed: list[str]  # what it gives to Blackhole, in canonical form
    printed: list[str]  # by the fixtures of a trial of `texts` with two iterations
    lives: tuple[dict[str, object], ...] = ({},)  # fields of `open` that change nothing of that
    collector: str | None = None  # a pattern of `opened.collector`
    processors: int | None = None  # that the runtime sees where it may use one CPU
    half: tuple[str, str, str, list[str]]  # its name, the setup that fails, a pattern of the message, what was printed

    @pytest.mark.parametrize("clock", ["", "counted", "counted:", "counted:0", "counted:1x", "sundial"])
    def test_a_malformed_clock_is_refused(self, talk, clock: str) -> None:
        worker = talk(self.source, CLAMH_CLOCK=clock)
        failed = worker.hear()
        assert (failed["reason"], failed["where"]) == ("malformed", "CLAMH_CLOCK")
        assert worker.end()[0] == 2

    def test_an_iteration_is_exact_under_the_counted_clock(self, talk) -> None:
        worker = talk(self.source)
        opened = worker.open("c1", self.twice, self.params | {self.level: "2"}, opi=3, batch=2, unknown="ignored")
        assert (opened["event"], opened["clock_cost_ns"], opened["source"]) == ("opened", 0, "worker")
        first = worker.say("iterate", "c1", "warmup", 3_000_000, 0, 1, 0)
        thread = first["threads"][0]
        assert (thread["elapsed_ns"], thread["sample_ns"], thread["sample_invocations"]) == (3_000_000, [1_000_000] * 3, 1)
        assert (thread["operations"], thread["all_operations"]) == (4.5, 4.5)
        counted = worker.say("iterate", "c1", "measurement", 0, 5, 0, 1)["threads"][0]
        assert (counted["operations"], counted["elapsed_ns"], counted["sample_invocations"]) == (15, 1_000_000, 10)
        assert worker.say("close", "c1") == {"event": "closed", "case": "c1"}
        assert worker.say("exit") == {"event": "bye"}
        assert worker.end()[0] == 0

    @pytest.mark.parametrize("threads", [1, 2])
    def test_counters_are_read_once_before_and_once_after_what_is_timed(self, talk, threads: int) -> None:
        """Each reading of this descriptor gives the next record: where two readings lie one record apart, none lies between them."""
        records, feed = os.pipe()
        for number in range(2000):
            os.write(feed, struct.pack("=3q", 7 + number, 1000 + 3 * number, 900 + 2 * number))
        worker = talk(self.source, pass_fds=(records,), CLAMH_COUNTERS="5,rusage,5,unknown")
        able = worker.describe()[0]["capabilities"]
        assert worker.open("c1", self.big, threads=threads)["event"] == "opened"
        answers = [worker.say("iterate", "c1", "warmup", 3_000_000, 0, 1, 0), worker.say("iterate", "c1", "measurement", 60_000_000, 0, 0, 0),
                   worker.say("iterate", "c1", "measurement", 0, 5, 0, 0), worker.say("slice", "c1", "measurement", 8, 20, 1, 0)]
        if not able["counters"]:
            assert not any("counters" in answer for answer in answers)
            return
        assert able["counts"][0] == "rusage"
        for answer in answers:
            counted = answer["counters"]
            assert (counted[:3], counted[9:]) == ([3, 9, 6], [1, 3, 2])  # the first source is read first and last
            assert len(counted) == 12 and min(counted) >= 0
        worker.say("close", "c1")

    @pytest.mark.parametrize("threads", [1, 2])
    def test_allocations_are_sent_in_the_order_of_their_names(self, talk, threads: int) -> None:
        names = sorted({*talk(self.source).describe()[0]["capabilities"]["counts"]} - {"rusage"}, reverse=True)
        (worker := talk(self.source, CLAMH_COUNTERS=",".join([*names, "rusage"]))).open("c1", self.big, threads=threads)
        counted = worker.say("iterate", "c1", "measurement", 3_000_000, 0, 1, 0)["counters"]
        assert names and len(counted) == len(names) + 6 and min(counted) >= 0

    def test_a_counter_that_cannot_be_read_is_unknown(self, talk) -> None:
        nothing = os.open(os.devnull, os.O_RDONLY)
        worker = talk(self.source, pass_fds=(nothing,), CLAMH_COUNTERS="5,77")
        if worker.describe()[0]["capabilities"]["counters"]:
            worker.open("c1", self.big)
            assert worker.say("iterate", "c1", "warmup", 3_000_000, 0, 1, 0)["counters"] == [-1] * 6

    @pytest.mark.parametrize("threads", [1, 3])
    def test_measuring_threads_are_reported_by_the_systems_numbers_and_stay(self, talk, threads: int) -> None:
        worker = talk(self.source)
        assert worker.describe()[0]["capabilities"]["thread_ids"] is True
        ids = worker.open("c1", self.big, threads=threads)["threads"]
        assert len(set(ids)) == threads
        for first in (1, 0):
            assert {str(number) for number in ids} <= set(os.listdir(f"/proc/{worker.pid}/task"))
            measured = worker.say("iterate", "c1", "warmup", 3_000_000, 0, first, 0)
            assert len(measured["threads"]) == threads
        worker.say("close", "c1")

    def test_what_the_runtime_saw_at_its_start_is_reported(self, talk) -> None:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(before)})
        try:
            opened = talk(self.source).open("c1", self.big)
        finally:
            os.sched_setaffinity(0, before)
        assert opened.get("processors") == self.processors
        assert re.fullmatch(self.collector or "None", str(opened.get("collector")))

    def test_a_slice_times_its_count_after_its_warmin_and_sends_no_series(self, talk) -> None:
        worker = talk(self.source)
        worker.open("c1", self.twice, self.params | {self.level: "2"}, opi=3)
        for begin, end, phase in ((2, 0, "warmup"), (0, 1, "warmup"), (1, 2, "measurement")):
            answer = worker.say("slice", "c1", phase, 4, 5, begin, end)
            assert answer["event"] == "slice"
            (thread,) = answer["threads"]
            assert (thread["operations"], thread["all_operations"], thread["elapsed_ns"]) == (15, 27, 1_000_000)
            assert (thread["sample_invocations"], thread["sample_ns"], thread["timings"]) == (0, [], 0)
            assert "waited_ns" not in thread and thread["involuntary_switches"] >= 0  # a fake clock knows no waiting
        assert worker.say("close", "c1") == {"event": "closed", "case": "c1"}

    @pytest.mark.parametrize("slices", [[(2, 1), (1, 2)], [(2, 0), (0, 0), (0, 1), (1, 0), (0, 2)], [(2, 1), (1, 0)]])
    def test_iteration_fixtures_run_around_slices(self, talk, slices) -> None:
        worker = talk(self.source)
        worker.open("c1", self.texts, self.given)
        for begin, end in slices:
            assert worker.say("slice", "c1", "measurement", 0, 1, begin, end)["event"] == "slice"
        worker.say("close", "c1")
        assert worker.end() == (0, "\n".join([*self.printed, ""]))

    def test_a_series_that_would_be_too_long_is_folded(self, talk) -> None:
        worker = talk(self.source, CLAMH_CLOCK="counted:1")
        worker.open("c1", self.big)
        thread = worker.say("iterate", "c1", "measurement", 2500, 0, 1, 0)["threads"][0]
        assert (thread["elapsed_ns"], thread["sample_invocations"]) == (2500, 2)
        assert thread["sample_ns"] == [2] * 1000 + [1] * 500
        assert thread["operations"] == 3000

    @pytest.mark.parametrize("line", ["fly", "", "constructor", "drain\tc1"])
    def test_an_unknown_command_is_unsupported_and_the_case_lives_on(self, talk, line: str) -> None:
        worker = talk(self.source)
        worker.open("c1", self.big)
        assert worker.say_raw(line)["reason"] == "unsupported"
        assert worker.say("iterate", "c1", "warmup", 0, 1, 1, 1)["event"] == "iteration"

    @pytest.mark.parametrize("line", [
        "iterate\tc9\twarmup\t1\t0\t1\t0", "iterate\tc1\twarmup\t1", "iterate\tc1\twarmup\t1\t0\t0\t0", "slice\tc1\twarmup\t1\t1\t0\t0",
        "samples\tc1\t1\t1", "slice\tsingle\twarmup\t0\t1\t2\t0", "invoke\tc1", "close\tc9", "open", "open\tc2\tbenchmark=0",
    ])
    def test_what_cannot_be_executed_is_malformed_and_the_case_lives_on(self, talk, line: str) -> None:
        worker = talk(self.source)
        worker.open("c1", self.big)
        assert worker.open("single", self.big, mode="sample")["unsliced"]
        failed = worker.say_raw(line)
        assert (failed["reason"], failed["where"], failed["message"]) == ("malformed", "", "malformed command")
        assert worker.say("iterate", "c1", "warmup", 0, 1, 1, 1)["event"] == "iteration"

    def test_a_number_that_is_not_there_is_malformed(self, talk) -> None:
        worker = talk(self.source)
        fields = Case(worker.catalog, self.big).fields({})
        for change in (["benchmark=99"], ["states=99"], ["p=99:1"], ["step=trial:0:99:"], ["counters=99"]):
            names = {text.partition("=")[0] for text in change}
            given = [text for text in fields if text.partition("=")[0] not in names] + change
            assert worker.say("open", "c1", *given)["message"] == "malformed command", change
        assert worker.say("open", "c1", *fields)["event"] == "opened"

    def test_samples_come_in_parts(self, talk) -> None:
        worker = talk(self.source)
        worker.open("a", self.big)
        worker.say("iterate", "a", "warmup", 0, 1, 1, 0)
        worker.send("samples", "a", 2, 65_536 + 3616)
        parts = [worker.hear(), worker.hear()]
        assert [(part["thread"], part["last"], len(part["sample_ns"])) for part in parts] == [(0, False, 65_536), (0, True, 3616)]
        assert worker.say("close", "a") == {"event": "closed", "case": "a"}

    def test_mode_sample_sends_each_raw_time_in_parts(self, talk) -> None:
        worker = talk(self.source, CLAMH_CLOCK="counted:3")
        worker.open("a", self.big, mode="sample", batch=2, opi=4)
        (thread,) = worker.say("iterate", "a", "measurement", 0, 70_000, 1, 1)["threads"]
        assert thread["sample_ns"] == [3] * 70_000
        assert (thread["elapsed_ns"], thread["timings"], thread["sample_invocations"], thread["operations"]) == (210_000, 70_000, 2, 280_000)

    def test_fixtures_run_in_order_and_come_down_in_reverse(self, talk) -> None:
        for fields in self.lives:
            worker = talk(self.source)
            worker.open("c1", self.texts, self.given, **fields)
            worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)
            worker.say("iterate", "c1", "measurement", 0, 1, 0, 1)
            worker.say("close", "c1")
            assert worker.end() == (0, "\n".join([*self.printed, ""]))

    def test_a_state_counts_as_set_up_from_its_first_setup_that_came_to_its_end(self, talk) -> None:
        benchmark, setup, message, printed = self.half
        worker = talk(self.source)
        worker.open("c1", benchmark, {self.level: "2"})
        failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
        assert (failed["reason"], failed["where"]) == ("setup", setup)
        assert re.fullmatch(message, failed["message"])
        assert worker.end()[1].split() == printed

    def test_values_are_canonical_and_what_Blackhole_got_is_recorded(self, talk) -> None:
        worker = talk(self.source)
        worker.open("c1", self.big)
        value = worker.invoke(self.texts, self.given)
        assert value["consumed"] == self.consumed
        assert value["returned"] == "s:" + "x" * 1500
        assert worker.say("exit") == {"event": "bye"}
        assert worker.end()[0] == 0

    def test_a_text_that_fits_no_line_comes_in_parts(self, talk) -> None:
        assert talk(self.source).invoke(self.long)["returned"] == "s:" + "ü\n" * 700_000

    def test_static_params_are_each_cases_own_when_two_are_open(self, talk) -> None:
        worker = talk(self.source)
        for case, level in (("a", "1"), ("b", "2")):
            worker.open(case, self.twice, self.params | {self.level: level})
        assert worker.say("invoke", "a", 1)["returned"] == "f:4004000000000000"  # 1 call + 0.5 + level 1 = 2.5
        assert worker.say("invoke", "b", 1)["returned"] == "f:400c000000000000"  # 3.5

    def test_several_calls_on_one_state_come_in_their_order(self, talk) -> None:
        worker = talk(self.source)
        worker.open("a", self.twice, self.params | {self.level: "1"})
        value = worker.say("invoke", "a", 3)
        calls = [value, *value["more"]]
        assert [call["returned"] for call in calls] == ["f:4004000000000000", "f:400c000000000000", "f:4012000000000000"]  # 2.5, 3.5, 4.5
        assert worker.say("close", "a")["event"] == "closed"

    def test_calls_after_measuring_go_on_with_the_state_that_it_left(self, talk) -> None:
        worker = talk(self.source)
        worker.open("a", self.twice, self.params | {self.level: "1"})
        done = worker.say("iterate", "a", "warmup", 0, 3, 1, 0)["threads"][0]["all_operations"]
        value = worker.say("invoke", "a", 2)
        gave = [struct.unpack(">d", bytes.fromhex(call["returned"].removeprefix("f:")))[0] for call in (value, *value["more"])]
        assert gave == [done + 1 + 1.5, done + 2 + 1.5]
        assert worker.say("close", "a")["event"] == "closed"

    def test_end_of_commands_ends_the_worker_with_0(self, talk) -> None:
        worker = talk(self.source)
        worker.describe()
        for descriptor in os.listdir(f"/proc/{worker.pid}/fd"):
            flags = Path(f"/proc/{worker.pid}/fdinfo/{descriptor}").read_text()
            if int(descriptor) > 2 and int(descriptor) != worker.leash:  # holding the leash delays no one
                assert int(flags.split("flags:")[1].split()[0], 8) & 0o2000000, f"{descriptor} is not close-on-exec"
        assert worker.end()[0] == 0

    def test_a_driver_that_does_not_read_any_more_ends_the_worker_quietly(self, talk) -> None:
        worker = talk(self.source)
        worker.events.close()
        worker.send("describe")
        assert worker.ending(300) == 0


class EveryClock:
    """The same of time: `clocks` are those that a worker of `source` has."""

    source: str
    big: str
    clocks: set[str]

    def test_samples_span_a_thousand_clock_resolutions(self, talk) -> None:
        worker = talk(self.source, CLAMH_CLOCK=None)
        clocks = {clock["name"]: clock for clock in worker.describe()[0]["clocks"]}
        assert set(clocks) == self.clocks
        (taken,) = [clock for clock in clocks.values() if clock["taken"]]
        resolution = {name: max(clock["step_ns"], clock["cost_ns"]) for name, clock in clocks.items()}
        assert resolution[taken["name"]] == min(resolution.values()) >= 1
        worker.open("c1", self.big)
        for phase, first in (("warmup", 1), ("measurement", 0)):
            thread = worker.say("iterate", "c1", phase, 20_000_000, 0, first, 0)["threads"][0]
            assert 1 <= len(thread["sample_ns"]) <= 2000
            assert sum(thread["sample_ns"]) == thread["elapsed_ns"] >= 20_000_000
            assert thread["operations"] == thread["sample_invocations"] * len(thread["sample_ns"]) < thread["all_operations"]
        assert thread["sample_invocations"] > 1


class EveryLayout:
    """The same of where states lie, in a language whose worker places them: `twice` needs `given`."""

    source: str
    twice: str
    given: dict[str, str]

    def test_the_layout_has_a_seed_of_its_own_and_a_static_one_has_none(self, talk) -> None:
        worker = talk(self.source)
        once, again, other, static = (
            worker.open(case, self.twice, self.given, seed=seed, lseed=lseed, layout=kind)["layout"] for case, seed, lseed, kind in (
                ("a", 1, 5, "random"), ("b", 2, 5, "random"), ("c", 1, 6, "random"), ("d", 1, 5, "static")))
        for name in ("stack", "offsets"):
            assert once[name] == again[name] != other[name] != static[name], name
        assert static["stack"] == 0 and not any(offset % 128 for offset in static["offsets"].values())
        assert once["stack"] % 16 == 0 and {once["stack"], other["stack"]} < set(range(4096))


class EveryAlignedLayout(EveryLayout):
    """The same where a state has the alignment of its type: the state `aligned` has 256 bytes, `shared` has less."""

    aligned: str
    shared: str

    def test_no_two_states_share_a_granule_and_a_seed_repeats_its_offsets(self, talk) -> None:
        worker = talk(self.source)
        layouts = {seed: [worker.open(f"c{seed}-{again}", self.twice, self.given, seed=seed)["layout"]["offsets"]
                          for again in range(2)] for seed in (0, 1, 2)}
        assert all(first == second for first, second in layouts.values())
        assert len({tuple(offsets.items()) for offsets, _ in layouts.values()}) == 3
        for offsets, _ in layouts.values():
            assert offsets[self.aligned] % 256 == 0
            assert offsets[self.shared] // 128 != offsets[self.aligned] // 128


class EveryCheck:
    """The same of Check in `rows`, whose state `state` has the param n and the checks `doubled` and `every`, of which the first
    fails below 0; `others` are its other params."""

    source: str
    rows: str
    state: str
    doubled: str
    every: str
    others: dict[str, str] = {}

    def test_checks_are_called_and_one_that_fails_is_the_failure_of_its_case(self, talk) -> None:
        worker = talk(self.source)
        doubled, every = f"{self.state}{self.doubled}", f"{self.state}{self.every}"
        worker.open("c1", self.rows, self.others | {f"{self.state}n": "8"})
        assert worker.say("invoke", "c1", 1)["checks"] == {doubled: "i:16", every: "[i:8,i:9]"}
        worker.open("c2", self.rows, self.others | {f"{self.state}n": "-1"})
        failed = worker.say("invoke", "c2", 1)
        assert (failed["case"], failed["reason"], failed["where"]) == ("c2", "benchmark", doubled)
        assert "below" in failed["message"]
        assert worker.say("close", "c2")["reason"] == "malformed"


class EveryTeam:
    """The same of several threads. A folder's conftest.py gives `team`, a worker of its teams.* source: the group `shelf` of give and
    take_one, which draw from Random, `count`, which takes a Thread state, and `fails`, in which the second thread raises. Full names begin with `scope`."""

    scope = ""

    def test_members_of_a_group_are_sorted_by_name(self, team) -> None:
        assert team.describe()[0]["capabilities"]["max_threads"] >= 64
        benchmarks = {benchmark.name.removeprefix(self.scope): benchmark for benchmark in team.catalog.benchmarks}
        assert [(name, benchmark.group) for name, benchmark in benchmarks.items()] == [("shelf", True), ("count", False), ("fails", False)]
        names = [state.name.removeprefix(self.scope) for state in team.catalog.states]
        functions = [(function.name.removeprefix(self.scope), function.threads, [names[number] for number in function.states])
                     for function in benchmarks["shelf"].functions]
        assert functions == [("give", 1, ["Shelf"]), ("take_one", 2, ["Own", "Shelf"])]

    def test_threads_are_dealt_to_groups_and_members(self, team) -> None:
        for tg, members in (("1,2", ["give", "take_one", "take_one"]), ("2,1", ["give", "give", "take_one"]), ("0,3", ["take_one"] * 3)):
            opened = team.open("c", f"{self.scope}shelf", threads=6, tg=tg, mode="ss")
            if threads := opened.get("threads"):
                assert len(set(threads)) == 6
            threads = team.say("iterate", "c", "measurement", 0, 5, 1, 1)["threads"]
            assert [thread["member"].removeprefix(self.scope) for thread in threads] == members * 2
            assert [(thread["operations"], thread["all_operations"]) for thread in threads] == [(5, 5)] * 6
            assert team.say("close", "c") == {"event": "closed", "case": "c"}

    def test_no_two_objects_of_a_case_share_128_bytes(self, team) -> None:
        team.open("c", f"{self.scope}shelf", threads=6)
        for addresses in team.open("d", f"{self.scope}count", threads=64)["layout"].get("addresses", {}).values():
            granules = [int(address, 16) // 128 for address in addresses]
            assert len(set(granules)) == len(granules) == 64

    def test_independent_threads_are_timed_in_samples(self, team) -> None:
        team.open("c", f"{self.scope}count", threads=3)
        for phase, first, last in (("warmup", 1, 0), ("measurement", 0, 1)):
            for thread in team.say("iterate", "c", phase, 3_000_000, 0, first, last)["threads"]:
                assert sum(thread["sample_ns"]) == thread["elapsed_ns"] >= 3_000_000 and not thread.get("member")
                assert len(thread["sample_ns"]) * thread["sample_invocations"] == thread["operations"] <= thread["all_operations"]

    def test_each_of_many_threads_sends_its_whole_series(self, team) -> None:
        team.open("c", f"{self.scope}count", threads=32)
        threads = team.say("iterate", "c", "measurement", 2_400_000_000, 0, 1, 1)["threads"]  # 2,400 samples, before they are folded
        assert all(0 < len(thread["sample_ns"]) <= 2000 and sum(thread["sample_ns"]) == thread["elapsed_ns"] for thread in threads)

    def test_a_failure_names_its_thread_and_the_worker_goes_on(self, team) -> None:
        for _ in range(2):
            team.open("c", f"{self.scope}fails", threads=3)
            failed = team.say("iterate", "c", "measurement", 0, 1, 1, 1)
            assert (failed["event"], failed["reason"], failed["case"]) == ("failed", "benchmark", "c")
            assert failed["thread"] == 1 and "the second of us" in failed["message"]

    def test_invoked_group_returns_each_members_first_value(self, team) -> None:
        team.open("c", f"{self.scope}shelf", threads=3, seed=7)
        value = team.say("invoke", "c", 1)
        first = [next(outputs(7, thread)) for thread in range(2)]
        signed = [word - (word >> 63 << 64) for word in first]
        returned = {name.removeprefix(self.scope): member["returned"] for name, member in value["members"].items()}
        assert returned["take_one"] == f"i:{signed[1]}" and returned["give"] in (f"i:{signed[0]}", "i:0")  # the partner may have been first
        assert team.say("close", "c")["event"] == "closed"
