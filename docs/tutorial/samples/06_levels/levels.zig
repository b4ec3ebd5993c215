// A fixture of the iteration runs around each one, warmup iterations too. The count begins anew each time, so that
// teardown can say whether the benchmark was called in this iteration.

//@@State(Scope.Thread)
const Calls = struct {
    calls: i64 = 0,

    //@@Setup(Level.Iteration)
    fn begin(self: *Calls) void {
        self.calls = 0;
    }

    //@@Teardown(Level.Iteration)
    fn end(self: *Calls) !void {
        if (self.calls == 0) return error.IterationWithoutCall;
    }
};

//@@Benchmark
fn countCalls(state: *Calls) i64 {
    state.calls += 1;
    return state.calls;
}
