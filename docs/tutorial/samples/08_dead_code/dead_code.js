// An unused result need not be computed: powerLost may measure nothing. Return what was computed, as powerReturned does, and
// compare with powerNothing when in doubt. (V8 mostly computes it all the same; do not rely on it.)

//@@State(Scope.Thread)
//@@StateLabel("state")
class Base {
    base = 1.1;
}

//@@Benchmark
function powerNothing(state) {}

//@@Benchmark
function powerLost(state) { Math.sqrt(state.base) * state.base; }

//@@Benchmark
function powerReturned(state) { return Math.sqrt(state.base) * state.base; }
