// A fixture at each invocation of something short: the clock is read around every call, and what it costs, and what it disturbs, is many
// times the work. CLAMH takes the cost of the clock off and warns; touchOften is the same work measured as it should be.

//@@State(Scope.Thread)
class Touched {
    value = 0;
}

//@@State(Scope.Thread)
class Reset {
    value = 0;

    //@@Setup(Level.Invocation)
    reset() { this.value = 0; }
}

//@@Benchmark
function touchOften(touched) { return (touched.value = (touched.value + 1) | 0); }

//@@Benchmark
function touchAfterReset(reset) { return (reset.value += 1); }
