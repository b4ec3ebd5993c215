const std = @import("std");
const metron = @import("metron");
const State = metron.State;

pub fn main() anyerror!void {
    try metron.run(struct {
        pub const name = "roots";
        pub const args = metron.argsProduct(.{
            .n = [_]usize{ 1, 2, 5, 8 }, // degree of the polynomial
            .a = [_]f64{ 1.1, 11.0 }, // its root
        });
        pub const arg_names = [_][]const u8{ "n", "a" };

        pub fn newton(state: *State, arg: anytype) void {
            var degree = arg.n;
            var iter = state.iter();
            while (iter.next()) |_| {
                std.mem.doNotOptimizeAway(&degree);
                std.mem.doNotOptimizeAway(findRoot(degree, std.math.pow(f64, arg.a, @floatFromInt(degree))));
            }
        }

        /// The x > 0 with xⁿ = value.
        fn findRoot(n: usize, value: f64) f64 {
            const degree: f64 = @floatFromInt(n);
            var x = value;
            for (0..100) |_| {
                const step = (std.math.pow(f64, x, degree) - value) / (degree * std.math.pow(f64, x, degree - 1));
                x -= step;
                if (@abs(step) < 1e-9) break;
            }
            return x;
        }
    });
}
