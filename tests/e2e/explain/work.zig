const std = @import("std");

//@@State(Scope.Thread)
const Input = struct {
    values: [1024]i32 = @splat(0),
};

//@@Benchmark
fn add(input: *const Input) i32 {
    var total: i32 = 0;
    for (&input.values) |value| total +%= value;
    return total;
}

//@@Benchmark
fn chain(input: *const Input) u32 {
    var total: u32 = 1;
    for (&input.values) |value| total = (total >> 3) *% 31 +% (total ^ @as(u32, @bitCast(value)));
    return total;
}
