# A fixture of the iteration runs around each one, warmup iterations too. The count begins anew each time, so that
# teardown can say whether the benchmark was called in this iteration.


#@@State(Scope.Thread)
#@@StateLabel("state")
class Calls:
    #@@Setup(Level.Iteration)
    def begin(self):
        self.calls = 0

    #@@Teardown(Level.Iteration)
    def end(self):
        if self.calls == 0:
            raise ValueError("an iteration without a call")


#@@Benchmark
def count_calls(state):
    state.calls += 1
    return state.calls
