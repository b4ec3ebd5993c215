// A fixture at each invocation of something short: the clock is read around every call, and what it costs, and what it disturbs, is many
// times the work. CLAMH takes the cost of the clock off and warns; touchOften is the same work measured as it should be.

//@@State(Scope.Thread)
struct Touched {
    int value = 0;
};

//@@State(Scope.Thread)
struct Reset {
    int value = 0;

    //@@Setup(Level.Invocation)
    void reset() { value = 0; }
};

//@@Benchmark
int touchOften(Touched &state) { return ++state.value; }

//@@Benchmark
int touchAfterReset(Reset &state) { return ++state.value; }
