//! A program that CLAMH started (CLAMH_IN is set) answers describe, open, iterate, slice, close and exit.

const std = @import("std");
const artifact = @import("artifact.zig");
const builtin = @import("builtin");
const Case = @import("measuring.zig").Case;
const catalog = @import("catalog.zig");
const Channel = @import("messages.zig").Channel;
const Function = @import("spec.zig").Function;
const readNatural = @import("messages.zig").readNatural;
const state = @import("state.zig");
const system = @import("system.zig");
const system_counters = @import("system_counters.zig");

const allocator = std.heap.page_allocator;
const most_threads = 4096;
const Refused = error{ Malformed, Unsupported };

const Worker = struct {
    channel: Channel,
    functions: []const Function,
    reading_ns: f64 = 0, // what a reading of the clock costs
    case: ?Case = null,

    /// Answers one command; false after `exit`.
    fn answer(worker: *Worker) bool {
        const channel = &worker.channel;
        const verb = if (channel.count > 0) channel.fields[0] else "";
        if (std.mem.eql(u8, verb, "exit")) {
            channel.put("{{\"event\":\"bye\"}}", .{});
            channel.send();
            return false;
        }
        worker.execute(verb) catch |refused| switch (refused) {
            error.Malformed => channel.sendFailed("", "malformed", "", "malformed command"),
            error.Unsupported => channel.sendFailed("", "unsupported", "", "a program of Metron has the modes avgt, thrpt and wall, and returns no value"),
        };
        return true;
    }

    fn execute(worker: *Worker, verb: []const u8) Refused!void {
        const channel = &worker.channel;
        if (std.mem.eql(u8, verb, "describe")) {
            worker.sendHello();
            catalog.describe(channel, worker.functions);
        } else if (std.mem.eql(u8, verb, "open")) {
            try worker.open();
        } else if (std.mem.eql(u8, verb, "iterate")) { // time, count, first, last
            const case = try worker.findCase();
            const amounts = try worker.readAmounts();
            if ((amounts[0] > 0) == (amounts[1] > 0)) return error.Malformed;
            worker.finish("iteration", if (amounts[0] > 0) case.iterate(amounts[0], amounts[2] > 0) else case.slice(0, amounts[1], amounts[2] > 0));
        } else if (std.mem.eql(u8, verb, "slice")) { // warm-in, count, begin, end
            const case = try worker.findCase();
            const amounts = try worker.readAmounts();
            if (amounts[1] == 0) return error.Malformed;
            worker.finish("slice", case.slice(amounts[0], amounts[1], amounts[2] == 2));
        } else if (std.mem.eql(u8, verb, "close")) {
            const case = try worker.findCase();
            channel.put("{{\"event\":\"closed\",\"case\":\"{s}\"}}", .{case.id});
            channel.send();
            worker.closeCase();
        } else if (verb.len == 0) {
            return error.Malformed;
        } else return error.Unsupported;
    }

    fn findCase(worker: *Worker) Refused!*Case {
        if (worker.case) |*case| {
            if (worker.channel.count >= 2 and std.mem.eql(u8, worker.channel.fields[1], case.id)) return case;
        }
        return error.Malformed;
    }

    fn closeCase(worker: *Worker) void {
        worker.case.?.close();
        worker.case = null;
    }

    fn readAmounts(worker: *Worker) Refused![4]u64 {
        if (worker.channel.count < 7) return error.Malformed;
        var amounts: [4]u64 = undefined;
        for (&amounts, worker.channel.fields[3..7]) |*amount, field| amount.* = readNatural(field) orelse return error.Malformed;
        return amounts;
    }

    fn finish(worker: *Worker, event: []const u8, problem: ?[]const u8) void {
        const case = &worker.case.?;
        const message = problem orelse return case.send(&worker.channel, event, worker.reading_ns);
        var room: [1024]u8 = undefined;
        worker.channel.sendFailed(case.id, "benchmark", catalog.formatName(&room, case.function), message);
        worker.closeCase();
    }

    /// Fields that mean nothing here are ignored.
    fn open(worker: *Worker) Refused!void {
        const channel = &worker.channel;
        if (channel.count < 2 or worker.case != null) return error.Malformed;
        var function: ?*const Function = null;
        var threads: u64 = 1;
        var operations: u64 = 1;
        var wall = false;
        var counters: std.ArrayList(usize) = .empty;
        for (channel.fields[2..channel.count]) |field| {
            const split = std.mem.indexOfScalar(u8, field, '=') orelse return error.Malformed;
            const name, const value = .{ field[0..split], field[split + 1 ..] };
            if (std.mem.eql(u8, name, "mode")) {
                for ([_][]const u8{ "avgt", "thrpt", "wall" }) |mode| {
                    if (std.mem.eql(u8, value, mode)) break;
                } else return error.Unsupported;
                wall = std.mem.eql(u8, value, "wall");
            } else if (std.mem.eql(u8, name, "benchmark")) {
                const number = readNatural(value) orelse return error.Malformed;
                if (number >= worker.functions.len) return error.Malformed;
                function = &worker.functions[number];
            } else if (std.mem.eql(u8, name, "threads")) {
                threads = readNatural(value) orelse return error.Malformed;
            } else if (std.mem.eql(u8, name, "opi")) {
                operations = readNatural(value) orelse return error.Malformed;
            } else if (std.mem.eql(u8, name, "counters")) {
                var numbers = std.mem.splitScalar(u8, value, ',');
                while (numbers.next()) |text| {
                    const number = readNatural(text) orelse return error.Malformed;
                    counters.append(allocator, number % catalog.most_counters) catch return error.Unsupported;
                }
            }
        }
        const chosen = function orelse return error.Malformed;
        if (threads < 1 or threads > most_threads or operations == 0) return error.Malformed;
        for (counters.items) |counter| if (counter >= catalog.counts(chosen)) return error.Malformed;
        var room: [1024]u8 = undefined;
        const argument = worker.findArgument(chosen) orelse
            return channel.sendFailed("", "unsupported", catalog.formatName(&room, chosen), "args lists no such combination: give -p the values of a row of args, or add the row");
        const listed = counters.toOwnedSlice(allocator) catch return error.Unsupported;
        worker.case = Case.open(channel.fields[1], chosen, argument, threads, operations, listed, wall) catch |failure| {
            var text: [128]u8 = undefined;
            const message = std.fmt.bufPrint(&text, "{d} threads cannot be started: {s}", .{ threads, @errorName(failure) }) catch @errorName(failure);
            return channel.sendFailed(channel.fields[1], "internal", "", message);
        };
        channel.put("{{\"event\":\"opened\",\"case\":\"{s}\",\"clock_cost_ns\":{d},\"suspend_cost_ns\":{d},\"threads\":[", .{ worker.case.?.id, worker.reading_ns, state.pause_cost_ns });
        for (worker.case.?.team.members, 0..) |*member, at| channel.put("{s}{d}", .{ if (at == 0) "" else ",", member.thread_id.raw });
        channel.put("],\"source\":\"worker\"}}", .{});
        channel.send();
    }

    /// The argument whose parts have the values of the command's params.
    fn findArgument(worker: *Worker, function: *const Function) ?usize {
        const first = catalog.firstParam(worker.functions, function);
        search: for (function.arguments, 0..) |argument, at| {
            for (worker.channel.fields[2..worker.channel.count]) |field| {
                if (!std.mem.startsWith(u8, field, "p=")) continue;
                const split = std.mem.indexOfScalar(u8, field, ':') orelse return null;
                const number = readNatural(field[2..split]) orelse return null;
                if (number < first or number - first >= argument.texts.len) return null;
                const kind = function.spec.parts[number - first].kind;
                if (!isEqual(kind == .float, argument.texts[number - first], field[split + 1 ..])) continue :search;
            }
            return at;
        }
        return null;
    }

    fn isEqual(is_float: bool, own: []const u8, wanted: []const u8) bool {
        if (std.mem.eql(u8, own, wanted)) return true;
        const a = std.fmt.parseFloat(f64, own) catch return false;
        return is_float and a == std.fmt.parseFloat(f64, wanted) catch return false;
    }

    fn sendHello(worker: *Worker) void {
        const channel = &worker.channel;
        channel.put("{{\"event\":\"hello\",\"protocol\":2,\"language\":\"zig\",\"platform\":", .{});
        channel.putString(artifact.facts.platform);
        channel.put(",\"toolchain\":{{\"name\":\"zig\",\"version\":\"{s}\",\"flags\":{s},\"optimised\":{}}}", .{ artifact.facts.version, artifact.facts.flags, builtin.mode != .debug });
        channel.put(",\"clocks\":[{{\"name\":\"{s}\",\"step_ns\":1,\"cost_ns\":{d},\"taken\":true}}]", .{ if (system.counted_step_ns > 0) "counted" else "CLOCK_MONOTONIC", worker.reading_ns });
        channel.put(",\"capabilities\":{{\"cases\":\"one\",\"modes\":[\"avgt\",\"thrpt\",\"wall\"],\"commands\":[\"describe\",\"open\",\"iterate\",\"slice\",\"close\",\"exit\"]," ++
            "\"max_threads\":{d},\"gc\":[\"true\",\"off\"],\"thread_ids\":true,\"slice_unit\":\"invocations\",\"counters\":true,\"counts\":[\"rusage\"]}}", .{most_threads});
        channel.put(",\"sources\":{s},\"pid\":{d}}}", .{ artifact.facts.sources, system.processId() });
        channel.send();
    }
};

/// The time of so many readings.
fn readOften(count: usize) i64 {
    const start = system.readClock();
    var last = start;
    for (0..count) |_| last = system.readClock();
    return last - start;
}

/// Answers commands until the driver ends, then ends the process.
pub fn serve(functions: []const Function) noreturn {
    var worker: Worker = .{ .channel = .open(), .functions = functions };
    if (!system.chooseClock()) {
        if (worker.channel.readCommand()) worker.channel.sendFailed("", "malformed", "CLAMH_CLOCK", "CLAMH_CLOCK takes counted:NS");
        system.exit(2);
    }
    worker.reading_ns = if (system.counted_step_ns > 0) 0 else system.findCost(readOften);
    state.measurePause();
    system_counters.choose();
    while (worker.channel.readCommand() and worker.answer()) {}
    system.exit(0);
}
