//! `clamh.allocator`: that of C, and in the build with checks one that reports what a case leaves allocated, as std.testing.allocator does in a
//! test.

const builtin = @import("builtin");
const failure = @import("failure.zig");
const root = @import("root");
const std = @import("std");

const checks = @hasDecl(root, "clamh_records") and root.clamh_records;
const beneath = if (builtin.link_libc) std.heap.c_allocator else std.heap.smp_allocator;

pub const allocator: std.mem.Allocator = if (checks) .{ .ptr = undefined, .vtable = &.{ .alloc = alloc, .resize = std.mem.Allocator.noResize, .remap = std.mem.Allocator.noRemap, .free = free } } else beneath;

const Block = struct { number: usize, round: usize, size: usize, frames: [8]usize, count: usize };

var blocks: std.AutoArrayHashMapUnmanaged(usize, Block) = .empty; // by address
var allocations: usize = 0;
var objects: usize = 0; // of all cases
var round: usize = 0; // from the first of them to the last: what is allocated outside is not theirs
var mutex: std.atomic.Mutex = .unlocked;

fn lock() void {
    while (!mutex.tryLock()) {}
}

/// An object of a case has been made.
pub fn begin() void {
    if (!checks) return;
    lock();
    defer mutex.unlock();
    if (objects == 0) round += 1;
    objects += 1;
}

/// An object has ended: with the last of them ends what they allocated. Says what is left.
pub fn end() void {
    if (!checks) return;
    lock();
    defer mutex.unlock();
    objects -= 1;
    if (objects > 0) return;
    var count: usize = 0;
    var bytes: usize = 0;
    var first: ?Block = null;
    for (blocks.values()) |block| {
        if (block.round != round) continue;
        count += 1;
        bytes += block.size;
        if (first == null or block.number < first.?.number) first = block;
    }
    const found = first orelse return;
    var text: [256]u8 = undefined;
    const message = std.fmt.bufPrint(&text, "leak: {d} allocations of clamh.allocator, {d} bytes, are never freed; the first has {d} bytes", .{ count, bytes, found.size }) catch unreachable;
    failure.throw(message, found.frames[0..found.count]);
}

fn note(address: ?[*]u8, size: usize) ?[*]u8 {
    if (address) |there| {
        var block: Block = .{ .number = 0, .round = 0, .size = size, .frames = undefined, .count = 0 };
        block.count = failure.findFrames(&block.frames);
        lock();
        allocations += 1;
        block.number = allocations;
        block.round = round;
        const noted = blocks.put(std.heap.c_allocator, @intFromPtr(there), block);
        mutex.unlock(); // a panic would not
        noted catch @panic("no memory to note an allocation");
    }
    return address;
}

fn alloc(_: *anyopaque, size: usize, alignment: std.mem.Alignment, caller: usize) ?[*]u8 {
    return note(beneath.rawAlloc(size, alignment, caller), size);
}

fn free(_: *anyopaque, memory: []u8, alignment: std.mem.Alignment, caller: usize) void {
    lock();
    const known = blocks.swapRemove(@intFromPtr(memory.ptr));
    mutex.unlock(); // a panic would not
    if (!known) @panic("clamh.allocator frees what it has not allocated, or has freed");
    beneath.rawFree(memory, alignment, caller);
}
