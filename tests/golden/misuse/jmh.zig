//@@State(Scope.Thread)
const Sets = struct {
    //@@Setup
    fn returns(_: *Sets) i32 { return 1; }
    //@@Setup
    fn counts(_: *Sets, operations: *Operations) void {}
};
const Plain = struct {
    //@@Setup
    fn outside(_: *Plain) void {}
};
//@@Benchmark
//@@OperationsPerInvocation(2)
fn twice(one: *Operations, two: *Operations) i32 { return 1; }
