//@@Benchmark
pub inline fn a() u32 {
    return 1;
}

//@@Benchmark
export fn b() u32 {
    return 2;
}

//@@Benchmark
fn c() align(64) callconv(.c) u32 {
    return 3;
}

//@@Benchmark
extern fn d() u32;

//@@Benchmark
fn e() error{ Big, Small }!?u32 {
    return null;
}

//@@Benchmark
fn f() !void {}

//@@Benchmark
noinline fn g(
    // a comment
    input: *const Input, // another
) [2]u32 {
    return .{ input.x, 1 };
}

//@@State(Scope.Thread)
const Input = extern struct { x: u32 = 0 };
