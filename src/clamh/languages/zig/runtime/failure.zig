//! What the user's code failed with: the error that it returned or the message of its panic, and his own lines of the trace.

const abi = @import("abi.zig");
const root = @import("root");
const std = @import("std");

extern fn clamh_zig_run(body: *const fn (first: *const anyopaque, second: u64) callconv(.c) c_int, first: *const anyopaque, second: u64) c_int;
extern fn clamh_zig_edge() ?*const anyopaque;
extern fn clamh_zig_leave() noreturn;
extern fn clamh_zig_lines(address: usize, copies: [*]const [2][*:0]const u8, count: usize, text: [*]u8, room: usize) usize; // of trace.zig

const most_frames = 20; // 16 of the user's, behind those of std's panic
const longest = 4096; // of a message with its trace

/// Panics of what the core calls end in the failure that is reported; others end the process, as they do in any program.
pub const panic = std.debug.FullPanic(fail);

/// Runs `body` with these two, and the user's code in it: 1 after saying what it failed with.
pub inline fn guarded(comptime body: anytype, first: anytype, second: u64) c_int {
    return clamh_zig_run(@ptrCast(&body), @ptrCast(first), second);
}

fn fail(message: []const u8, first_address: ?usize) noreturn {
    @branchHint(.cold);
    if (clamh_zig_edge() == null) {
        for ([_][]const u8{ "panic: ", message, "\n" }) |piece| _ = std.c.write(2, piece.ptr, piece.len);
        std.c.abort();
    }
    var addresses: [most_frames]usize = undefined;
    const found = addresses[0..findFrames(&addresses)];
    const first = first_address orelse @returnAddress(); // it alone is known without frame pointers
    _ = throw(message, if (std.mem.findScalar(usize, found, first)) |place| found[place..] else &.{first});
    clamh_zig_leave();
}

/// Says which error the function at `place` returned, with its trace if the build traces errors. Always 1.
pub noinline fn returned(name: anyerror, trace: ?*std.lang.StackTrace, place: []const u8) c_int {
    @branchHint(.cold);
    var text: [longest]u8 = undefined;
    const at = if (trace == null) place else "";
    const message = std.fmt.bufPrint(&text, "error.{s}{s}", .{ @errorName(name), at }) catch @errorName(name);
    return throw(message, if (trace) |known| known.instruction_addresses[0..@min(known.index, known.instruction_addresses.len)] else &.{});
}

/// The return addresses of the frames up to the edge, by their frame pointers, innermost first; their count.
pub noinline fn findFrames(addresses: []usize) usize {
    const edge = @intFromPtr(clamh_zig_edge());
    var frame = @frameAddress();
    for (addresses, 0..) |*address, count| {
        if (frame == 0 or frame >= edge) return count;
        const words: [*]const usize = @ptrFromInt(frame);
        address.* = words[1];
        frame = if (words[0] > frame) words[0] else 0;
    }
    return addresses.len;
}

/// A message, and a line for each address in the user's sources. Always 1.
pub fn throw(message: []const u8, addresses: []const usize) c_int {
    var text: [longest]u8 = undefined;
    var size: usize = @min(message.len, longest / 2);
    @memcpy(text[0..size], message[0..size]);
    for (addresses) |address| {
        size += clamh_zig_lines(address, &root.clamh_copies, root.clamh_copies.len, text[size..].ptr, longest - size);
    }
    abi.clamh_throw(&text, size);
    return 1;
}
