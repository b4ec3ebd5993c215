//! Memory: arrays that lie alone, where the seed of the case's layout puts them.

const std = @import("std");

const line = 64;
const page = 4096;
const padding = 128;

const Block = struct { before: ?*Block };

extern fn aligned_alloc(alignment: usize, size: usize) ?[*]u8;

/// Makes arrays; one per case and thread, new in each trial. The seed moves with each array; 0: nothing is moved.
pub const Memory = extern struct {
    seed: u64 = 0,
    last: ?*Block = null,

    /// `count` elements, all bytes 0, with 128 unused bytes before and after them; freed after the trial. They start at the
    /// beginning of a page and a number of 64-byte steps drawn from the seed (none for seed 0) after that padding.
    pub fn array(memory: *Memory, comptime T: type, count: usize) []T {
        comptime if (@alignOf(T) > line) @compileError("Memory: an element cannot be aligned to more than 64 bytes");
        var seeds: std.Random.SplitMix64 = .init(memory.seed);
        const moved = if (memory.seed == 0) 0 else seeds.next() % (page / line) * line;
        memory.seed = seeds.s;
        const start = padding + moved; // the list's entry is in the padding
        const bytes = std.math.mul(usize, count, @sizeOf(T)) catch @panic("Memory: no array is that large");
        const size = std.math.add(usize, bytes, start + padding + page) catch @panic("Memory: no array is that large");
        const block = aligned_alloc(page, size / page * page) orelse @panic("Memory: there is no memory for that array");
        const entry: *Block = @ptrCast(@alignCast(block));
        entry.before = memory.last;
        memory.last = entry;
        @memset(block[start..][0..bytes], 0);
        return @as([*]T, @ptrCast(@alignCast(block + start)))[0..count];
    }

    pub fn deinit(memory: *Memory) void {
        while (memory.last) |entry| {
            memory.last = entry.before;
            std.c.free(entry);
        }
    }
};
