fn outside() void {
    //@@State(Scope.Thread)
    const Input = struct { x: u32 = 0 };
    const local = struct {
        //@@Benchmark
        fn inner(input: *Input) void {
            _ = input;
        }
    };
    _ = local;
}

test "one" {
    //@@Benchmark
    const x = 1;
    _ = x;
}

comptime {
    //@@Benchmark
    _ = outside;
}

//@@Benchmark
fn real() void {}
