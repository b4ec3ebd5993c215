//@@State(Scope.Benchmark)
const First = struct {
    //@@Setup
    fn setup(_: *First, second: *Second) void {}
};
//@@State(Scope.Benchmark)
const Third = struct {
    //@@Setup
    fn setup(_: *Third, first: *First) void {}
};
//@@State(Scope.Benchmark)
const Second = struct {
    //@@Teardown(Level.Iteration)
    fn teardown(_: *Second, third: *Third) void {}
};
//@@Benchmark
fn one(first: *First) i32 { return 1; }
