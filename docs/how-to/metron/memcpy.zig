const std = @import("std");
const metron = @import("metron");
const State = metron.State;
const ByteCounter = metron.ByteCounter;

pub fn main() anyerror!void {
    try metron.run(struct {
        pub const name = "memcpy";
        pub const args = metron.range(usize, 4, 1 << 10, 1 << 26);
        pub const arg_units = .div_1024;

        pub const Counters = struct {
            rate: ByteCounter(.div_1024) = .{},
        };

        pub fn copy(state: *State, n: usize) !Counters {
            const from = try state.alloc.alloc(u8, n);
            defer state.alloc.free(from);
            @memset(from, 1);
            const to = try state.alloc.alloc(u8, n);
            defer state.alloc.free(to);

            var iter = state.iter();
            while (iter.next()) |_| {
                @memcpy(to, from);
                std.mem.doNotOptimizeAway(to.ptr);
            }

            return Counters{
                .rate = .{ .val = n * state.iterations },
            };
        }
    });
}
