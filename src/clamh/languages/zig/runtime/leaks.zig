//! `clamh.allocator`: that of C, and in the build with checks one that reports what a case leaves allocated.

const builtin = @import("builtin");
const failure = @import("failure.zig");
const std = @import("std");

const checks = @import("blackhole.zig").records;
const beneath = if (builtin.link_libc) std.heap.c_allocator else std.heap.smp_allocator;

pub const allocator: std.mem.Allocator = if (checks) .{ .ptr = undefined, .vtable = &.{ .alloc = alloc, .resize = std.mem.Allocator.noResize, .remap = std.mem.Allocator.noRemap, .free = free } } else beneath;

const Block = struct { number: usize, size: usize, frames: [8]usize, count: usize };

var blocks: std.AutoArrayHashMapUnmanaged(usize, Block) = .empty; // by address
var allocations: usize = 0;
var objects: usize = 0; // of all cases
var before: usize = 0; // how many allocations there were before the first of them: these are not theirs
var mutex: std.c.pthread_mutex_t = .{};

/// An object of a case has been made.
pub fn begin() void {
    if (!checks) return;
    _ = std.c.pthread_mutex_lock(&mutex);
    defer _ = std.c.pthread_mutex_unlock(&mutex);
    if (objects == 0) before = allocations;
    objects += 1;
}

/// An object has ended: with the last of them ends what they allocated. Says what is left.
pub fn end() void {
    if (!checks) return;
    _ = std.c.pthread_mutex_lock(&mutex);
    defer _ = std.c.pthread_mutex_unlock(&mutex);
    objects -= 1;
    if (objects > 0) return;
    var count: usize = 0;
    var bytes: usize = 0;
    var first: ?Block = null;
    for (blocks.values()) |block| {
        if (block.number <= before) continue;
        count += 1;
        bytes += block.size;
        if (first == null or block.number < first.?.number) first = block;
    }
    const found = first orelse return;
    var text: [256]u8 = undefined;
    const message = std.fmt.bufPrint(&text, "leak: {d} allocations of clamh.allocator, {d} bytes, are never freed; the first has {d} bytes", .{ count, bytes, found.size }) catch unreachable;
    _ = failure.throw(message, found.frames[0..found.count]);
}

fn alloc(_: *anyopaque, size: usize, alignment: std.mem.Alignment, caller: usize) ?[*]u8 {
    const address = beneath.rawAlloc(size, alignment, caller) orelse return null;
    var block: Block = .{ .number = 0, .size = size, .frames = undefined, .count = 0 };
    block.count = failure.findFrames(&block.frames);
    _ = std.c.pthread_mutex_lock(&mutex);
    allocations += 1;
    block.number = allocations;
    const noted = blocks.put(std.heap.c_allocator, @intFromPtr(address), block);
    _ = std.c.pthread_mutex_unlock(&mutex); // a panic would not
    noted catch @panic("no memory to note an allocation");
    return address;
}

fn free(_: *anyopaque, memory: []u8, alignment: std.mem.Alignment, caller: usize) void {
    _ = std.c.pthread_mutex_lock(&mutex);
    const known = blocks.swapRemove(@intFromPtr(memory.ptr));
    _ = std.c.pthread_mutex_unlock(&mutex); // a panic would not
    if (!known) @panic("clamh.allocator frees what it has not allocated, or has freed");
    beneath.rawFree(memory, alignment, caller);
}
