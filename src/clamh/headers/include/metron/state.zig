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
        if (timer.phase == .over) timer.problem = "it calls state.startTimer() after the loop of state.iter(), which has ended the measured time: leave startTimer() out";
        if (timer.phase == .running or timer.phase == .over) return;
        const first = timer.phase == .ready;
        if (first) {
            if (timer.counts) system_counters.begin();
            _ = timer.meeting.meet();
            if (timer.meets and timer.delay_ns != null) timer.delay_ns = system.readDelay(timer.schedstat);
        } else timer.pauses += 1;
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
        const paused = timer.pauses > 0 or timer.phase == .stopped; // then it is not known when it waited
        state.stopTimer();
        timer.phase = .over;
        if (!paused) if (timer.delay_ns) |before| {
            if (system.readDelay(timer.schedstat)) |after| timer.waited_ns = after - before;
        };
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
    elapsed_ns: i64 = 0, // with what the pauses cost
    pauses: u64 = 0, // that startTimer ended
    counts: bool = false, // this thread reads the system's counters
    schedstat: i32 = -1, // of this thread, only under CLAMH
    meets: bool = false, // with threads that each have a CPU: what it waited before that is not in its time
    delay_ns: ?i64 = null,
    waited_ns: ?i64 = null, // for a CPU, from the first iteration to the last
    problem: ?[]const u8 = null,

    /// The time without what the pauses cost.
    pub fn netTime(timer: *const Timer) i64 {
        const cost_ns = @as(i64, @trunc(pause_cost_ns * @as(f64, @floatFromInt(timer.pauses)) + 0.5));
        return @max(timer.elapsed_ns - cost_ns, 0);
    }

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

/// What a pause with nothing in it adds to the time that counts.
pub var pause_cost_ns: f64 = 0;

/// Measures that, once the clock is chosen.
pub fn measurePause() void {
    pause_cost_ns = if (system.counted_step_ns > 0) @as(f64, @floatFromInt(system.counted_step_ns)) else system.findCost(pauseOften);
}

fn pauseOften(count: usize) i64 {
    var meeting: Meeting = .{ .members = 1 };
    var state: State = .{ .iterations = 0, .thread_id = 0, .threads = 1, .timer = .{ .meeting = &meeting } };
    state.startTimer();
    for (0..count) |_| {
        state.stopTimer();
        state.startTimer();
    }
    return state.timer.elapsed_ns;
}

inline fn fence() void {
    asm volatile ("" ::: .{ .memory = true });
}
