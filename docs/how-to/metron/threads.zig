const std = @import("std");
const metron = @import("metron");
const State = metron.State;
const RateCounter = metron.RateCounter;

pub fn main() anyerror!void {
    try metron.run(struct {
        pub const name = "threads";
        pub const threads = [_]usize{ 1, 2, 4, 8 };

        pub const Counters = struct {
            rate: RateCounter("add", .div_1000) = .{},
        };

        var shared = std.atomic.Value(usize).init(0);

        pub fn uncoord(state: *State) Counters {
            var iter = state.iter();
            while (iter.next()) |i| {
                std.mem.doNotOptimizeAway(i);
            }
            return .{ .rate = .{ .val = state.iterations } };
        }

        pub fn fetchAdd(state: *State) Counters {
            var iter = state.iter();
            while (iter.next()) |_| {
                _ = shared.fetchAdd(1, .monotonic);
            }
            return .{ .rate = .{ .val = state.iterations } };
        }

        pub fn localAdd(state: *State) Counters {
            var local: usize = 0;
            var iter = state.iter();
            while (iter.next()) |i| {
                local += 1;
                std.mem.doNotOptimizeAway(local);
                if (i + 1 == state.iterations) _ = shared.fetchAdd(local, .monotonic);
            }
            return .{ .rate = .{ .val = state.iterations } };
        }
    });
}
