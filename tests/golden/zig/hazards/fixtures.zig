//@@State(Scope.Group)
const Queue = struct {
    items: [8]u8 = @splat(0),

    //@@Setup(Level.Trial)
    fn a(_: *Queue) void {}
    //@@Setup(Level.Iteration)
    fn b(_: *Queue) void {}
    //@@TearDown(Level.Invocation)
    fn c(_: *Queue) void {}
};

//@@Setup
fn free(queue: *Queue) void {
    _ = queue;
}

//@@Benchmark
//@@Group("q")
fn put(queue: *Queue) void {
    _ = queue;
}

//@@Benchmark
//@@Group("q")
//@@GroupThreads(2)
fn take(queue: *Queue) void {
    _ = queue;
}
