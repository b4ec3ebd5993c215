// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination.
// Reports call each row by its `name`; `-p name=dense` selects one. Without that column they show the values.

const std = @import("std");

//@@State(Scope.Thread)
//@@ParamRows({"name, bytes, step", "dense, 1024, 1", "sparse, 65536, 64", "pages, 1048576, 4096"})
const Walk = struct {
    //@@Param(units = 1024)
    bytes: usize = 0,

    //@@Param
    step: usize = 1,

    memory: []u8 = &.{},

    //@@Setup
    fn make(self: *Walk) !void {
        self.memory = try std.heap.c_allocator.alloc(u8, self.bytes);
        @memset(self.memory, 1);
    }

    fn deinit(self: *Walk) void {
        std.heap.c_allocator.free(self.memory);
    }
};

//@@Benchmark
fn walk(state: *const Walk) i32 {
    var sum: i32 = 0;
    var place: usize = 0;
    while (place < state.bytes) : (place += state.step) sum += state.memory[place];
    return sum;
}
