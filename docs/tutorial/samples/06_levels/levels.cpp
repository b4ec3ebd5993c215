// A fixture of the iteration runs around each one, warmup iterations too. The count begins anew each time, so that
// teardown can say whether the benchmark was called in this iteration.

#include <stdexcept>

//@@State(Scope.Thread)
struct Calls {
    long calls = 0;

    //@@Setup(Level.Iteration)
    void begin() { calls = 0; }

    //@@Teardown(Level.Iteration)
    void end() {
        if (calls == 0) throw std::runtime_error("an iteration without a call");
    }
};

//@@Benchmark
long countCalls(Calls &state) { return ++state.calls; }
