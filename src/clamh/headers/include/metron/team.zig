//! The threads of a case, which call the benchmark together, as often and with as many iterations. Thread 0 is the one that owns the team.

const std = @import("std");
const Body = @import("spec.zig").Body;
const Meeting = @import("meeting.zig").Meeting;
const State = @import("state.zig").State;
const system = @import("system.zig");
const system_counters = @import("system_counters.zig");

const allocator = std.heap.page_allocator;

pub const Member = struct {
    team: *Team,
    number: usize,
    counted: []f64, // sums of the last call
    thread: ?std.Thread = null,
    thread_id: std.atomic.Value(u32) = .init(0),
    state: State = undefined,
    schedstat: i32 = -1,
    meets: bool = false,
    problem: ?[]const u8 = null,
    room: [256]u8 = undefined, // of a problem's text
    apart: [128]u8 = undefined, // so that no two members share a cache line

    fn call(member: *Member) void {
        const team = member.team;
        member.state = .{ .iterations = team.iterations, .thread_id = member.number, .threads = team.members.len, .timer = .{ .meeting = &team.meeting, .counts = member.number == 0 and system_counters.isWanted(), .schedstat = member.schedstat, .meets = member.meets } };
        @memset(member.counted, 0);
        system.resetClock();
        member.problem = if (team.body(&member.state, member.counted)) member.state.timer.findProblem() else |failure| member.describe(failure);
        if (member.problem != null) {
            _ = team.failed.cmpxchgStrong(null, member, .acq_rel, .monotonic);
            team.meeting.fail();
        } else if (!member.state.timer.iterates) member.state.timer.part();
    }

    fn describe(member: *Member, failure: anyerror) []const u8 {
        return std.fmt.bufPrint(&member.room, "it returned error.{s}", .{@errorName(failure)}) catch @errorName(failure);
    }
};

pub const Team = struct {
    members: []Member,
    body: Body,
    meeting: Meeting,
    iterations: usize = 0,
    command: std.atomic.Value(u32) = .init(0), // one more for each call
    failed: std.atomic.Value(?*Member) = .init(null), // the first in this call; others may fail because it did
    ended: bool = false,
    busy: std.atomic.Value(u32) = .init(0),

    /// Starts the threads.
    pub fn start(body: Body, threads: usize, counters: usize) !*Team {
        const team = try allocator.create(Team);
        team.* = .{ .members = try allocator.alloc(Member, threads), .body = body, .meeting = .{ .members = @intCast(threads) } };
        for (team.members, 0..) |*member, number| member.* = .{ .team = team, .number = number, .counted = try allocator.alloc(f64, counters) };
        errdefer team.end();
        team.members[0].thread_id.raw = std.Thread.getCurrentId();
        for (team.members[1..]) |*member| {
            member.thread = try std.Thread.spawn(.{}, serve, .{member});
            while (member.thread_id.load(.acquire) == 0) system.waitFor(&member.thread_id, 0);
        }
        return team;
    }

    fn serve(member: *Member) void {
        const team = member.team;
        member.thread_id.store(std.Thread.getCurrentId(), .release);
        system.wakeAll(&member.thread_id);
        var done: u32 = 0;
        while (true) : (done +%= 1) {
            while (team.command.load(.acquire) == done) system.waitFor(&team.command, done);
            if (team.ended) return;
            member.call();
            if (team.busy.fetchSub(1, .acq_rel) == 1) system.wakeAll(&team.busy);
        }
    }

    /// One call in each thread; the first problem.
    pub fn call(team: *Team, iterations: usize) ?[]const u8 {
        team.iterations = iterations;
        team.meeting.reset();
        team.failed.raw = null;
        team.busy.store(@intCast(team.members.len - 1), .release);
        team.order();
        team.members[0].call();
        while (true) {
            const busy = team.busy.load(.acquire);
            if (busy == 0) break;
            system.waitFor(&team.busy, busy);
        }
        return if (team.failed.raw) |member| member.problem else null;
    }

    fn order(team: *Team) void {
        _ = team.command.fetchAdd(1, .acq_rel);
        if (team.members.len > 1) system.wakeAll(&team.command);
    }

    /// Ends the threads and frees the memory.
    pub fn end(team: *Team) void {
        team.ended = true;
        team.order();
        for (team.members) |*member| {
            if (member.thread) |thread| thread.join();
            allocator.free(member.counted);
        }
        allocator.free(team.members);
        allocator.destroy(team);
    }

    /// The time from the first thread's start to the last thread's stop.
    pub fn wholeTime(team: *const Team) i64 {
        var first: i64 = std.math.maxInt(i64);
        var last: i64 = 0;
        for (team.members) |*member| {
            first = @min(first, member.state.timer.start_ns);
            last = @max(last, member.state.timer.stop_ns);
        }
        return last - first;
    }

    /// The same without the least time that a thread spent with its timer stopped.
    pub fn wallTime(team: *const Team) i64 {
        var stopped: i64 = std.math.maxInt(i64);
        for (team.members) |*member| {
            const timer = &member.state.timer;
            stopped = @min(stopped, timer.stop_ns - timer.start_ns - timer.elapsed_ns);
        }
        return team.wholeTime() - stopped;
    }

    /// What the pauses of each thread cost at least, which wallTime() contains.
    pub fn pauseTime(team: *const Team) i64 {
        var least: i64 = std.math.maxInt(i64);
        for (team.members) |*member| least = @min(least, member.state.timer.elapsed_ns - member.state.timer.netTime());
        return least;
    }

    /// The sum of a counter over all threads.
    pub fn sumCounter(team: *const Team, number: usize) f64 {
        var sum: f64 = 0;
        for (team.members) |*member| sum += member.counted[number];
        return sum;
    }

    pub fn sumBytes(team: *const Team) f64 {
        var sum: f64 = 0;
        for (team.members) |*member| sum += @floatFromInt(member.state.bytes);
        return sum;
    }
};
