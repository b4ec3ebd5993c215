//! The catalog of a program, the answer to `describe`. Counters and params belong to two kinds of states: 2k has the counters of
//! benchmark k, 2k + 1 the params of spec k.

const std = @import("std");
const artifact = @import("artifact.zig");
const Channel = @import("messages.zig").Channel;
const Function = @import("spec.zig").Function;
const Named = @import("counters.zig").Named;
const Spec = @import("spec.zig").Spec;
const Units = @import("units.zig").Units;

/// Counter numbers of a benchmark begin at its number times this.
pub const most_counters = 1000;

const bytes_counter = [_]Named{.{ .name = "bytes", .unit = "B", .units = .div_1024 }};

/// The number of a function's spec among all specs.
pub fn findSpec(functions: []const Function, function: *const Function) usize {
    var number: usize = 0;
    for (functions, 0..) |*other, at| {
        if (at > 0 and other.spec != functions[at - 1].spec) number += 1;
        if (other == function) return number;
    }
    unreachable;
}

/// The number of the first param of a function's spec.
pub fn firstParam(functions: []const Function, function: *const Function) usize {
    var first: usize = 0;
    for (functions, 0..) |*other, at| {
        if (other.spec == function.spec) return first;
        if (at + 1 == functions.len or functions[at + 1].spec != other.spec) first += other.spec.parts.len;
    }
    unreachable;
}

/// How many counters a benchmark has. Whether it sets `state.bytes` is known only where CLAMH has read the source; a counter `bytes` of
/// its own takes that place.
pub fn counts(function: *const Function) usize {
    for (function.counters) |counter| if (std.mem.eql(u8, counter.name, bytes_counter[0].name)) return function.counters.len;
    for (artifact.facts.bytes) |name| if (std.mem.eql(u8, name, function.spec.name)) return function.counters.len + 1;
    return function.counters.len;
}

/// The name of a benchmark.
pub fn formatName(room: []u8, function: *const Function) []const u8 {
    if (!function.spec.several) return function.spec.name;
    return std.fmt.bufPrint(room, "{s}.{s}", .{ function.spec.name, function.name }) catch function.name;
}

pub fn describe(channel: *Channel, functions: []const Function) void {
    var states: usize = 0;
    for (functions, 0..) |*function, number| {
        states += @intFromBool(describeCounters(channel, function, number));
        if (number == 0 or functions[number - 1].spec != function.spec) states += @intFromBool(describeParams(channel, functions, function));
    }
    for (functions, 0..) |*function, number| describeBenchmark(channel, functions, function, number);
    channel.put("{{\"event\":\"described\",\"states\":{d},\"fixtures\":0,\"benchmarks\":{d}}}", .{ states, functions.len });
    channel.send();
}

fn describeCounters(channel: *Channel, function: *const Function, number: usize) bool {
    if (counts(function) == 0) return false;
    channel.put("{{\"event\":\"state\",\"number\":{d},\"name\":\"\",\"scope\":\"Thread\",\"counters\":[", .{2 * number});
    const extra: []const Named = if (counts(function) > function.counters.len) &bytes_counter else &.{};
    var at: usize = 0;
    for ([_][]const Named{ function.counters, extra }) |list| {
        for (list) |counter| {
            channel.put("{s}{{\"number\":{d},\"name\":", .{ if (at == 0) "" else ",", most_counters * number + at });
            putFullName(channel, function.spec, counter.name);
            channel.put(",\"type\":\"OPERATIONS\",\"unit\":", .{});
            channel.putString(counter.unit);
            if (counter.units != .raw) channel.put(",\"scale\":{d}", .{@as(usize, @trunc(counter.units.base()))});
            channel.put("}}", .{});
            at += 1;
        }
    }
    channel.put("]}}", .{});
    channel.send();
    return true;
}

fn describeParams(channel: *Channel, functions: []const Function, function: *const Function) bool {
    const spec = function.spec;
    if (spec.parts.len == 0) return false;
    channel.put("{{\"event\":\"state\",\"number\":{d},\"name\":", .{2 * findSpec(functions, function) + 1});
    channel.putString(spec.name);
    channel.put(",\"scope\":\"Thread\",\"params\":[", .{});
    for (spec.parts, 0..) |part, at| {
        channel.put("{s}{{\"number\":{d},\"name\":", .{ if (at == 0) "" else ",", firstParam(functions, function) + at });
        putFullName(channel, spec, part.name);
        channel.put(",\"type\":\"{s}\",\"values\":[", .{@tagName(part.kind)});
        putValues(channel, function, at);
        channel.put("],\"constants\":[", .{}); // the program is compiled for these values only
        putValues(channel, function, at);
        channel.put("]", .{});
        if (part.kind == .integer) channel.put(",\"minimum\":{d},\"maximum\":{d}", .{ std.math.minInt(i64), std.math.maxInt(u64) });
        if (spec.units != .raw and part.kind == .integer) channel.put(",\"units\":{d}", .{@as(usize, @trunc(spec.units.base()))});
        channel.put(",\"line\":1}}", .{});
    }
    channel.put("]", .{});
    if (spec.parts.len > 1) putRows(channel, function);
    channel.put("}}", .{});
    channel.send();
    return true;
}

/// The name of a param or counter, with that of its spec.
fn putFullName(channel: *Channel, spec: *const Spec, name: []const u8) void {
    var room: [1024]u8 = undefined;
    channel.putString(std.fmt.bufPrint(&room, "{s}.{s}", .{ spec.name, name }) catch name);
}

/// The values of a part, each once.
fn putValues(channel: *Channel, function: *const Function, at: usize) void {
    for (function.arguments, 0..) |argument, place| {
        for (function.arguments[0..place]) |before| {
            if (std.mem.eql(u8, before.texts[at], argument.texts[at])) break;
        } else {
            if (place > 0) channel.put(",", .{});
            channel.putString(argument.texts[at]);
        }
    }
}

fn putRows(channel: *Channel, function: *const Function) void {
    channel.put(",\"rows\":[[", .{});
    for (function.spec.parts, 0..) |part, at| {
        if (at > 0) channel.put(",", .{});
        putFullName(channel, function.spec, part.name);
    }
    channel.put("]", .{});
    for (function.arguments) |argument| {
        channel.put(",[", .{});
        for (argument.texts, 0..) |text, at| {
            if (at > 0) channel.put(",", .{});
            channel.putString(text);
        }
        channel.put("]", .{});
    }
    channel.put("]", .{});
}

fn describeBenchmark(channel: *Channel, functions: []const Function, function: *const Function, number: usize) void {
    const spec = function.spec;
    var room: [1024]u8 = undefined;
    const name = formatName(&room, function);
    channel.put("{{\"event\":\"benchmark\",\"number\":{d},\"name\":", .{number});
    channel.putString(name);
    channel.put(",\"group\":false,\"settings\":{{", .{});
    if (spec.has_threads) {
        channel.put("\"modes\":[\"wall\"],\"threads\":[", .{});
        for (spec.threads, 0..) |threads, at| channel.put("{s}{d}", .{ if (at == 0) "" else ",", threads });
        channel.put("]", .{});
    }
    channel.put("}},\"functions\":[{{\"name\":", .{});
    channel.putString(name);
    channel.put(",\"threads\":1,\"states\":[", .{});
    const counted = counts(function) > 0;
    if (counted) channel.put("{d}", .{2 * number});
    if (spec.parts.len > 0) channel.put("{s}{d}", .{ if (counted) "," else "", 2 * findSpec(functions, function) + 1 });
    channel.put("],\"method\":{},\"injected\":[],\"path\":", .{counted});
    channel.putString(artifact.facts.path);
    channel.put(",\"line\":1}}],\"path\":", .{});
    channel.putString(artifact.facts.path);
    channel.put(",\"line\":1}}", .{});
    channel.send();
}
