//! What a scenario did: one line per call, `PID EVENT` or `PID/THREAD EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names.
const std = @import("std");

const FILE = opaque {};

extern fn getenv(name: [*:0]const u8) ?[*:0]const u8;
extern fn getpid() c_int;
extern fn fopen(path: [*:0]const u8, mode: [*:0]const u8) ?*FILE;
extern fn fwrite(bytes: [*]const u8, size: usize, count: usize, file: *FILE) usize;
extern fn fclose(file: *FILE) c_int;

pub fn line(comptime format: []const u8, values: anytype) void {
    append("", .{}, format, values);
}

/// What thread `thread` of the benchmark did, by ThreadParams: the order of different threads counts between barriers only.
pub fn lineOf(thread: i32, comptime format: []const u8, values: anytype) void {
    append("/{d}", .{thread}, format, values);
}

fn append(comptime thread_format: []const u8, thread: anytype, comptime format: []const u8, values: anytype) void {
    const path = getenv("CLAMH_TRANSCRIPT") orelse return;
    var text: [1024]u8 = undefined;
    const event = std.fmt.bufPrint(&text, "{d}" ++ thread_format ++ " " ++ format ++ "\n", .{getpid()} ++ thread ++ values) catch @panic("the event is too long");
    const file = fopen(path, "a") orelse @panic("the transcript cannot be opened");
    if (fwrite(event.ptr, 1, event.len, file) != event.len or fclose(file) != 0) @panic("the transcript cannot be written");
}

/// The last part of a full name.
pub fn last(name: []const u8) []const u8 {
    return name[if (std.mem.lastIndexOfScalar(u8, name, '.')) |dot| dot + 1 else 0..];
}

pub fn from(id: []const u8, part: []const u8) []const u8 {
    return id[std.mem.indexOf(u8, id, part).?..];
}

pub fn owner(thread: std.Thread.Id) []const u8 {
    return if (thread == std.Thread.getCurrentId()) "by its owner" else "by another thread";
}
