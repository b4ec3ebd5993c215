fn List(comptime T: type) type {
    return struct {
        items: []T = &.{},

        //@@Benchmark
        fn inside() void {}
    };
}

//@@Benchmark
fn first(comptime T: type) void {
    _ = T;
}

//@@Benchmark
fn second(x: anytype) void {
    _ = x;
}

//@@State(Scope.Thread)
const Ints = List(u32);

//@@Benchmark
fn third(list: *Ints) void {
    _ = list;
}

//@@State(Scope.Thread)
pub const Names = @import("names.zig").Names;
