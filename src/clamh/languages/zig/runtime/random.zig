//! Random: the generator that every language has, with the same sequence for the same seed (protocol/README.md).
//!
//! xoshiro256** of Blackman and Vigna (2018), seeded by SplitMix64 of Steele, Lea and Flood (2014).

const std = @import("std");

/// One per case and thread, new in each trial. Zig has no overloads: what takes a bound is called `…Below`.
pub const Random = extern struct {
    words: [4]u64,

    pub fn init() Random {
        var seed: std.Random.SplitMix64 = .init(0);
        return .{ .words = .{ seed.next(), seed.next(), seed.next(), seed.next() } };
    }

    pub inline fn nextLong(random: *Random) i64 {
        return @bitCast(random.next());
    }
    pub inline fn nextInt(random: *Random) i32 {
        return @bitCast(@as(u32, @truncate(random.next() >> 32)));
    }
    pub inline fn nextBoolean(random: *Random) bool {
        return random.next() >> 63 != 0;
    }
    pub inline fn nextDouble(random: *Random) f64 {
        return @as(f64, @floatFromInt(random.next() >> 11)) * 0x1p-53;
    }
    pub inline fn nextFloat(random: *Random) f32 {
        return @as(f32, @floatFromInt(random.next() >> 40)) * 0x1p-24;
    }

    /// From 0 to bound − 1, each equally likely.
    pub inline fn nextIntBelow(random: *Random, bound: i32) i32 {
        if (bound <= 0) @panic("the bound of nextIntBelow must be above 0");
        const limit: u32 = @intCast(bound);
        const least = (0 -% limit) % limit;
        while (true) {
            const product = (random.next() >> 32) * limit;
            if (@as(u32, @truncate(product)) >= least) return @intCast(product >> 32);
        }
    }

    pub inline fn nextLongBelow(random: *Random, bound: i64) i64 {
        if (bound <= 0) @panic("the bound of nextLongBelow must be above 0");
        const limit: u64 = @intCast(bound);
        while (true) {
            const drawn = random.next() >> 1;
            const rest = drawn % limit;
            if (drawn - rest <= (1 << 63) - limit) return @intCast(rest);
        }
    }

    pub fn nextBytes(random: *Random, bytes: []u8) void {
        var place: usize = 0;
        while (place < bytes.len) : (place += 8) {
            const drawn: [8]u8 = @bitCast(std.mem.nativeToLittle(u64, random.next()));
            const count = @min(8, bytes.len - place);
            @memcpy(bytes[place..][0..count], drawn[0..count]);
        }
    }

    inline fn next(random: *Random) u64 {
        const words = &random.words;
        const drawn = std.math.rotl(u64, words[1] *% 5, 7) *% 9;
        const shifted = words[1] << 17;
        words[2] ^= words[0];
        words[3] ^= words[1];
        words[1] ^= words[2];
        words[0] ^= words[3];
        words[2] ^= shifted;
        words[3] = std.math.rotl(u64, words[3], 45);
        return drawn;
    }
};
