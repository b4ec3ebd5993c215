// The same numbers side by side in one block, or each in an object of its own that was made in another order than it is read.

const clamh = @import("clamh");
const std = @import("std");
const allocator = std.heap.c_allocator;
const count = 100_000;

//@@State(Scope.Thread)
const Numbers = struct {
    flat: []i32 = &.{},
    boxed: []*i32 = &.{},

    //@@Setup
    fn make(self: *Numbers, random: *clamh.Random) !void {
        self.flat = try allocator.alloc(i32, count);
        self.boxed = try allocator.alloc(*i32, count);
        for (self.flat, self.boxed, 0..) |*number, *box, place| {
            number.* = @intCast(1_000_000 + (place & 1023));
            box.* = try allocator.create(i32);
            box.*.* = number.*;
        }
        var place: usize = count - 1;
        while (place > 0) : (place -= 1) {
            const other: usize = @intCast(random.nextIntBelow(@intCast(place + 1)));
            std.mem.swap(*i32, &self.boxed[place], &self.boxed[other]);
        }
    }

    //@@Teardown
    fn free(self: *Numbers) void {
        for (self.boxed) |box| allocator.destroy(box);
        allocator.free(self.boxed);
        allocator.free(self.flat);
    }
};

//@@Benchmark
//@@OperationsPerInvocation(100000)
fn sumFlat(numbers: *const Numbers) i64 {
    var sum: i64 = 0;
    for (numbers.flat) |number| sum += number;
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(100000)
fn sumBoxed(numbers: *const Numbers) i64 {
    var sum: i64 = 0;
    for (numbers.boxed) |number| sum += number.*;
    return sum;
}
