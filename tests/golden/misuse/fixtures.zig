//@@State(Scope.Benchmark)
const Data = struct {
    //@@Setup(Level.Invocation)
    fn each(_: *Data) void {}
    //@@Setup(Iteration, Level.Trial)
    fn two_levels(_: *Data) void {}
    //@@Setup(benchmarks = "one.*")
    fn some(_: *Data) void {}
    //@@Setup(benchmarks = "none")
    fn of_none(_: *Data) void {}
    //@@Setup
    fn fails(_: *Data) !void {}
};
//@@Benchmark
fn one(data: *Data) i32 { return 1; }
