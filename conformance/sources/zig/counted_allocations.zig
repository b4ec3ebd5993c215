// Are allocations counted around what is timed, and not around iteration fixtures?
const std = @import("std");
const transcript = @import("transcript.zig");

//@@State(Scope.Thread)
const Maker = struct {
    made: i32 = 0,

    fn make(self: *Maker, blocks: usize) !void {
        for (0..blocks) |_| {
            const block = try std.heap.c_allocator.alloc(u8, 1024);
            defer std.heap.c_allocator.free(block);
            block[0] = 1;
            std.mem.doNotOptimizeAway(block.ptr);
            self.made +%= 1;
        }
    }

    //@@Setup(Level.Iteration)
    fn begin(self: *Maker) !void {
        transcript.line("setup Iteration", .{});
        try self.make(30000);
    }

    //@@TearDown(Level.Iteration)
    fn end(self: *Maker) !void {
        try self.make(30000);
        transcript.line("teardown Iteration", .{});
    }
};

//@@Benchmark
fn allocate(maker: *Maker) !i32 {
    try maker.make(300);
    return maker.made;
}
