// A fixture of the iteration runs around each one, warmup iterations too. The count begins anew each time, so that
// teardown can say whether the benchmark was called in this iteration.

//@@State(Scope.Thread)
//@@StateLabel("state")
class Calls {
    calls = 0;

    //@@Setup(Level.Iteration)
    begin() { this.calls = 0; }

    //@@Teardown(Level.Iteration)
    end() {
        if (this.calls === 0) throw new Error('an iteration without a call');
    }
}

//@@Benchmark
function countCalls(state) { return (state.calls += 1); }
