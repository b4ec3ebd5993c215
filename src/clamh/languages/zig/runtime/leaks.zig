//! `clamh.allocator`: that of C, and in the build with checks one that reports what a case leaves allocated, as std.testing.allocator does in a
//! test.

const builtin = @import("builtin");
const failure = @import("failure.zig");
const root = @import("root");
const std = @import("std");

const checks = @hasDecl(root, "clamh_records") and root.clamh_records;
const beneath = if (builtin.link_libc) std.heap.c_allocator else std.heap.smp_allocator;

pub const allocator: std.mem.Allocator = if (checks) .{ .ptr = undefined, .vtable = &.{ .alloc = alloc, .resize = std.mem.Allocator.noResize, .remap = std.mem.Allocator.noRemap, .free = free } } else beneath;

const Block = struct { size: usize, frames: [8]usize, count: usize };

var blocks: std.AutoArrayHashMapUnmanaged(usize, Block) = .empty; // by address, in the order of allocation
var objects: usize = 0; // of all cases
var locked: bool = false;

fn lock() void {
    while (@atomicRmw(bool, &locked, .Xchg, true, .acquire)) {}
}

fn unlock() void {
    @atomicStore(bool, &locked, false, .release);
}

/// An object of a case has been made.
pub fn begin() void {
    if (checks) _ = @atomicRmw(usize, &objects, .Add, 1, .acq_rel);
}

/// An object has ended: with the last of them ends what they allocated. Says what is left.
pub fn end() void {
    if (!checks or @atomicRmw(usize, &objects, .Sub, 1, .acq_rel) > 1) return;
    lock();
    defer unlock();
    if (blocks.count() == 0) return;
    var bytes: usize = 0;
    for (blocks.values()) |block| bytes += block.size;
    const first = blocks.values()[0];
    var text: [256]u8 = undefined;
    const message = std.fmt.bufPrint(&text, "leak: {d} allocations of clamh.allocator, {d} bytes, are never freed; the first has {d} bytes", .{ blocks.count(), bytes, first.size }) catch unreachable;
    failure.throw(message, first.frames[0..first.count]);
    blocks.clearRetainingCapacity();
}

fn note(address: ?[*]u8, size: usize) ?[*]u8 {
    if (address) |there| {
        var block: Block = .{ .size = size, .frames = undefined, .count = 0 };
        block.count = failure.findFrames(&block.frames);
        lock();
        defer unlock();
        blocks.put(std.heap.c_allocator, @intFromPtr(there), block) catch @panic("no memory to note an allocation");
    }
    return address;
}

fn alloc(_: *anyopaque, size: usize, alignment: std.mem.Alignment, caller: usize) ?[*]u8 {
    return note(beneath.rawAlloc(size, alignment, caller), size);
}

fn free(_: *anyopaque, memory: []u8, alignment: std.mem.Alignment, caller: usize) void {
    lock();
    defer unlock();
    if (!blocks.orderedRemove(@intFromPtr(memory.ptr))) @panic("clamh.allocator frees what it has not allocated, or has freed");
    beneath.rawFree(memory, alignment, caller);
}
