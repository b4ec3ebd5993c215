//! What the system counts of this process from the first start of the timer to the end of the loop of iter(), or without that loop until the
//! benchmark returns, summed over calls: the sources that CLAMH_COUNTERS lists, events by their descriptors and resource usage. Thread 0 reads
//! them, before the others begin and after they have ended. A reading in each stopTimer() would count itself in a loop with pauses.

const std = @import("std");
const Channel = @import("messages.zig").Channel;
const linux = std.os.linux;
const system = @import("system.zig");

const most_sources = 64;
const Source = union(enum) { event: i32, usage };
const Numbers = [6]i64;

var sources: [most_sources]Source = undefined;
var before: [most_sources]Numbers = undefined;
var sums: [most_sources]Numbers = undefined;
var count: usize = 0;

pub fn choose() void {
    var names = std.mem.tokenizeScalar(u8, system.findVariable("CLAMH_COUNTERS") orelse return, ',');
    while (names.next()) |name| {
        if (count == most_sources) system.endProcess("metron: CLAMH_COUNTERS lists too many sources\n");
        if (std.mem.eql(u8, name, "rusage")) {
            sources[count] = .usage;
        } else {
            sources[count] = .{ .event = std.fmt.parseInt(i32, name, 10) catch continue };
            system.keepFromChildren(sources[count].event);
        }
        count += 1;
    }
}

pub fn isWanted() bool {
    return count > 0;
}

pub fn clear() void {
    for (sums[0..count]) |*sum| sum.* = @splat(0);
}

pub fn begin() void {
    for (sources[0..count], before[0..count]) |source, *numbers| numbers.* = read(source);
}

/// Backwards, so that the same readings lie within what each source counts.
pub fn end() void {
    var at = count;
    while (at > 0) {
        at -= 1;
        const since = read(sources[at]);
        for (&sums[at], before[at], since) |*sum, first, last| sum.* = if (sum.* < 0 or first < 0 or last < 0) -1 else sum.* + last - first;
    }
}

/// -1 where a reading fails.
fn read(source: Source) Numbers {
    var numbers: Numbers = @splat(-1);
    switch (source) {
        .event => |descriptor| {
            const size = system.readBytes(descriptor, std.mem.sliceAsBytes(numbers[0..3])) orelse 0;
            if (size < 3 * @sizeOf(i64)) numbers = @splat(-1);
        },
        .usage => {
            var usage: linux.rusage = undefined;
            if (linux.errno(linux.getrusage(linux.rusage.SELF, &usage)) != .SUCCESS) return numbers;
            numbers = .{ toNanoseconds(usage.utime), toNanoseconds(usage.stime), usage.minflt, usage.majflt, usage.nvcsw, usage.nivcsw };
        },
    }
    return numbers;
}

fn toNanoseconds(time: linux.timeval) i64 {
    return time.sec * std.time.ns_per_s + time.usec * std.time.ns_per_us;
}

/// Adds the sums to an event.
pub fn put(channel: *Channel) void {
    for (sources[0..count], sums[0..count], 0..) |source, numbers, at| {
        channel.put("{s}", .{if (at == 0) ",\"counters\":[" else ","});
        for (numbers[0..if (source == .usage) 6 else 3], 0..) |number, place| channel.put("{s}{d}", .{ if (place == 0) "" else ",", number });
    }
    if (count > 0) channel.put("]", .{});
}
