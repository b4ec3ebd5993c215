// Each operation allocates a block, so that the cost of counting it can be measured.
const std = @import("std");

//@@Benchmark
fn allocate() !void {
    const block = try std.heap.c_allocator.alloc(u8, 64);
    defer std.heap.c_allocator.free(block);
    std.mem.doNotOptimizeAway(block.ptr);
}
