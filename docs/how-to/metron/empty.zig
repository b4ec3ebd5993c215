const std = @import("std");
const metron = @import("metron");
const State = metron.State;

pub fn main() anyerror!void {
    try metron.run(struct {
        pub const name = "empty";
        pub const min_iter = 100;

        pub fn simple(state: *State) void {
            var iter = state.iter();
            while (iter.next()) |i| {
                std.mem.doNotOptimizeAway(i);
            }
        }

        pub fn fixture(state: *State) void {
            var sum: usize = 0;
            for (0..1000) |i| sum += i;
            std.mem.doNotOptimizeAway(sum);
            var iter = state.iter();
            while (iter.next()) |i| {
                std.mem.doNotOptimizeAway(i);
            }
        }
    });
}
