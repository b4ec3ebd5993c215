const std = @import("std");

//@@Benchmark
pub fn allocate_blocks() !i32 {
    for (0..3) |byte| {
        const block = try std.heap.c_allocator.alloc(u8, 1024);
        defer std.heap.c_allocator.free(block);
        block[0] = @intCast(byte);
        std.mem.doNotOptimizeAway(block.ptr);
    }
    return 3;
}
