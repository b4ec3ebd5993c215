"""Does every wrong spec and every failing benchmark end in a clear message, and does no thread hang?"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from made_metron import LOOP, compile_body, read_errors, run_program

pytestmark = [pytest.mark.language("zig")]

SIMPLE = f"pub fn simple(state: *State) void {{ {LOOP} }}"
FAILING = f"""
pub const threads = .{{ 1, 3 }};
pub fn good(state: *State) void {{ {LOOP} }}
pub fn fails(state: *State) !void {{ if (state.thread_id == 1) return error.Broken; {LOOP} }}
pub fn late(state: *State) !void {{ {LOOP} if (state.thread_id == 2) return error.Late; }}
pub fn leaves(state: *State) void {{ var iter = state.iter(); while (iter.next()) |_| if (state.thread_id + 1 == state.threads) return; }}
pub fn nothing(_: *State) void {{}}
pub fn twice(state: *State) void {{ for (0..2) |_| {{ {LOOP} }} }}
pub fn again(state: *State) void {{ {LOOP} state.startTimer(); state.stopTimer(); }}
pub fn running(state: *State) void {{ state.startTimer(); }}
pub fn first(state: *State) !void {{
    if (state.thread_id == 2) return error.First;
    var count: usize = 0; var iter = state.iter(); while (iter.next()) |_| count += 1;
    if (count == 0) return error.Later;
}}
pub fn last(state: *State) void {{ {LOOP} }}
"""


@pytest.mark.parametrize(("body", "expected"), [
    ("pub const Counters = struct { rate: f64 = 0 }; pub fn f(state: *State) Counters { _ = state; return .{}; }",
     "metron: spec: the field rate of Counters has the type f64, which is no counter: write `rate: metron.ByteCounter(.div_1024) = .{}`"),
    ("pub const Counters = u8; pub fn f(state: *State) Counters { _ = state; return 1; }", "Counters is u8: make it a struct of counters"),
    ("pub const args = [_]*const u8{&1}; pub fn f(state: *State, arg: *const u8) void { _ = state; _ = arg; }",
     "metron: spec: an argument has the type *const u8, which cannot be printed: use an integer, float, bool, enum or string"),
    ("pub fn f() void {}", "metron: spec: f takes 0 parameters, but the spec gives it 1: write `pub fn f(state: *State) void`, or remove `pub`"),
    ("pub fn f(state: *State, n: usize) void { _ = state; _ = n; }", "f takes 2 parameters, but the spec gives it 1"),
    ("pub const args = [_]usize{1}; pub fn f(state: *State) void { _ = state; }", "write `pub fn f(state: *State, arg: usize) void`"),
    ("pub fn f(n: usize) void { _ = n; }", "f takes usize first, and not *State"),
    ("pub fn f(state: *State) u8 { _ = state; return 1; }", "f returns u8: let it return nothing, or declare `pub const Counters"),
    ("pub const args = [_]usize{1}; pub const arg_names = [_][]const u8{ \"a\", \"b\" }; pub fn f(state: *State, n: usize) void { _ = state; _ = n; }",
     "arg_names has 2 names, but an argument has 1 parts"),
    ("fn hidden(state: *State) void { _ = state; }", "metron: spec has no public function: a benchmark is a `pub fn`"),
    (SIMPLE + "pub const threads = [_]usize{0};", "threads must be at least 1"),
    ("pub const args = &.{ 1, 2 }; pub fn f(state: *State, n: usize) void { _ = state; _ = n; }", ": write `[_]usize{ … }`, or an array of another type"),
    ("pub const args = .{ 1, 2 }; pub fn f(state: *State, n: usize) void { _ = state; _ = n; }", ": write `[_]usize{ … }`, or an array of another type"),
    (SIMPLE + "pub const threads = 4;", "threads has the type comptime_int: write `[_]usize{ … }`"),
    (SIMPLE + "pub const min_iter = 5; pub const max_iter = 4;", "max_iter at least min_iter"),
])
def test_wrong_spec_is_a_clear_error(tmp_path: Path, body: str, expected: str) -> None:
    errors = [line for line in read_errors(body, tmp_path).splitlines() if "error: " in line]
    assert len(errors) == 1 and "error: metron: spec" in errors[0] and expected in errors[0]


def test_failure_names_the_case_and_the_others_run(tmp_path: Path) -> None:
    ended = run_program(compile_body(FAILING, tmp_path / "program"), CLAMH_CLOCK="counted:1000000000")
    assert ended.code == 1
    assert [row.name for row in ended.rows] == [
        "spec/good/threads:1", "spec/good/threads:3", "spec/fails/threads:1", "spec/late/threads:1",
        "spec/first/threads:1", "spec/last/threads:1", "spec/last/threads:3"]
    failed = [line.split(" failed: ") for line in ended.err.splitlines()]
    assert [(name, message.split(":")[0]) for name, message in failed] == [
        ("spec/fails/threads:3", "it returned error.Broken"), ("spec/late/threads:3", "it returned error.Late"),
        *((f"spec/leaves/threads:{threads}", "it left the loop of state.iter() before next() returned null") for threads in (1, 3)),
        *((f"spec/nothing/threads:{threads}", "it has no measured loop") for threads in (1, 3)),
        *((f"spec/twice/threads:{threads}", "it calls state.iter() twice") for threads in (1, 3)),
        *((f"spec/again/threads:{threads}", "it calls state.startTimer() after the loop of state.iter(), which has ended the measured time")
          for threads in (1, 3)),
        *((f"spec/running/threads:{threads}", "its timer still ran when it returned") for threads in (1, 3)),
        ("spec/first/threads:3", "it returned error.First")]


def test_no_value_is_left_out(tmp_path: Path) -> None:
    body = f"""pub const args = [_]usize{{ 1000, 1024, 1536, 1500, 1 << 40 }}; pub const arg_units = .div_1024;
pub const Counters = struct {{ raw: metron.RateCounter("x", .raw) = .{{}}, bytes: metron.ByteCounter(.div_1024) = .{{}}, k: metron.ByteCounter(.div_1000) = .{{}} }};
pub fn f(state: *State, n: usize) Counters {{ {LOOP} return .{{ .raw = .{{ .val = n }}, .bytes = .{{ .val = n }}, .k = .{{ .val = n }} }}; }}"""
    ended = run_program(compile_body(body, tmp_path / "program"), CLAMH_CLOCK="counted:1000000000")
    assert [(row.name, row.counters) for row in ended.rows] == [
        ("spec/1000", "raw=1000.000x/s bytes=1000.000B/s k=1.000kB/s"), ("spec/1k", "raw=1024.000x/s bytes=1.000KiB/s k=1.024kB/s"),
        ("spec/1.5k", "raw=1536.000x/s bytes=1.500KiB/s k=1.536kB/s"), ("spec/1500", "raw=1500.000x/s bytes=1.465KiB/s k=1.500kB/s"),
        ("spec/1T", "raw=1099511627776.000x/s bytes=1.000TiB/s k=1.100TB/s")]


def test_range_of_floats_includes_its_end(tmp_path: Path) -> None:
    body = f"pub const args = metron.range(f64, 10, 0.01, 1); pub fn f(state: *State, x: f64) void {{ std.mem.doNotOptimizeAway(x); {LOOP} }}"
    rows = run_program(compile_body(body, tmp_path / "program"), CLAMH_CLOCK="counted:1000000000").rows
    assert [row.name for row in rows] == ["spec/0.01", "spec/0.1", "spec/1"]


def test_iterations_and_digits(tmp_path: Path) -> None:
    program = compile_body(f"pub const min_time = 1_000_000; pub const max_iter = 1000; {SIMPLE}", tmp_path / "program")
    for clock_ns, iterations, time in ((1000, 1000, "1.00"), (123, 1000, "0.123"), (12, 1000, "0.0120"), (99_960, 1000, "100"), (1_000_000, 1, "1000000")):
        (row,) = run_program(program, CLAMH_CLOCK=f"counted:{clock_ns}").rows
        assert (row.time, row.iterations) == (time, iterations)


def test_iterations_follow_the_rule_of_metron(tmp_path: Path) -> None:
    """Ten times as many until a tenth of min_time is reached, then 1.4 · n · min_time / time. A call costs n + 1 readings; those of pauses are in no time."""
    body = """pub const min_time = 1_000_000; pub fn f(state: *State) void {
        state.startTimer(); for (0..state.iterations) |_| { state.stopTimer(); state.startTimer(); } state.stopTimer(); }"""
    (row,) = run_program(compile_body(body, tmp_path / "program"), CLAMH_CLOCK="counted:1000").rows
    assert (row.iterations, row.time) == (int(1.4 * 100 * 1_000_000 / 101_000), f"{1000 / 1386:.3f}")


def test_wrong_clock_is_a_clear_error(tmp_path: Path) -> None:
    done = subprocess.run([compile_body(SIMPLE, tmp_path / "program")], env={"CLAMH_CLOCK": "fast"}, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "CLAMH_CLOCK takes counted:NS\n")
