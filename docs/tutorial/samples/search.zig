// Where does a number stand among sorted ones? Looking at each in turn, or halving what is left.

const std = @import("std");
const allocator = std.heap.c_allocator;

//@@State(Scope.Benchmark)
const Numbers = struct {
    //@@Param({"8", "1024"})
    size: i32 = 0,

    sorted: []i32 = &.{},
    wanted: i32 = 0,

    //@@Setup
    fn fill(self: *Numbers) !void {
        self.sorted = try allocator.alloc(i32, @intCast(self.size));
        for (self.sorted, 0..) |*number, place| number.* = @intCast(2 * place);
        self.wanted = 2 * (self.size - 1);
    }

    //@@Teardown
    fn free(self: *Numbers) void {
        allocator.free(self.sorted);
    }
};

//@@Benchmark
fn eachInTurn(numbers: *const Numbers) i32 {
    for (numbers.sorted, 0..) |number, place| {
        if (number == numbers.wanted) return @intCast(place);
    }
    return -1;
}

//@@Benchmark
fn halving(numbers: *const Numbers) i32 {
    var low: usize = 0;
    var high = numbers.sorted.len - 1;
    while (low < high) {
        const middle = (low + high) / 2;
        if (numbers.sorted[middle] < numbers.wanted) low = middle + 1 else high = middle;
    }
    return if (numbers.sorted[low] == numbers.wanted) @intCast(low) else -1;
}
