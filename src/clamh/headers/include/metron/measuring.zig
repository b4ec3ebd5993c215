//! What an `iterate` or a `slice` measures: the calls of a team, and their sums.

const std = @import("std");
const artifact = @import("artifact.zig");
const Channel = @import("messages.zig").Channel;
const Function = @import("spec.zig").Function;
const findNext = @import("alone.zig").findNext;
const system = @import("system.zig");
const system_counters = @import("system_counters.zig");
const Team = @import("team.zig").Team;
const Timer = @import("state.zig").Timer;

const most_samples = 1000;
const wanted_samples = 40; // of an iteration
const short_readings = 1000; // a call that takes less than so many readings of the clock is short
const deciding_calls = 16; // enough that nothing has interrupted the shortest of them; where a slice has fewer, they are long
const allocator = std.heap.page_allocator;

/// Of one thread.
const Sums = struct {
    invocations: u64 = 0,
    all_invocations: u64 = 0,
    elapsed_ns: i64 = 0,
    suspended_ns: i64 = 0, // with what the pauses cost
    suspensions: u64 = 0,
    waited_ns: ?i64 = 0,
    counted: []f64,
    sample_ns: []i64,

    fn clear(sums: *Sums) void {
        sums.invocations = 0;
        sums.elapsed_ns = 0;
        sums.suspended_ns = 0;
        sums.suspensions = 0;
        sums.waited_ns = 0;
        @memset(sums.counted, 0);
    }
};

pub const Case = struct {
    id: []const u8,
    function: *const Function,
    operations: u64,
    counters: []const usize,
    team: *Team,
    sums: []Sums,
    iterations: u64, // of a call
    calls: u64 = 1, // of a sample: more than one if the samples would be too many
    crowded: bool, // more threads than CPUs
    wall: bool, // mode wall
    longest_calls: u64 = 0, // calls of `max_iter` iterations
    least_ns: i64 = std.math.maxInt(i64), // of such a call
    short: ?bool = null, // such calls are; decided once, so that all slices of an iteration are alike
    first_ns: i64 = -1,
    samples: usize = 0,

    pub fn open(id: []const u8, function: *const Function, argument: usize, threads: usize, operations: u64, counters: []const usize, wall: bool) !Case {
        const team = try Team.start(function.arguments[argument].body, threads, function.counters.len);
        const sums = try allocator.alloc(Sums, threads);
        const crowded = threads > std.Thread.getCpuCount() catch threads;
        for (sums, team.members) |*of_thread, *member| {
            of_thread.* = .{ .counted = try allocator.alloc(f64, function.counters.len + 1), .sample_ns = try allocator.alloc(i64, most_samples) };
            var room: [64]u8 = undefined;
            const path = try std.fmt.bufPrintSentinel(&room, "/proc/self/task/{d}/schedstat", .{member.thread_id.raw}, 0);
            member.schedstat = system.openFile(path) orelse -1;
            member.meets = threads > 1 and !crowded;
        }
        return .{ .id = try allocator.dupe(u8, id), .function = function, .operations = operations, .counters = counters, .team = team, .sums = sums, .iterations = function.spec.min_iter, .crowded = crowded, .wall = wall };
    }

    pub fn close(case: *Case) void {
        for (case.sums, case.team.members) |*sums, *member| {
            if (member.schedstat >= 0) system.closeFile(member.schedstat);
            allocator.free(sums.counted);
            allocator.free(sums.sample_ns);
        }
        case.team.end();
        allocator.free(case.sums);
        allocator.free(case.counters);
        allocator.free(case.id);
    }

    /// One iteration of a time. `begins_trial`: the first invocation is timed alone if `min_iter` allows it. Returns a problem.
    pub fn iterate(case: *Case, time_ns: u64, begins_trial: bool) ?[]const u8 {
        if (case.begin(begins_trial)) |problem| return problem;
        if (case.calibrate(time_ns / wanted_samples)) |problem| return problem;
        case.clear();
        var spent_ns: i64 = 0;
        while (case.samples == 0 or spent_ns < time_ns) : (case.samples += 1) {
            if (case.samples == most_samples) case.fold();
            for (case.sums) |*sums| sums.sample_ns[case.samples] = 0;
            for (0..case.calls) |_| {
                const began_ns = system.readSystem();
                if (case.call(case.iterations)) |problem| return problem;
                spent_ns += if (system.counted_step_ns > 0) case.team.wholeTime() else system.readSystem() - began_ns;
                for (case.sums, case.team.members) |*sums, *member| sums.sample_ns[case.samples] += case.timeOf(&member.state.timer);
            }
        }
        return null;
    }

    /// So many invocations, after others that are not timed. Returns a problem.
    pub fn slice(case: *Case, unmeasured: u64, count: u64, begins_trial: bool) ?[]const u8 {
        if (case.begin(begins_trial)) |problem| return problem;
        if (case.callBounded(unmeasured)) |problem| return problem;
        case.clear();
        return case.callBounded(count);
    }

    /// So many iterations, in calls of at most `max_iter`.
    fn callBounded(case: *Case, iterations: u64) ?[]const u8 {
        var left = iterations;
        while (left > 0) {
            const next = @min(left, case.function.spec.max_iter);
            if (case.call(next)) |problem| return problem;
            left -= next;
        }
        return null;
    }

    fn begin(case: *Case, begins_trial: bool) ?[]const u8 {
        case.first_ns = -1;
        case.samples = 0;
        case.calls = 1;
        for (case.sums) |*sums| sums.all_invocations = 0;
        system_counters.clear();
        case.clear();
        if (!begins_trial or case.function.spec.min_iter > 1) return null;
        if (case.call(1)) |problem| return problem;
        case.first_ns = case.timeOf(&case.team.members[0].state.timer);
        return null;
    }

    /// Finds how many iterations a sample has, by Metron's rule; pauses are in its time.
    fn calibrate(case: *Case, target_ns: u64) ?[]const u8 {
        const spec = case.function.spec;
        while (true) {
            if (case.call(case.iterations)) |problem| return problem;
            const time_ns: u64 = @intCast(@max(case.team.wholeTime(), 0));
            if (time_ns > 2 * target_ns and case.iterations > spec.min_iter) {
                case.iterations = @max(spec.min_iter, @as(u64, @trunc(@as(f64, @floatFromInt(case.iterations)) * @as(f64, @floatFromInt(target_ns)) / @as(f64, @floatFromInt(time_ns)))));
                return null;
            }
            if (time_ns >= target_ns) return null;
            if (case.iterations >= spec.max_iter) {
                if (time_ns * 1000 < case.iterations) return "its time does not grow with the iterations: the compiler has removed the loop; give what it computes to std.mem.doNotOptimizeAway";
                return null;
            }
            case.iterations = findNext(spec, case.iterations, @intCast(time_ns), @max(target_ns, 1));
        }
    }

    fn call(case: *Case, iterations: u64) ?[]const u8 {
        if (case.team.call(iterations)) |problem| return problem;
        if (iterations == case.function.spec.max_iter) {
            case.longest_calls += 1;
            case.least_ns = @min(case.least_ns, case.timeOf(&case.team.members[0].state.timer));
        }
        for (case.sums, case.team.members) |*sums, *member| {
            const timer = &member.state.timer;
            sums.invocations += iterations;
            sums.all_invocations += iterations;
            sums.elapsed_ns += case.timeOf(timer);
            sums.suspended_ns += timer.stop_ns - timer.start_ns - timer.netTime();
            sums.suspensions += timer.pauses;
            sums.waited_ns = if (sums.waited_ns) |before| if (timer.waited_ns) |waited| before + waited else null else null;
            for (sums.counted[0..member.counted.len], member.counted) |*sum, value| sum.* += value;
            sums.counted[member.counted.len] += @floatFromInt(member.state.bytes);
        }
        return null;
    }

    /// The time of a thread; in mode wall that of the whole call, since each call may have another last thread. A thread that still waited
    /// for a CPU when the first began has waited within the measured time.
    fn timeOf(case: *const Case, timer: *const Timer) i64 {
        if (case.wall) return case.team.wallTime() - case.team.pauseTime();
        if (!case.crowded) return timer.netTime();
        var first_ns = timer.start_ns;
        for (case.team.members) |*member| first_ns = @min(first_ns, member.state.timer.start_ns);
        return timer.netTime() + (timer.start_ns - first_ns);
    }

    /// From how many calls the cost of the clock must be subtracted: only `max_iter` makes calls short.
    fn countTimings(case: *Case, reading_ns: f64) u64 {
        if (case.short == null and case.longest_calls >= deciding_calls) case.short = @as(f64, @floatFromInt(case.least_ns)) < short_readings * reading_ns;
        return if (case.short orelse false) case.longest_calls else 0;
    }

    fn clear(case: *Case) void {
        case.longest_calls = 0;
        for (case.sums) |*sums| sums.clear();
        if (case.sums.len == 1) system_counters.clear(); // those of several threads belong to all invocations
    }

    /// Adds neighbours in pairs.
    fn fold(case: *Case) void {
        case.samples /= 2;
        case.calls *= 2;
        for (case.sums) |*sums| {
            for (0..case.samples) |at| sums.sample_ns[at] = sums.sample_ns[2 * at] + sums.sample_ns[2 * at + 1];
        }
    }

    /// Sends the series, if there is any, and the sums. A reading of the clock takes `reading_ns`.
    pub fn send(case: *Case, channel: *Channel, event: []const u8, reading_ns: f64) void {
        const timings = case.countTimings(reading_ns);
        for (case.sums, 0..) |*sums, thread| {
            if (case.samples == 0) break;
            channel.put("{{\"event\":\"samples\",\"case\":\"{s}\",\"thread\":{d},\"sample_ns\":[", .{ case.id, thread });
            for (sums.sample_ns[0..case.samples], 0..) |sample_ns, at| channel.put("{s}{d}", .{ if (at == 0) "" else ",", sample_ns });
            channel.put("],\"last\":true}}", .{});
            channel.send();
        }
        channel.put("{{\"event\":\"{s}\",\"case\":\"{s}\",\"threads\":[", .{ event, case.id });
        for (case.sums, 0..) |*sums, thread| {
            channel.put("{s}{{\"operations\":{d},\"all_operations\":{d},\"elapsed_ns\":{d}", .{ if (thread == 0) "" else ",", sums.invocations * case.operations, sums.all_invocations * case.operations, sums.elapsed_ns });
            if (sums.suspensions > 0) channel.put(",\"suspended_ns\":{d},\"suspensions\":{d}", .{ sums.suspended_ns, sums.suspensions });
            if (timings > 0) channel.put(",\"timings\":{d}", .{timings});
            if (case.samples > 0) channel.put(",\"sample_invocations\":{d}", .{case.iterations * case.calls});
            if (case.first_ns >= 0) channel.put(",\"first_ns\":{d}", .{case.first_ns});
            if (sums.waited_ns) |waited_ns| channel.put(",\"waited_ns\":{d}", .{waited_ns});
            for (case.counters, 0..) |counter, at| channel.put("{s}{d}", .{ if (at == 0) ",\"aux\":[" else ",", sums.counted[counter] });
            channel.put("{s}}}", .{if (case.counters.len > 0) "]" else ""});
        }
        channel.put("]", .{});
        system_counters.put(channel);
        channel.put("}}", .{});
        channel.send();
    }
};
