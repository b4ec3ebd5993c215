// Two results: returning one loses the other (rootsHalf), adding them is work of its own (rootsAdded), and Blackhole takes each
// (rootsConsumed).

//@@State(Scope.Thread)
//@@StateLabel("state")
class Roots {
    left = 2.0;
    right = 3.0;
}

//@@Benchmark
function rootsHalf(state) {
    Math.sqrt(state.left);
    return Math.sqrt(state.right);
}

//@@Benchmark
function rootsAdded(state) { return Math.sqrt(state.left) + Math.sqrt(state.right); }

//@@Benchmark
function rootsConsumed(state, blackhole) {
    blackhole.consume(Math.sqrt(state.left));
    blackhole.consume(Math.sqrt(state.right));
}
