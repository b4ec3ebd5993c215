//@@State(Scope.Thread)
const @"a \"state\" é" = struct {
    //@@Param("1")
    @"while": usize = 0,
};

//@@Benchmark
fn @"a benchmark, \x41"(state: *@"a \"state\" é") usize {
    return state.@"while";
}

//@@Benchmark
fn @"fn"() void {}

//@@Benchmark
fn @"i32"() void {}

//@@State(Scope.Thread)
const @"error" = struct {
    x: u8 = 0,
};

//@@Benchmark
fn @"grüßen"(state: *@"error") u8 {
    return state.x;
}
