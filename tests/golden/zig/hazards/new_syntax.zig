inline fn fence() void {
    asm volatile ("" ::: .{ .memory = true });
}

//@@Benchmark
fn labels() u32 {
    return sw: switch (@as(u8, 1)) {
        1 => continue :sw 2,
        else => 7,
    };
}

//@@Benchmark
fn after() void {
    fence();
}
