// Each insertion makes the next one dearer, so there is no "time of one insertion" to converge to. Single shot with a batch size measures
// exactly 5,000 of them from an empty list, as one operation, in every language.

const std = @import("std");
const allocator = std.heap.c_allocator;

//@@State(Scope.Thread)
const Growing = struct {
    list: std.ArrayList(i32) = .empty,

    //@@Setup(Level.Iteration)
    fn empty(self: *Growing) void {
        self.list.clearAndFree(allocator);
    }

    fn deinit(self: *Growing) void {
        self.list.deinit(allocator);
    }
};

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
//@@Warmup(iterations = 3, batchSize = 5000)
//@@Measurement(iterations = 3, batchSize = 5000)
fn insertInMiddle(growing: *Growing) !usize {
    try growing.list.insert(allocator, growing.list.items.len / 2, 1);
    return growing.list.items.len;
}
