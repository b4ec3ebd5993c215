// Adds n values to a list and sorts it once behind the last of them. The sort is inside the time.

const std = @import("std");

//@@State(Scope.Thread)
const List = struct {
    //@@Param({"100", "10000"})
    n: usize = 0,
    values: [10_000]u32 = undefined,
};

//@@Benchmark
fn addThenSort(list: *List, operations: *Operations) u32 {
    const values = list.values[0..list.n];
    for (values, 0..) |*value, at| value.* = @intCast(at * 40503 % 65536);
    std.mem.sortUnstable(u32, values, {}, std.sort.asc(u32));
    operations.add(@intCast(list.n));
    return values[list.n / 2];
}
