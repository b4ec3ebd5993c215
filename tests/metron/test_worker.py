"""Does a worker of metron.zig count only what the benchmark measures, and is its loop as short as one written by hand?"""

from __future__ import annotations

import os
import re
import resource
from pathlib import Path

import pytest
from machine_code import X86_64, memory_reads, read_functions
from made_metron import compile_body, run_program, start_compiler
from made_talk import Talk

pytestmark = [pytest.mark.language("zig")]

PAGES = """
pub const threads = [_]usize{ 1, 2 };
pub fn inside(state: *State) void { var iter = state.iter(); while (iter.next()) |_| touch(); }
pub fn outside(state: *State) void { touch(); var iter = state.iter(); while (iter.next()) |_| {} touch(); }
pub fn timed(state: *State) void { touch(); state.startTimer(); for (0..state.iterations) |_| touch(); state.stopTimer(); touch(); }
fn touch() void {
    const memory = std.heap.page_allocator.alloc(u8, 50 * 4096) catch unreachable;
    for (0..50) |page| @as(*volatile u8, &memory[page * 4096]).* = 1;
    std.heap.page_allocator.free(memory);
}
"""
ARTIFACT = """pub const clamh_artifact = .{ .platform = "zig/zig-0.17", .version = "0", .flags = "[]", .sources = "{}",
    .path = "program.zig", .bytes = &[_][]const u8{"spec"} };
"""
LOOP = """const metron = @import("metron");
pub const panic = @import("std").debug.simple_panic;
export fn simple(state: *metron.State) void {
    var iter = state.iter();
    while (iter.next()) |i| @import("std").mem.doNotOptimizeAway(i *% 1000003);
}
"""


def test_counters_are_those_of_the_measured_loop(tmp_path: Path) -> None:
    program = compile_body(PAGES, tmp_path / "program")
    zeros = os.open("/dev/zero", os.O_RDONLY)
    worker = Talk([program], {"CLAMH_COUNTERS": "5,rusage,99"}, (zeros,))
    os.close(zeros)
    assert worker.describe()[0]["capabilities"]["counts"] == ["rusage"]

    def count(benchmark: str, threads: int = 1) -> tuple[list[int], int]:
        """The numbers of both events, and the faults of 10 invocations after 10 that are not measured."""
        assert worker.open("c", f"spec.{benchmark}", mode="wall", threads=threads)["event"] == "opened"
        counters = worker.say("slice", "c", 1, 10, 10, 1, 2)["counters"]
        worker.say("close", "c")
        return [*counters[:3], *counters[9:]], counters[5]

    events, faults = count("inside")
    assert events == [0, 0, 0, -1, -1, -1] and 500 <= faults < 550
    assert count("timed")[1] in range(550, 610) and count("outside")[1] < 50  # a loop of its own counts until it returns
    assert count("inside", 2)[1] in range(2000, 2300)  # of all invocations of both threads
    assert worker.end()[0] == 0


def test_counter_called_bytes_takes_the_place_of_state_bytes(tmp_path: Path) -> None:
    body = """pub const Counters = struct { bytes: metron.ByteCounter(.div_1024) = .{} };
        pub fn f(state: *State) Counters { var iter = state.iter(); while (iter.next()) |_| {} state.bytes = 1; return .{ .bytes = .{ .val = 64 } }; }"""
    worker = Talk([compile_body(body, tmp_path / "program", ARTIFACT)], {"CLAMH_CLOCK": "counted:10"}, ())
    counters = [counter["name"] for event in worker.describe() for counter in event.get("counters", [])]
    assert counters == ["spec.bytes"] and worker.open("c", "spec")["event"] == "opened"
    assert worker.say("slice", "c", "measurement", 0, 1, 2, 2)["threads"][0]["counters"] == {"spec.bytes": 64}
    assert worker.end()[0] == 0


def test_samples_that_are_added_in_pairs_have_all_operations(tmp_path: Path) -> None:
    """More than 1,000 calls of `max_iter` fit into the time, so neighbours are added; no call becomes longer."""
    body = ("pub const max_iter = 3; pub fn short(state: *State) !void { var iter = state.iter();"
            "while (iter.next()) |_| {} if (state.iterations > 3) return error.TooLong; }")
    worker = Talk([compile_body(body, tmp_path / "program")], {"CLAMH_CLOCK": "counted:10"}, ())
    assert worker.open("c", "spec")["event"] == "opened"
    for iteration in (1, 0):
        (thread,) = worker.say("iterate", "c", "measurement", 16_000, 0, iteration, 0)["threads"]
        assert sum(thread["sample_ns"]) == thread["elapsed_ns"]
        assert len(thread["sample_ns"]) * thread["sample_invocations"] == thread["operations"] > 3000
    assert worker.end()[0] == 0


def test_values_and_combinations_are_those_of_args(tmp_path: Path) -> None:
    """The driver refuses other values of any kind before the run; the worker refuses values that no argument has together."""
    body = """pub const args = [_]struct { usize, f64, bool, []const u8 }{ .{ 1, 0.5, true, "a" }, .{ 2, 1.5, false, "b" } };
        pub fn f(state: *State, arg: anytype) void { std.mem.doNotOptimizeAway(arg[0]); var iter = state.iter(); while (iter.next()) |_| {} }"""
    worker = Talk([compile_body(body, tmp_path / "program")], {"CLAMH_CLOCK": "counted:10"}, ())
    params = [param for event in worker.describe() for param in event.get("params", [])]
    assert [param["constants"] for param in params] == [["1", "2"], ["0.5", "1.5"], ["true", "false"], ["a", "b"]]
    first = dict(zip(("spec.arg0", "spec.arg1", "spec.arg2", "spec.arg3"), ("1", "0.5", "true", "a"), strict=True))
    refused = worker.open("c", "spec", {**first, "spec.arg3": "b"})
    assert (refused["event"], refused["reason"], refused["where"]) == ("failed", "unsupported", "spec")
    assert refused["message"].startswith("args lists no such combination: ")
    assert worker.open("c", "spec", first)["event"] == "opened"
    assert worker.end()[0] == 0


def test_threads_that_cannot_be_started_are_the_reason(tmp_path: Path) -> None:
    worker = Talk([compile_body(PAGES, tmp_path / "program")], {"CLAMH_CLOCK": "counted:10"}, ())
    worker.describe()
    resource.prlimit(worker.pid, resource.RLIMIT_AS, (1 << 28, 1 << 28))  # each thread has a stack of 16 MiB
    refused = worker.open("c", "spec.inside", mode="wall", threads=64)
    assert (refused["event"], refused["reason"], refused["message"]) == ("failed", "internal", "64 threads cannot be started: OutOfMemory")
    assert worker.open("c", "spec.inside", mode="wall", threads=2)["event"] == "opened"
    assert worker.end()[0] == 0


@pytest.mark.parametrize("command", [("slice", "c", "measurement", 0, 5, 2, 2), ("iterate", "c", "measurement", 1000, 0, 1, 0)])
def test_failure_names_the_benchmark_and_closes_the_case(tmp_path: Path, command: tuple[object, ...]) -> None:
    body = """pub fn leaves(state: *State) void { var iter = state.iter(); while (iter.next()) |_| if (state.iterations > 1) return; }
        pub fn fails(state: *State) !void { if (state.thread_id == 1) return error.Broken; var iter = state.iter(); while (iter.next()) |_| {} }"""
    worker = Talk([compile_body(body, tmp_path / "program")], {"CLAMH_CLOCK": "counted:10"}, ())
    for benchmark, threads, message in (("leaves", 1, "it left the loop of state.iter() before next() returned null: remove the `break` or `return`"),
                                        ("fails", 3, "it returned error.Broken")):
        assert worker.open("c", f"spec.{benchmark}", mode="wall", threads=threads)["event"] == "opened"
        failed = worker.say(*command)
        assert (failed["event"], failed["case"], failed["reason"], failed["where"]) == ("failed", "c", "benchmark", f"spec.{benchmark}")
        assert failed["message"] == message
        assert worker.say("close", "c")["reason"] == "malformed"  # a case that failed is closed
    assert worker.end()[0] == 0


def test_no_call_exceeds_its_bounds(tmp_path: Path) -> None:
    """Slices are calls of at most `max_iter`. `min_iter` holds in iterations, where no first call is timed alone if it is above 1."""
    body = ("pub const min_iter = 2; pub const max_iter = 3; pub fn f(state: *State) !void { var iter = state.iter(); while (iter.next()) |_| {}"
            "if (state.iterations > 3) return error.TooLong; }")
    worker = Talk([compile_body(body, tmp_path / "slices")], {"CLAMH_CLOCK": "counted:10"}, ())
    assert worker.open("c", "spec")["event"] == "opened"
    (thread,) = worker.say("slice", "c", "measurement", 7, 10, 2, 2)["threads"]
    assert (thread["operations"], thread["all_operations"], thread["elapsed_ns"]) == (10, 17, 40)
    assert worker.end()[0] == 0
    least = body.replace("state.iterations > 3", "state.iterations < 2")
    worker = Talk([compile_body(least, tmp_path / "iterations")], {"CLAMH_CLOCK": "counted:10"}, ())
    assert worker.open("c", "spec")["event"] == "opened"
    (thread,) = worker.say("iterate", "c", "measurement", 1000, 0, 1, 0)["threads"]
    assert thread["operations"] > 0 and "first_ns" not in thread
    assert worker.end()[0] == 0


PAUSES = """
pub fn plain(state: *State) void { var iter = state.iter(); while (iter.next()) |_| {} }
pub fn paused(state: *State) void { var iter = state.iter(); while (iter.next()) |_| { state.stopTimer(); state.startTimer(); } }
pub fn ends(state: *State) void { var iter = state.iter(); while (iter.next()) |i| if (i + 1 == state.iterations) state.stopTimer(); }
pub fn own(state: *State) void {
    state.startTimer();
    for (0..state.iterations) |_| { state.stopTimer(); state.startTimer(); }
    state.stopTimer();
}
"""


def test_pauses_cost_nothing_and_have_no_known_waiting(tmp_path: Path) -> None:
    """Two readings of the counted clock for each of 5 pauses, of which half are in the time."""
    program = compile_body(PAUSES, tmp_path / "program")
    worker = Talk([program], {"CLAMH_CLOCK": "counted:10"}, ())
    for benchmark in ("plain", "paused", "ends", "own"):
        assert worker.open("c", f"spec.{benchmark}")["suspend_cost_ns"] == 10
        (thread,) = worker.say("slice", "c", "measurement", 3, 5, 2, 2)["threads"]
        pauses = (100, 5) if benchmark in ("paused", "own") else (None, None)
        assert (thread["elapsed_ns"], thread.get("suspended_ns"), thread.get("suspensions")) == (10, *pauses)
        worker.say("close", "c")
    assert worker.end()[0] == 0
    assert [row.time for row in run_program(program, CLAMH_CLOCK="counted:1000000000").rows] == ["1000000000"] * 4
    if Path("/proc/thread-self/schedstat").exists():
        waits = Talk([program], {"CLAMH_CLOCK": None}, ())
        for benchmark, known in (("plain", True), ("paused", False), ("ends", False)):
            waits.open("c", f"spec.{benchmark}")
            assert ("waited_ns" in waits.say("slice", "c", "measurement", 0, 5, 2, 2)["threads"][0]) is known
            waits.say("close", "c")
        assert waits.end()[0] == 0


def test_only_short_calls_of_max_iter_contain_the_cost_of_the_clock(tmp_path: Path) -> None:
    """Whether they are short is decided by 16 calls or more, once: all slices of an iteration have `timings`, or none has."""
    wait = "const pause: std.os.linux.timespec = .{ .sec = 0, .nsec = 5_000_000 }; _ = std.os.linux.nanosleep(&pause, null);"
    body = f"""pub const max_iter = 2;
        pub fn short(state: *State) void {{ var iter = state.iter(); while (iter.next()) |_| {{}} }}
        pub fn long(state: *State) void {{ var iter = state.iter(); while (iter.next()) |_| {{ {wait} }} }}"""
    program = compile_body(body, tmp_path / "bounded")
    worker = Talk([program], {"CLAMH_CLOCK": None}, ())
    assert worker.open("c", "spec.short")["clock_cost_ns"] > 0
    for count, begin, calls in ((8, 2, 0), (101, 0, 50), (8, 0, 4), (1, 0, 0)):
        (thread,) = worker.say("slice", "c", "measurement", 0, count, begin, 0)["threads"]
        assert (thread["operations"], thread["timings"]) == (count, calls)
    (thread,) = worker.say("iterate", "c", "measurement", 1_000_000, 0, 0, 0)["threads"]
    assert 2 * thread["timings"] == thread["operations"]
    worker.say("close", "c")
    worker.open("c", "spec.long")
    assert worker.say("slice", "c", "measurement", 0, 40, 2, 0)["threads"][0]["timings"] == 0
    assert worker.end()[0] == 0
    unbounded = Talk([compile_body(body.removeprefix("pub const max_iter = 2;"), tmp_path / "unbounded")], {"CLAMH_CLOCK": None}, ())
    unbounded.open("c", "spec.short")
    assert unbounded.say("slice", "c", "measurement", 0, 101, 2, 0)["threads"][0]["timings"] == 0
    assert unbounded.end()[0] == 0


def test_wall_time_is_the_sum_of_the_times_of_calls(tmp_path: Path) -> None:
    """In each call another thread is the last: it stops its timer once, which takes two more readings of its clock."""
    body = """pub const max_iter = 1; var calls: [2]usize = .{ 0, 0 }; pub fn f(state: *State) void {
        calls[state.thread_id] += 1;
        var iter = state.iter();
        while (iter.next()) |_| { if (calls[state.thread_id] % 2 == state.thread_id) { state.stopTimer(); state.startTimer(); } }
    }"""
    worker = Talk([compile_body(body, tmp_path / "program")], {"CLAMH_CLOCK": "counted:10"}, ())
    for mode, elapsed_ns in (("wall", 120), ("avgt", 40)):
        assert worker.open("c", "spec", mode=mode, threads=2)["event"] == "opened"
        threads = worker.say("slice", "c", "measurement", 0, 4, 1, 2)["threads"]
        assert [(thread["operations"], thread["elapsed_ns"]) for thread in threads] == [(4, elapsed_ns)] * 2
        worker.say("close", "c")
    assert worker.end()[0] == 0


def test_pauses_do_not_lengthen_an_iteration(tmp_path: Path) -> None:
    """A call of n iterations has 2n + 1 readings from its first start to its last stop, of which n end a pause."""
    worker = Talk([compile_body(PAUSES, tmp_path / "program")], {"CLAMH_CLOCK": "counted:10"}, ())
    assert worker.open("c", "spec.paused")["event"] == "opened"
    (thread,) = worker.say("iterate", "c", "measurement", 40_000, 0, 0, 0)["threads"]
    iterations = int(1.4 * 10 * 1000 / 210)  # of a call, which lasts for a fortieth of the time
    assert thread["sample_invocations"] == iterations
    assert thread["sample_ns"] == [10] * -(-40_000 // (10 * (2 * iterations + 1)))
    assert worker.end()[0] == 0


@pytest.mark.parametrize("mode", [pytest.param("-OReleaseFast", marks=[*X86_64])])
def test_loop_only_counts(tmp_path: Path, mode: str) -> None:
    """No load, no call: the iterator stays in registers, and the timer is outside."""
    source = tmp_path / "program.zig"
    source.write_text(LOOP)
    errors = start_compiler(source, tmp_path / "program", mode, verb="build-obj").communicate()[0]
    assert not errors, errors
    lines = [line.partition(":") for line in read_functions(tmp_path / "program.o")["simple"]]
    found = [(int(address, 16), text.strip()) for address, _, text in lines if re.fullmatch(r"\s*[0-9a-f]+", address)]
    work = next(at for at, text in found if "$0xf4243" in text)
    end, start = next((at, int(jump[1], 16)) for at, text in found
                      if at > work and (jump := re.match(r"j\w+\s+([0-9a-f]+)", text)) and int(jump[1], 16) <= work)
    loop = [text for at, text in found if start <= at <= end and not re.search(r"\bnop|\bdata16", text)]
    assert len(loop) <= 5 and not memory_reads(loop) and not any(text.startswith("call") for text in loop), loop
