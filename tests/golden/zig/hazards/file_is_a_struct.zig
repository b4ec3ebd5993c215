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
