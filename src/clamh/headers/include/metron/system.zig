//! Linux without libc: the clock, waiting, files, and the environment. CLAMH_CLOCK=counted:NS replaces the clock by one that advances NS per
//! reading, in each thread for itself.

const std = @import("std");
const linux = std.os.linux;

comptime {
    if (@import("builtin").os.tag != .linux) @compileError("metron: this module needs Linux");
}

pub var counted_step_ns: i64 = 0;
threadlocal var counted_ns: i64 = 0;

pub fn readClock() i64 {
    if (counted_step_ns > 0) {
        counted_ns += counted_step_ns;
        return counted_ns;
    }
    return readSystem();
}

/// The time of the system, also under a counted clock.
pub fn readSystem() i64 {
    var time: linux.timespec = undefined;
    _ = linux.clock_gettime(.MONOTONIC, &time);
    return time.sec * std.time.ns_per_s + time.nsec;
}

/// What something costs in ns: the lower quartile of many means, since a mean of all may contain another process's time. `measure` does it
/// `count` times and returns the time.
pub fn findCost(comptime measure: fn (count: usize) i64) f64 {
    const each = 32;
    var means: [64]f64 = undefined;
    for (&means) |*mean| mean.* = @as(f64, @floatFromInt(measure(each))) / each;
    std.mem.sortUnstable(f64, &means, {}, std.sort.asc(f64));
    return means[means.len / 4];
}

/// The counted clock of this thread begins again, so that threads have equal times.
pub fn resetClock() void {
    counted_ns = 0;
}

/// False if CLAMH_CLOCK has another text than `counted:NS`.
pub fn chooseClock() bool {
    const text = findVariable("CLAMH_CLOCK") orelse return true;
    const prefix = "counted:";
    if (!std.mem.startsWith(u8, text, prefix)) return false;
    counted_step_ns = std.fmt.parseInt(i64, text[prefix.len..], 10) catch return false;
    return counted_step_ns > 0 and std.ascii.isDigit(text[prefix.len]);
}

var environ: ?[]const u8 = null;

/// The value of an environment variable when the process started.
pub fn findVariable(name: []const u8) ?[]const u8 {
    if (environ == null) environ = readFile("/proc/self/environ");
    var variables = std.mem.splitScalar(u8, environ.?, 0);
    while (variables.next()) |variable| {
        if (std.mem.startsWith(u8, variable, name) and variable.len > name.len and variable[name.len] == '=') return variable[name.len + 1 ..];
    }
    return null;
}

/// The bytes of a file, which live as long as the process; empty if it cannot be read.
fn readFile(path: [*:0]const u8) []const u8 {
    const descriptor = openFile(path) orelse return "";
    defer _ = linux.close(descriptor);
    var bytes: std.ArrayList(u8) = .empty;
    while (true) {
        const room = bytes.addManyAsSlice(std.heap.page_allocator, 4096) catch endProcess("metron: out of memory\n");
        const size = readBytes(descriptor, room) orelse 0;
        bytes.shrinkRetainingCapacity(bytes.items.len - (room.len - size));
        if (size == 0) return bytes.items;
    }
}

pub fn openFile(path: [*:0]const u8) ?i32 {
    const result = linux.openat(linux.AT.FDCWD, path, .{ .CLOEXEC = true }, 0);
    return if (linux.errno(result) == .SUCCESS) @intCast(result) else null;
}

pub fn closeFile(descriptor: i32) void {
    _ = linux.close(descriptor);
}

pub fn processId() i32 {
    return linux.getpid();
}

pub fn exit(code: i32) noreturn {
    linux.exit_group(code);
}

/// How many bytes came; 0 at the end, null after an error.
pub fn readBytes(descriptor: i32, room: []u8) ?usize {
    while (true) {
        const result = linux.read(descriptor, room.ptr, room.len);
        switch (linux.errno(result)) {
            .SUCCESS => return result,
            .INTR => continue,
            else => return null,
        }
    }
}

/// False if their reader has gone.
pub fn writeBytes(descriptor: i32, bytes: []const u8) bool {
    var left = bytes;
    while (left.len > 0) {
        const result = linux.write(descriptor, left.ptr, left.len);
        switch (linux.errno(result)) {
            .SUCCESS => left = left[result..],
            .INTR => continue,
            else => return false,
        }
    }
    return true;
}

/// A child process does not inherit this descriptor.
pub fn keepFromChildren(descriptor: i32) void {
    _ = linux.fcntl(descriptor, linux.F.SETFD, linux.FD_CLOEXEC);
}

/// How long a thread has waited for a CPU, by its schedstat; null where the kernel does not count it.
pub fn readDelay(schedstat: i32) ?i64 {
    var room: [96]u8 = undefined;
    if (schedstat < 0 or counted_step_ns > 0) return null;
    const size = linux.pread(schedstat, &room, room.len, 0);
    if (linux.errno(size) != .SUCCESS) return null;
    var numbers = std.mem.tokenizeAny(u8, room[0..size], " \n");
    _ = numbers.next();
    return std.fmt.parseInt(i64, numbers.next() orelse return null, 10) catch null;
}

/// Ends the process with code 1 after this message.
pub fn endProcess(message: []const u8) noreturn {
    _ = writeBytes(2, message);
    linux.exit_group(1);
}

/// Sleeps while `word` has this value, or less long.
pub fn waitFor(word: *const std.atomic.Value(u32), value: u32) void {
    _ = linux.futex_4arg(word, .{ .cmd = .WAIT, .private = true }, value, null);
}

pub fn wakeAll(word: *const std.atomic.Value(u32)) void {
    _ = linux.futex_3arg(word, .{ .cmd = .WAKE, .private = true }, std.math.maxInt(i32));
}
