const std = @import("std");
const metron = @import("metron");
const State = metron.State;

const Order = enum { rising, falling };

pub fn main() anyerror!void {
    try metron.run(.{ Sort, Pauses });
}

const Sort = struct {
    pub const name = "sort";
    pub const args = [_]struct { Order, usize }{ .{ .rising, 1000 }, .{ .falling, 1000 }, .{ .falling, 1536 } };
    pub const arg_names = [_][]const u8{ "order", "size" };
    pub const arg_units = .div_1024;
    pub const min_time = 100_000_000;
    pub const max_iter = 1_000_000;

    pub fn heap(state: *State, arg: struct { Order, usize }) !void {
        const order, const size = arg;
        const values = try state.alloc.alloc(usize, size);
        defer state.alloc.free(values);
        var iter = state.iter();
        while (iter.next()) |_| {
            for (values, 0..) |*value, at| value.* = if (order == .rising) at else size - at;
            std.mem.sortUnstable(usize, values, {}, std.sort.asc(usize));
            std.mem.doNotOptimizeAway(values.ptr);
        }
    }
};

const Pauses = struct {
    pub const name = "pauses";
    pub const args = metron.denseRange(usize, 3, 5);
    pub const arg_names = [_][]const u8{"kilobytes"};
    pub const min_time = 100_000_000;

    /// What happens while the timer is stopped costs nothing.
    pub fn fill(state: *State, kilobytes: usize) !void {
        const bytes = try state.alloc.alloc(u8, kilobytes * 1024);
        defer state.alloc.free(bytes);
        state.startTimer();
        for (0..state.iterations) |i| {
            @memset(bytes, @truncate(i));
            std.mem.doNotOptimizeAway(bytes.ptr);
            state.stopTimer();
            @memset(bytes, 0);
            std.mem.doNotOptimizeAway(bytes.ptr);
            state.startTimer();
        }
        state.stopTimer();
        state.bytes = bytes.len * state.iterations;
    }
};
