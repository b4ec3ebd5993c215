size: usize = 0,
const Self = @This();

//@@Setup
fn fill(self: *Self) void {
    self.size = 1;
}

//@@Benchmark
fn read() usize {
    return 1;
}

const Input = @import("folder/Input.zig");

//@@Benchmark
fn take(input: *Input) usize {
    return input.size;
}
