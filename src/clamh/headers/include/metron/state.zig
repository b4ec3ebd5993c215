//! What a benchmark gets: how many iterations it runs, in which thread, and the timer.

const std = @import("std");
const Meeting = @import("meeting.zig").Meeting;
const system = @import("system.zig");
const system_counters = @import("system_counters.zig");

pub const State = struct {
    iterations: usize,
    thread_id: usize,
    threads: usize,
    /// Bytes that the whole call has processed; reported per second if it is not 0.
    bytes: usize = 0,
    alloc: std.mem.Allocator = std.heap.smp_allocator,
    timer: Timer,

    /// The measured loop: `var iter = state.iter(); while (iter.next()) |i| { … }`. All threads begin it together.
    pub fn iter(state: *State) Iterator {
        const timer = &state.timer;
        if (timer.phase != .ready) {
            timer.problem = if (timer.iterates) "it calls state.iter() twice: one call of the benchmark has one measured loop" else "it calls state.iter() after state.startTimer(): leave startTimer() out";
            return .{ .state = state, .limit = 0 };
        }
        timer.iterates = true;
        timer.delay_ns = system.readDelay(timer.schedstat);
        state.startTimer();
        return .{ .state = state, .limit = if (timer.meeting.failed.load(.monotonic)) 0 else state.iterations };
    }

    /// Starts the timer, or goes on after `stopTimer`. The first start waits for all threads.
    pub fn startTimer(state: *State) void {
        const timer = &state.timer;
        if (timer.phase == .running or timer.phase == .over) return;
        if (timer.phase == .ready) {
            if (timer.counts) system_counters.begin();
            _ = timer.meeting.meet();
        }
        const first = timer.phase == .ready;
        timer.phase = .running;
        timer.since_ns = system.readClock();
        if (first) timer.start_ns = timer.since_ns;
        fence();
    }

    /// Stops the timer; what follows is not measured.
    pub fn stopTimer(state: *State) void {
        const timer = &state.timer;
        if (timer.phase != .running) return;
        fence();
        timer.stop_ns = system.readClock();
        timer.elapsed_ns += timer.stop_ns - timer.since_ns;
        timer.phase = .stopped;
    }

    /// After the last iteration.
    noinline fn finish(state: *State) void {
        if (!state.timer.iterates or state.timer.phase == .over) return;
        const timer = &state.timer;
        state.stopTimer();
        timer.phase = .over;
        if (timer.delay_ns) |before| timer.waited_ns = if (system.readDelay(timer.schedstat)) |after| after - before else null;
        timer.part();
    }
};

pub const Timer = struct {
    meeting: *Meeting,
    phase: enum { ready, running, stopped, over } = .ready,
    iterates: bool = false,
    start_ns: i64 = 0,
    since_ns: i64 = 0,
    stop_ns: i64 = 0,
    elapsed_ns: i64 = 0,
    counts: bool = false, // this thread reads the system's counters
    schedstat: i32 = -1, // of this thread, only under CLAMH
    delay_ns: ?i64 = null,
    waited_ns: ?i64 = null, // for a CPU, from the first iteration to the last
    problem: ?[]const u8 = null,

    /// The last thing that is counted: threads wait, so that what one of them does next disturbs no other.
    pub fn part(timer: *Timer) void {
        _ = timer.meeting.meet();
        if (timer.counts) system_counters.end();
    }

    /// What the benchmark did wrong, once it has returned.
    pub fn findProblem(timer: *const Timer) ?[]const u8 {
        if (timer.problem) |problem| return problem;
        if (timer.phase == .ready) return "it has no measured loop: write `var iter = state.iter(); while (iter.next()) |_| { … }`";
        if (timer.iterates and timer.phase != .over) return "it left the loop of state.iter() before next() returned null: remove the `break` or `return`";
        if (timer.phase == .running) return "its timer still ran when it returned: call state.stopTimer()";
        return null;
    }
};

pub const Iterator = struct {
    state: *State,
    at: usize = 0,
    limit: usize,

    /// The number of the next iteration, or null after the last one.
    pub inline fn next(iterator: *Iterator) ?usize {
        const at = iterator.at;
        if (at < iterator.limit) {
            iterator.at = at + 1;
            return at;
        }
        iterator.state.finish();
        return null;
    }
};

inline fn fence() void {
    asm volatile ("" ::: .{ .memory = true });
}
