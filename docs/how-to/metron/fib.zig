const std = @import("std");
const metron = @import("metron");
const State = metron.State;

pub fn main() void {
    metron.run(struct {
        pub const name = "fib";
        pub const args = [_]usize{ 1, 2, 5, 10, 20 };
        pub const min_time = 100_000_000; // ns

        pub fn recurse(state: *State, n: usize) void {
            var number = n;
            var iter = state.iter();
            while (iter.next()) |_| {
                std.mem.doNotOptimizeAway(&number);
                std.mem.doNotOptimizeAway(recursive(number));
            }
        }

        pub fn sequential(state: *State, n: usize) void {
            var number = n;
            var iter = state.iter();
            while (iter.next()) |_| {
                std.mem.doNotOptimizeAway(&number);
                var a: usize = 0;
                var b: usize = 1;
                for (0..number) |_| {
                    const sum = a +% b;
                    a = b;
                    b = sum;
                }
                std.mem.doNotOptimizeAway(a);
            }
        }

        fn recursive(n: usize) usize {
            return if (n < 2) n else recursive(n - 1) + recursive(n - 2);
        }
    });
}
