const clamh = @import("clamh");

//@@State(Scope.Thread)
const Input = struct { x: u8 = 0 };

//@@Benchmark
fn by_value(input: Input, hole: clamh.Blackhole) u8 {
    hole.consume(input.x);
    return input.x;
}

//@@Benchmark
fn copied(random: clamh.Random) i64 {
    _ = random;
    return 1;
}

//@@Benchmark
fn constant(memory: *const clamh.Memory, control: *const clamh.Control) void {
    _ = .{ memory, control };
}

//@@Benchmark
fn many(inputs: []Input) void {
    _ = inputs;
}

//@@Benchmark
fn optional(input: ?*Input) void {
    _ = input;
}

//@@Benchmark
fn number(n: usize) usize {
    return n;
}

//@@State(Scope.Thread)
const Operations = struct { total: u8 = 0 };

//@@Benchmark
fn own(operations: *const Operations) u8 {
    return operations.total;
}

const std = @import("std");

//@@Benchmark
fn of_std(random: *std.Random) u64 {
    return random.int(u64);
}
