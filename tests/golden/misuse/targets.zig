//@@Benchmark
const NotAFunction = struct {};
//@@State(Scope.Benchmark)
fn not_a_struct() i32 { return 1; }
//@@State(Scope.Benchmark)
const Data = struct {
    //@@Setup
    not_a_method: i32 = 0,
    //@@Warmup(iterations = 1)
    nor_a_setting: i32 = 0,
    //@@Param({"1"})
    fn not_a_field(_: *Data) void {}
};
//@@Param({"1"})
const Colour = enum { red };
//@@Benchmark
//@@Benchmark
fn twice(data: *const Data) i32 { return data.not_a_method; }
//@@State(Scope.Benchmark)
const alias = Data;
//@@Benchmark
