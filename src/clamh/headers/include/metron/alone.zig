//! The program without CLAMH: each case runs with more and more iterations until one call lasts long enough, which the table shows.

const std = @import("std");
const Function = @import("spec.zig").Function;
const measurePause = @import("state.zig").measurePause;
const Spec = @import("spec.zig").Spec;
const system = @import("system.zig");
const Team = @import("team.zig").Team;
const units = @import("units.zig");

const time_width = 15;
const iterations_width = 16;

/// Measures all cases and prints the table. After a failure the process ends with code 1.
pub fn run(functions: []const Function) void {
    if (!system.chooseClock()) system.endProcess("CLAMH_CLOCK takes counted:NS\n");
    measurePause();
    const width = findWidth(functions);
    printLine(width);
    print("{s}", .{"Benchmark"});
    printSpaces(width - "Benchmark".len);
    print("{s:>15}{s:>16}\n", .{ "Time", "Iterations" });
    printLine(width);
    var failed = false;
    for (functions) |*function| {
        for (function.arguments, 0..) |_, argument| {
            for (function.spec.threads) |threads| failed = !runCase(function, argument, threads, width) or failed;
        }
    }
    if (failed) system.endProcess("");
}

fn runCase(function: *const Function, argument: usize, threads: usize, width: usize) bool {
    var room: [1024]u8 = undefined;
    const name = formatName(&room, function, argument, threads);
    const team = Team.start(function.arguments[argument].body, threads, function.counters.len) catch |failure| {
        report("{s} failed: {d} threads cannot be started: {s}\n", .{ name, threads, @errorName(failure) });
        return false;
    };
    defer team.end();
    const spec = function.spec;
    var iterations = spec.min_iter;
    while (true) : (iterations = findNext(spec, iterations, team.wallTime(), spec.min_time)) {
        if (team.call(iterations)) |problem| {
            report("{s} failed: {s}\n", .{ name, problem });
            return false;
        }
        if (iterations >= spec.max_iter or team.wallTime() >= spec.min_time) break;
    }
    printRow(team, function, name, iterations, width);
    return true;
}

/// How many iterations the next call has, if this many took `time_ns` and `target_ns` is wanted.
pub fn findNext(spec: *const Spec, iterations: u64, time_ns: i64, target_ns: u64) u64 {
    const n: f64 = @floatFromInt(iterations);
    const time: f64 = @floatFromInt(time_ns);
    const target: f64 = @floatFromInt(target_ns);
    const next = if (time > target / 10) 1.4 * n * target / time else 10 * n;
    return @min(@max(std.math.lossyCast(u64, next), iterations + 1), spec.max_iter);
}

fn printRow(team: *const Team, function: *const Function, name: []const u8, iterations: u64, width: usize) void {
    const operations = iterations * team.members.len;
    const elapsed: f64 = @floatFromInt(team.wallTime() - team.pauseTime());
    var room: [512]u8 = undefined;
    const time = units.formatTime(&room, elapsed / @as(f64, @floatFromInt(operations)));
    print("{s}", .{name});
    printSpaces(width - name.len + (time_width - @min(time_width, time.len + 3)));
    print("{s} ns{d:>16}", .{ time, operations });
    var gap: []const u8 = "  ";
    for (function.counters, 0..) |counter, number| {
        print("{s}{s}={s}", .{ gap, counter.name, units.formatRate(&room, perSecond(team.sumCounter(number), elapsed), counter.unit, counter.units) });
        gap = " ";
    }
    const bytes = team.sumBytes();
    if (bytes > 0) print("{s}bytes={s}", .{ gap, units.formatRate(&room, perSecond(bytes, elapsed), "B", .div_1024) });
    print("\n", .{});
}

fn perSecond(count: f64, elapsed_ns: f64) f64 {
    return count * std.time.ns_per_s / @max(elapsed_ns, 1);
}

fn formatName(room: []u8, function: *const Function, argument: usize, threads: usize) []const u8 {
    const spec = function.spec;
    const head = std.fmt.bufPrint(room, "{s}{s}{s}{s}", .{ spec.name, if (spec.several) "/" else "", if (spec.several) function.name else "", function.arguments[argument].shown }) catch
        system.endProcess("metron: a name is longer than 1000 characters\n");
    if (!spec.has_threads) return head;
    const tail = std.fmt.bufPrint(room[head.len..], "/threads:{d}", .{threads}) catch system.endProcess("metron: a name is longer than 1000 characters\n");
    return room[0 .. head.len + tail.len];
}

fn findWidth(functions: []const Function) usize {
    var room: [1024]u8 = undefined;
    var width: usize = "Benchmark".len;
    for (functions) |*function| {
        for (function.arguments, 0..) |_, argument| {
            for (function.spec.threads) |threads| width = @max(width, formatName(&room, function, argument, threads).len);
        }
    }
    return width;
}

fn printLine(width: usize) void {
    for (0..width + time_width + iterations_width) |_| print("-", .{});
    print("\n", .{});
}

fn printSpaces(count: usize) void {
    for (0..count) |_| print(" ", .{});
}

fn report(comptime text: []const u8, values: anytype) void {
    var room: [2048]u8 = undefined;
    _ = system.writeBytes(2, std.fmt.bufPrint(&room, text, values) catch text);
}

fn print(comptime text: []const u8, values: anytype) void {
    var room: [2048]u8 = undefined;
    const line = std.fmt.bufPrint(&room, text, values) catch unreachable; // names have at most 1024 bytes, numbers 512
    if (!system.writeBytes(1, line)) system.endProcess("metron: the table cannot be written\n");
}
