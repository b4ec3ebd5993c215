// A fixture of the iteration runs around each one, warmup iterations too. The count begins anew each time, so that
// teardown can say whether the benchmark was called in this iteration.

//@@State(Scope.Thread)
typedef struct {
    long calls;
} Calls;

//@@Setup(Level.Iteration)
void begin(Calls *state) { state->calls = 0; }

//@@Teardown(Level.Iteration)
void end(Calls *state) {
    if (state->calls == 0) clamh_fail("an iteration without a call");
}

//@@Benchmark
long count_calls(Calls *state) { return ++state->calls; }
