const std = @import("std");
const metron = @import("metron");
const State = metron.State;

pub fn main() void {
    metron.run(struct {
        pub const name = "bitset";
        pub const args = metron.range(usize, 2, 8, 1024);

        pub fn count(state: *State, bits: usize) !void {
            const words = try state.alloc.alloc(u64, (bits + 63) / 64);
            defer state.alloc.free(words);
            @memset(words, 0x5555_5555_5555_5555);
            var iter = state.iter();
            while (iter.next()) |_| {
                std.mem.doNotOptimizeAway(words.ptr);
                var sum: usize = 0;
                for (words) |word| sum += @popCount(word);
                std.mem.doNotOptimizeAway(sum);
            }
        }
    });
}
