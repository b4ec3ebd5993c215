//! What the user's code failed with: the error that it returned or the message of its panic, and his own lines of the trace.

const abi = @import("abi.zig");
const root = @import("root");
const std = @import("std");

extern fn clamh_zig_run(body: *const fn (first: *const anyopaque, second: u64) callconv(.c) c_int, first: *const anyopaque, second: u64) c_int;
extern fn clamh_zig_edge() ?*const anyopaque;
extern fn clamh_zig_leave() noreturn;
extern fn clamh_zig_symbols(address: usize, text: [*]u8, room: usize) usize; // of trace.zig
extern fn write(descriptor: c_int, bytes: [*]const u8, size: usize) isize;
extern fn abort() noreturn;

const most_frames = 16;
const longest = 4096; // of a message with its trace

/// Panics of what the core calls end in the failure that is reported; others end the process, as they do in any program.
pub const panic = std.debug.FullPanic(fail);

/// Runs `body` with these two, and the user's code in it: 1 after saying what it failed with.
pub inline fn guarded(comptime body: anytype, first: anytype, second: u64) c_int {
    return clamh_zig_run(@ptrCast(&body), first, second);
}

fn fail(message: []const u8, first_address: ?usize) noreturn {
    @branchHint(.cold);
    const edge = clamh_zig_edge() orelse {
        _ = write(2, "panic: ", 7);
        _ = write(2, message.ptr, message.len);
        _ = write(2, "\n", 1);
        abort();
    };
    var addresses: [most_frames]usize = undefined;
    throw(message, addresses[0..walk(&addresses, first_address orelse @returnAddress(), @frameAddress(), @intFromPtr(edge))]);
    clamh_zig_leave();
}

/// Says which error the function at `place` returned, with its trace if the build traces errors. Always 1.
pub noinline fn returned(name: anyerror, trace: ?*std.lang.StackTrace, place: []const u8) c_int {
    @branchHint(.cold);
    var text: [longest]u8 = undefined;
    const at = if (trace == null) place else "";
    const message = std.fmt.bufPrint(&text, "error.{s}{s}", .{ @errorName(name), at }) catch @errorName(name);
    throw(message, if (trace) |known| known.instruction_addresses[0..@min(known.index, known.instruction_addresses.len)] else &.{});
    return 1;
}

/// The return addresses of the user's frames up to the edge, from that of the caller on; their count.
pub noinline fn findFrames(addresses: []usize) usize {
    return walk(addresses, 0, @frameAddress(), @intFromPtr(clamh_zig_edge()));
}

/// The return addresses of the frames up to the edge, by their frame pointers, from the one of `first` on; of all for 0.
fn walk(addresses: []usize, first: usize, frame_address: usize, edge: usize) usize {
    var frame = frame_address;
    var count: usize = 0;
    while (frame != 0 and frame < edge and count < addresses.len) {
        const words: [*]const usize = @ptrFromInt(frame);
        if (count > 0 or first == 0 or words[1] == first) {
            addresses[count] = words[1];
            count += 1;
        }
        if (words[0] <= frame) break;
        frame = words[0];
    }
    if (count == 0 and first != 0) {
        addresses[0] = first;
        return 1;
    }
    return count;
}

/// A message, and a line for each address in the user's sources.
pub fn throw(message: []const u8, addresses: []const usize) void {
    var text: [longest]u8 = undefined;
    const kept: usize = @min(message.len, longest / 2);
    @memcpy(text[0..kept], message[0..kept]);
    var size: usize = kept;
    for (addresses) |address| {
        var found: [longest]u8 = undefined;
        var frames = std.mem.splitScalar(u8, found[0..clamh_zig_symbols(address, &found, found.len)], '\n');
        while (frames.next()) |frame| size += users(text[size..], frame);
    }
    abi.clamh_throw(&text, size);
}

/// `\n    at FUNCTION (FILE:LINE:COLUMN)` of a frame in one of the user's sources, by the path that he gave; nothing for others.
fn users(text: []u8, frame: []const u8) usize {
    const split = std.mem.indexOfScalar(u8, frame, '\t') orelse return 0;
    for (root.clamh_copies) |copy| {
        const at = std.mem.lastIndexOf(u8, frame, copy[0]) orelse continue;
        if (at > split and (frame[at - 1] == '/' or frame[at - 1] == '\t') and std.mem.startsWith(u8, frame[at + copy[0].len ..], ":")) {
            const line = std.fmt.bufPrint(text, "\n    at {s} ({s}{s})", .{ frame[0..split], copy[1], frame[at + copy[0].len ..] }) catch return 0;
            return line.len;
        }
    }
    return 0;
}
