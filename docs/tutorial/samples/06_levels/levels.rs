// A fixture of the iteration runs around each one, warmup iterations too. The count begins anew each time, so that
// teardown can say whether the benchmark was called in this iteration.

//@@State(Scope.Thread)
#[derive(Default)]
struct Calls {
    calls: i64,
}

impl Calls {
    //@@Setup(Level.Iteration)
    fn begin(&mut self) { self.calls = 0; }

    //@@Teardown(Level.Iteration)
    fn end(&self) { assert!(self.calls > 0, "an iteration without a call"); }
}

//@@Benchmark
fn count_calls(state: &mut Calls) -> i64 {
    state.calls += 1;
    state.calls
}
